package table

import (
	"slices"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"

	"a2aform/internal/ojson"
	"a2aform/internal/schema"
	"a2aform/render/table"
	"a2aform/render/value"
	"a2aform/ui/kit"
)

// Rows that come while the user's order is worked out neither lose that order nor are
// lost to it, in whichever order the two end.
func TestRowsComeWhileSorting(t *testing.T) {
	for name, newestFirst := range map[string]bool{"rows, then order": true, "order, then rows": false} {
		t.Run(name, func(t *testing.T) {
			s := New(&kit.Host{Context: t.Context(), Styles: kit.NewStyles(kit.Auto, nil, kit.TermColors{Dark: true})}, "n", kit.List{Table: numbers(t, `[{"n":1},{"n":3},{"n":2}]`)})
			s.Table.SetSize(40, 10)
			newest := numbers(t, `[{"n":1},{"n":3},{"n":2},{"n":4}]`)
			var under []tea.Cmd
			if newestFirst {
				s.sort = sorting{0, true}
				under = append(under, s.Renew(kit.List{Table: newest}), s.applySortFilter(onFirst))
			} else {
				under = append(under, s.sortBy(0), s.Renew(kit.List{Table: newest}))
			}
			for _, cmd := range under {
				s.finish(cmd())
			}
			row, _, _ := s.Table.Cursor()
			if s.Rows.Table() != newest || row != 0 || s.Rows.Row(0) != 3 {
				t.Errorf("%d rows, the cursor at row %d, row %d first", s.Rows.Rows(), row, s.Rows.Row(0))
			}
		})
	}
}

// finish shows what a command worked out.
func (s *Screen) finish(msg tea.Msg) {
	if done, ok := msg.(kit.ScreenMsg).Msg.(partMsg).msg.(sortFilterMsg); ok {
		s.showSortFiltered(done)
	}
}

func numbers(t *testing.T, text string) *table.Table {
	t.Helper()
	v, err := ojson.Parse([]byte(text), ojson.DataLimits)
	if err != nil {
		t.Fatal(err)
	}
	g := table.New(value.Head{Data: true}, schema.Location{})
	g.AddItems(v.Items(), value.Problems{})
	return g.Finish()
}

// A table that is begun again sums up its column again: what was under way may be lost.
func TestInitSumsUpAgain(t *testing.T) {
	s := New(&kit.Host{Context: t.Context(), Styles: kit.NewStyles(kit.Auto, nil, kit.TermColors{Dark: true})}, "n", kit.List{Table: numbers(t, `[{"n":1},{"n":3}]`)})
	s.Table.SetSize(40, 10)
	s.Init()
	before := s.summary.job.Generation
	s.Init()
	if s.summary.job.Generation == before {
		t.Error("the column is not summed up again")
	}
}

// A cell that is clicked while the rows are being sorted keeps the cursor.
func TestClickWhileSorting(t *testing.T) {
	s := New(&kit.Host{Context: t.Context(), Styles: kit.NewStyles(kit.Auto, nil, kit.TermColors{Dark: true})}, "n", kit.List{Table: numbers(t, `[{"n":3},{"n":1},{"n":2}]`)})
	s.Table.SetSize(40, 10)
	sorted := s.sortBy(0)
	s.Click(5, 4)
	clicked, _, _ := s.Table.Cursor()
	if clicked == 0 {
		t.Fatal("the click went nowhere")
	}
	s.finish(sorted())
	if row, _, _ := s.Table.Cursor(); s.Rows.Row(row) != clicked {
		t.Errorf("the cursor is at row %d, not at row %d, which was clicked", s.Rows.Row(row), clicked)
	}
}

// A sum that is ready after a filter has left no row belongs to no column.
func TestSumComesAfterRowsAreGone(t *testing.T) {
	t.Parallel()
	s := New(&kit.Host{Context: t.Context(), Styles: kit.NewStyles(kit.Auto, nil, kit.TermColors{Dark: true})}, "n", kit.List{Table: numbers(t, `[{"n":1},{"n":3}]`)})
	s.Layout(60, 10)
	s.settle()
	sum, err := s.Rows.Summary(t.Context(), 0)
	if err != nil {
		t.Fatal(err)
	}
	late := summedMsg{s.summary.job.Generation, sum}
	s.filter = "n>9"
	s.finish(s.applySortFilter(onFirst)())
	s.summary.apply(late)
	if screen := s.View(); !strings.Contains(screen, "No rows match") {
		t.Errorf("\n%s", screen)
	}
}

// A table keeps its order, its filter, its columns, its marks and its cursor when a validated one with the same rows takes its place, also where that
// knows more of the columns.
func TestValidatedRowsKeepTheView(t *testing.T) {
	const rows = `[{"name":"a","n":1},{"name":"b","n":3},{"name":"c","n":2},{"name":"d","n":9}]`
	for name, isArranged := range map[string]bool{"as they came": false, "sorted and filtered": true} {
		t.Run(name, func(t *testing.T) {
			s := New(&kit.Host{Context: t.Context(), Styles: kit.NewStyles(kit.Auto, nil, kit.TermColors{Dark: true})}, "n", kit.List{Table: numbers(t, rows)})
			s.Table.SetSize(40, 10)
			if isArranged {
				s.sort, s.filter = sorting{col: 1, down: true}, "n<5"
				s.finish(s.applySortFilter(onFirst)())
				s.Table.Choose([]int{1}, 0)
			}
			s.Table.GoTo(2, 1)
			s.Table.MarkAll([]int{1})
			shown, row := s.Table.InSight(), s.Rows.Row(2)
			validated := numbers(t, rows).WithRoles(map[int]table.Role{1: table.RoleRate})
			cmd := s.Renew(kit.List{Table: validated})
			if isArranged {
				s.finish(cmd())
			}
			at, col, _ := s.Table.Cursor()
			if s.Rows.Table() != validated || s.Rows.Row(at) != row || col != 1 || !slices.Equal(s.Table.InSight(), shown) {
				t.Errorf("the cursor is at row %d and column %d, columns %d", s.Rows.Row(at), col, s.Table.InSight())
			}
			if got := s.Table.MarkedRows(); !slices.Equal(got, []int{1}) || isArranged && (s.filtered != "n<5" || s.Rows.Rows() != 3) {
				t.Errorf("rows %d are marked, %q is the filter of %d rows", got, s.filtered, s.Rows.Rows())
			}
		})
	}
}
