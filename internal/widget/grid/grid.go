// Package grid shows a table of any size through a window: it asks its source
// for the cells that can be seen and for no others.
//
// It knows rows, columns, widths and a cursor. Columns can be widened, hidden,
// moved and frozen; rows can be marked. What a cell means, sorting and filtering
// are its owner's.
package grid

import (
	"slices"

	"charm.land/lipgloss/v2"

	"a2aform/internal/widget/ansistyle"
	"a2aform/internal/widget/layout"
)

// Source is what a table shows. Rows may become more at any time; anything else
// changes only with [Model.Show].
type Source interface {
	Rows() int
	// Number is what a row is called, from 1, and Numbers the greatest of them.
	Number(row int) int
	Numbers() int
	Columns() []Column
	Cell(row, col int) Cell // of a row below Rows
	IsWrong(row int) bool   // it has a mark before its number
}

// Column is a column of a source.
type Column struct {
	Title string // safe to draw, on one line
	Right bool   // numbers: they are right-aligned, one decimal point below the other
	Whole bool   // never cut, as numbers are not
	Mark  string // one cell before the title, such as an arrow
	Bar   int    // cells of the bars before its numbers, where there is space; 0 for none

	Hidden  bool // until all columns are asked for
	Rank    int  // its place by importance, 0 for the most important column
	Role    int  // what it is for: a column that is added takes the place of one of its role first
	Names   int  // how well people know rows by it, 0 for not at all
	Detail  bool // people can do without it
	Shrinks bool // its cells are cut to half of them before a column is hidden
}

// Cell is the content of one cell.
type Cell struct {
	Text     string              // safe to draw, on one line
	IsEmpty  bool                // the text stands for no value
	Fraction int                 // how many cells follow the integer part of a number, its point included; -1 for what is none
	Paint    func(string) string // nil for as it is
	Dim      func(string) string // instead of Paint where a leading cell is as the one above
	Bar      string              // as many cells as the column says, or none
}

// Styles are the colors of a table.
type Styles struct {
	Head, Rule, Number, Marked, Wrong, Cursor lipgloss.Style
	Row                                       ansistyle.Tint // under the row at the cursor
}

// pens paint in the colors of [Styles]; current is the title at the cursor.
type pens struct {
	head, current, rule, number, marked, wrong, cursor ansistyle.Style
	row                                                ansistyle.Tint
}

func pensOf(s Styles) pens {
	return pens{
		head: ansistyle.New(s.Head), current: ansistyle.New(s.Head.Underline(true)), rule: ansistyle.New(s.Rule),
		number: ansistyle.New(s.Number), marked: ansistyle.New(s.Marked), wrong: ansistyle.New(s.Wrong), cursor: ansistyle.New(s.Cursor), row: s.Row,
	}
}

// Model is one table. Use [New].
type Model struct {
	source  Source
	columns []Column
	pens    pens

	order   []int            // columns that are shown, as indices of columns
	hidden  int              // columns that are not
	content []layout.Content // of columns by index; measured when it is asked for
	widths  []int            // of columns by index, where they were chosen
	fixed   []bool           // these
	tight   bool             // titles take two lines, since not all columns fit
	moved   bool             // the user has chosen which columns there are, and where
	frozen  int              // of order: they are on each page
	wanted  []int            // columns that the user wants to see before others, the last one first
	needed  []int            // columns that are on the first page in any case

	kept      []int // columns that were on the first page of an earlier table: in a table of its width no others are there, unless all fit
	keptWidth int   // that width

	row, col      int  // of the cursor: a row of the source, a position in order
	chosen        bool // the user has moved the cursor to its column; else it is in the first one in sight
	top           int  // first row drawn
	width, height int
	marked        map[int]bool
	measured      int // rows that there were when the columns were measured; those that a filter leaves change no width

	blurred bool // another part of the screen has the focus
}

// New is a table whose cursor is on its first cell.
func New(source Source, styles Styles) *Model {
	m := &Model{pens: pensOf(styles), marked: map[int]bool{}}
	m.Show(source)
	return m
}

// Show changes the source. The cursor keeps its place, and columns are arranged as those of the
// same titles were.
func (m *Model) Show(source Source) {
	before := *m
	m.source, m.columns = source, source.Columns()
	if !sameColumns(before.columns, m.columns) {
		m.arrange()
		n := len(m.columns)
		m.widths, m.fixed, m.content = make([]int, n), make([]bool, n), make([]layout.Content, n)
		m.moved, m.chosen = false, false
		m.needed = nil
		m.frozen, m.col = 0, min(m.col, max(len(m.order)-1, 0))
		m.arrangeAs(&before)
	}
	if n := source.Numbers(); n != m.measured && m.measured < m.sampledRows() {
		m.measured = n
		clear(m.content)
	}
	m.fitTitles()
	m.clamp()
}

