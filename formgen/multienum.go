package formgen

import (
	"slices"

	"a2aform/internal/ojson"
	"a2aform/internal/schema"
)

// Toggle takes choice i into a list of choices, at its end, or out of it; an
// index outside the choices changes nothing.
func (f *Field) Toggle(i int) {
	choices := f.Choices()
	if f.Kind() != schema.MultiEnum || i < 0 || i >= len(choices) {
		return
	}
	if f.presence != Set {
		f.several = nil
		f.presence = Set
	}
	if at := f.severalIndex(choices[i].Value); at >= 0 {
		f.several = slices.Concat(f.several[:at], f.several[at+1:])
	} else {
		f.several = append(slices.Clip(f.several), choices[i].Value)
	}
	f.markSetUpwards()
}

// IsToggled reports whether choice i is in a list of choices.
func (f *Field) IsToggled(i int) bool {
	choices := f.Choices()
	return f.presence == Set && i >= 0 && i < len(choices) && f.severalIndex(choices[i].Value) >= 0
}

// ChooseSeveral makes a list of choices consist of these, in their order.
func (f *Field) ChooseSeveral(choices []int) {
	if f.Kind() != schema.MultiEnum {
		return
	}
	f.several, f.presence = nil, Set
	f.markSetUpwards()
	for _, i := range choices {
		f.Toggle(i)
	}
}

// Toggled are the choices that were taken, by index, in the order of taking; -1 for a value that is
// none, as another value has taken the choice away.
func (f *Field) Toggled() []int {
	if f.presence != Set || f.kind != schema.MultiEnum {
		return nil
	}
	item := f.loc.Item(0)
	taken := make([]int, len(f.several))
	for i, v := range f.several {
		taken[i] = item.ChoiceOf(v)
	}
	return taken
}

func (f *Field) severalIndex(v *ojson.Value) int {
	return slices.IndexFunc(f.several, func(have *ojson.Value) bool { return ojson.Equal(have, v) })
}

// areChoices reports values that are all choices, each at most once.
func areChoices(item schema.Location, values []*ojson.Value) bool {
	seen := map[int]bool{}
	for _, v := range values {
		i := item.ChoiceOf(v)
		if i < 0 || seen[i] {
			return false
		}
		seen[i] = true
	}
	return true
}
