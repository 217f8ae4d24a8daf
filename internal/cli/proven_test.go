package cli

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"

	"a2aform/formgen"
	"a2aform/internal/ojson"
	"a2aform/internal/schema"
)

// Data that the fast validator accepts is sent as the form would send it.
func TestFastValidatedDataIsSentAsByForm(t *testing.T) {
	t.Parallel()
	files, err := filepath.Glob(filepath.Join("..", "..", "testdata", "schemas", "*", "positive", "*.json"))
	if err != nil || len(files) == 0 {
		t.Fatal(files, err)
	}
	proven := 0
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		raw, err := os.ReadFile(filepath.Join(filepath.Dir(file), "..", "schema.json"))
		if err != nil {
			t.Fatal(err)
		}
		doc, err := schema.Load(raw)
		if err != nil || !isProven(doc, text) {
			continue
		}
		proven++
		form := formgen.New(doc)
		v, err := ojson.Parse(text, ojson.DataLimits)
		if err != nil {
			t.Fatal(err)
		}
		form.Load(v)
		want, err := form.Submit()
		if got := compactJSON(text); err != nil || !bytes.Equal(got, want) || form.HasSecret() {
			t.Errorf("%s: %v\n%s\nwant\n%s", file, err, got, want)
		}
	}
	if proven < 20 {
		t.Errorf("only %d values of %d are proven", proven, len(files))
	}
}

func TestCompactJSONKeepsTexts(t *testing.T) {
	t.Parallel()
	in := " {\n\t\"a b\" : [ 1 , \" \\\" \\\\\" , \"\" ] , \"c\\\\\" : {\r\n} }\n"
	if got, want := string(compactJSON([]byte(in))), `{"a b":[1," \" \\",""],"c\\":{}}`; got != want {
		t.Errorf("%s, want %s", got, want)
	}
}