func sameColumns(a, b []Column) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		was, is := a[i], b[i]
		is.Mark, is.Rank, is.Role, is.Detail = was.Mark, was.Rank, was.Role, was.Detail
		if was != is {
			return false
		}
	}
	return true
}

// ArrangeLike shows columns as another table shows those of the same titles: which, in which order, on which page and how wide, and the
// cursor is on the first one. Which columns are first is not taken from a table without rows, nor from [Model.Need]; tables that follow one
// another all have those of the first one, however wide their texts are.
func (m *Model) ArrangeLike(other *Model) {
	m.arrangeAs(other)
	m.col, m.chosen = 0, false
	if (len(m.kept) == 0 || m.keptWidth != other.width) && other.width > 0 && other.source.Numbers() > 0 {
		unneeded := *other
		unneeded.needed = nil
		places := placesOf(other.columns, m.columns)
		m.kept, m.keptWidth = nil, other.width
		for _, col := range unneeded.OnFirstPage() {
			if at := places[col]; at >= 0 {
				m.kept = append(m.kept, at)
			}
		}
	}
	m.fitTitles()
	m.clamp()
}

// arrangeAs does so. Columns that the other table does not have follow the others.
func (m *Model) arrangeAs(other *Model) {
	places := placesOf(other.columns, m.columns)
	here := func(columns []int) (found []int) {
		for _, col := range columns {
			if places[col] >= 0 {
				found = append(found, places[col])
			}
		}
		return found
	}
	m.wanted, m.kept, m.keptWidth = here(other.wanted), here(other.kept), other.keptWidth
	if shown := here(other.order); other.moved && len(shown) > 0 {
		for i, c := range m.columns {
			if !c.Hidden && !slices.Contains(places, i) {
				shown = append(shown, i)
			}
		}
		m.moved = true
		m.order, m.hidden = shown, len(m.columns)-len(shown)
		m.frozen = min(len(here(other.order[:other.frozen])), len(shown)-1)
	}
	for col, at := range places {
		if at >= 0 && other.fixed[col] {
			m.widths[at], m.fixed[at] = other.widths[col], true
		}
	}
	if other.chosen && other.col < len(other.order) {
		if at := slices.Index(m.order, places[other.order[other.col]]); at >= 0 {
			m.col, m.chosen = at, true
		}
	}
}

// placesOf finds columns among others by their titles, the second of a title as the second; -1 for none.
func placesOf(columns, among []Column) []int {
	type nth struct {
		title string
		n     int
	}
	seen, places := map[string]int{}, map[nth]int{}
	for i, c := range among {
		places[nth{c.Title, seen[c.Title]}] = i
		seen[c.Title]++
	}
	clear(seen)
	found := make([]int, len(columns))
	for i, c := range columns {
		at, ok := places[nth{c.Title, seen[c.Title]}]
		if found[i] = at; !ok {
			found[i] = -1
		}
		seen[c.Title]++
	}
	return found
}

// SetStyles changes the colors.
func (m *Model) SetStyles(s Styles) { m.pens = pensOf(s) }

// SetFocus shows the cursor, or hides it: keys go to another part of the screen.
func (m *Model) SetFocus(on bool) { m.blurred = !on }

// HasFocus reports that the cursor is shown.
func (m *Model) HasFocus() bool { return !m.blurred }

// SetSize is how many cells the table takes. Below four rows it shows no more
// than its titles.
func (m *Model) SetSize(width, height int) {
	m.top = max(m.top-max(height-m.height, 0), 0) // rows above come back before there are blank lines, or rows below
	m.width, m.height = width, height
	m.fitTitles()
	m.clamp()
}

// Cursor returns the row and the column of the cursor in the source; not ok in a table
// without cells.
func (m *Model) Cursor() (row, col int, ok bool) {
	if m.source.Rows() == 0 || len(m.order) == 0 {
		return 0, 0, false
	}
	return m.row, m.order[m.col], true
}

// GoTo moves the cursor to a row, and to a column of the source where that is
// shown.
func (m *Model) GoTo(row, col int) {
	m.row = row
	for i, c := range m.order {
		if c == col {
			m.col, m.chosen = i, true
		}
	}
	m.clamp()
}

