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
	s.like = &likeness{table: before, sort: was.sort, filter: was.filter, marked: was.selection().markedInTable()}
	s.followLikeness(s.Rows.Table())
	if s.filter != "" || s.sort != asTheyCame {
		return tea.Batch(renewed, s.reapplySortFilter())
	}
	s.show()
	row, _ := s.selection().cursor()
	s.goToRow(row)
	return renewed
}

// followLikeness gives the table the order and the filter of the earlier one, and finds the rows with its marks, as far as its
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
		s.filter, l.filter, s.isFilterEarlier = l.filter, "", true
	}
	s.land = onFirst
	s.toMark = slices.DeleteFunc(table.SameRows(l.table, now, l.marked), func(row int) bool { return row < 0 })
}

// lost says what the earlier table was shown by and this one cannot be, "" for nothing.
func (l *likeness) lost() string {
	if l == nil {
		return ""
	}
	var lost []string
	if l.filter != "" {
		lost = append(lost, "the filter "+kit.Quote(l.filter))
	}
	if l.sort != asTheyCame {
		lost = append(lost, "the order by "+l.table.Columns()[l.sort.col].Title.String())
	}
	switch len(lost) {
	case 0:
		return ""
	case 1:
		return safe.Text(lost[0]).Line(0).String() + " no longer applies"
	}
	return safe.Text(strings.Join(lost, " and ")).Line(0).String() + " no longer apply"
}
