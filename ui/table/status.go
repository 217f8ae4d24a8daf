package table

import (
	"fmt"
	"strconv"
	"strings"

	"charm.land/lipgloss/v2"
	"github.com/charmbracelet/x/ansi"

	"a2aform/internal/safe"
	"a2aform/render/draw"
	"a2aform/render/value"
	"a2aform/ui/kit"
)

// statusBar are the lines below a table: the cell at the cursor in full, what its
// column comes to, and which rows these are.
func (s *Screen) statusBar() []string {
	switch isLow := s.foot() == 1; {
	case isLow && s.purpose != noLine:
		return []string{s.line.View()}
	case isLow:
		row, _, _ := s.Table.Cursor()
		at := fmt.Sprintf("%d/%d  ", min(row+1, s.Rows.Rows()), s.Rows.Rows())
		return []string{ansi.Truncate(s.Styles().Dim.Render(at)+s.cellLine(), s.Width, "…")}
	}
	lines := []string{s.cellLine(), s.columnLine(), s.tableLine()}
	if s.purpose != noLine {
		lines[2] = s.line.View()
	}
	return lines
}

// cellBar is how many cells the bar of a bounded number takes.
const cellBar = 16

// cellLine is the cell at the cursor: its title, as much of its text as there is
// space for, and what is wrong with it.
func (s *Screen) cellLine() string {
	row, col, ok := s.Table.Cursor()
	if !ok {
		return s.Styles().Dim.Render(s.emptyWords())
	}
	cell := s.Source().cell(row, col)
	if problems := s.unread(row); problems != "" {
		return ansi.Truncate(s.Styles().Bad.Render(value.Mark+" this row cannot be read: "+problems), s.Width, "…")
	}
	title := s.Rows.Grid().Columns()[col].Title.String()
	words := s.Styles().Strong.Render(title) + "  " + s.Styles().Text.Render(cell.Line().String())
	if part, ok := cell.Ratio(); ok {
		filled, rest := draw.Bar(part, cellBar)
		words += "  " + s.Styles().Accent.Render(filled) + s.Styles().Rule.Render(rest)
	}
	if note := cell.Note(); note != "" {
		words += "  " + s.Styles().Dim.Render(note)
	}
	for _, note := range s.Rows.Grid().Duplicates(s.Rows.Row(row), col) {
		words += "  " + s.Styles().Warn.Render(value.CautionMark+" "+note)
	}
	for _, p := range cell.Problems {
		words = s.Styles().Bad.Render(value.Mark+" "+value.Wording(p)) + "  " + words
	}
	for _, p := range cell.Warnings() {
		words += "  " + s.Styles().Warn.Render(value.CautionMark+" "+p.Message)
	}
	return ansi.Truncate(words, s.Width, "…")
}

// unread says why a row is no JSON, "" where it is.
func (s *Screen) unread(row int) string {
	g, at := s.Rows.Grid(), s.Rows.Row(row)
	if g.Value(at).Exists() {
		return ""
	}
	for _, p := range g.Problems(at) {
		return p.Message
	}
	return ""
}

func (s *Screen) emptyWords() string {
	if s.filter != "" {
		return "No rows match. f edits the filter, esc clears it."
	}
	return "no rows"
}

// columnLine is what the column of the cursor comes to.
func (s *Screen) columnLine() string {
	sum := s.summary
	if sum == nil || sum.Numbers == 0 {
		return ""
	}
	words := []string{
		numbersWord(sum.Numbers), "Σ " + sum.Sum, "min " + sum.Minimum, "mean " + sum.Mean, "max " + sum.Maximum,
	}
	text := s.Styles().Accent.Render(sparkline(sum.Profile)) + "  " + s.Styles().Dim.Render(strings.Join(words, " · "))
	return ansi.Truncate(text, s.Width, "…")
}

func numbersWord(n int) string {
	if n == 1 {
		return "1 number"
	}
	return value.Grouped(n) + " numbers"
}

