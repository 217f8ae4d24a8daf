package formgen_test

import (
	"os"
	"path/filepath"
	"testing"

	"a2aform/formgen"
	"a2aform/formgen/formtest"
	"a2aform/internal/ojson"
	"a2aform/internal/schema"
)

// eachSchema runs f for every schema of the corpus, real and our own.
func eachSchema(t *testing.T, f func(t *testing.T, dir string, doc *schema.Document)) {
	t.Helper()
	corpus := os.Getenv("A2AFORM_CORPUS")
	if corpus == "" {
		t.Skip("A2AFORM_CORPUS is not set: the corpus is NOT TESTED")
	}
	schemas := 0
	for _, pattern := range []string{"fetched/*/schema.json", "own/*/schema.json"} {
		files, err := filepath.Glob(filepath.Join(corpus, "schemas", filepath.FromSlash(pattern)))
		if err != nil {
			t.Fatal(err)
		}
		for _, file := range files {
			schemas++
			doc, err := schema.Load(read(t, file))
			if err == nil {
				err = doc.Compile()
			}
			if err != nil {
				t.Errorf("%s: %v", file, err)
				continue
			}
			f(t, filepath.Dir(file), doc)
		}
	}
	if schemas < 30 {
		t.Errorf("only %d schemas: the corpus was not really read", schemas)
	}
}

// eachPositive runs f for every valid instance in the directory of a schema.
func eachPositive(t *testing.T, dir string, f func(name string, v *ojson.Value)) {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(dir, "positive", "*.json"))
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		v, err := ojson.Parse(read(t, file), ojson.DataLimits)
		if err != nil {
			t.Fatalf("%s: %v", file, err)
		}
		f(file, v)
	}
}

// TestCorpusRoundTrip loads every valid instance of the corpus into its form
// and submits it: what leaves is the same value, every number and text spelled
// as it came.
func TestCorpusRoundTrip(t *testing.T) {
	instances := 0
	eachSchema(t, func(t *testing.T, dir string, doc *schema.Document) {
		eachPositive(t, dir, func(name string, v *ojson.Value) {
			instances++
			form := formgen.New(doc)
			form.Load(v)
			sends(t, form, v, name)
		})
	})
	t.Logf("%d instances", instances)
}

// The ratchet of TestCorpusIsEnteredByTyping: how many leaves of the valid instances are
// typed into fields of their own. It may only go up.
const (
	minTyped  = 2000
	minNative = 1.0 // of the leaves whose schemas state what they are
)

// TestCorpusIsEnteredByTyping types every valid instance of the corpus into its form with
// the mutators and submits it. It counts how many leaves went into typed fields.
func TestCorpusIsEnteredByTyping(t *testing.T) {
	var all formtest.Count
	eachSchema(t, func(t *testing.T, dir string, doc *schema.Document) {
		eachPositive(t, dir, func(name string, v *ojson.Value) {
			form := formgen.New(doc)
			if err := formtest.Enter(form, v); err != nil {
				t.Errorf("%s: %v", name, err)
				return
			}
			sends(t, form, v, name)
			c := formtest.CountLeaves(form, doc)
			if len(c.Pointers) > 0 {
				t.Logf("%s: as JSON %q", name, c.Pointers)
			}
			all.Add(c)
		})
	})
	t.Logf("%d of %d leaves that schemas state in typed fields (%.2f %%); %d in all, %d of which schemas say nothing, %d with unseen characters",
		all.Typed, all.Typed+all.JSON, 100*all.Native(), all.Leaves(), all.Silent, all.Unseen)
	if all.Typed < minTyped || all.Native() < minNative {
		t.Errorf("%d typed (%.4f of those stated), and it was %d (%.4f)", all.Typed, all.Native(), minTyped, minNative)
	}
}

func read(t *testing.T, file string) []byte {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return text
}

// sends submits the form and compares what leaves.
func sends(t *testing.T, form *formgen.Form, v *ojson.Value, name string) {
	t.Helper()
	data, err := form.Submit()
	if err != nil {
		t.Errorf("%s: %v", name, err)
		return
	}
	out, err := ojson.Parse(data, ojson.DataLimits)
	if err != nil || !same(v, out) {
		t.Errorf("%s: %s was sent", name, data)
	}
}

// same is equality with every literal as it was; members may be in another order.
func same(a, b *ojson.Value) bool {
	if a.Kind() != b.Kind() || a.Len() != b.Len() {
		return false
	}
	for i, item := range a.Items() {
		if !same(item, b.Index(i)) {
			return false
		}
	}
	for _, m := range a.Members() {
		if other := b.Get(m.Name); other == nil || !same(m.Value, other) {
			return false
		}
	}
	return a.Len() > 0 || a.Text() == b.Text()
}
