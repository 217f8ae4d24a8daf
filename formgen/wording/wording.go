// Package wording has the short texts that screens show in the rows of a form.
package wording

import (
	"fmt"

	"a2aform/formgen"
	"a2aform/internal/safe"
	"a2aform/internal/schema"
	"a2aform/internal/widget/noun"
)

// Noun is what is added to a list or a map: "stop" to "Stops".
func Noun(x *formgen.Field) string {
	switch {
	case x.Kind() == schema.Object && !x.Location().IsMap():
		return "field"
	case x.IsItem() || x.IsExtra() || x.Parent() == nil:
		return itemNoun(x.Kind())
	}
	return noun.Of(x.Label())
}

// itemNoun is what a list, or an object that is a map, consists of.
func itemNoun(kind schema.Kind) string {
	if kind == schema.Object {
		return "entry"
	}
	return "item"
}

// Count says how many items a list has, or entries a map.
func Count(n int, kind schema.Kind) string {
	if n == 1 {
		return "1 " + itemNoun(kind)
	}
	return fmt.Sprintf("%d %s", n, Many(kind))
}

// Many are the items of a list or the entries of a map.
func Many(kind schema.Kind) string {
	if kind == schema.Object {
		return "entries"
	}
	return "items"
}

// Add is the text of the row that adds to a list, a map or an object.
func Add(x *formgen.Field) string { return "+ add " + Noun(x) }

// Omitted says what a row without a value needs.
func Omitted(r formgen.Row) string {
	x := r.Field
	switch {
	case x.IsLocked():
		return "Set by the agent"
	case x.IsItem() || x.IsExtra():
		return "Needs a value"
	case r.Kind == formgen.Variant && x.IsRequired():
		return "Choose one"
	case r.Kind == formgen.Open && x.IsRequired() && offersNull(x):
		return "Required: enter adds it, ctrl+g sets null"
	case r.Kind == formgen.Open && x.IsRequired():
		return "Required: enter adds it"
	case r.Kind == formgen.Open:
		return "Optional: enter adds it"
	case x.IsRequired() && offersNull(x):
		return "Required (ctrl+g sets null)"
	case x.IsRequired():
		return "Required"
	}
	if text := x.DefaultText(); text != "" {
		return "Optional (default: " + text + ")"
	}
	return "Optional"
}

// Placeholder is what a text field shows while it is empty.
func Placeholder(x *formgen.Field) string {
	if examples := x.Location().Examples(); len(examples) > 0 && x.Presence() == formgen.Omitted {
		return "e.g. " + formgen.Summary(examples[0])
	}
	if text := x.Location().Placeholder(); !text.IsEmpty() && x.Presence() == formgen.Omitted {
		return text.Line(placeholderWidth).String()
	}
	switch {
	case x.Presence() == formgen.Null:
		return "null"
	case x.Presence() == formgen.Set && x.Kind() == schema.String:
		return "Empty text"
	case x.Presence() == formgen.Set, x.IsExtra(), x.IsItem():
		return "Needs a value"
	case x.IsRequired() && offersNull(x):
		return "Ctrl+g sets null"
	case x.IsRequired():
		return ""
	}
	return "Optional"
}

// placeholderWidth cuts a placeholder of the schema, in bytes.
const placeholderWidth = 120

// offersNull reports a location whose schema speaks of null; where it says nothing,
// null is one of all values.
func offersNull(x *formgen.Field) bool { return x.IsNullable() && x.Kind() != schema.JSON }

// Bool is the value of a boolean.
func Bool(x *formgen.Field) string {
	if yes, _ := x.Bool(); yes {
		return boolLabels[0]
	}
	return boolLabels[1]
}

// Unset is the choice that takes a value away.
func Unset(x *formgen.Field) string {
	switch {
	case x.Presence() == formgen.Null:
		return "null"
	case x.IsRequired() || x.IsExtra():
		return "Choose one"
	}
	return "Optional"
}

var boolLabels = []string{"yes", "no"}

// Choices are the labels of the choices of an enumeration or a boolean.
func Choices(x *formgen.Field) []string {
	if x.Kind() == schema.Boolean {
		return boolLabels
	}
	labels := make([]string, len(x.Choices()))
	for i := range labels {
		labels[i] = x.ChoiceLabel(i)
	}
	return labels
}

// ChoiceNotes describe the choices; nil where the schema describes none.
func ChoiceNotes(x *formgen.Field) []string {
	var notes []string
	for i, c := range x.Choices() {
		if c.Note.IsEmpty() {
			continue
		}
		if notes == nil {
			notes = make([]string, len(x.Choices()))
		}
		notes[i] = c.Note.Line(noteWidth).String()
	}
	return notes
}

// noteWidth cuts the description of a choice, in bytes.
const noteWidth = 120

// Name says under which name a member is sent, if its label is another.
func Name(x *formgen.Field) string {
	if x.Parent() == nil || x.IsItem() || x.IsExtra() || x.IsNamedByLabel() {
		return ""
	}
	return `sent as "` + safe.Text(x.Name()).Line(0).String() + `"`
}

// Warnings counts doubts that do not stop a value from being sent.
func Warnings(n int) string {
	if n == 1 {
		return "! 1 warning"
	}
	return fmt.Sprintf("! %d warnings", n)
}

// Problems counts problems.
func Problems(n int) string {
	if n == 1 {
		return "✗ 1 problem"
	}
	return fmt.Sprintf("✗ %d problems", n)
}
