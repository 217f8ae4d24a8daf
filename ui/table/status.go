package table

import (
	"slices"
	"strconv"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"
	"charm.land/lipgloss/v2"
	"github.com/charmbracelet/x/ansi"
	"github.com/dustin/go-humanize/english"

	"a2aform/internal/safe"
	widget "a2aform/internal/widget/grid"
	"a2aform/render/draw"
	"a2aform/render/table"
	"a2aform/render/value"
	"a2aform/ui/kit"
)

// status says what is at the cursor of a table, what its column comes to, and which rows are shown. It is made for each draw.
type status struct {
	st        *kit.Styles
	width     int // of the screen
	source    *Source
	grid      *widget.Model
	typed     *inputLine
	summary   columnSummary
	filtered  string
	isEarlier bool // the filter is that of an earlier table
	compared  *table.Comparison
	isCovered bool // the row at the cursor or a chart is in the place of the table
	hasRow    bool // the row at the cursor is shown in full
	hasFacts  bool // values are above the rows
	summedUp  int  // the column whose sum or mean is above the rows, -1 for none
}

func (s *Screen) status() status {
	l := s.layout()
	return status{
		st: s.Styles(), width: s.Width, source: s.Source(), grid: s.Table, typed: &s.line, summary: s.summary, filtered: s.filtered, isEarlier: s.isFilterEarlier, compared: s.compared,
		isCovered: l.isCovered(), hasRow: l.hasRow, hasFacts: len(s.list.Facts) > 0, summedUp: s.brief.column(s.Host, s.Rows),
	}
}

// line is the line below a table that is in sight: what is typed, else the cell at the cursor unless its row
// is shown, and what its column comes to where there is space.
func (s status) line() string {
	if s.typed.isOpen {
		return s.typed.View()
	}
	if s.isCovered {
		return ""
	}
	cell, column := s.cell(), s.column()
	if s.hasRow {
		return ansi.Truncate(column, s.width, "…")
	}
	if lipgloss.Width(cell)+2+lipgloss.Width(column) > s.width {
		return cell
	}
	return kit.Between(cell, column, s.width)
}

// cellBar is how many cells the bar of a bounded number takes.
const cellBar = 16

// cell is the cell at the cursor: its title, as much of its text as there is
// space for, and what is wrong with it.
func (s status) cell() string {
	row, col, ok := s.grid.Cursor()
	if !ok {
		return ""
	}
	cell := s.source.cell(row, col)
	if problems := s.unread(row); problems != "" {
		return ansi.Truncate(s.st.Bad.Render(value.Mark+" this row cannot be read: "+problems), s.width, "…")
	}
	title := s.source.grid().Columns()[col].Title.String()
	words := s.st.Strong.Render(title) + "  " + s.st.Text.Render(cell.Line().String())
	if part, ok := cell.Ratio(); ok {
		filled, rest := draw.Bar(part, cellBar)
		words += "  " + s.st.Data.Render(filled) + s.st.Rule.Render(rest)
	}
	if note := cell.Note(); note != "" {
		words += "  " + s.st.Dim.Render(note)
	}
	for _, note := range s.source.grid().Duplicates(s.source.view.Row(row), col) {
		words += "  " + s.st.Warn.Render(value.CautionMark+" "+note)
	}
	for _, p := range cell.Problems {
		words = s.st.Bad.Render(value.Mark+" "+value.Wording(p)) + "  " + words
	}
	for _, p := range cell.Warnings() {
		words += "  " + s.st.Warn.Render(value.CautionMark+" "+p.Message())
	}
	return ansi.Truncate(words, s.width, "…")
}

// unread says why a row is no JSON, "" where it is.
func (s status) unread(row int) string {
	g, at := s.source.grid(), s.source.view.Row(row)
	if g.Value(at).Exists() {
		return ""
	}
	for _, p := range g.Problems(at) {
		return p.Message()
	}
	return ""
}

// column is what the column of the cursor comes to, without what is above the rows.
func (s status) column() string {
	sum := s.summary.of
	if sum == nil || sum.Numbers < 2 {
		return ""
	}
	var words []string
	add := func(name, number string) { words = append(words, name+" "+value.GroupDigits(number)) }
	if sum.Numbers < sum.Rows {
		words = append(words, english.Plural(sum.Numbers, "number", ""))
	}
	total, isAbove := s.source.grid().Columns()[s.summary.col].Total, s.summary.col == s.summedUp
	if total == table.SumTotal && !isAbove {
		add("sum", sum.Sum)
	}
	add("min", sum.Minimum)
	if total == table.SumTotal || total == table.MeanTotal && !isAbove {
		add("avg", sum.Mean)
	}
	add("max", sum.Maximum)
	return s.st.Dim.Render(strings.Join(words, " · "))
}

