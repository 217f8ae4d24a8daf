package table

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"a2aform/internal/ojson"
	"a2aform/internal/schema"
	"a2aform/render/table"
	"a2aform/render/value"
	"a2aform/ui/kit"
)

// realTable is a table of render/table/testdata/tables, and the columns that a person wants to see first.
func realTable(t *testing.T, path string) (s *Screen, first []string) {
	t.Helper()
	var truth struct {
		List  string
		First []string
	}
	read := func(path string, into any) {
		text, err := os.ReadFile(path)
		if err == nil {
			err = json.Unmarshal(text, into)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	read(path, &truth)
	base := strings.TrimSuffix(path, ".roles.json")
	text, err := os.ReadFile(base + ".json")
	if err != nil {
		t.Fatal(err)
	}
	list, err := ojson.Parse(text, ojson.DataLimits)
	if err != nil {
		t.Fatal(err)
	}
	head, loc := value.Head{}, schema.Location{}
	if text, err := os.ReadFile(base + ".schema.json"); err == nil {
		d, err := schema.Load(text)
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
	s = New(&kit.Host{Context: t.Context(), Styles: kit.NewStyles(kit.Auto, nil, kit.TermColors{Dark: true})}, "n", kit.List{Table: g.Finish()})
	return s, truth.First
}

// TestWantedColumnsAreInSight wants at least 80 % of the columns in sight that a person looks for first, over all real tables, and half of
// those of each table. The columns are those of the source in their order, and they stay the same after a filter.
func TestWantedColumnsAreInSight(t *testing.T) {
	paths, err := filepath.Glob("../../render/table/testdata/tables/*.roles.json")
	if err != nil || len(paths) == 0 {
		t.Fatal(len(paths), "tables", err)
	}
	for _, size := range []struct{ width, height int }{{80, 24}, {100, 30}, {120, 40}, {160, 45}} {
		wanted, lacking := 0, 0
		for _, path := range paths {
			s, first := realTable(t, path)
			s.Table.SetSize(size.width-4, size.height-6)
			shown := s.Table.InSight()
			if !slices.IsSorted(shown) || len(shown) == 0 {
				t.Errorf("%s at %d cells: columns %v", filepath.Base(path), size.width, shown)
			}
			lacks := slices.DeleteFunc(slices.Clone(first), func(name string) bool {
				return slices.ContainsFunc(shown, func(col int) bool { return s.Rows.Table().Columns()[col].Key.Line(0).String() == name })
			})
			if wanted, lacking = wanted+len(first), lacking+len(lacks); 2*len(lacks) > len(first) {
				t.Errorf("%s at %d cells lacks %v", filepath.Base(path), size.width, lacks)
			}
			if columns, all := len(shown), s.Table.OutOfSight(); columns < 4 && all > 0 {
				t.Errorf("%s at %d cells shows %d columns", filepath.Base(path), size.width, columns)
			}
			if s.Rows, err = sortAndFilter(t.Context(), s.Rows.Table(), "1", asTheyCame); err != nil {
				t.Fatal(err)
			}
			if s.Table.Show(s.Source()); !slices.Equal(s.Table.InSight(), shown) {
				t.Errorf("%s at %d cells: columns %v, after a filter %v", filepath.Base(path), size.width, shown, s.Table.InSight())
			}
		}
		t.Logf("%d cells: %d of %d wanted columns are in sight", size.width, wanted-lacking, wanted)
		if 5*lacking > wanted {
			t.Errorf("%d cells: %d of %d wanted columns are in sight", size.width, wanted-lacking, wanted)
		}
	}
}
