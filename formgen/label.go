package formgen

import (
	"fmt"
	"strconv"
	"strings"
	"unicode"

	"a2aform/internal/ojson"
	"a2aform/internal/safe"
	"a2aform/internal/schema"
)

func shown(s string) string { return safe.Text(s).Line(0).String() }

// Label names the field: the title of the member, or its name made readable. The
// title of a type that it refers to is part of [Field.Hint], as one type may be that
// of several members.
func (x *Field) Label() string {
	if x.IsItem() {
		return x.itemLabel()
	}
	if x.extra {
		if name := shown(x.name); strings.TrimSpace(name) != "" {
			return name // it is data
		}
		return strconv.Quote(shown(x.name))
	}
	title := x.base.MemberTitle()
	if x.root {
		title = x.base.Title()
	}
	switch {
	case !title.IsEmpty():
		return title.Line(0).String()
	case x.root:
		return "Value"
	}
	return shown(humanise(x.name))
}

// IsNamedByLabel reports that the label is the name of the member, made readable.
func (x *Field) IsNamedByLabel() bool { return strings.EqualFold(x.Label(), shown(humanise(x.name))) }

// itemLabel counts items from one, as people do; a position with a schema of
// its own has its title too.
func (x *Field) itemLabel() string {
	i, _ := strconv.Atoi(x.name)
	label := strconv.Itoa(i + 1)
	if title := x.base.Title(); i < x.parent.place.Prefix() && !title.IsEmpty() {
		label += " " + title.Line(0).String()
	}
	return label
}

// Path is the labels from the root to the field: "Stops › 2 › City".
func (x *Field) Path() string {
	if x.parent == nil {
		return "the value"
	}
	var labels []string
	for f := x; f.parent != nil; f = f.parent {
		labels = append([]string{f.Label()}, labels...)
	}
	return strings.Join(labels, " › ")
}

// Help is the schema's description.
func (x *Field) Help() safe.Block { return x.place.Description().Block(0) }

// Hint says type and bounds in a few words: "whole number, 1 … 12".
func (x *Field) Hint() string {
	bounds, sample := x.place.Bounds(), x.sample()
	if sample != "" {
		bounds.Pattern = safe.Raw{} // an example says it better
	}
	parts := []string{x.typeHint()}
	if title := x.base.TypeTitle(); !title.IsEmpty() && !x.root && !x.IsItem() && title.Line(0).String() != x.Label() {
		parts[0] = title.Line(0).String() + ", " + parts[0]
	}
	if sample != "" && (x.presence != Set || x.text == "") && len(x.place.Examples()) == 0 {
		parts[0] += ", such as " + sample
	}
	if text := bounds.Hint(); text != "" {
		parts = append(parts, text)
	}
	if x.nullable && x.kind != schema.Null && x.kind != schema.JSON {
		parts = append(parts, "or null")
	}
	return strings.Join(append(parts, x.defaultHint()...), ", ")
}

// defaultHint names the default of a field that is not set.
func (x *Field) defaultHint() []string {
	v := x.place.Default()
	switch {
	case !v.Exists() || x.presence == Set:
		return nil
	case len(x.base.Validate(v)) > 0:
		return []string{"default " + InSentence(v) + ", which breaks the schema"}
	}
	return []string{"default " + InSentence(v)}
}

// sample is a text of the field's format, "" where none is known.
func (x *Field) sample() string {
	if x.Kind() != schema.String {
		return ""
	}
	return x.place.Sample()
}

var typeHints = map[schema.Kind]string{
	schema.JSON: "JSON", schema.Null: "null", schema.Boolean: "yes or no", schema.Integer: "whole number",
	schema.Number: "number", schema.String: "text", schema.Const: "fixed", schema.Object: "object",
	schema.Union: "one of several shapes",
}

func (x *Field) typeHint() string {
	switch x.Kind() {
	case schema.Enum:
		return fmt.Sprintf("one of %d", len(x.Choices()))
	case schema.Several:
		return fmt.Sprintf("any of %d", len(x.Choices()))
	case schema.Array:
		return "list"
	case schema.String:
		if format := x.place.Format(); !format.IsEmpty() {
			return format.Line(40).String()
		}
	}
	return typeHints[x.Kind()]
}

