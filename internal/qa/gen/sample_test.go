package gen_test

import (
	"os"
	"path/filepath"
	"testing"

	"a2aform/internal/ojson"
	"a2aform/internal/qa/gen"
	"a2aform/internal/schema"
)

// documents are the schemas of testdata, and those of the corpus where A2AFORM_CORPUS names it.
func documents(t testing.TB) map[string]*schema.Document {
	t.Helper()
	list := map[string]*schema.Document{}
	patterns := []string{filepath.Join("..", "..", "..", "testdata", "schemas", "*", "schema.json"), filepath.Join("..", "..", "demo", "schema", "*.json")}
	if dir := os.Getenv("A2AFORM_CORPUS"); dir != "" {
		patterns = append(patterns, filepath.Join(dir, "schemas", "fetched", "*", "schema.json"), filepath.Join(dir, "schemas", "own", "*", "schema.json"), filepath.Join(dir, "repro", "*.json"))
	}
	for _, pattern := range patterns {
		files, err := filepath.Glob(pattern)
		if err != nil {
			t.Fatal(err)
		}
		for _, file := range files {
			raw, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			doc, err := schema.Load(raw)
			if err == nil && doc.Compile() == nil {
				list[file] = doc
			}
		}
	}
	if len(list) < 30 {
		t.Fatalf("only %d schemas were read", len(list))
	}
	return list
}

func TestSmallestAndSamplesAreValid(t *testing.T) {
	made := 0
	for file, doc := range documents(t) {
		v, err := gen.Smallest(doc)
		if err != nil {
			t.Errorf("%s: %v", file, err)
			continue
		}
		if problems := doc.Validate(v); len(problems) > 0 {
			t.Errorf("%s: %s: %v", file, v.Compact(), problems)
		}
		for seed := range uint64(5) {
			v, err := gen.Sample(doc, seed)
			if err != nil {
				t.Errorf("%s: seed %d: %v", file, seed, err)
				continue
			}
			again, err := gen.Sample(doc, seed)
			if err != nil || !ojson.Equal(v, again) {
				t.Errorf("%s: seed %d gives %s and then %s", file, seed, v.Compact(), again.Compact())
			}
			if problems := doc.Validate(v); len(problems) > 0 {
				t.Errorf("%s: seed %d: %s: %v", file, seed, v.Compact(), problems)
			}
			made++
		}
	}
	t.Logf("%d values", made)
}
