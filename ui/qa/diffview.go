package qa

import (
	"strings"

	tea "charm.land/bubbletea/v2"

	"a2aform/internal/qa/diff"
	"a2aform/internal/qa/report"
	"a2aform/internal/widget/ansistyle"
	"a2aform/internal/widget/shortcut"
	"a2aform/ui/kit"
)

const (
	maxValue  = 200 // cells of a value, before it is cut to its column
	rowMarker = 4   // columns of the cursor and the mark
	diffGap   = 2   // between two columns
	narrow    = 60  // columns below which the last column is left out
	wide      = 90  // from which on all of it is shown
	about     = 5   // lines on the row at the cursor, with the rule above them
	maxSide   = 10  // columns of what a side is called, with the gap after it
)

func (s *DiffScreen) Restyle() {
	s.pens = kit.NewPens(s.Styles())
	if s.table != nil {
		s.table.Restyle()
	}
}

func (s *DiffScreen) Layout(w, h int) {
	s.Base.Layout(w, h)
	s.list()
}

// place gives the table its place, below the list.
func (s *DiffScreen) place() {
	if s.hasTable() {
		s.table.Layout(s.Width, s.Height)
		s.table.Dock(s.Width, s.Height-s.listHeight()-tableFoot, s.hasTableFocus())
	}
	s.clamp()
}

const (
	minWithTable = 16 // lines of a screen with both the list and a table
	minListed    = 2  // rows of the list above a table
	tableFoot    = 1  // lines below the table
)

// hasTable reports that the rows which only one side has are shown in a table.
func (s *DiffScreen) hasTable() bool {
	return s.table != nil && s.HasFrame() && s.Height >= minWithTable
}

// hasTableFocus reports that it has the keys.
func (s *DiffScreen) hasTableFocus() bool {
	return s.hasTable() && (s.isOnTable || len(s.rows) == 0)
}

// listHeight is how many lines are above the table.
func (s *DiffScreen) listHeight() int {
	if len(s.rows) == 0 {
		return s.head()
	}
	return s.head() + s.rowCount()
}

// room is the size of what the screen shows above a table, or without one.
func (s *DiffScreen) room() (width, height int) {
	if s.hasTable() {
		return s.Width, s.Height
	}
	return s.FrameRoom()
}

// summary is the first lines: what differs, in words.
func (s *DiffScreen) summary(width int) []string {
	st := s.Styles()
	if s.report.Differs() {
		return kit.Wrap(s.report.Summary(), width, maxSummary, st.Text)
	}
	return kit.Wrap("✓ "+s.report.Summary(), width, maxSummary, st.Good)
}

// head is how many lines are above the rows: the summary, both sides, and the names of the columns.
func (s *DiffScreen) head() int {
	if s.report == nil {
		return 0
	}
	width, _ := s.room()
	if s.hasTable() && len(s.rows) == 0 {
		return len(s.summary(width)) + diffSides
	}
	return len(s.summary(width)) + diffHead
}

const (
	maxSummary = 4 // lines
	diffHead   = 4 // others above the rows
	diffSides  = 2 // of them those of the sides
)

// aboutCount is how many lines are kept for the row at the cursor.
func (s *DiffScreen) aboutCount() int {
	if _, height := s.room(); !s.hasTable() && height >= s.head()+2*about {
		return about
	}
	return 0
}

// rowCount is how many rows are in sight.
func (s *DiffScreen) rowCount() int {
	_, height := s.room()
	if s.hasTable() {
		return min(max((height-s.head())/3, minListed), len(s.rows))
	}
	return max(height-s.head()-s.aboutCount(), 1)
}

func (s *DiffScreen) clamp() {
	s.cursor = max(min(s.cursor, len(s.rows)-1), 0)
	s.top = max(min(s.top, s.cursor, len(s.rows)-s.rowCount()), s.cursor-s.rowCount()+1, 0)
}

// Click goes to a row, and opens the one at the cursor; it gives the keys to the list or the table if that has not got them.
func (s *DiffScreen) Click(column, line int) (kit.Action, tea.Cmd) {
	isOnTable := s.hasTable() && line >= s.listHeight()
	switch {
	case s.report == nil:
		return kit.Action{}, nil
	case s.hasTable() && isOnTable != s.hasTableFocus() && len(s.rows) > 0:
		s.switchPane()
		return kit.Action{}, nil
	case isOnTable:
		return s.table.Click(column, line-s.listHeight())
	}
	if s.HasFrame() && !s.hasTable() {
		line--
	}
	at := s.top + line - s.head()
	if line < s.head() || at >= min(s.top+s.rowCount(), len(s.rows)) {
		return kit.Action{}, nil
	}
	if at == s.cursor {
		return s.openBoth(), nil
	}
	s.cursor = at
	return kit.Action{}, nil
}

func (s *DiffScreen) HiddenLines() int {
	if s.hasTableFocus() {
		return s.table.HiddenLines()
	}
	return max(len(s.rows)-s.top-s.rowCount(), 0)
}