// Shown are the columns that are shown, in their order.
func (m *Model) Shown() []int { return m.order }

// Hidden is how many columns are not shown.
func (m *Model) Hidden() int { return m.hidden }

// IsArranged reports that the user chose which columns are shown, or their order.
func (m *Model) IsArranged() bool { return m.moved }

// Wanted are the columns of [Model.Want], the last one first.
func (m *Model) Wanted() []int { return m.wanted }

// Fits reports whether all columns that are shown fit in a width, with titles of two lines.
func (m *Model) Fits(width int) bool {
	defer func(tight bool) { m.tight = tight }(m.tight)
	m.tight = true
	return m.total(m.order) <= width
}

// Frozen is how many of the shown columns are on each page.
func (m *Model) Frozen() int { return m.frozen }

// MarkedRows are the rows that are marked, in no order.
func (m *Model) MarkedRows() []int {
	rows := make([]int, 0, len(m.marked))
	for row := range m.marked {
		rows = append(rows, row)
	}
	return rows
}

// Mark marks the row of the cursor, or takes the mark away.
func (m *Model) Mark() {
	if row, _, ok := m.Cursor(); ok {
		if m.marked[row] {
			delete(m.marked, row)
			return
		}
		m.marked[row] = true
	}
}

// MarkAll marks rows.
func (m *Model) MarkAll(rows []int) {
	for _, row := range rows {
		m.marked[row] = true
	}
}

// Unmark takes all marks away, because the rows have changed.
func (m *Model) Unmark() { clear(m.marked) }

// Position is the first and the last row that can be seen, from 0, and how many
// there are.
func (m *Model) Position() (first, last, all int) {
	all = m.source.Rows()
	return m.top, min(m.top+m.pageRows(), all) - 1, all
}

// OutOfSight counts the columns on the pages before and after the one in sight, and those that the user has hidden. Columns that the
// source hides do not count.
func (m *Model) OutOfSight() (before, after, hidden int) {
	inSight, isBefore := m.placed(), true
	for _, at := range m.walk() {
		switch {
		case slices.ContainsFunc(inSight, func(p placed) bool { return p.at == at }):
			isBefore = isBefore && at != m.col
		case isBefore:
			before++
		default:
			after++
		}
	}
	for i, c := range m.columns {
		if !c.Hidden && !slices.Contains(m.order, i) {
			hidden++
		}
	}
	return before, after, hidden
}

// pageRows is how many rows can be seen.
func (m *Model) pageRows() int {
	return max(m.height-m.headLines(), 1)
}

// minWithTwo is how many lines a table whose titles take two has at least.
const minWithTwo = 6

// headLines are the titles and the rule below them.
func (m *Model) headLines() int { return m.titleLines() + 1 }

// titleLines is how many lines the titles take: two where one of them is wrapped, and there is
// space.
func (m *Model) titleLines() int {
	if m.height < minWithTwo {
		return 1
	}
	for _, p := range m.placed() {
		if first, _ := m.wrapped(m.order[p.at], p.width); first != "" {
			return 2
		}
	}
	return 1
}

// OnFirstPage are the columns of the source that are in sight first, in their order.
func (m *Model) OnFirstPage() []int { return m.columnsOf(m.pages()[0]) }

// InSight are the columns of the source that can be seen, in their order.
func (m *Model) InSight() []int { return m.columnsOf(m.placed()) }

func (m *Model) columnsOf(page []placed) []int {
	var all []int
	for _, p := range page {
		all = append(all, m.order[p.at])
	}
	return all
}

// Move moves the cursor by rows and columns. At the end of a page of columns it goes to the next one.
func (m *Model) Move(rows, cols int) {
	m.row += rows
	if walk := m.walk(); cols != 0 && len(walk) > 0 {
		m.col = walk[max(min(slices.Index(walk, m.col)+cols, len(walk)-1), 0)]
		m.chosen = true
	}
	m.clamp()
}

// MoveInOrder moves the cursor by columns as they follow one another, whatever page they are on.
func (m *Model) MoveInOrder(cols int) {
	m.col += cols
	m.chosen = true
	m.clamp()
}

// Page moves the cursor by screens.
func (m *Model) Page(screens int) { m.Move(screens*max(m.pageRows()-1, 1), 0) }

// First and the like move the cursor to an end of its row or column.
func (m *Model) First() { m.Move(0, -len(m.order)) }

