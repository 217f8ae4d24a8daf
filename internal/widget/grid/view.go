package grid

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"a2aform/internal/widget/heading"
	"a2aform/internal/widget/layout"
)

// MaxWidth is how wide a column of text becomes by itself, in cells. The user can make
// it wider.
const MaxWidth = 40

const (
	gap       = 2
	minCut    = 8  // a column at the right end is not cut to less
	shortCell = 16 // a column of such cells has the width of the longest one
	readable  = 12 // a column that is cut for others keeps this much
	markWidth = 2  // a sign and a space before a row number
	minWidth  = 3
	markRoom  = 2   // after a title
	ellipsis  = "…" // where a cell is cut
)

// Columns are measured by their first rows: by fewer where there are many columns.
const (
	sampledCells = 2000
	minSampled   = 20
	maxSampled   = 100
)

// sampledRows is how many rows a column is measured by.
func (m *Model) sampledRows() int {
	return max(min(sampledCells/max(len(m.columns), 1), maxSampled), minSampled)
}

// placed is a column in the window.
type placed struct {
	at    int // in order
	width int // cells that it gets: less than it wants at the right end
}

// placed are the columns that can be seen. Unless they scroll, these are the most important ones that fit, and the one at
// the cursor; then the frozen ones, and those from left on.
func (m *Model) placed() []placed {
	var all []placed
	var room int
	if m.scrolls {
		all, room = m.scrolled()
	} else {
		all, room = m.mostImportant()
	}
	if len(all) == len(m.order) {
		m.uncut(all, room)
	} else { // what no other column fits into
		m.widen(all, room, func(col int) int { return min(m.longest[col], m.maxWidthOf(col)) })
	}
	return all
}

// mostImportant are the columns that fit by their importance, and the space that is left.
func (m *Model) mostImportant() (all []placed, room int) {
	width := m.width - m.numberWidth() - gap
	columns := make([]layout.Column, len(m.order))
	for at, col := range m.order {
		c := layout.Column{Usual: m.widthOf(col), Rank: m.columns[col].Rank}
		if !m.fixed[col] && !m.isWhole(col) {
			c.Usual = min(c.Usual, max(width/2, minCut))
		}
		switch c.Least = c.Usual; {
		case m.fixed[col] || m.isWhole(col):
		case m.columns[col].Shrinks:
			c.Usual = min(c.Usual, max(width/textShare, m.titleWidth(col)))
			c.Least = min(c.Usual, max(min(m.median[col], readable), m.titleWidth(col), minCut))
		default:
			c.Least = min(c.Usual, max(m.most[col], m.titleWidth(col), minWidth))
		}
		columns[at] = c
	}
	widths := layout.Fit(columns, width, gap, -1)
	if m.chosen && len(widths) > 0 && widths[m.col] == 0 {
		widths = layout.Fit(columns, width, gap, m.col)
	}
	room = width
	for at, w := range widths {
		if w > 0 {
			all = append(all, placed{at, w})
			room -= w + gap
		}
	}
	return all, room + gap
}

// scrolled are the frozen columns, then those from left on, and the space that is left. A column of numbers at the right end is shown
// whole or not at all: a number that is cut is another number. Of a text at least some letters are shown.
func (m *Model) scrolled() (all []placed, room int) {
	room = m.width - m.numberWidth() - gap
	for at := 0; room >= minWidth; at++ {
		if at == m.frozen {
			at = max(at, m.left)
			room -= m.frozenLine()
		}
		if at >= len(m.order) {
			break
		}
		w := m.widthOf(m.order[at])
		if w > room && (room < minCut || m.isWhole(m.order[at])) && len(all) > 0 {
			break
		}
		w = min(w, room)
		all = append(all, placed{at, w})
		room -= w + gap
	}
	return all, room + gap
}

