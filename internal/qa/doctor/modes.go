package doctor

import (
	"iter"

	"a2aform/a2aclient/a2a"
	"a2aform/internal/ojson"
)

// mode is an input or output mode of the card.
type mode struct {
	text    string
	pointer string
	parsed  a2a.MediaType
	isInput bool
	skill   int // -1 for a default of the card
}

// modes are those of the card, in its order.
func (c *checker) modes() iter.Seq[mode] {
	return func(yield func(mode) bool) {
		list := func(v *ojson.Value, at string, isInput bool, skill int) bool {
			for i, item := range v.Items() {
				if item.Is(ojson.String) && !yield(mode{item.Text(), pointerTo(at, i), a2a.ParseMediaType(item.Text()), isInput, skill}) {
					return false
				}
			}
			return true
		}
		if !list(c.root.Get("defaultInputModes"), "/defaultInputModes", true, -1) || !list(c.root.Get("defaultOutputModes"), "/defaultOutputModes", false, -1) {
			return
		}
		for i, skill := range c.skills() {
			at := pointerTo("/skills", i)
			if !list(skill.Get("inputModes"), at+"/inputModes", true, i) || !list(skill.Get("outputModes"), at+"/outputModes", false, i) {
				return
			}
		}
	}
}

// inputsOf are the input modes that apply to a skill: its own, else those of the card.
func (c *checker) inputsOf(i int, skill *ojson.Value) (modes []mode) {
	at, v := pointerTo("/skills", i)+"/inputModes", skill.Get("inputModes")
	if v.Len() == 0 {
		at, v = "/defaultInputModes", c.root.Get("defaultInputModes")
	}
	for j, item := range v.Items() {
		if item.Is(ojson.String) {
			modes = append(modes, mode{text: item.Text(), pointer: pointerTo(at, j), parsed: a2a.ParseMediaType(item.Text())})
		}
	}
	return modes
}
