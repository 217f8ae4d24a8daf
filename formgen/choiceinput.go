package formgen

import (
	"slices"
	"strings"

	"a2aform/internal/schema"
)

// ChoiceInput joins an input that chooses one of several to what it changes.
type ChoiceInput struct {
	get  func() int
	set  func(int)
	last int
}

// NewChoiceInput joins an input to what get says and set changes.
func NewChoiceInput(get func() int, set func(int)) *ChoiceInput {
	return &ChoiceInput{get: get, last: get(), set: set}
}

// Get is the chosen index.
func (c *ChoiceInput) Get() int { return c.get() }

// Set takes a choice. An input may set its first option while it is built; only a
// change counts.
func (c *ChoiceInput) Set(i int) {
	if i == c.last {
		return
	}
	c.last = i
	c.set(i)
}

// MultiInput joins an input that chooses any number to its field. An input may put what was
// chosen into the order of the choices; the field keeps the order of choosing.
type MultiInput struct {
	field *Field
	last  []int
}

// NewMultiInput joins an input to a list of choices.
func NewMultiInput(x *Field) *MultiInput { return &MultiInput{field: x, last: x.Toggled()} }

// Get are the chosen indexes.
func (m *MultiInput) Get() []int { return m.last }

// Set adds the new choices, and removes the ones that are gone.
func (m *MultiInput) Set(taken []int) {
	for _, i := range m.last {
		if !slices.Contains(taken, i) {
			m.field.Toggle(i)
		}
	}
	for _, i := range taken {
		if !slices.Contains(m.last, i) {
			m.field.Toggle(i)
		}
	}
	m.last = slices.Clone(taken)
}

// BranchFor is the shape of a union that takes what a user types, although no shape is chosen:
// the only one that is a number for a digit or a minus, else the only one that is a text.
// It is -1 where there is none.
func BranchFor(x *Field, union int, typed string) int {
	unions := x.Location().Unions()
	if union >= len(unions) {
		return -1
	}
	picks := schema.Picks{}
	for _, outer := range unions[:union] {
		picks[outer.Key] = outer.Picked
	}
	var texts, numbers []int
	for i := range unions[union].Branches {
		picks[unions[union].Key] = i
		switch x.Location().PickRest(picks, nil).Kind() {
		case schema.String:
			texts = append(texts, i)
		case schema.Integer, schema.Number:
			numbers = append(numbers, i)
		}
	}
	switch {
	case len(numbers) == 1 && strings.Trim(typed, "-0123456789") == "":
		return numbers[0]
	case len(texts) == 1:
		return texts[0]
	}
	return -1
}
