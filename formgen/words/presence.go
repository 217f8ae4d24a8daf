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

// PresenceHelp says what is sent of a field, and that a key changes it.
func PresenceHelp(x *formgen.Field, key string) string {
	switch x.Presence() {
	case formgen.Omitted:
		if x.NextPresence() == formgen.Null {
			return "○ Left out. " + key + " sends null."
		}
		return "○ Left out. " + key + " includes it."
	case formgen.Null:
		return "∅ Sends null. " + key + " changes that."
	}
	return "● Included."
}
