package words

import (
	"a2aform/formgen"
	"a2aform/internal/schema"
)

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
