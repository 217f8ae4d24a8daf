package normalize_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"a2aform/internal/schema/schematest"
)

// corpus are the schemas that a form must be complete for, with values.
const corpus = "../../../testdata/schemas"

// read is a file of the corpus.
func read(t *testing.T, path string) string {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// A schema that the validator accepts is left alone, and one that is rewritten still tells valid values from others.
func TestSchemasOfTheCorpusKeepTheirMeaning(t *testing.T) {
	t.Parallel()
	schemas, _ := filepath.Glob(filepath.Join(corpus, "*", "schema.json"))
	if len(schemas) < 30 {
		t.Fatalf("%d schemas", len(schemas))
	}
	for _, path := range schemas {
		dir := filepath.Dir(path)
		d := schematest.Load(t, read(t, path))
		if err := d.Compile(); err != nil {
			t.Errorf("%s: %v", path, err)
			continue
		}
		if got := schematest.Texts(d.Notices()); len(got) > 0 {
			t.Errorf("%s: notices\n%s", path, strings.Join(got, "\n"))
		}
		for kind, isValid := range map[string]bool{"positive": true, "negative": false} {
			files, _ := filepath.Glob(filepath.Join(dir, kind, "*.json"))
			for _, file := range files {
				if said := schematest.Said(d.Validate(schematest.Value(t, read(t, file)))); (said == "") != isValid {
					t.Errorf("%s: %q", file, said)
				}
			}
		}
	}
}