// uncut gives the space that is left to titles, where that is enough for all of them, and then
// to long texts.
func (m *Model) uncut(all []placed, room int) {
	more := 0
	for _, p := range all {
		if col := m.order[p.at]; !m.fixed[col] {
			more += max(m.headWidth(col)-p.width, 0)
		}
	}
	if more <= room {
		room = m.widen(all, room, m.headWidth)
	}
	m.widen(all, room, func(col int) int { return m.longest[col] })
}

// widen shares space among the columns that want more, and returns what is left.
func (m *Model) widen(all []placed, room int, want func(col int) int) int {
	for more := true; more && room > 0; {
		more = false
		for i := range all {
			if col := m.order[all[i].at]; room > 0 && !m.fixed[col] && all[i].width < want(col) {
				all[i].width++
				room--
				more = true
			}
		}
	}
	return room
}

// headWidth is what the title of a column takes on one line.
func (m *Model) headWidth(col int) int {
	return cells(m.columns[col].Title) + cells(m.columns[col].Mark)
}

// widthOf is how many cells a column wants.
func (m *Model) widthOf(col int) int {
	if m.fixed[col] {
		return m.widths[col]
	}
	if m.content[col] == 0 {
		m.measure(col)
	}
	w := m.titleWidth(col)
	if bar := m.columns[col].Bar; bar > 0 && !m.tight {
		w = max(w, m.content[col]+bar+1)
	}
	return max(min(max(w, m.content[col]), m.maxWidthOf(col)), minWidth)
}

// titleWidth is what the title of a column takes: on two lines where not all columns fit.
func (m *Model) titleWidth(col int) int {
	c := &m.columns[col]
	if m.tight {
		return min(heading.Width(c.Title), MaxWidth) + cells(c.Mark)
	}
	return cells(c.Title) + markRoom
}

// textShare is which part of a table that hides columns a column of texts takes at most.
const textShare = 3

// measure notes what the cells of a column usually take, what half of them and the longest take, by those of the first rows. Four of
// five texts are whole at the usual width: one long text does not hide other columns. Numbers and other whole cells have one width.
func (m *Model) measure(col int) {
	rows := min(m.source.Rows(), m.sampledRows())
	widths := make([]int, 0, rows)
	whole, fraction := 0, 0
	for row := range rows {
		cell := m.source.Cell(row, col)
		text := cell.Text
		if !m.columns[col].Right {
			if !cell.IsEmpty {
				widths = append(widths, cells(text))
			}
			continue
		}
		f := fractionOf(text)
		whole, fraction = max(whole, cells(text)-f), max(fraction, f)
	}
	if len(widths) == 0 {
		widths = []int{whole + fraction}
	}
	slices.Sort(widths)
	n := len(widths)
	m.most[col], m.median[col], m.longest[col] = max(1, widths[(n*4-1)/5]), widths[(n-1)/2], max(1, widths[n-1])
	m.content[col] = m.most[col]
	if m.isWhole(col) || m.longest[col] <= shortCell {
		m.content[col] = m.longest[col]
	}
}

// isWhole reports a column whose cells are never cut.
func (m *Model) isWhole(col int) bool { return m.columns[col].Right || m.columns[col].Whole }

// maxWidthOf is how wide a column becomes by itself. Numbers are never cut for it.
func (m *Model) maxWidthOf(col int) int {
	if m.isWhole(col) {
		return math.MaxInt
	}
	return MaxWidth
}

// fractionOf is how many cells of a number there are from its decimal point on.
func fractionOf(text string) int {
	if i := strings.IndexByte(text, '.'); i >= 0 {
		return len(text) - i
	}
	return 0
}

// isNumbered reports that rows have numbers: not all of them can be in sight at once.
func (m *Model) isNumbered() bool { return m.source.Numbers() > m.height-maxAround }

// maxAround is how many lines there are above the rows at most: titles and a rule.
const maxAround = 3

// numberWidth is the space for the row numbers and the mark before them.
func (m *Model) numberWidth() int {
	if !m.isNumbered() {
		return markWidth - 1
	}
	return len(strconv.Itoa(max(m.source.Numbers(), 1))) + markWidth
}

