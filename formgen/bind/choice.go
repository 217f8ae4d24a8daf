package bind

import (
	"slices"

	"a2aform/formgen"
)

// Choice joins an input that chooses one of several to what it changes.
type Choice struct {
	get  func() int
	set  func(int)
	last int
}

// NewChoice joins an input to what get says and set changes.
func NewChoice(get func() int, set func(int)) *Choice {
	return &Choice{get: get, last: get(), set: set}
}

// Get is the chosen index.
func (c *Choice) Get() int { return c.get() }

// Set takes a choice. An input may set its first option while it is built; only a
// change counts.
func (c *Choice) Set(i int) {
	if i == c.last {
		return
	}
	c.last = i
	c.set(i)
}

// Multi joins an input that chooses any number to its field. An input may put what was
// chosen into the order of the choices; the field keeps the order of choosing.
type Multi struct {
	field *formgen.Field
	last  []int
}

// NewMulti joins an input to a list of choices.
func NewMulti(x *formgen.Field) *Multi { return &Multi{field: x, last: x.Toggled()} }

// Get are the chosen indexes.
func (m *Multi) Get() []int { return m.last }

// Set adds the new choices, and removes the ones that are gone.
func (m *Multi) Set(taken []int) {
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
