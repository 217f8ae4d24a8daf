package form

import (
	"fmt"
	"strings"

	"a2aform/formgen"
	"a2aform/ui/kit"
)

// origins has the origin of each value that is sent, by its JSON Pointer.
type origins map[string]formgen.Origin

// Of is where the value at a pointer comes from. Values inside JSON text
// come from where the text does.
func (m origins) Of(pointer string) formgen.Origin {
	for {
		if o, ok := m[pointer]; ok {
			return o
		}
		cut := strings.LastIndexByte(pointer, '/')
		if cut < 0 {
			return formgen.Typed
		}
		pointer = pointer[:cut]
	}
}

// Shared is the one origin of all that is sent, false where there are several.
func (m origins) Shared() (one formgen.Origin, ok bool) {
	first := true
	for _, o := range m {
		if !first && o != one {
			return 0, false
		}
		one, first = o, false
	}
	return one, !first
}

// Counts says how many values are sent, and where they come from.
func (m origins) Counts() string {
	number := map[formgen.Origin]int{}
	for _, o := range m {
		number[o]++
	}
	text := kit.Plural(len(m), "value", "values")
	if one, ok := m.Shared(); ok && len(m) > 0 {
		return text + " · " + allFrom(one)
	}
	for o := formgen.Typed; o <= formgen.Asked; o++ {
		if number[o] > 0 {
			text += fmt.Sprintf(" · %d %s", number[o], o)
		}
	}
	return text
}

// allFrom says that all values come from one location.
func allFrom(o formgen.Origin) string {
	switch o {
	case formgen.Typed:
		return "all typed"
	case formgen.Asked:
		return "all from the agent"
	}
	return "all from the " + o.String()
}
