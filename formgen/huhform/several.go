package huhform

import (
	"slices"

	"charm.land/huh/v2"

	"a2aform/formgen"
	"a2aform/internal/schema"
)

func isInlineSeveral(x *formgen.Field) bool {
	return x.Kind() == schema.Several && len(x.Choices()) <= inlineChoices
}

func newMultiSelect(x *formgen.Field) huh.Field {
	options := make([]huh.Option[int], len(x.Choices()))
	for i, label := range choiceLabels(x) {
		options[i] = huh.NewOption(label, i).Selected(x.IsToggled(i))
	}
	access := &severalAccess{field: x, last: sorted(x.Toggled())}
	return huh.NewMultiSelect[int]().Filterable(false).Options(options...).Accessor(access)
}

// severalAccess joins a huh multi-select to the model. huh keeps the order of
// the options; the model that of picking, so only what differs is toggled.
type severalAccess struct {
	field *formgen.Field
	last  []int
}

// Get is what is taken, in the order of the options.
func (a *severalAccess) Get() []int { return slices.Clone(a.last) }

// Set toggles what differs from what was taken before.
func (a *severalAccess) Set(taken []int) {
	taken = sorted(taken)
	if slices.Equal(taken, a.last) {
		return
	}
	before := a.last
	a.last = taken
	for i := range a.field.Choices() {
		if slices.Contains(before, i) != slices.Contains(taken, i) {
			a.field.Toggle(i)
		}
	}
}

func sorted(list []int) []int {
	list = slices.Clone(list)
	slices.Sort(list)
	return list
}

// openSeveral lists more choices than fit below a row; space takes them.
func (p *Page) openSeveral(x *formgen.Field) {
	p.choose(x.Label(), choiceLabels(x), nil, -1, func(int) {})
	p.picker.Multiple(x.IsToggled, x.Toggle)
}
