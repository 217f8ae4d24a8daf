package form

import (
	"strings"

	"a2aform/formgen"
)

// origins has the origin of each value that is sent, by its JSON Pointer.
type origins map[string]formgen.Origin

// note says where the values in a field come from, if that is one place, and others come from elsewhere.
func (m origins) note(x *formgen.Field) string {
	if _, shared := m.shared(""); shared {
		return ""
	}
	switch one, ok := m.shared(x.Pointer()); {
	case !ok || one == formgen.Typed:
		return ""
	case one == formgen.Given || one == formgen.Asked:
		return one.String()
	default:
		return "from the " + one.String()
	}
}

// shared is the one origin of all values at a pointer and inside it, false where there are several.
func (m origins) shared(pointer string) (one formgen.Origin, ok bool) {
	first := true
	for at, o := range m {
		if at != pointer && !strings.HasPrefix(at, pointer+"/") {
			continue
		}
		if !first && o != one {
			return 0, false
		}
		one, first = o, false
	}
	return one, !first
}
