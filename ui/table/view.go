package table

import (
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"a2aform/internal/store"
	"a2aform/render/table"
	"a2aform/ui/kit"
)

// savedViewsMsg has the views that the user saved.
type savedViewsMsg []store.TableView

// savedViews are how the user wants tables, by their columns, and what columns of the one that is shown are.
type savedViews struct {
	host    *kit.Host
	at      *part
	all     []store.TableView  // nil until they are read
	roles   []store.ColumnRole // of columns that were guessed wrong
	isShown bool               // the table is shown as one of them says
}

// read reads them, once.
func (v *savedViews) read() tea.Cmd {
	keep := v.host.Options.Store
	if keep == nil || v.all != nil {
		return nil
	}
	return v.at.later(func() tea.Msg { return savedViewsMsg(append([]store.TableView{}, keep.TableViews()...)) })
}

// of is that of a table, false where there is none.
func (v *savedViews) of(g *table.Table) (store.TableView, bool) {
	key := columnsKey(g)
	i := slices.IndexFunc(v.all, func(v store.TableView) bool { return v.Columns == key })
	if i < 0 {
		return store.TableView{Columns: key}, false
	}
	return v.all[i], true
}

// forget leaves out that of columns.
func (v *savedViews) forget(columns string) {
	v.all = slices.DeleteFunc(v.all, func(v store.TableView) bool { return v.Columns == columns })
}

// add puts one in the place of the one before for the same columns, which the table is shown by.
func (v *savedViews) add(view store.TableView) {
	v.forget(view.Columns)
	v.all, v.isShown = append(v.all, view), true
}

// correct gives a column another role.
func (v *savedViews) correct(col int, role table.Role) {
	v.roles = append(slices.DeleteFunc(slices.Clone(v.roles), func(r store.ColumnRole) bool { return r.Column == col }), store.ColumnRole{Column: col, Role: role.String()})
}

// corrected is a table with the roles that the user gave its columns.
func (v *savedViews) corrected(g *table.Table) *table.Table {
	roles := map[int]table.Role{}
	for _, r := range v.roles {
		if role, ok := table.RoleOf(r.Role); ok {
			roles[r.Column] = role
		}
	}
	if len(roles) == 0 {
		return g
	}
	return g.WithRoles(roles)
}

// keepRoles saves the roles beside what else is saved for the columns of a table.
func (v *savedViews) keepRoles(g *table.Table) (work func() tea.Msg) {
	keep := v.host.Options.Store
	if keep == nil {
		return nil
	}
	view, _ := v.of(g)
	view.Roles = slices.Clone(v.roles)
	v.add(view)
	return func() tea.Msg {
		return viewKeptMsg{"Kept: so it is in later tables with these columns.", keep.KeepTableView(view)}
	}
}

// isPlain reports a table that is shown as it came.
func (s *Screen) isPlain() bool {
	return s.filter == "" && s.sort == asTheyCame && !s.Table.IsArranged()
}

// applyView shows the table as the user saved it for these columns, unless something was chosen already.
func (s *Screen) applyView() tea.Cmd {
	if s.saved.isShown || !s.isPlain() {
		return nil
	}
	v, ok := s.saved.of(s.Rows.Table())
	if !ok {
		return nil
	}
	s.saved.roles = v.Roles
	if v.IsRolesAlone() {
		s.saved.isShown = true
		return s.applyRoles()
	}
	if _, err := s.Rows.Table().ParseFilter(v.Filter); err != nil || v.Sort != nil && (*v.Sort < 0 || *v.Sort >= len(s.Rows.Table().Columns())) {
		return nil
	}
	s.saved.isShown = true
	s.Table.Choose(v.Shown, v.Frozen)
	for _, col := range slices.Backward(v.Wanted) {
		s.Table.Want(col)
	}
	s.filter = v.Filter
	if v.Sort != nil {
		s.sort = sorting{col: *v.Sort, down: v.Down}
	}
	s.Host.Status = kit.Infof("Shown as you saved it. Esc takes the filter away.").Status
	if len(v.Roles) > 0 {
		return tea.Batch(s.applyRoles(), s.applySortFilter(onFirst))
	}
	return s.applySortFilter(onFirst)
}

// saveView saves filter, order and columns for all tables with these columns; of a table that is shown as it came it forgets them.
func (s *Screen) saveView() (work func() tea.Msg) {
	keep := s.Host.Options.Store
	before, isSaved := s.saved.of(s.Rows.Table())
	columns := before.Columns
	isPlain := s.isPlain() && len(s.saved.roles) == 0
	if isPlain && !isSaved {
		s.Host.Status = kit.Infof("Nothing to save: filter, sort or arrange the columns first.").Status
		return nil
	}
	if isPlain {
		s.saved.forget(columns)
		return func() tea.Msg {
			return viewKeptMsg{"Forgotten: tables with these columns open as they come.", keep.ForgetTableView(columns)}
		}
	}
	v := store.TableView{Columns: columns, Filter: s.filter, Roles: s.saved.roles}
	if s.sort != asTheyCame {
		col := s.sort.col
		v.Sort, v.Down = &col, s.sort.down
	}
	if s.Table.IsArranged() {
		v.Shown, v.Frozen = slices.Clone(s.Table.Shown()), s.Table.Frozen()
		v.Wanted = slices.Clone(s.Table.Wanted())
	}
	s.saved.add(v)
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
func columnsKey(g *table.Table) string {
	var names []string
	for _, c := range g.Columns() {
		names = append(names, c.Key.Exact(), c.Title.String()) //nolint:forbidigo // compared, not drawn
	}
	return store.Digest([]byte(strings.Join(names, "\x00")))
}
