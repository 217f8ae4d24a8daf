package formgen_test

import (
	"path/filepath"
	"testing"

	"a2aform/formgen/formtest"
	"a2aform/internal/ojson"
	"a2aform/internal/schema"
)

// TestCorpusKeepsFormProperties checks for every schema of the corpus the properties that
// every form has.
func TestCorpusKeepsFormProperties(t *testing.T) {
	eachSchema(t, func(t *testing.T, dir string, _ *schema.Document) {
		t.Run(filepath.Base(dir), func(t *testing.T) { formtest.Props(t, readCase(t, dir)) })
	})
}

// TestOwnSchemasKeepFormProperties checks them for our own schemas, which have what the corpus lacks.
func TestOwnSchemasKeepFormProperties(t *testing.T) {
	files, err := filepath.Glob(filepath.Join("..", "testdata", "schemas", "*", "schema.json"))
	if err != nil || len(files) < 30 {
		t.Fatalf("%d schemas, %v", len(files), err)
	}
	for _, file := range files {
		dir := filepath.Dir(file)
		t.Run(filepath.Base(dir), func(t *testing.T) { formtest.Props(t, readCase(t, dir)) })
	}
}

// readCase reads a directory with a schema and its instances.
func readCase(t *testing.T, dir string) formtest.Case {
	t.Helper()
	return formtest.Case{
		Schema:    read(t, filepath.Join(dir, "schema.json")),
		Positives: readAll(t, filepath.Join(dir, "positive")),
		Negatives: readAll(t, filepath.Join(dir, "negative")),
		Mutants:   mutants(t, dir),
	}
}

func readAll(t *testing.T, dir string) []*ojson.Value {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(dir, "*.json"))
	if err != nil {
		t.Fatal(err)
	}
	var values []*ojson.Value
	for _, file := range files {
		v, err := ojson.Parse(read(t, file), ojson.DataLimits)
		if err != nil {
			t.Fatalf("%s: %v", file, err)
		}
		values = append(values, v)
	}
	return values
}

func list(values ...*ojson.Value) []*ojson.Value { return values }
