package formgen

import (
	"slices"
	"testing"

	"a2aform/internal/schema"
)

// Each kind of the schemas has its behavior, and those that are typed are edited as text.
func TestEveryKindHasBehavior(t *testing.T) {
	typed := []schema.Kind{schema.JSON, schema.Integer, schema.Number, schema.String}
	for i, k := range kinds {
		at := schema.Kind(i)
		if k == nil {
			t.Errorf("%s has no behavior", at)
			continue
		}
		if k.isText() != slices.Contains(typed, at) {
			t.Errorf("%s: edited as text: %v", at, k.isText())
		}
	}
}
