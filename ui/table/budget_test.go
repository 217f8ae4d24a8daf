package table

import (
	"slices"
	"testing"

	"a2aform/render/rendertest/documents"
	"a2aform/render/table"
	"a2aform/ui/kit"
)

// TestWantedColumnsAreInSight wants at least 80 % of the columns in sight that a person looks for first, over all real tables, and half of
// those of each table. The columns are those of the source in their order, and they stay the same after a filter.
func TestWantedColumnsAreInSight(t *testing.T) {
	for _, size := range []struct{ width, height int }{{80, 24}, {100, 30}, {120, 40}, {160, 45}} {
		wanted, lacking := 0, 0
		documents.Tables(t, "../../render/table/testdata/tables", func(name string, g *table.Table, first []string) {
			s := New(&kit.Host{Context: t.Context(), Styles: kit.NewStyles(kit.Auto, nil, kit.TermColors{Dark: true})}, "n", kit.List{Table: g})
			s.Table.SetSize(size.width-4, size.height-6)
			shown := s.Table.InSight()
			if !slices.IsSorted(shown) || len(shown) == 0 {
				t.Errorf("%s at %d cells: columns %v", name, size.width, shown)
			}
			lacks := slices.DeleteFunc(slices.Clone(first), func(name string) bool {
				return slices.ContainsFunc(shown, func(col int) bool { return s.Rows.Table().Columns()[col].Key.Line(0).String() == name })
			})
			if wanted, lacking = wanted+len(first), lacking+len(lacks); 2*len(lacks) > len(first) {
				t.Errorf("%s at %d cells lacks %v", name, size.width, lacks)
			}
			if columns := len(shown); columns < 4 && columns < len(s.Table.Shown()) {
				t.Errorf("%s at %d cells shows %d columns", name, size.width, columns)
			}
			var err error
			if s.Rows, err = sortAndFilter(t.Context(), s.Rows.Table(), "1", asTheyCame); err != nil {
				t.Fatal(err)
			}
			if s.Table.Show(s.Source()); !slices.Equal(s.Table.InSight(), shown) {
				t.Errorf("%s at %d cells: columns %v, after a filter %v", name, size.width, shown, s.Table.InSight())
			}
		})
		t.Logf("%d cells: %d of %d wanted columns are in sight", size.width, wanted-lacking, wanted)
		if 5*lacking > wanted {
			t.Errorf("%d cells: %d of %d wanted columns are in sight", size.width, wanted-lacking, wanted)
		}
	}
}
