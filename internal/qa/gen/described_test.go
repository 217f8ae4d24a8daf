package gen_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"a2aform/internal/qa/gen"
	"a2aform/internal/schema"
	"a2aform/ui/uitest"
)

// TestValuesOfTheCorpus compares the values that are generated of the schemas in testdata with golden files.
func TestValuesOfTheCorpus(t *testing.T) {
	t.Parallel()
	for name, o := range map[string]gen.Options{
		"all":     {Hazards: true, Max: 30},
		"valid":   {Valid: true, Seed: 7, Max: 12},
		"invalid": {Invalid: true, Max: 9},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			schemas, _ := filepath.Glob("../../../testdata/schemas/*/schema.json")
			more, _ := filepath.Glob("../../../testdata/repro/*.json")
			if schemas = append(schemas, more...); len(schemas) < 30 {
				t.Fatalf("%d schemas", len(schemas))
			}
			var b strings.Builder
			for _, path := range schemas {
				if o.Hazards && strings.Contains(filepath.ToSlash(path), "/formats/") {
					continue // whether its regular expression of 64 KiB is read in time depends on the machine
				}
				text, err := os.ReadFile(path)
				if err != nil {
					t.Fatal(err)
				}
				doc, err := schema.Load(text)
				if err != nil {
					t.Fatal(err)
				}
				fmt.Fprintf(&b, "== %s\n", strings.TrimPrefix(filepath.ToSlash(path), "../../../testdata/"))
				describe(&b, doc, o)
			}
			uitest.Text(t, "values-"+name, b.String())
		})
	}
}

func describe(b *strings.Builder, doc *schema.Document, o gen.Options) {
	for seed := range uint64(2) {
		if v, err := gen.Sample(doc, seed); err != nil {
			fmt.Fprintf(b, "sample %d: %s\n", seed, err)
		} else {
			fmt.Fprintf(b, "sample %d: %s\n", seed, v.Compact())
		}
	}
	g, err := gen.New(doc, o)
	if err != nil {
		fmt.Fprintf(b, "no values: %s\n", err)
		return
	}
	fmt.Fprintf(b, "base %s\n", short(string(g.Base().Compact())))
	for c := range g.Cases() {
		fmt.Fprintf(b, "%s %s at %q, breaks %t, expects %q, also %q: %s\n", c.Name, c.Kind, c.At, c.Breaks, c.Expected(), c.Also, short(string(c.JSON())))
	}
	fmt.Fprintf(b, "%d dropped\n", g.Dropped())
}

// short is a text that a golden file can have.
func short(text string) string {
	if len(text) > 200 {
		return fmt.Sprintf("%s… %d bytes", strings.ToValidUTF8(text[:200], ""), len(text))
	}
	return text
}