// note says which rows and columns these are, and what is wrong with them, as far as there is
// space.
func (s status) note(room int) string {
	st, all, shown := s.st, s.source.grid().Rows(), s.source.Rows()
	var words []string
	add := func(style lipgloss.Style, text string) {
		if w := lipgloss.Width(text) + lipgloss.Width(" · "); w <= room {
			room -= w
			words = append(words, style.Render(text))
		}
	}
	rows := english.Plural(all, "row", "")
	if shown != all {
		rows = value.Grouped(shown) + " of " + rows
	}
	add(st.Dim, rows)
	more, forMore := s.moreColumns(), 0
	if more != "" {
		forMore = lipgloss.Width(more + " · ") // whatever the filter is
	}
	room -= forMore
	if s.compared != nil && s.compared.String() != "" && (s.filtered == "" || s.isEarlier) { // it is about all rows
		add(st.Changed, s.compared.String())
	}
	if s.filtered != "" && !s.typed.isOpen {
		add(st.Accent, ansi.Truncate(safe.Text(s.filtered).Line(maxFilter).String(), max(room-lipgloss.Width(" · "), minFilter), "…"))
	}
	room += forMore
	if n := s.source.grid().Verdict().Wrong; n > 0 {
		add(st.Bad, value.Mark+" "+value.Grouped(n)+" wrong")
	}
	if n := len(s.grid.MarkedRows()); n > 0 {
		add(st.Dim, value.Grouped(n)+" marked")
	}
	if more != "" {
		add(st.Dim, more)
	}
	if _, _, hidden := s.grid.OutOfSight(); hidden > 0 {
		add(st.Dim, english.Plural(hidden, "column hidden", "columns hidden"))
	}
	if n := s.source.grid().DuplicateKeys(); n > 0 {
		add(st.Warn, value.CautionMark+" "+english.Plural(n, "row has a name twice", "rows have a name twice"))
	}
	if done, size := s.source.grid().Loaded(); done < size {
		add(st.Dim, "reading, "+strconv.Itoa(done*100/size)+" %")
	}
	h := s.source.grid().Head()
	if s.hasFacts && h.Nested && h.Title != "" && lipgloss.Width(h.Title)+lipgloss.Width(" · ") <= room { // which of the members the rows are
		words = slices.Insert(words, 0, st.Dim.Render(h.Title))
	}
	return strings.Join(words, st.Dim.Render(" · "))
}

// moreColumns says how many columns are to the left and to the right, "" for none.
func (s status) moreColumns() string {
	before, after, _ := s.grid.OutOfSight()
	if before+after == 0 || s.source.Numbers() == 0 {
		return ""
	}
	return arrowIf(before > 0, "← ") + english.Plural(before+after, "more column", "more columns") + arrowIf(after > 0, " →")
}

// arrowIf is an arrow where there are columns.
func arrowIf(are bool, arrow string) string {
	if are {
		return arrow
	}
	return ""
}

// A filter is shown in the border of a pane to maxFilter bytes, and is cut to no fewer than minFilter cells.
const (
	maxFilter = 30
	minFilter = 8
)

// loadingMsg says to look how far the rows of a large list are.
type loadingMsg struct{}

// Load reads and checks the rows.
func (s *Screen) Load() tea.Cmd { return s.Work.load(s.Rows.Table()) }

// load finds the rows of a large list, which takes all processors: the first rows are
// drawn before.
func (w *tableWork) load(g *table.Table) tea.Cmd {
	if done, all := g.Loaded(); done == all {
		return w.check(g)
	}
	ctx := w.UntilLeft()
	return tea.Batch(w.at.after(kit.LoadTime, loadingMsg{}), w.at.later(func() tea.Msg {
		select {
		case <-time.After(kit.FrameTime):
			g.Load(ctx)
		case <-ctx.Done():
		}
		return loadingMsg{}
	}))
}

func (s *Screen) loading() tea.Cmd {
	if done, all := s.Rows.Table().Loaded(); done < all {
		return s.after(kit.LoadTime, loadingMsg{})
	}
	return tea.Batch(s.settle(), s.Work.check(s.Rows.Table()), s.brief.addUp(s.Host, s.Rows))
}

// checkedMsg says to look how far the rows are validated.
type checkedMsg struct{ over bool }

// checkTime is how often that is looked at.
const checkTime = 200 * time.Millisecond

// check validates all rows by the schema, when they are all known.
func (w *tableWork) check(g *table.Table) tea.Cmd {
	if done, all := g.Loaded(); done < all || !g.IsChecked() || g.Verdict().Complete {
		return nil
	}
	ctx := w.UntilLeft()
	work := w.at.later(func() tea.Msg {
		_ = g.Check(ctx) // it ends with the screen, or says in its verdict how far it came
		return checkedMsg{over: true}
	})
	return tea.Batch(work, w.at.after(checkTime, checkedMsg{}))
}

// goOn looks again, unless all rows are validated.
func (w *tableWork) goOn(msg checkedMsg, g *table.Table) tea.Cmd {
	if msg.over || g.Verdict().Complete {
		return nil
	}
	return w.at.after(checkTime, msg)
}

// wrongRows are the rows of a table that break its schema.
type wrongRows struct {
	source *Source
	grid   *widget.Model
}

// goTo goes to the next row that breaks the schema, or the one before.
func (w wrongRows) goTo(back bool) kit.Action {
	row, _, ok := w.grid.Cursor()
	verdict := w.source.grid().Verdict()
	switch {
	case !ok || !w.source.grid().IsDeclared() && verdict.Wrong == 0:
		return kit.Infof("no schema says what these rows must be")
	case verdict.Wrong == 0 && verdict.Complete:
		return kit.Infof("no row breaks the schema")
	case verdict.Wrong == 0:
		return kit.Infof("the rows are being checked; none is wrong so far")
	}
	from, again := row+1, 0
	if back {
		from, again = row-1, w.source.view.Rows()-1
	}
	at, found := w.source.view.NextWrong(from, back)
	if !found {
		at, found = w.source.view.NextWrong(again, back)
	}
	if !found {
		return kit.Infof("none of the rows shown breaks the schema")
	}
	w.grid.GoTo(at, w.column(at))
	what := "breaks the schema"
	if !w.source.grid().IsDeclared() {
		what = "is no JSON"
	}
	return kit.Infof("row %s %s; %s in all", value.Grouped(w.source.view.Row(at)+1), what, english.Plural(verdict.Wrong, "row", ""))
}

// column is the first shown column of a row with a problem, -1 for none.
func (w wrongRows) column(position int) int {
	for _, col := range w.grid.Shown() {
		if len(w.source.cell(position, col).Problems) > 0 {
			return col
		}
	}
	return -1
}