// ChoiceLabel is choice i as text: its title, or the value itself.
func (x *Field) ChoiceLabel(i int) string {
	c := x.Choices()[i]
	if !c.Title.IsEmpty() {
		return c.Title.Line(0).String()
	}
	return Summary(c.Value)
}

// Summary is the field's value on one line, without the secrets in it.
func (x *Field) Summary() string {
	switch {
	case x.presence == Absent:
		return ""
	case x.presence == Null:
		return "null"
	case x.Kind() == schema.Enum && x.Chosen() >= 0:
		return x.ChoiceLabel(x.Chosen())
	case x.Kind() == schema.Several:
		return x.severalSummary()
	case x.holdsSecret():
		return "holds a secret"
	case x.value() == nil:
		return shown(x.text)
	}
	return Summary(x.value())
}

func (x *Field) severalSummary() string {
	var labels []string
	for _, i := range x.Toggled() {
		labels = append(labels, x.ChoiceLabel(i))
	}
	if labels == nil {
		return "none"
	}
	return strings.Join(labels, ", ")
}

// summaryLimit cuts a summary, in bytes; rows are narrower anyway.
const summaryLimit = 200

// Summary is a value on one line, safe to show: texts and numbers bare, other
// members with their names, lists counted.
func Summary(v *ojson.Value) string {
	switch v.Kind() {
	case ojson.Object:
		return strings.Join(summaries(v), ", ")
	case ojson.Array:
		if v.Len() == 0 {
			return "no items"
		}
		return items(v) + ": " + strings.Join(summaries(v), " · ")
	}
	return safe.Text(v.Text()).Line(summaryLimit).String()
}

// InSentence is [Summary] with words for what would show as nothing.
func InSentence(v *ojson.Value) string {
	switch {
	case v.Is(ojson.String) && v.Text() == "":
		return "empty text"
	case v.Is(ojson.Object) && v.Len() == 0:
		return "no fields"
	}
	return Summary(v)
}

// summaries are the first few values inside a composite one.
func summaries(v *ojson.Value) []string {
	const most = 4
	var parts []string
	for _, m := range v.Members() {
		if len(parts) == most {
			return append(parts, safe.Ellipsis)
		}
		part := inline(m.Value)
		if !m.Value.Is(ojson.String) && !m.Value.Is(ojson.Number) {
			part = safe.Text(m.Name).Line(nameLimit).String() + ": " + part
		}
		parts = append(parts, part)
	}
	for _, item := range v.Items() {
		if len(parts) == most {
			return append(parts, safe.Ellipsis)
		}
		parts = append(parts, inline(item))
	}
	return parts
}

// nameLimit cuts the name of a member in a summary, in bytes.
const nameLimit = 24

func inline(v *ojson.Value) string {
	switch v.Kind() {
	case ojson.Object:
		return "{" + safe.Ellipsis + "}"
	case ojson.Array:
		return items(v)
	}
	return safe.Text(v.Text()).Line(40).String()
}

func items(v *ojson.Value) string {
	if v.Len() == 1 {
		return "1 item"
	}
	return strconv.Itoa(v.Len()) + " items"
}

// humanise makes a member name readable: "maxPrice" and "max_price" are both
// "Max price".
func humanise(name string) string {
	var sb strings.Builder
	runes := []rune(name)
	for i, r := range runes {
		switch {
		case r == '_' || r == '-' || r == '.':
			sb.WriteRune(' ')
		case i == 0:
			sb.WriteRune(unicode.ToUpper(r))
		case unicode.IsUpper(r) && unicode.IsLower(runes[i-1]):
			sb.WriteRune(' ')
			sb.WriteRune(unicode.ToLower(r))
		default:
			sb.WriteRune(r)
		}
	}
	if text := strings.TrimSpace(sb.String()); text != "" {
		return text
	}
	return strconv.Quote(name)
}
