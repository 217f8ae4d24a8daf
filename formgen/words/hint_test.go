package words

import (
	"testing"

	"a2aform/internal/schema"
)

// Each kind of field has a word.
func TestEveryKindHasHint(t *testing.T) {
	for i, hint := range typeHints {
		if hint == "" {
			t.Errorf("%s has no hint", schema.Kind(i))
		}
	}
}
