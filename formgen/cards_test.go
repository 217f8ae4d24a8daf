package formgen_test

import (
	"encoding/json"
	"path/filepath"
	"testing"

	"a2aform/formgen"
	"a2aform/formgen/formtest"
	"a2aform/internal/ojson"
	"a2aform/internal/schema"
)

// What the published cards in testdata/third_party/cards come to at least. It may only go up.
const (
	minCards        = 47
	minCardExamples = 100
	minInferred     = 0.95 // of the values of their examples: in typed fields
)

// The form that is inferred from the examples of a published card takes each of them back
// unchanged, loaded and typed; almost all values have a typed field.
func TestInferredFormsOfPublishedCards(t *testing.T) {
	files, err := filepath.Glob(filepath.FromSlash("../testdata/third_party/cards/*.json"))
	if err != nil {
		t.Fatal(err)
	}
	var all formtest.Count
	skills, examples := 0, 0
	for _, file := range files {
		var card struct {
			Skills []struct {
				ID       string
				Examples []string
			}
		}
		if err := json.Unmarshal(read(t, file), &card); err != nil {
			t.Fatalf("%s: %v", file, err)
		}
		for _, skill := range card.Skills {
			skills++
			examples += takesBack(t, filepath.Base(file)+" "+skill.ID, skill.Examples, &all)
		}
	}
	share := float64(all.Typed) / float64(all.Leaves())
	t.Logf("%d cards, %d skills, %d examples; %d of %d values in typed fields (%.1f %%)", len(files), skills, examples, all.Typed, all.Leaves(), 100*share)
	if len(files) < minCards || examples < minCardExamples || share < minInferred {
		t.Errorf("at least %d cards, %d examples and %.2f in typed fields", minCards, minCardExamples, minInferred)
	}
}

// takesBack checks that the form of some examples accepts each of them, and counts the ones that are JSON.
func takesBack(t *testing.T, name string, texts []string, all *formtest.Count) int {
	t.Helper()
	var examples []*ojson.Value
	for _, text := range texts {
		if v := schema.ExampleOf(text); v != nil {
			examples = append(examples, v)
		}
	}
	if len(examples) == 0 {
		t.Errorf("%s: no example is JSON", name)
		return 0
	}
	guess := schema.Infer(examples)
	doc, err := schema.Load(guess)
	if err != nil {
		t.Errorf("%s: %s: %v", name, guess, err)
		return 0
	}
	for _, v := range examples {
		loaded := formgen.New(doc)
		loaded.Load(v)
		sends(t, loaded, v, name)
		typed := formgen.New(doc)
		if err := formtest.Enter(typed, v); err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		sends(t, typed, v, name)
		c := formtest.CountLeaves(typed, doc)
		if len(c.Pointers) > 0 {
			t.Logf("%s: as JSON %q in %s", name, c.Pointers, guess)
		}
		all.Add(c)
	}
	return len(examples)
}
