package grid

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/charmbracelet/x/ansi"

	"a2aform/internal/widget/heading"
	"a2aform/internal/widget/layout"
)

// maxWidth is how wide a column of text becomes by itself, in cells. The user can make
// it wider.
const maxWidth = 40

const (
	gap       = 2
	minCut    = 8 // a column at the right end is not cut to less
	markWidth = 2 // a sign and a space before a row number
	minWidth  = 3
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
	at      int // in order
	width   int
	follows bool // those that are on each page: a line divides it from them
}

// placed are the columns that can be seen: the page with the column at the cursor.
func (m *Model) placed() []placed {
	pages := m.pages()
	for _, page := range pages {
		if slices.ContainsFunc(page, func(p placed) bool { return p.at == m.col }) {
			return page
		}
	}
	return pages[0]
}

// walk are the places in order as the cursor goes through them: page by page, each once.
func (m *Model) walk() (places []int) {
	seen := make([]bool, len(m.order))
	for _, page := range m.pages() {
		for _, p := range page {
			if !seen[p.at] {
				seen[p.at] = true
				places = append(places, p.at)
			}
		}
	}
	return places
}

// pages are the columns that are seen together: first the most important ones that fit, then the others in their order, as many as fit,
// until there are no more. The last page is filled up with columns before it. The frozen columns are on each page; where there are none,
// the column that rows are known by is on each further page.
func (m *Model) pages() [][]placed {
	if len(m.order) == 0 {
		return [][]placed{nil}
	}
	width := m.width - m.numberWidth() - gap
	columns, first := m.firstPage(width)
	name := m.name()
	var stay, rest []int
	for at := range m.order {
		isHidden := !slices.ContainsFunc(first, func(p placed) bool { return p.at == at })
		switch isName := m.frozen == 0 && at == name; {
		case isHidden && isName:
			rest = slices.Insert(rest, 0, at)
		case isHidden:
			rest = append(rest, at)
		case at < m.frozen, isName:
			stay = append(stay, at)
		}
	}
	for at := range columns {
		columns[at].Detail = false // each column is on a page
	}
	pages := [][]placed{first}
	for len(rest) > 0 {
		room, n := width-1, 0 // without the line
		for _, at := range stay {
			room -= columns[at].Usual + gap
		}
		for n < len(rest) && (n == 0 || columns[rest[n]].Usual <= room) {
			room -= columns[rest[n]].Usual + gap
			n++
		}
		next := slices.Clone(rest[:n])
		if rest = rest[n:]; len(rest) == 0 { // the last page is filled up with the columns before it
			for at := next[0] - 1; at >= 0 && columns[at].Usual <= room; at-- {
				if !slices.Contains(stay, at) && !slices.Contains(next, at) {
					room -= columns[at].Usual + gap
					next = slices.Insert(next, 0, at)
				}
			}
		}
		pages = append(pages, fitPage(columns, slices.Concat(stay, next), len(stay), len(stay)+len(next)-1, width))
		if m.frozen == 0 {
			stay = []int{name}
		}
	}
	return pages
}

// firstPage is the first page in a width, and the space for all columns there: the most important ones that fit, and those that are wanted
// or needed. For these, texts are cut; where that is not enough, the least important of the others are left out, those of the same role
// first, and none comes in their place.
func (m *Model) firstPage(width int) (columns []layout.Column, first []placed) {
	places := make([]int, len(m.order))
	for at := range places {
		places[at] = at
	}
	columns = m.space(width, nil)
	first = fitPage(columns, places, m.frozen, -1, width)
	shown := placesOn(first)
	added := m.lackedBy(shown)
	if len(added) == 0 {
		return columns, first
	}
	columns = m.space(width, added)
	if name := m.name(); m.columns[m.order[name]].Names > 0 && slices.Contains(shown, name) {
		columns[name].Rank = -1
	}
	places = slices.Sorted(slices.Values(slices.Concat(shown, added)))
	for _, at := range places {
		columns[at].Detail = false
	}
	frozen, _ := slices.BinarySearch(places, m.frozen)
	return columns, fitPage(columns, places, frozen, -1, width)
}

// isAskedFor reports a column that is needed or wanted.
func (m *Model) isAskedFor(col int) bool {
	return slices.Contains(m.needed, col) || slices.Contains(m.wanted, col)
}

// lackedBy are the places of the columns that are needed or wanted, and lack in some places.
func (m *Model) lackedBy(shown []int) (places []int) {
	for _, col := range slices.Concat(m.needed, m.wanted) {
		if at := slices.Index(m.order, col); at >= 0 && !slices.Contains(shown, at) && !slices.Contains(places, at) {
			places = append(places, at)
		}
	}
	return places
}

func placesOn(page []placed) []int {
	places := make([]int, len(page))
	for i, p := range page {
		places[i] = p.at
	}
	return places
}

