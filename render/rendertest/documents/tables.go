package documents

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"a2aform/internal/ojson"
	"a2aform/internal/schema"
	"a2aform/render/table"
	"a2aform/render/value"
)

// Tables calls show for the real tables of a directory, which is render/table/testdata/tables: with the name of each, and the members
// that a person wants to see first.
func Tables(t *testing.T, dir string, show func(name string, g *table.Table, first []string)) {
	t.Helper()
	paths, err := filepath.Glob(filepath.Join(dir, "*.roles.json"))
	if err != nil || len(paths) == 0 {
		t.Fatal(len(paths), "tables", err)
	}
	for _, path := range paths {
		var truth struct {
			List  string
			First []string
		}
		if err := json.Unmarshal(read(t, path), &truth); err != nil {
			t.Fatal(err)
		}
		base := strings.TrimSuffix(path, ".roles.json")
		list, err := ojson.Parse(read(t, base+".json"), ojson.DataLimits)
		if err != nil {
			t.Fatal(err)
		}
		head, loc := value.Head{}, schema.Location{}
		if _, err := os.Stat(base + ".schema.json"); err == nil {
			d, err := schema.Load(read(t, base+".schema.json"))
			if err == nil {
				err = d.Compile()
			}
			if err != nil {
				t.Fatal(err)
			}
			head, loc = value.Head{Source: value.Declared}, d.Root()
		}
		if truth.List != "" {
			list, loc = list.Get(truth.List), loc.Property(truth.List)
		}
		g := table.New(head, loc)
		g.AddItems(list.Items(), value.NewProblems(nil))
		show(filepath.Base(base), g.Finish(), truth.First)
	}
}

func read(t *testing.T, path string) []byte {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return text
}
