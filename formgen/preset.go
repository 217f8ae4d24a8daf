package formgen

import (
	"a2aform/internal/ojson"
	"a2aform/internal/safe"
	"a2aform/internal/schema"
)

// Preset is a whole value to fill a form with.
//
// Not stable, see the package comment.
type Preset struct {
	Label string // on one line, safe to show
	Value *ojson.Value
}

// NewPreset names a value by its leading texts and numbers.
//
// Not stable, see the package comment.
func NewPreset(v *ojson.Value) Preset { return Preset{shown(v.Leading(summaryLimit)), v} }

// Presets are the examples of a skill that are JSON objects or arrays; seed 000
// gives them as text. Other examples are texts to send, not values.
//
// Not stable, see the package comment.
func Presets(examples []safe.Raw) []Preset {
	var presets []Preset
	for _, example := range examples {
		if v := schema.ExampleOf(example.Exact()); v != nil {
			presets = append(presets, NewPreset(v))
		}
	}
	return presets
}