// name is the place of the column that rows are known by best, the most important one of several.
func (m *Model) name() (name int) {
	for at, col := range m.order {
		c, best := &m.columns[col], &m.columns[m.order[name]]
		if c.Names > best.Names || c.Names == best.Names && c.Rank < best.Rank {
			name = at
		}
	}
	return name
}

// fitPage gives places of the order their widths on a page, of which the first ones stay. The place at the index must is on it in any case,
// -1 for none.
func fitPage(columns []layout.Column, places []int, stay, must, width int) (page []placed) {
	own := make([]layout.Column, len(places))
	for i, at := range places {
		own[i] = columns[at]
	}
	shown := 0 // of those that stay
	for i, w := range layout.Fit(own, width-min(stay, 1), gap, must) {
		if w == 0 {
			continue
		}
		page = append(page, placed{places[i], w, i >= stay && shown > 0 && len(page) == shown})
		if i < stay {
			shown++
		}
	}
	return page
}

// space is the space for columns in a width, and for the gaps between them. Those at the places that are added are more important than all
// but the frozen ones, and are cut as long texts are. The others of their roles are the least important.
func (m *Model) space(width int, added []int) []layout.Column {
	columns := make([]layout.Column, len(m.order))
	for at, col := range m.order {
		w, rank := m.widthOf(col), m.columns[col].Rank
		i := slices.Index(added, at)
		switch {
		case at < m.frozen:
			rank = at - m.frozen - len(added) - 1
		case i >= 0:
			rank = i - len(added) - 1
		case len(added) > 0 && m.isAskedFor(col):
			rank = -1
		case slices.ContainsFunc(added, func(at int) bool { return m.columns[m.order[at]].Role == m.columns[col].Role }):
			rank += len(m.order)
		}
		if m.fixed[col] {
			columns[at] = layout.Fixed(w, rank)
		} else {
			content, kind := m.content[col], m.columns[col].kind()
			if content.Usual = w; kind == layout.Short && i >= 0 {
				kind = layout.Long
			}
			columns[at] = content.Column(kind, cells(m.columns[col].Title), max(m.titleWidth(col), minWidth), width, rank)
		}
		columns[at].Detail = rank >= 0 && m.isDetail(col)
	}
	return columns
}

// isDetail reports a column that is on the first page only where all columns fit. A table that follows another one has the same first page.
func (m *Model) isDetail(col int) bool {
	if len(m.kept) > 0 && m.keptWidth == m.width {
		return !slices.Contains(m.kept, col)
	}
	return m.columns[col].Detail
}

// widthOf is how many cells a column wants.
func (m *Model) widthOf(col int) int {
	if m.fixed[col] {
		return m.widths[col]
	}
	if m.content[col].Longest == 0 {
		m.measure(col)
	}
	w, usual := m.titleWidth(col), m.content[col].Usual
	if bar := m.columns[col].Bar; bar > 0 && !m.tight {
		w = max(w, usual+bar+1)
	}
	return max(min(max(w, usual), m.columns[col].maxWidth()), minWidth)
}

// titleWidth is what the title of a column takes: on two lines where not all columns fit.
func (m *Model) titleWidth(col int) int {
	c := &m.columns[col]
	if m.tight {
		return min(heading.Width(c.Title), layout.MaxTitle)
	}
	return cells(c.Title)
}

// measure notes what the cells of the first rows of a column take.
func (m *Model) measure(col int) {
	rows := min(m.source.Rows(), m.sampledRows())
	widths := make([]int, 0, rows)
	whole, fraction := 0, 0
	for row := range rows {
		cell := m.source.Cell(row, col)
		if !m.columns[col].Right {
			if !cell.IsEmpty {
				widths = append(widths, cells(cell.Text))
			}
			continue
		}
		f := max(cell.Fraction, 0)
		whole, fraction = max(whole, cells(cell.Text)-f), max(fraction, f)
	}
	if len(widths) == 0 {
		widths = []int{whole + fraction}
	}
	m.content[col] = layout.Measure(widths, m.columns[col].kind())
}

// kind is what may be done with the cells.
func (c *Column) kind() layout.Kind {
	switch {
	case c.isWhole():
		return layout.Whole
	case c.Shrinks:
		return layout.Long
	}
	return layout.Short
}

// isWhole reports that the cells are never cut.
func (c *Column) isWhole() bool { return c.Right || c.Whole }

// maxWidth is how wide the column becomes by itself. Numbers are never cut for it.
func (c *Column) maxWidth() int {
	if c.isWhole() {
		return math.MaxInt
	}
	return maxWidth
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
		if row != m.row || m.blurred {
			m.drawRow(&sb, columns, row, cells[(row-first)*step:])
			continue
		}
		var current strings.Builder
		m.drawRow(&current, columns, row, cells[(row-first)*step:])
		sb.WriteString(m.pens.row.Line(current.String(), m.width))
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
			w, content := cells(all[j].Text), &m.content[c]
			if !m.columns[c].isWhole() { // it is cut where there is no room for all columns
				grew = grew || w > content.Longest && len(columns) == len(m.order)
			} else if w > content.Usual {
				grew = grew || min(w, m.columns[c].maxWidth()) > m.widthOf(c)
				content.Usual = w
			}
			content.Longest = max(content.Longest, w)
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
		most = max(most, all[i].Fraction)
	}
	for i := from; i < len(all); i += step {
		if f := all[i].Fraction; f >= 0 {
			all[i].Text += spaces(most - f)
		}
	}
}