// Last moves to the last column.
func (m *Model) Last() { m.Move(0, len(m.order)) }

// Top moves to the first row.
func (m *Model) Top() { m.Move(-m.row, 0) }

// Bottom moves to the last row.
func (m *Model) Bottom() { m.Move(m.source.Rows(), 0) }

// clamp keeps the cursor in the table, the window around the cursor, and the window full as far as there are rows.
func (m *Model) clamp() {
	m.row = max(min(m.row, m.source.Rows()-1), 0)
	m.col = max(min(m.col, len(m.order)-1), 0)
	m.top = max(min(m.top, m.row, m.source.Rows()-m.pageRows()), m.row-m.pageRows()+1, 0)
	m.frozen = min(m.frozen, len(m.order))
	if !m.chosen && m.width > 0 && len(m.order) > 0 {
		m.col = m.pages()[0][0].at
	}
}

// arrange shows the columns that are not hidden, unless all are.
func (m *Model) arrange() {
	m.order = nil
	for i, c := range m.columns {
		if !c.Hidden {
			m.order = append(m.order, i)
		}
	}
	if len(m.order) == 0 {
		for i := range m.columns {
			m.order = append(m.order, i)
		}
	}
	m.hidden = len(m.columns) - len(m.order)
}

// fitTitles gives titles two lines where not all columns fit with one.
func (m *Model) fitTitles() {
	if m.width == 0 {
		return
	}
	m.tight = false
	m.tight = m.total(m.order) > m.width
}

// total is what some columns take, with the row numbers.
func (m *Model) total(order []int) int {
	total := m.numberWidth()
	for _, col := range order {
		total += gap + m.widthOf(col)
	}
	return total
}

// Choose shows these columns of the source in this order, the first ones of them on each page. Columns that the source does not have are
// left out; without any, nothing changes.
func (m *Model) Choose(order []int, frozen int) {
	shown := slices.DeleteFunc(slices.Clone(order), func(col int) bool { return col < 0 || col >= len(m.columns) })
	if len(shown) == 0 {
		return
	}
	col := -1
	if len(m.order) > 0 {
		col = m.order[m.col]
	}
	m.moved = true
	m.order, m.hidden = shown, len(m.columns)-len(shown)
	m.frozen = max(min(frozen, len(shown)-1), 0)
	m.col = max(slices.Index(shown, col), 0)
	m.fitTitles()
	m.clamp()
}

// Want shows a column on the first page besides those that are there. The one that rows are known by stays there.
func (m *Model) Want(col int) {
	if col < 0 || col >= len(m.columns) {
		return
	}
	m.moved = true
	m.wanted = append([]int{col}, slices.DeleteFunc(m.wanted, func(c int) bool { return c == col })...)
	m.clamp()
}

// Need shows columns on the first page besides those that are there, until others are needed. The one that rows are known by stays there.
// The cursor does not follow a column to another page.
func (m *Model) Need(columns []int) {
	before := m.OnFirstPage()
	m.needed = columns
	now := m.OnFirstPage()
	if len(now) > 0 && slices.Contains(before, m.order[m.col]) && !slices.Contains(now, m.order[m.col]) {
		m.col = slices.Index(m.order, now[0])
	}
	m.clamp()
}

// Freeze shows the columns up to the cursor on each page, or frees them where they
// were just these.
func (m *Model) Freeze() {
	m.moved = true
	if m.frozen == m.col+1 {
		m.frozen = 0
	} else {
		m.frozen = m.col + 1
	}
	m.clamp()
}

// Widen makes the column of the cursor wider or narrower.
func (m *Model) Widen(by int) {
	if len(m.order) == 0 {
		return
	}
	c := m.order[m.col]
	m.widths[c], m.fixed[c] = max(m.widthOf(c)+by, minWidth), true
	m.clamp()
}

// At is the row and the column of the source that the last view has at a position; the row
// of the titles is -1.
func (m *Model) At(x, y int) (row, col int, ok bool) {
	first, last, _ := m.Position()
	row = first + y - m.headLines()
	switch {
	case y < m.titleLines():
		row = -1
	case y < m.headLines() || row > last:
		return 0, 0, false
	}
	at := m.numberWidth()
	for _, p := range m.placed() {
		end := at + cells(m.gapBefore(p)) + p.width
		if x < end {
			return row, m.order[p.at], true
		}
		at = end
	}
	return 0, 0, false
}
