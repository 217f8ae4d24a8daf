package value

import (
	"strings"
	"testing"

	"pgregory.net/rapid"

	"a2aform/internal/ojson"
)

// jsonText draws a value whose names often come again.
func jsonText(t *rapid.T, depth int) string {
	kind := rapid.IntRange(0, 3).Draw(t, "kind")
	if depth == 0 || kind > 1 {
		return rapid.SampledFrom([]string{"1", `"{\"a\":1,\"a\":2}"`, "null", "{}", "[]"}).Draw(t, "scalar")
	}
	parts := make([]string, rapid.IntRange(0, 20).Draw(t, "parts"))
	for i := range parts {
		if kind == 0 {
			parts[i] = `"` + rapid.StringMatching(`[a-e]|\\u0061`).Draw(t, "name") + `" : `
		}
		parts[i] += jsonText(t, depth-1)
	}
	if kind == 0 {
		return "{" + strings.Join(parts, " ,") + "}"
	}
	return "[" + strings.Join(parts, ", ") + "]"
}

// Nothing that comes again is overlooked in a row that is not decoded.
func TestEveryDuplicateKeyIsFound(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		text := jsonText(t, rapid.IntRange(0, 3).Draw(t, "depth"))
		v, err := ojson.Parse([]byte(text), ojson.DataLimits)
		if err != nil {
			t.Fatal(err)
		}
		if got := ojson.HasUniqueNames([]byte(text)); got != (len(Duplicates(v)) == 0) {
			t.Errorf("%s has unique names: %t", text, got)
		}
	})
}