func (m *Model) drawTitles(sb *strings.Builder, columns []placed) {
	lines := m.titleLines()
	for line := range lines {
		sb.WriteString(spaces(m.numberWidth()))
		for _, p := range columns {
			c := m.columns[m.order[p.at]]
			text, last := m.wrapped(m.order[p.at], p.width)
			gap, isLast := m.gapBefore(p), line == lines-1
			if isLast {
				text = last
			}
			if isLast && c.Mark != "" { // it takes no room: sorting never changes which columns fit
				gap = strings.TrimSuffix(gap, " ")
				before, cut, after := placedText(text, p.width, c.Right)
				text = before + c.Mark + cut + after
			} else {
				text = fit(text, p.width, c.Right)
			}
			sb.WriteString(gap)
			if title := strings.TrimSpace(text); p.at == m.col && !m.blurred && title != "" { // the line below it is as long as the title
				before, after, _ := strings.Cut(text, title)
				text = before + m.pens.current.Paint(title) + after
			} else {
				text = m.pens.head.Paint(text)
			}
			sb.WriteString(text)
		}
		sb.WriteByte('\n')
	}
	sb.WriteString(m.pens.rule.Paint(m.rule(columns)))
}

// wrapped is the title of a column on two lines: the first one is empty where one will do or has to.
func (m *Model) wrapped(col, width int) (first, last string) {
	c := m.columns[col]
	if cells(c.Title) <= width || m.height < minWithTwo {
		return "", c.Title
	}
	return heading.Wrap(c.Title, width)
}

// rule is the line below the titles, with a joint where the columns end that are on each page.
func (m *Model) rule(columns []placed) string {
	at, joint := m.numberWidth(), 0
	for _, p := range columns {
		if p.follows {
			joint = at + 1
		}
		at += cells(m.gapBefore(p)) + p.width
	}
	rule := strings.Repeat("─", min(at, m.width))
	if joint == 0 || joint >= m.width {
		return rule
	}
	return strings.Repeat("─", joint) + "┼" + strings.Repeat("─", min(at, m.width)-joint-1)
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
		sb.WriteString(m.gapBefore(p))
		right := m.columns[m.order[p.at]].Right
		if bar := m.barOf(p); bar > 0 {
			before := p.width - bar - 1 - m.content[m.order[p.at]].Usual // the bar is next to its number
			sb.WriteString(spaces(before))
			p.width -= before
			sb.WriteString(cells[i].Bar)
			if cells[i].Bar == "" {
				sb.WriteString(spaces(bar))
			}
			p.width -= bar
		}
		shown := whole(cells[i].Text, p.width, m.columns[m.order[p.at]].isWhole())
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
	if bar := m.columns[col].Bar; bar > 0 && p.width > m.content[col].Usual+bar {
		return bar
	}
	return 0
}

// gapBefore is what precedes a column: a line after those that are on each page.
func (m *Model) gapBefore(p placed) string {
	if p.follows {
		return " " + m.pens.rule.Paint("│") + " "
	}
	return "  "
}

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

// cells is how many terminal cells a text takes.
func cells(text string) int {
	n := 0
	for _, r := range text {
		w := cellsOf(r)
		if w == 0 {
			return ansi.StringWidth(text)
		}
		n += w
	}
	return n
}

// cellsOf is how many cells a character takes whatever is next to it; 0 for
// one that may join others, which [ansi.StringWidth] knows. Those here are most of
// what tables contain, and their width costs no search.
func cellsOf(r rune) int {
	switch {
	case r >= ' ' && r < 0x7f, r > 0xad && r < 0x300, r >= 0xa0 && r < 0xa9, r > 0xa9 && r < 0xad:
		return 1
	case r == '✓', r == '✗', r == '∅', r == '…', r == '–', r == '⏎', r >= 0x2400 && r < 0x2424, r >= 0x410 && r < 0x450: // ours, Cyrillic letters
		return 1
	case r >= 0x4e00 && r < 0x9fff, r > 0x3040 && r < 0x3097, r > 0x30a0 && r < 0x30fb: // Han, Hiragana, Katakana
		return 2
	}
	return 0
}

// cutTo is a text cut to a width, with a mark where it ends.
func cutTo(text string, width int) string {
	room := width - 1
	for i, r := range text {
		w := cellsOf(r)
		if w == 0 {
			return ansi.Truncate(text, width, ellipsis)
		}
		if room -= w; room < 0 {
			return text[:i] + ellipsis
		}
	}
	return text
}
