package casefile_test

import (
	"slices"
	"testing"

	"a2aform/internal/qa/casefile"
)

// Whoever looks for a secret in what a case sends must see all of it.
func TestTextsAreAllThatACaseSends(t *testing.T) {
	c := &casefile.Case{
		Input: casefile.Input{
			Data: []byte("data"), Text: "text", Files: []string{"file"},
			Set: []casefile.Setting{{Path: "a", Value: "set"}},
		},
		Turns: []casefile.Turn{{Text: "turn text", Data: []byte("turn data"), Set: []casefile.Setting{{Path: "b", Value: "turn set"}}}},
	}
	var texts []string
	for _, text := range c.Texts() {
		texts = append(texts, string(text))
	}
	for _, want := range []string{"data", "text", "file", "set", "turn text", "turn data", "turn set"} {
		if !slices.Contains(texts, want) {
			t.Errorf("%q is missing in %q", want, texts)
		}
	}
	if len(c.Input.Set) != 1 {
		t.Error("the case was changed")
	}
}