// View is the table: titles, a rule, and the rows in the window.
func (m *Model) View() string {
	m.clamp()
	columns := m.placed()
	first, last, _ := m.Position()
	cells, step := m.read(columns, first, last), len(columns)
	if m.grow(columns, cells) {
		columns = m.placed() // the same ones, or fewer
	}
	var sb strings.Builder
	m.drawTitles(&sb, columns)
	for row := first; row <= last; row++ {
		sb.WriteByte('\n')
		m.drawRow(&sb, columns, row, cells[(row-first)*step:])
	}
	return sb.String()
}

// grow widens columns whose cells need more in the window than those they were measured by: texts where all columns fit, numbers always.
// They never become narrower, so that the table keeps still.
func (m *Model) grow(columns []placed, all []Cell) (grew bool) {
	for i, p := range columns {
		c := m.order[p.at]
		if m.fixed[c] {
			continue
		}
		for j := i; j < len(all); j += len(columns) {
			w := cells(all[j].Text)
			if !m.isWhole(c) { // it is cut where there is no room for all columns
				grew = grew || w > m.longest[c] && len(columns) == len(m.order)
				m.longest[c] = max(m.longest[c], w)
				continue
			}
			if w > m.content[c] {
				grew = grew || min(w, m.maxWidthOf(c)) > m.widthOf(c)
				m.content[c] = w
			}
		}
	}
	return grew
}

// read are the cells in the window, with numbers aligned on their points.
func (m *Model) read(columns []placed, first, last int) []Cell {
	var all []Cell
	for row := first; row <= last; row++ {
		for _, p := range columns {
			all = append(all, m.source.Cell(row, m.order[p.at]))
		}
	}
	m.dimRepeated(columns, all)
	for i, p := range columns {
		if m.columns[m.order[p.at]].Right {
			alignPoints(all, i, len(columns))
		}
	}
	return all
}

// dimRepeated dims cells that are as the one above, in the first column and in those next to it
// where all before are so as well.
func (m *Model) dimRepeated(columns []placed, all []Cell) {
	step := len(columns)
	for from := step; from < len(all); from += step {
		for i, p := range columns {
			c := &all[from+i]
			if p.at != i || c.Text == "" || c.Text != all[from+i-step].Text {
				break
			}
			c.Paint = c.Dim
		}
	}
}

// alignPoints adds spaces after the numbers of a column, which are at the
// right, so that their points are below one another.
func alignPoints(all []Cell, from, step int) {
	most := 0
	for i := from; i < len(all); i += step {
		most = max(most, fractionOf(all[i].Text))
	}
	if most == 0 {
		return
	}
	for i := from; i < len(all); i += step {
		if text := all[i].Text; text != "" && text[len(text)-1] >= '0' && text[len(text)-1] <= '9' {
			all[i].Text += spaces(most - fractionOf(text))
		}
	}
}

func (m *Model) drawTitles(sb *strings.Builder, columns []placed) {
	lines := m.titleLines()
	for line := range lines {
		sb.WriteString(spaces(m.numberWidth()))
		for _, p := range columns {
			sb.WriteString(m.gapBefore(p.at))
			c := m.columns[m.order[p.at]]
			text, last := m.wrapped(m.order[p.at], p.width)
			if line == lines-1 {
				_, cut, _ := placedText(last, p.width-cells(c.Mark), c.Right)
				text = fit(cut+c.Mark, p.width, c.Right)
			} else {
				text = fit(text, p.width, c.Right)
			}
			if p.at == m.col && !m.blurred {
				text = m.pens.current.Paint(text)
			} else {
				text = m.pens.head.Paint(text)
			}
			sb.WriteString(text)
		}
		sb.WriteByte('\n')
	}
	used := m.numberWidth()
	for _, p := range columns {
		used += p.width + gap
	}
	sb.WriteString(m.pens.rule.Paint(m.rule(columns, used)))
}

