package gen_test

import (
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"a2aform/internal/ojson"
	"a2aform/internal/qa/gen"
	"a2aform/internal/schema"
	"a2aform/internal/schema/message"
)

// maxBytes bounds the schemas whose cases are made without A2AFORM_GENERATED.
const maxBytes = 6_000

// TestCasesAreWhatTheyAreCalled validates all cases of all schemas again, by a document of their own. `make generated` runs it
// over the corpus.
func TestCasesAreWhatTheyAreCalled(t *testing.T) {
	if testing.Short() {
		t.Skip("-short: it is about size, not about goroutines")
	}
	all := os.Getenv("A2AFORM_GENERATED") != ""
	made, dropped, contradicted := 0, 0, 0
	for file, doc := range documents(t) {
		if !all && len(doc.Raw().Compact()) > maxBytes {
			continue
		}
		g, err := gen.New(doc, gen.Options{Seed: 1, Hazards: true})
		if err != nil {
			t.Errorf("%s: %v", file, err)
			continue
		}
		fresh, err := schema.Load(doc.Raw().Compact())
		if err != nil {
			t.Fatal(err)
		}
		seen := map[string]bool{}
		for c := range g.Cases() {
			made++
			if fault := faultOf(fresh, g.Base(), &c); fault != "" {
				contradicted++
				t.Errorf("%s: %s (%s): %s\n%s", file, c.Name, c.Kind, fault, c.JSON())
			}
			if seen[string(c.JSON())] {
				t.Errorf("%s: %s comes twice", file, c.JSON())
			}
			seen[string(c.JSON())] = true
		}
		dropped += g.Dropped()
	}
	t.Logf("%d cases, %d values that the validator contradicts (%d were made and not used)", made, contradicted, dropped)
}

// faultOf says what is wrong with a case, "" for nothing.
func faultOf(doc *schema.Document, base *ojson.Value, c *gen.Case) string {
	v, err := ojson.Parse(c.JSON(), ojson.Limits{})
	if err != nil {
		return err.Error()
	}
	problems := doc.Validate(v)
	switch c.Kind {
	case gen.Valid:
		if len(problems) > 0 {
			return "it is invalid: " + problems[0].Pointer + " " + problems[0].Message()
		}
	case gen.Invalid:
		if !slices.ContainsFunc(doc.Broken(v), func(p message.Problem) bool { return p.Pointer == c.Pointer && p.Keyword == c.Keyword }) {
			return "it does not break " + c.Keyword + " there"
		}
		if len(problems) == 0 {
			return "it is valid"
		}
	}
	if differsOutside(base, v, ojson.Tokens(c.At)) {
		return "it differs from the base value outside of " + c.At
	}
	return ""
}

// differsOutside reports whether two values differ anywhere but at a path.
func differsOutside(a, b *ojson.Value, path []string) bool {
	if len(path) == 0 {
		return false
	}
	if a.Kind() != b.Kind() || !a.Is(ojson.Object) && !a.Is(ojson.Array) {
		return true
	}
	if a.Is(ojson.Array) {
		for i := range max(a.Len(), b.Len()) {
			x, y := a.Index(i), b.Index(i)
			if !x.Exists() || !y.Exists() {
				return true
			}
			if strconv.Itoa(i) == path[0] && differsOutside(x, y, path[1:]) || strconv.Itoa(i) != path[0] && !ojson.Equal(x, y) {
				return true
			}
		}
		return false
	}
	names := map[string]bool{}
	for _, m := range slices.Concat(a.Members(), b.Members()) {
		names[m.Name] = true
	}
	for name := range names {
		x, y := a.Get(name), b.Get(name)
		switch {
		case name != path[0]:
			if !x.Exists() || !y.Exists() || !ojson.Equal(x, y) {
				return true
			}
		case len(path) > 1 && (!x.Exists() || !y.Exists() || differsOutside(x, y, path[1:])):
			return true
		}
	}
	return false
}

// TestSameSeedSameCases makes the cases of a schema twice, with any seed.
func TestSameSeedSameCases(t *testing.T) {
	if testing.Short() {
		t.Skip("-short: it is about size, not about goroutines")
	}
	docs := documents(t)
	var files []string
	for file, doc := range docs {
		if len(doc.Raw().Compact()) <= maxBytes/4 {
			files = append(files, file)
		}
	}
	slices.Sort(files)
	rapid.Check(t, func(t *rapid.T) {
		file, seed := rapid.SampledFrom(files).Draw(t, "file"), rapid.Uint64().Draw(t, "seed")
		o := gen.Options{Seed: seed, Max: rapid.IntRange(0, 50).Draw(t, "max")}
		if o.Base = sampleOf(t, docs[file], seed); o.Base == nil {
			return
		}
		first, second := lines(t, docs[file], o), lines(t, docs[file], o)
		if first != second {
			t.Fatalf("%s: seed %d gives\n%s\nand then\n%s", file, seed, first, second)
		}
	})
}

func sampleOf(t *rapid.T, doc *schema.Document, seed uint64) *ojson.Value {
	v, err := gen.Sample(doc, seed)
	if err != nil {
		t.Fatal(err)
	}
	return v
}

func lines(t *rapid.T, doc *schema.Document, o gen.Options) string {
	g, err := gen.New(doc, o)
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	n := 0
	for c := range g.Cases() {
		if fault := faultOf(doc, g.Base(), &c); fault != "" {
			t.Fatalf("%s (%s): %s\n%s", c.Name, c.Kind, fault, c.JSON())
		}
		b.WriteString(c.Name + " " + c.Keyword + " " + string(c.JSON()) + "\n")
		n++
	}
	if o.Max > 0 && n > o.Max {
		t.Fatalf("%d cases, and the maximum is %d", n, o.Max)
	}
	return b.String()
}

// A label says what is sent, or what is changed where that is long.
func TestLabelSaysWhatIsSent(t *testing.T) {
	doc, err := schema.Load([]byte(`{"type":"object","properties":{"status":{"enum":["paid","open"]},"name":{"type":"string","minLength":60},"n":{"type":"array","items":{"type":"integer"}}},"required":["status","name"]}`))
	if err != nil {
		t.Fatal(err)
	}
	g, err := gen.New(doc, gen.Options{Seed: 1})
	if err != nil {
		t.Fatal(err)
	}
	var labels []string
	for c := range g.Cases() {
		labels = append(labels, c.Label())
	}
	for _, want := range []string{"the base value", `status: "open"`, "status: left out", "status: null", "name: minLength-1", "n: [0]", "n/0: null", "null"} {
		if !slices.Contains(labels, want) {
			t.Errorf("no %q in %q", want, labels)
		}
	}
}
