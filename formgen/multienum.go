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

// Toggled are the choices that were taken, by index, in the order of taking.
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

// holdsSeveral reports whether a list holds choices alone, each at most once.
func (f *Field) holdsSeveral(v *ojson.Value) bool {
	item, seen := f.loc.Item(0), map[int]bool{}
	for _, one := range v.Items() {
		i := item.ChoiceOf(one)
		if i < 0 || seen[i] {
			return false
		}
		seen[i] = true
	}
	return true
}
