package words

import (
	"strings"

	"github.com/dustin/go-humanize/english"

	"a2aform/formgen"
	"a2aform/internal/schema"
	"a2aform/internal/widget/noun"
)

// ItemNoun is what is added to a list or a map: "stop" to "Stops".
func ItemNoun(x *formgen.Field) string {
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

// CountItems says how many items a list has, or entries a map.
func CountItems(n int, kind schema.Kind) string {
	return english.Plural(n, itemNoun(kind), ItemsNoun(kind))
}

// ItemsNoun are the items of a list or the entries of a map.
func ItemsNoun(kind schema.Kind) string {
	if kind == schema.Object {
		return "entries"
	}
	return "items"
}

// AddText is the text of the row that adds to a list, a map or an object.
func AddText(x *formgen.Field) string { return "+ Add " + ItemNoun(x) }

// AddGroupText is the text of the row that adds an object that may be left out. Its label is a name, and no word of a sentence.
func AddGroupText(x *formgen.Field) string { return "+ Add " + x.Label() }

// Keys are the keys that texts name, as sentences write them.
type Keys struct{ Open, Presence string }

// OmittedText says what a row without a value needs.
func OmittedText(r formgen.Row, keys Keys) string {
	x := r.Field
	switch {
	case x.IsLocked():
		return formgen.Capital(LockedText(x))
	case x.IsItem() || x.IsExtra():
		return "Needs a value"
	case r.Kind == formgen.Variant && IsFree(r):
		return "Optional"
	case r.Kind == formgen.Variant && x.IsRequired():
		return "Choose one"
	case r.Kind == formgen.Subpage && x.IsRequired() && takesNull(x):
		return "Required. " + keys.Open + " adds it, " + keys.Presence + " sets null."
	case r.Kind == formgen.Subpage && x.IsRequired():
		return "Required. " + keys.Open + " adds it."
	case x.IsRequired() && takesNull(x):
		return "Required (" + keys.Presence + " sets null)"
	case alternatives(x) != "":
		return "This or " + alternatives(x)
	case x.IsRequired():
		return "Required"
	}
	if text := defaultText(x); text != "" {
		return "Optional (default: " + text + ")"
	}
	return "Optional"
}

// IsFree reports the row of a choice between shapes that need not be made: the object has members without it.
func IsFree(r formgen.Row) bool {
	return r.Kind == formgen.Variant && r.Field.Presence() == formgen.Set && r.Field.Unions()[r.Union].Chosen < 0 && !r.Field.Location().NeedsChoice()
}

// UnsetText is the choice that takes a value away.
func UnsetText(x *formgen.Field) string {
	switch {
	case x.Presence() == formgen.Null:
		return "null"
	case x.IsRequired() || x.IsExtra():
		return "Choose one"
	}
	return "Optional"
}

// Placeholder is what a text field shows while it is empty.
func Placeholder(x *formgen.Field, keys Keys) string {
	if examples := x.Location().Examples(); len(examples) > 0 && x.Presence() == formgen.Omitted {
		if sample := formgen.Sample(x); x.Kind() == schema.JSON && sample != "" {
			return "e.g. " + sample // a text, as JSON
		}
		return "e.g. " + formgen.Summary(examples[0])
	}
	if text := x.Location().Placeholder(); !text.IsEmpty() && x.Presence() == formgen.Omitted {
		return text.Line(placeholderWidth).String()
	}
	switch {
	case x.Presence() == formgen.Null:
		return "null"
	case x.Presence() == formgen.Set && x.Kind().IsString():
		return "Empty text"
	case x.Presence() == formgen.Set, x.IsExtra(), x.IsItem():
		return "Needs a value"
	case x.IsRequired() && takesNull(x):
		return keys.Presence + " sets null"
	case x.IsRequired():
		return ""
	case alternatives(x) != "":
		return "This or " + alternatives(x)
	}
	return "Optional"
}

// placeholderWidth cuts a placeholder of the schema, in bytes.
const placeholderWidth = 120

// takesNull reports a location whose schema speaks of null; where it says nothing,
// null is one of all values.
func takesNull(x *formgen.Field) bool { return x.IsNullable() && x.Kind() != schema.JSON }

// alternatives are the fields of which one is needed, if not this one; "" where there is no such demand.
func alternatives(x *formgen.Field) string {
	object := x.Parent()
	if object == nil || object.Kind() != schema.Object || x.IsRequired() {
		return ""
	}
	for _, demand := range object.Demands() {
		if others := demand.Alternatives(x.Name()); others != "" && !demand.IsMet() {
			return others
		}
	}
	return ""
}

// LockedText says why a locked field takes no value, as it reads after "is": "set by the agent".
func LockedText(x *formgen.Field) string {
	if x.Form().IsStandalone() {
		return "read-only"
	}
	return "set by the agent"
}

// PresenceStep is what the key of the presence would do.
func PresenceStep(x *formgen.Field) string {
	switch x.NextPresence() {
	case formgen.Omitted:
		if x.IsRequired() {
			return "Clear this field"
		}
		return "Skip this field"
	case formgen.Null:
		return "Send null"
	}
	if isUntyped(x) {
		return "Send empty text"
	}
	return "Include this field"
}

// isUntyped reports a text in which nothing is typed.
func isUntyped(x *formgen.Field) bool { return x.Kind().IsString() && x.Text() == "" }

// PresenceHelp says what is sent of a field, and that a key changes it.
func PresenceHelp(x *formgen.Field, key string) string {
	switch x.Presence() {
	case formgen.Omitted:
		begin := "○ Left out. "
		if x.IsRequired() {
			begin = "○ Required. "
		}
		switch {
		case x.NextPresence() == formgen.Omitted:
			return strings.TrimSpace(begin)
		case x.NextPresence() == formgen.Null:
			return begin + key + " sends null."
		case isUntyped(x):
			return begin + key + " sends empty text."
		case x.IsRequired():
			return "○ Required."
		}
		return begin + key + " includes it."
	case formgen.Null:
		return "∅ Sends null. " + key + " changes that."
	}
	return "● Included."
}

// BoolText is the value of a boolean.
func BoolText(x *formgen.Field) string {
	if yes, _ := x.Bool(); yes {
		return boolLabels[0]
	}
	return boolLabels[1]
}

var boolLabels = []string{"yes", "no"}

// ChoiceLabels are the labels of the choices of an enumeration or a boolean.
func ChoiceLabels(x *formgen.Field) []string {
	if x.Kind() == schema.Boolean {
		return boolLabels
	}
	return formgen.ChoiceLabels(x.Choices())
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

// IsUnlisted reports a value that is sent although it is none of the choices: another value has taken the choice away since it
// was made.
func IsUnlisted(x *formgen.Field) bool {
	return x.Kind() == schema.Enum && x.Presence() == formgen.Set && x.Value() != nil && x.Chosen() < 0
}