func (s *DiffScreen) View() string {
	width, height := s.room()
	switch {
	case s.err != nil:
		return s.InFrame("", "", strings.Join(kit.ErrorLines(s.Styles(), s.err, width), "\n"))
	case s.report == nil:
		return s.InFrame("", "", s.pens.Dim.Paint("comparing …"))
	}
	lines := append(s.summary(width), s.side(0, width), s.side(1, width))
	if s.report.NotCompared() != "" {
		lines = append(lines, "", s.pens.Dim.Cell(shortcut.InProse(kit.Keys.Back)+" goes back.", width))
	}
	if len(s.rows) > 0 {
		names := s.report.Sides()
		lines = append(lines, "", s.line(width, " ", &diffRow{mark: " ", label: "Location", a: names[0], b: names[1], delta: "Change"}, &s.pens.Dim, &s.pens.Dim))
	}
	for i := s.top; i < min(s.top+s.rowCount(), len(s.rows)); i++ {
		isCurrent := i == s.cursor && !s.hasTableFocus()
		lines = append(lines, s.Styles().Row(s.row(width, &s.rows[i], isCurrent), isCurrent, width))
	}
	if s.hasTable() {
		lines = append(lines, s.Styles().Pane.Draw(s.table.Docked())...)
		return strings.Join(append(lines, s.table.StatusLine()), "\n")
	}
	below := s.aboutRow(width)
	for len(lines) < height-len(below) {
		lines = append(lines, "")
	}
	return s.InFrame("Diff", "", strings.Join(append(lines, below...), "\n"))
}

// side is the heading of a side.
func (s *DiffScreen) side(i, width int) string {
	return s.pens.Head.Paint(kit.Pad(s.report.Sides()[i], maxSide)) + s.pens.Text.Cell(s.sides[i].Heading(" · "), max(width-maxSide, 0))
}

// diffRow is a row of the list.
func (s *DiffScreen) row(width int, r *diffRow, isCurrent bool) string {
	bar, label, value := " ", &s.pens.Text, &s.pens.Text
	if isCurrent {
		bar, label = s.pens.Marker.Paint("▌"), &s.pens.Current
	}
	if !r.counts && !r.isAsked {
		value = &s.pens.Dim
		if !isCurrent {
			label = &s.pens.Dim
		}
	}
	return s.line(width, bar, r, label, value)
}

// line is a row in its columns.
func (s *DiffScreen) line(width int, bar string, r *diffRow, label, value *ansistyle.Style) string {
	rest, delta := width-rowMarker-2*diffGap, 0
	switch {
	case !s.hasDelta:
	case width >= wide:
		delta = len("within the tolerance")
	case width >= narrow:
		delta = len("number > text")
	}
	if delta > 0 {
		rest -= delta + diffGap
	}
	place := max(min(s.placeWidth, rest/2), rest/4, 1) // what is called by a long name is told apart by its end
	a := max((rest-place)/2, 1)
	b := max(rest-place-a, 1)
	space := strings.Repeat(" ", diffGap)
	if r.delta == "" && delta > 0 {
		b, delta = b+diffGap+delta, 0
	}
	out := bar + " " + s.sign(r).Paint(r.mark) + " " + label.Cell(r.label, place) + space + value.Cell(r.a, a) + space + value.Cell(r.b, b)
	if delta > 0 {
		out += space + s.sign(r).Cell(r.delta, delta)
	}
	return out
}

// sign is the color of a mark.
func (s *DiffScreen) sign(r *diffRow) *ansistyle.Style {
	switch {
	case !r.counts:
		return &s.pens.Dim
	case r.mark == "+":
		return &s.pens.Good
	case r.mark == "-":
		return &s.pens.Bad
	}
	return &s.pens.Warn
}

// aboutRow is more of the row at the cursor: both values, or the words of a text that were removed and added.
func (s *DiffScreen) aboutRow(width int) []string {
	r, n := s.current(), s.aboutCount()
	if r == nil || n == 0 {
		return nil
	}
	st := s.Styles()
	lines := []string{st.Rule.Render(strings.Repeat("─", width))}
	if r.change != nil {
		if words := report.ChangeWords(*r.change); words != nil {
			lines = append(lines, kit.Wrap(s.words(words), width, n-1, st.Text)...)
			return padDiff(lines, n)
		}
	}
	if r.table != nil {
		return padDiff(append(lines, s.pens.Dim.Cell(shortcut.InProse(diffKeys.Open)+" lists these rows.", width)), n)
	}
	const each = 2 // lines of a value
	names := s.report.Sides()
	facts := []kit.Fact{{Label: names[0], Text: r.a, Style: st.Text}, {Label: names[1], Text: r.b, Style: st.Text}}
	return padDiff(append(lines, kit.DrawFacts(st, facts, width, each)...), n)
}

func padDiff(lines []string, n int) []string {
	for len(lines) < n {
		lines = append(lines, "")
	}
	return lines[:n]
}

// words are two texts as one: removed words in one color, added ones in another, with signs for terminals without color.
func (s *DiffScreen) words(words []diff.Word) string {
	var sb strings.Builder
	for _, w := range words {
		text := diffLine(w.Text)
		switch w.Kind {
		case diff.Added:
			sb.WriteString(s.pens.Good.Paint("{+" + text + "+}"))
		case diff.Removed:
			sb.WriteString(s.pens.Bad.Paint("[-" + text + "-]"))
		default:
			sb.WriteString(text)
		}
	}
	return sb.String()
}
