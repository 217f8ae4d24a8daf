package run

import (
	"slices"
	"strings"
	"testing"
	"time"

	"a2aform/a2aclient/a2a"
	"a2aform/internal/safe"
	"a2aform/render"
)

// The pieces of a text that a server keeps as parts, or as artifacts of one id, are one text also for who asks for the task later.
func TestStoredPiecesAreOneText(t *testing.T) {
	text := func(s string) a2a.Part { return a2a.Part{Kind: a2a.PartText, Text: safe.Text(s)} }
	one := func(words ...string) []a2a.Artifact {
		a := a2a.Artifact{ID: safe.Text("a")}
		for _, w := range words {
			a.Parts = append(a.Parts, text(w))
		}
		return []a2a.Artifact{a}
	}
	each := func(words ...string) (list []a2a.Artifact) {
		for _, w := range words {
			list = append(list, one(w)...)
		}
		return list
	}
	for name, tt := range map[string]struct {
		artifacts []a2a.Artifact
		want      []string
	}{
		"words":                 {one("You ", "said: ", "hello"), []string{"You said: hello"}},
		"tokens":                {one("You", " said", ":", " hel", "lo", "."), []string{"You said: hello."}},
		"lines behind words":    {one("Two ", "lines", "\n", "here"), []string{"Two lines\nhere"}},
		"an empty piece":        {one("", "hello"), []string{"", "hello"}},
		"texts of their own":    {one("First.", "Second.", "Third."), []string{"First.", "Second.", "Third."}},
		"a text behind words":   {one("It ", "rains.", "The end."), []string{"It rains.", "The end."}},
		"artifacts of one id":   {each("You ", "said: ", "hel", "lo"), []string{"You said: hello"}},
		"artifacts of many ids": {append(one("You "), a2a.Artifact{ID: safe.Text("b"), Parts: []a2a.Part{text("hello")}}), []string{"You ", "hello"}},
	} {
		t.Run(name, func(t *testing.T) {
			task := &a2a.Task{ID: safe.Text("t"), Status: a2a.Status{State: a2a.StateCompleted}, Artifacts: tt.artifacts}
			s := new(state)
			s.applyTask(time.Time{}, task)
			for how, results := range map[string][]render.Artifact{"in a run": s.snapshot().Results(), "fetched": OfTask(task).Results()} {
				var got []string
				for _, a := range results {
					for _, p := range a.Parts {
						got = append(got, p.Text.Exact())
					}
				}
				if !slices.Equal(got, tt.want) {
					t.Errorf("%s: %s", how, strings.Join(got, "|"))
				}
			}
		})
	}
}