// sparkline draws parts of one as bars of eight heights.
func sparkline(parts []float64) string {
	bars := []rune("▁▂▃▄▅▆▇█")
	var sb strings.Builder
	for _, p := range parts {
		if p < 0 {
			sb.WriteByte(' ')
			continue
		}
		sb.WriteRune(bars[max(min(int(p*float64(len(bars))), len(bars)-1), 0)])
	}
	return sb.String()
}

// tableLine says which rows and columns these are, and whether they are valid.
func (s *Screen) tableLine() string {
	var words []string
	add := func(style lipgloss.Style, text string) { words = append(words, style.Render(text)) }
	dim := s.Styles().Dim
	if rows, _ := s.rowsInSight(); rows != "" {
		add(dim, rows)
	}
	if s.filter != "" && s.purpose != toFilter {
		add(dim, "filter "+safe.Text(s.filter).Line(40).String()+" (of "+value.Grouped(s.Rows.Grid().Rows())+")")
	}
	isValid := false
	s.verdict(func(style lipgloss.Style, text string) {
		if isValid = text == s.Rows.Grid().ValidText(); !isValid {
			add(style, text)
		}
	})
	if n := s.Rows.Grid().DuplicateKeys(); n > 0 {
		add(s.Styles().Warn, value.CautionMark+" "+kit.Plural(n, "row has a name twice", "rows have a name twice"))
	}
	if n := len(s.Table.MarkedRows()); n > 0 {
		add(dim, kit.Plural(n, "row marked", "rows marked"))
	}
	if words := s.columnWords(); words != "" {
		add(dim, words)
	}
	if isValid {
		s.verdict(add)
	}
	if done, size := s.Rows.Grid().Loaded(); done < size {
		add(dim, "reading, "+strconv.Itoa(done*100/size)+" %")
	}
	line := strings.Join(words, dim.Render(" · "))
	for n := len(words) - 1; n > 0 && lipgloss.Width(line) > s.Width; n-- {
		line = strings.Join(words[:n], dim.Render(" · "))
	}
	return ansi.Truncate(line, s.Width, "…")
}

// rowsInSight says which rows are in sight, and whether these are all; "" where there is none.
func (s *Screen) rowsInSight() (words string, areAll bool) {
	first, last, all := s.Table.Position()
	if all == 0 {
		return "", true
	}
	return "rows " + value.Grouped(first+1) + "–" + value.Grouped(last+1) + " of " + value.Grouped(all), last-first+1 == all
}

// columnWords say which columns these are, where they are not all.
func (s *Screen) columnWords() string {
	from, to, all := s.Table.Sight()
	hidden := s.Table.Hidden()
	switch {
	case to-from+1 < all && s.Table.IsReordered():
		return fmt.Sprintf("columns %d–%d of %d, reordered to fit", from+1, to+1, all)
	case to-from+1 < all && hidden > 0:
		return fmt.Sprintf("columns %d–%d of %d, %d hidden", from+1, to+1, all, hidden)
	case to-from+1 < all:
		return fmt.Sprintf("columns %d–%d of %d", from+1, to+1, all)
	case hidden > 0:
		return kit.Plural(hidden, "column hidden", "columns hidden")
	}
	return ""
}

// verdict says how many rows break the schema, as far as they were validated.
func (s *Screen) verdict(add func(lipgloss.Style, string)) {
	v := s.Rows.Grid().Verdict()
	if !s.Rows.Grid().IsDeclared() {
		if v.Wrong > 0 {
			add(s.Styles().Bad, value.Mark+" no JSON: "+rowsWord(v.Wrong))
		}
		return
	}
	all := ""
	if s.filter != "" {
		all = " in all"
	}
	switch {
	case v.Wrong == 1:
		add(s.Styles().Bad, value.Mark+" 1 row is wrong"+all)
	case v.Wrong > 1:
		add(s.Styles().Bad, value.Mark+" "+value.Grouped(v.Wrong)+" rows are wrong"+all)
	case v.Complete:
		add(s.Styles().Good, s.Rows.Grid().ValidText())
	}
	if !v.Complete {
		add(s.Styles().Dim, "checked "+value.Grouped(v.Rows))
	}
}
