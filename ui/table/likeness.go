package table

import (
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"a2aform/internal/safe"
	"a2aform/internal/store"
	"a2aform/render/table"
	"a2aform/ui/kit"
)

// likeness is what a table has still to become as that of an earlier result. Columns and rows that it lacks may still come.
type likeness struct {
	table  *table.Table // the earlier one
	sort   sorting      // of its rows, until it is that of the table
	filter string       // likewise
	row    int          // of it at its cursor, -1 for none
	marked []int        // of its rows
}

// ShowLike implements [kit.TablePart].
func (s *Screen) ShowLike(earlier kit.TablePart) tea.Cmd {
	was, ok := earlier.(*Screen)
	if !ok {
		return nil
	}
	before := was.Rows.Table()
	s.saved.all, s.saved.isShown = was.saved.all, was.saved.isShown
	for col, at := range table.SameColumns(before, s.Rows.Table()) {
		if i := slices.IndexFunc(was.saved.roles, func(r store.ColumnRole) bool { return r.Column == at }); i >= 0 {
			s.saved.roles = append(s.saved.roles, store.ColumnRole{Column: col, Role: was.saved.roles[i].Role})
		}
	}
	var renewed tea.Cmd
	if len(s.saved.roles) > 0 {
		renewed = s.applyRoles()
	}
	s.Table.ArrangeLike(was.Table)
	s.finder.text = was.finder.text
	s.like = &likeness{table: before, sort: was.sort, filter: was.filter, marked: was.markedRows()}
	s.like.row, _ = was.cursorRow()
	s.followLikeness(s.Rows.Table())
	if s.filter != "" || s.sort != asTheyCame {
		return tea.Batch(renewed, s.reapplySortFilter())
	}
	s.show()
	s.goToRow(s.cursorRow())
	return renewed
}

// followLikeness gives the table the order and the filter of the earlier one, and finds the rows at its cursor and with its marks, as far as its
// columns and rows allow by now.
func (s *Screen) followLikeness(now *table.Table) {
	l := s.like
	if l == nil {
		return
	}
	if by := l.sort.in(l.table, now); by != asTheyCame && s.sort == asTheyCame {
		s.sort, l.sort = by, asTheyCame
	}
	if _, err := now.ParseFilter(l.filter); err == nil && l.filter != "" && s.filter == "" {
		s.filter, l.filter = l.filter, ""
	}
	found := table.SameRows(l.table, now, append([]int{l.row}, l.marked...))
	if s.land = onFirst; found[0] >= 0 {
		s.land = landing(found[0])
	}
	s.toMark = slices.DeleteFunc(found[1:], func(row int) bool { return row < 0 })
}

// endLikeness says what the earlier table was shown by and this one cannot be: no more columns come.
func (s *Screen) endLikeness() {
	l := s.like
	if s.like = nil; l == nil {
		return
	}
	var lost []string
	if l.filter != "" {
		lost = append(lost, "the filter "+kit.Quote(l.filter))
	}
	if l.sort != asTheyCame {
		lost = append(lost, "the order by "+l.table.Columns()[l.sort.col].Title.String())
	}
	apply := "apply"
	if len(lost) == 1 {
		apply = "applies"
	}
	if len(lost) > 0 {
		s.Host.Status = kit.Infof("This result lacks a column: %s no longer %s.", safe.Text(strings.Join(lost, " and ")).Line(0), apply).Status
	}
}
