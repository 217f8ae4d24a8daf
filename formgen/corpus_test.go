package formgen_test

import (
	"os"
	"path/filepath"
	"testing"

	"a2aform/formgen"
	"a2aform/internal/ojson"
	"a2aform/internal/schema"
)

// TestCorpusRoundTrip enters every valid instance of the corpus into its form
// and submits it: what leaves is the same value, every number and text spelled
// as it came. It counts how many leaves were typed fields, not JSON text.
func TestCorpusRoundTrip(t *testing.T) {
	dir := os.Getenv("A2AFORM_CORPUS")
	if dir == "" {
		t.Skip("A2AFORM_CORPUS is not set: the corpus is NOT TESTED")
	}
	instances, typed, leaves := 0, 0, 0
	for _, pattern := range []string{"fetched/*/schema.json", "own/*/schema.json"} {
		files, err := filepath.Glob(filepath.Join(dir, "schemas", filepath.FromSlash(pattern)))
		if err != nil {
			t.Fatal(err)
		}
		for _, file := range files {
			positives, _ := filepath.Glob(filepath.Join(filepath.Dir(file), "positive", "*.json"))
			for _, positive := range positives {
				form := roundTrip(t, read(t, file), read(t, positive), positive)
				if form == nil {
					continue
				}
				instances++
				tally(form.Root(), &typed, &leaves)
			}
		}
	}
	t.Logf("%d instances; %d of %d leaves in typed fields (%.1f %%)", instances, typed, leaves, 100*float64(typed)/float64(leaves))
	if instances < 50 {
		t.Errorf("only %d instances: the corpus was not really read", instances)
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

// roundTrip is nil for a schema that does not compile yet.
func roundTrip(t *testing.T, text, instance []byte, name string) *formgen.Form {
	t.Helper()
	doc, err := schema.Load(text)
	if err != nil || doc.Compile() != nil {
		return nil
	}
	v, err := ojson.Parse(instance, ojson.DataLimits)
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	form := formgen.New(doc)
	form.Load(v)
	data, err := form.Submit()
	if err != nil {
		t.Errorf("%s: %v", name, err)
		return form
	}
	out, err := ojson.Parse(data, ojson.DataLimits)
	if err != nil || !same(v, out) {
		t.Errorf("%s: %s was sent", name, data)
	}
	return form
}

// same is equality with every literal as it was; members may stand elsewhere.
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

// tally counts the scalar values and those of them that have fields of their
// own.
func tally(x *formgen.Field, typed, leaves *int) {
	if x.Presence() == formgen.Absent {
		return
	}
	if x.Kind() == schema.JSON {
		v, err := ojson.Parse([]byte(x.Text()), ojson.DataLimits)
		if err == nil {
			*leaves += scalars(v)
		}
		return
	}
	if len(x.Children()) == 0 {
		*leaves++
		*typed++
	}
	for _, c := range x.Children() {
		tally(c, typed, leaves)
	}
}

func scalars(v *ojson.Value) int {
	if v.Len() == 0 {
		return 1
	}
	n := 0
	for _, m := range v.Members() {
		n += scalars(m.Value)
	}
	for _, item := range v.Items() {
		n += scalars(item)
	}
	return n
}