// wrapped is the title of a column on two lines: the first one is empty where one will do or has to.
func (m *Model) wrapped(col, width int) (first, last string) {
	c := m.columns[col]
	if m.headWidth(col) <= width || m.height < minWithTwo {
		return "", c.Title
	}
	return heading.Wrap(c.Title, width-cells(c.Mark))
}

// rule is the line below the titles, with a joint where the frozen columns end.
func (m *Model) rule(columns []placed, width int) string {
	at := m.numberWidth() + gap
	for _, p := range columns {
		if p.at >= m.frozen {
			break
		}
		at += p.width + gap
	}
	if m.frozen == 0 || at-1 > width {
		return strings.Repeat("─", min(width, m.width))
	}
	return strings.Repeat("─", at-1) + "┼" + strings.Repeat("─", max(min(width+m.frozenLine(), m.width)-at, 0))
}

func (m *Model) drawRow(sb *strings.Builder, columns []placed, row int, cells []Cell) {
	number := ""
	if m.isNumbered() {
		number = strconv.Itoa(m.source.Number(row))
	}
	mark, painted := " ", m.pens.number
	if row == m.row && !m.blurred {
		mark, painted = "▌", m.pens.marked
	}
	switch {
	case m.marked[row]:
		mark, painted = "●", m.pens.marked
	case m.source.IsWrong(row):
		mark, painted = "✗", m.pens.wrong
	}
	sb.WriteString(painted.Paint(mark + spaces(m.numberWidth()-1-len(number)) + number))
	for i, p := range columns {
		sb.WriteString(m.gapBefore(p.at))
		right := m.columns[m.order[p.at]].Right
		if bar := m.barOf(p); bar > 0 {
			before := p.width - bar - 1 - m.content[m.order[p.at]] // the bar is next to its number
			sb.WriteString(spaces(before))
			p.width -= before
			sb.WriteString(cells[i].Bar)
			if cells[i].Bar == "" {
				sb.WriteString(spaces(bar))
			}
			p.width -= bar
		}
		shown := whole(cells[i].Text, p.width, m.isWhole(m.order[p.at]))
		if row == m.row && p.at == m.col && !m.blurred {
			sb.WriteString(m.pens.cursor.Paint(fit(shown, p.width, right)))
			continue
		}
		before, text, after := placedText(shown, p.width, right)
		if paint := cells[i].Paint; paint != nil && text != "" {
			text = paint(text)
		}
		sb.WriteString(before)
		sb.WriteString(text)
		sb.WriteString(after)
	}
}

// barOf is how many cells of a column are left for a bar before its numbers; 0 for none.
func (m *Model) barOf(p placed) int {
	col := m.order[p.at]
	if bar := m.columns[col].Bar; bar > 0 && p.width > m.content[col]+bar {
		return bar
	}
	return 0
}

// gapBefore is what precedes a column: a line after the frozen ones.
func (m *Model) gapBefore(at int) string {
	if m.frozen > 0 && at == max(m.left, m.frozen) {
		return " " + m.pens.rule.Paint("│") + " "
	}
	return "  "
}

// frozenLine is what the line after the frozen columns takes in addition to the gap.
func (m *Model) frozenLine() int { return min(m.frozen, 1) }

// fit cuts and pads a text to a width.
func fit(text string, width int, right bool) string {
	before, text, after := placedText(text, width, right)
	return before + text + after
}

// whole is a text, or a mark alone for one of a column that is never cut, where it does not
// fit: a number that is cut is another number.
func whole(text string, width int, isWhole bool) string {
	if isWhole && cells(text) > width {
		return ellipsis
	}
	return text
}

// placedText is a text cut to a width, and the spaces before and after it.
func placedText(text string, width int, right bool) (before, cut, after string) {
	n := cells(text)
	if n > width {
		text = cutTo(text, width)
		n = cells(text)
	}
	if right {
		return spaces(width - n), text, ""
	}
	return "", text, spaces(width - n)
}

const blank = "                                                                                "

func spaces(n int) string {
	if n <= 0 {
		return ""
	}
	if n <= len(blank) {
		return blank[:n]
	}
	return strings.Repeat(" ", n)
}
