package normalize_test

import (
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"a2aform/internal/ojson"
	"a2aform/internal/schema/normalize"
	"a2aform/ui/uitest"
)

// TestCorpusIsNormalized compares the notices of the schemas in testdata, and how many schemas and targets of references there are,
// with a golden file.
func TestCorpusIsNormalized(t *testing.T) {
	t.Parallel()
	var b strings.Builder
	for _, pattern := range []string{"schemas/*/schema.json", "repro/*.json", "public/schemas/*.json", "third_party/schemas/*.json"} {
		files, _ := filepath.Glob(filepath.Join("../../../testdata", filepath.FromSlash(pattern)))
		for _, path := range files {
			text, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			v, err := ojson.Parse(text, normalize.SchemaLimits)
			if err != nil {
				t.Fatal(err)
			}
			n := normalize.New(nil, normalize.CompileErrors{})
			err = n.Run(v)
			fmt.Fprintf(&b, "== %s: %d schemas, %v\n", strings.TrimPrefix(filepath.ToSlash(path), "../../../testdata/"), n.Schemas, err)
			for _, notice := range n.Notices() {
				fmt.Fprintf(&b, "%q %s\n", notice.Pointer, notice.Text)
			}
			fmt.Fprintf(&b, "targets %q\n", slices.Sorted(maps.Keys(n.Targets())))
			for _, node := range n.Largest(3) {
				fmt.Fprintf(&b, "large %s\n", uitest.Dump(node))
			}
		}
	}
	uitest.Text(t, "normalized", b.String())
}
