package words

import (
	"a2aform/formgen"
)

// PresenceStep is what the key of the presence would do.
func PresenceStep(x *formgen.Field) string {
	switch x.NextPresence() {
	case formgen.Omitted:
		return "Skip this field"
	case formgen.Null:
		return "Send null"
	}
	return "Include this field"
}

// PresenceHelp says what is sent of a field, and how to change that.
func PresenceHelp(x *formgen.Field) string {
	switch x.Presence() {
	case formgen.Omitted:
		if x.NextPresence() == formgen.Null {
			return "○ Left out. Ctrl+g sends null."
		}
		return "○ Left out. Ctrl+g includes it."
	case formgen.Null:
		return "∅ Sends null. Ctrl+g changes that."
	}
	return "● Included."
}
