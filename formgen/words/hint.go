package words

import (
	"fmt"
	"strings"

	"a2aform/formgen"
	"a2aform/internal/ojson"
	"a2aform/internal/safe"
	"a2aform/internal/schema"
)

// Help is the schema's description.
func Help(x *formgen.Field) safe.Block { return x.Location().Description().Block(0) }

// Hint says type and bounds in a few words: "whole number, 1–12".
func Hint(x *formgen.Field) string {
	hint, sample := typeHint(x), formgen.Sample(x)
	if title := x.Declared().TypeTitle(); !title.IsEmpty() && x.Parent() != nil && !x.IsItem() && title.Line(0).String() != x.Label() {
		hint = title.Line(0).String() + ", " + hint
	}
	isEmpty, isShown := x.Presence() != formgen.Set || x.Text() == "", len(x.Location().Examples()) > 0 // in the empty field
	if sample != "" && (isEmpty && !isShown || !isEmpty && isShown && !x.Location().Bounds().Pattern.IsEmpty()) {
		hint += ", such as " + sample
	}
	if limits := Limits(x); limits != "" {
		hint += ", " + limits
	}
	return hint
}

// Limits is the part of the hint that does not say what kind of a value the field takes: bounds, null and the default; "" for none.
func Limits(x *formgen.Field) string {
	at, parts := x.Location(), []string(nil)
	bounds := at.Bounds()
	if formgen.Sample(x) != "" {
		bounds.Pattern = safe.Raw{} // an example says it better
	}
	if size := bounds.Length; x.IsRequired() && size.Min != nil && *size.Min == 1 && size.Max == nil {
		bounds.Length = schema.Size{} // a required text is not empty anyway
	}
	if x.Kind() == schema.MultiEnum {
		bounds.UniqueItems = false // each choice is there once
	}
	if text := bounds.Hint(); text != "" {
		parts = append(parts, text)
	}
	if x.IsNullable() && at.Kind() != schema.Null && at.Kind() != schema.JSON {
		parts = append(parts, "or null")
	}
	if v := at.Default(); v.Exists() && x.Presence() != formgen.Set {
		parts = append(parts, "default "+defaultText(x))
		if !x.Takes(v) {
			parts = append(parts, "which breaks the schema")
		}
	}
	return strings.Join(parts, ", ")
}

// IsPlainText reports a field whose hint says no more than that it is a text, as most fields are.
func IsPlainText(x *formgen.Field) bool { return Hint(x) == schema.String.String() }

// typeHint is the kind of a field in words, with what its schema says besides.
func typeHint(x *formgen.Field) string {
	if format := x.Location().Format(); x.Kind().IsString() && !format.IsEmpty() {
		return format.Line(40).String()
	}
	switch x.Kind() {
	case schema.Enum:
		return fmt.Sprintf("one of %d", len(x.Choices()))
	case schema.MultiEnum:
		return fmt.Sprintf("any of %d", len(x.Choices()))
	case schema.Const:
		return "fixed"
	case schema.Union:
		return "one of several kinds"
	case schema.JSON:
		return jsonHint(x)
	}
	return x.Kind().String()
}

// jsonHint says what is written where any value may be sent.
func jsonHint(x *formgen.Field) string {
	if x.Location().Kind() != schema.JSON || !x.Takes(ojson.NewString("text")) {
		return schema.JSON.String()
	}
	switch v := x.Value(); {
	case x.Presence() != formgen.Set || v == nil:
		return "text, number or other JSON"
	case v.Is(ojson.String):
		return schema.String.String()
	case v.Is(ojson.Number):
		return schema.Number.String()
	case v.Is(ojson.Bool):
		return schema.Boolean.String()
	}
	return schema.JSON.String()
}

// Reason says why a field is edited as JSON, "" if it is not.
func Reason(x *formgen.Field) string {
	switch {
	case x.Kind() != schema.JSON || x.Location().Kind() == schema.JSON:
		return x.Location().Reason()
	case x.CanLeaveJSON():
		return "edited as JSON"
	}
	return "the text holds tabs or characters that cannot be seen, which are written as escapes"
}

// SetName is the path of a field as [formgen.SetText] takes it, where its labels do not say so; else "".
func SetName(x *formgen.Field) string {
	var names []string
	isOther := false
	for ; x.Parent() != nil; x = x.Parent() {
		isOther = isOther || !x.IsItem() && x.Label() != shown(formgen.Humanize(x.Name()))
		names = append([]string{shown(x.Name())}, names...)
	}
	if !isOther {
		return ""
	}
	return strings.Join(names, ".")
}

func shown(s string) string { return safe.Text(s).Line(0).String() }
