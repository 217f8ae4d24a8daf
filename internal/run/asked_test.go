package run

import (
	"strings"
	"testing"
)

func TestAskedIsTheInputInShort(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		plan Plan
		want string
	}{
		"text":      {Plan{Text: "Tell me a joke"}, "Tell me a joke"},
		"long text": {Plan{Text: strings.Repeat("é", 200)}, strings.Repeat("é", 120)},
		"data":      {Plan{Data: []byte(`{"to":"Lisbon","nights":3}`)}, "Lisbon, 3"},
		"secret":    {Plan{Data: []byte(`{"pin":"1234"}`), Private: true}, ""},
		"large":     {Plan{Data: []byte(`["` + strings.Repeat("x", 64<<10) + `"]`)}, ""},
	} {
		if got := test.plan.Asked().Exact(); got != test.want {
			t.Errorf("%s: %q, want %q", name, got, test.want)
		}
	}
}
