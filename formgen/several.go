package formgen

import (
	"slices"

	"a2aform/internal/ojson"
	"a2aform/internal/schema"
)

// Toggle takes choice i into a list of choices, at its end, or out of it; an
// index outside the choices changes nothing.
func (x *Field) Toggle(i int) {
	choices := x.Choices()
	if x.Kind() != schema.Several || i < 0 || i >= len(choices) {
		return
	}
	if x.presence != Set {
		x.setSeveral(nil)
		x.presence = Set
	}
	if at := x.severalIndex(choices[i].Value); at >= 0 {
		x.setSeveral(slices.Concat(x.several[:at], x.several[at+1:]))
	} else {
		x.setSeveral(append(slices.Clip(x.several), choices[i].Value))
	}
	x.touchUp()
}

func (x *Field) setSeveral(values []*ojson.Value) {
	x.change(func(s *seldom) { s.several = values })
}

// IsToggled reports whether choice i is in a list of choices.
func (x *Field) IsToggled(i int) bool {
	choices := x.Choices()
	return x.presence == Set && i >= 0 && i < len(choices) && x.severalIndex(choices[i].Value) >= 0
}

// Toggled are the choices that were taken, by index, in the order of taking.
func (x *Field) Toggled() []int {
	if x.presence != Set || x.kind != schema.Several {
		return nil
	}
	item := x.place.Item(0)
	taken := make([]int, len(x.several))
	for i, v := range x.several {
		taken[i] = item.ChoiceOf(v)
	}
	return taken
}

func (x *Field) severalIndex(v *ojson.Value) int {
	return slices.IndexFunc(x.several, func(have *ojson.Value) bool { return ojson.Equal(have, v) })
}

// holdsSeveral reports whether a list holds choices alone, each at most once.
func (x *Field) holdsSeveral(v *ojson.Value) bool {
	item, seen := x.place.Item(0), map[int]bool{}
	for _, one := range v.Items() {
		i := item.ChoiceOf(one)
		if i < 0 || seen[i] {
			return false
		}
		seen[i] = true
	}
	return true
}
