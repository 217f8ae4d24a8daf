package wording

import "a2aform/formgen"

// PresenceStep is what the key of the presence would do.
func PresenceStep(x *formgen.Field) string {
	all := x.Presences()
	for i, p := range all {
		if p != x.Presence() {
			continue
		}
		switch all[(i+1)%len(all)] {
		case formgen.Omitted:
			return "Leave this out"
		case formgen.Null:
			return "Send null"
		}
	}
	return "Include this"
}

// PresenceHelp says what is sent of a field, and how to change that.
func PresenceHelp(x *formgen.Field) string {
	switch x.Presence() {
	case formgen.Omitted:
		return "○ Left out. Ctrl+g includes it."
	case formgen.Null:
		return "∅ Sends null. Ctrl+g changes that."
	}
	return "● Included."
}
