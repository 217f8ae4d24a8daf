package table

import (
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"a2aform/internal/store"
	"a2aform/ui/kit"
)

// savedViewsMsg has the views that the user saved.
type savedViewsMsg []store.TableView

// readViews reads them, once.
func (s *Screen) readViews() tea.Cmd {
	keep := s.Host.Options.Store
	if keep == nil || s.views != nil {
		return nil
	}
	return s.later(func() tea.Msg { return savedViewsMsg(append([]store.TableView{}, keep.TableViews()...)) })
}

// isPlain reports a table that is shown as it came.
func (s *Screen) isPlain() bool {
	return s.filter == "" && s.sort == asTheyCame && !s.Table.IsArranged()
}

// applyView shows the table as the user saved it for these columns, unless something was chosen already.
func (s *Screen) applyView() tea.Cmd {
	if s.isViewed || !s.isPlain() {
		return nil
	}
	i := slices.IndexFunc(s.views, func(v store.TableView) bool { return v.Columns == s.columnsKey() })
	if i < 0 {
		return nil
	}
	v := s.views[i]
	s.roles = v.Roles
	if v.IsRolesAlone() {
		s.isViewed = true
		return s.applyRoles()
	}
	if _, err := s.Rows.Table().ParseFilter(v.Filter); err != nil || v.Sort != nil && (*v.Sort < 0 || *v.Sort >= len(s.Rows.Table().Columns())) {
		return nil
	}
	s.isViewed = true
	if v.Shown != nil {
		s.Table.Arrange(v.Shown, v.Frozen)
	}
	s.filter = v.Filter
	if v.Sort != nil {
		s.sort = sorting{col: *v.Sort, down: v.Down}
	}
	s.Host.Status = kit.Infof("Shown as you saved it. esc takes the filter away.").Status
	if len(v.Roles) > 0 {
		return tea.Batch(s.applyRoles(), s.applySortFilter(onFirst))
	}
	return s.applySortFilter(onFirst)
}

// saveView saves filter, order and columns for all tables with these columns; of a table that is shown as it came it forgets them.
func (s *Screen) saveView() (work func() tea.Msg) {
	keep, columns := s.Host.Options.Store, s.columnsKey()
	isSaved := slices.ContainsFunc(s.views, func(v store.TableView) bool { return v.Columns == columns })
	isPlain := s.isPlain() && len(s.roles) == 0
	if isPlain && !isSaved {
		s.Host.Status = kit.Infof("Nothing to save: filter, sort or arrange the columns first.").Status
		return nil
	}
	s.views = slices.DeleteFunc(s.views, func(v store.TableView) bool { return v.Columns == columns })
	if isPlain {
		return func() tea.Msg {
			return viewKeptMsg{"Forgotten: tables with these columns open as they come.", keep.ForgetTableView(columns)}
		}
	}
	v := store.TableView{Columns: columns, Filter: s.filter, Roles: s.roles}
	if s.sort != asTheyCame {
		col := s.sort.col
		v.Sort, v.Down = &col, s.sort.down
	}
	if s.Table.IsArranged() {
		v.Shown, v.Frozen = slices.Clone(s.Table.Shown()), s.Table.Frozen()
	}
	s.views, s.isViewed = append(s.views, v), true
	return func() tea.Msg {
		return viewKeptMsg{"Saved: the next table with these columns opens like this.", keep.KeepTableView(v)}
	}
}

// viewKeptMsg is what became of a view that was saved or forgotten.
type viewKeptMsg struct {
	done string
	err  error
}

func (m viewKeptMsg) action() kit.Action {
	if m.err != nil {
		return kit.Errorf("The view is not saved: %s", m.err)
	}
	return kit.Infof("%s", m.done)
}

// columnsKey tells tables with the same columns from others.
func (s *Screen) columnsKey() string {
	var names []string
	for _, c := range s.Rows.Table().Columns() {
		names = append(names, c.Key.Exact(), c.Title.String()) //nolint:forbidigo // compared, not drawn
	}
	return store.Digest([]byte(strings.Join(names, "\x00")))
}
