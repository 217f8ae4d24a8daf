package store

import (
	"errors"
	"slices"
)

// TableView is how the user wants to see tables with the same columns. Columns are counted from 0.
type TableView struct {
	Columns string `json:"columns"`          // what the columns are, as a digest
	Filter  string `json:"filter,omitempty"` // as it is typed
	Sort    *int   `json:"sort,omitempty"`   // the column that rows are sorted by
	Down    bool   `json:"down,omitempty"`   // the greatest first
	Shown   []int  `json:"shown,omitempty"`  // the columns in their order; nil for those that a table shows by itself
	Frozen  int    `json:"frozen,omitempty"` // how many of these stay in place
	Wanted  []int  `json:"wanted,omitempty"` // those that are seen before others where not all fit, the last one first

	Roles []ColumnRole `json:"roles,omitempty"` // of columns that a2aform guessed wrong
}

// ColumnRole is what the user says that a column is.
type ColumnRole struct {
	Column int    `json:"column"`
	Role   string `json:"role"` // id, label, category, amount, rate, time, text or link
}

// IsRolesAlone reports a view that changes nothing but what columns are.
func (v TableView) IsRolesAlone() bool {
	return v.Filter == "" && v.Sort == nil && v.Shown == nil && len(v.Roles) > 0
}

func (s *Store) tableViews() listOf[TableView] {
	return listOf[TableView]{s, "table-views.json", "the list of saved views"}
}

// TableViews are the views that were saved; none where the list cannot be read.
func (s *Store) TableViews() []TableView {
	if s == nil {
		return nil
	}
	list, _ := s.tableViews().read()
	return list
}

// maxTableViews is how many views are kept: those that were saved last.
const maxTableViews = 200

// KeepTableView keeps a view in place of the one of the same columns.
func (s *Store) KeepTableView(v TableView) error {
	if s == nil {
		return errors.New("without a home directory nothing is kept")
	}
	return s.tableViews().change(func(list []TableView) []TableView {
		list = append(withoutView(list, v.Columns), v)
		return list[max(len(list)-maxTableViews, 0):]
	})
}

// ForgetTableView forgets the view of these columns.
func (s *Store) ForgetTableView(columns string) error {
	return s.tableViews().change(func(list []TableView) []TableView { return append([]TableView{}, withoutView(list, columns)...) })
}

func withoutView(list []TableView, columns string) []TableView {
	return slices.DeleteFunc(list, func(v TableView) bool { return v.Columns == columns })
}
