package words

import (
	"testing"

	"a2aform/internal/schema"
)

// Each kind of field has a word.
func TestEveryKindHasAWord(t *testing.T) {
	for i := range schema.NumKinds {
		if kind := schema.Kind(i); kind.String() == "" {
			t.Errorf("kind %d has no word", i)
		}
	}
}
