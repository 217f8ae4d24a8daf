package table

import (
	"context"
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"
	"charm.land/lipgloss/v2"
	"github.com/dustin/go-humanize/english"

	"a2aform/render/draw"
	"a2aform/render/table"
	"a2aform/ui/kit"
)

// facts are the values that came with the list, drawn above the table.
type facts struct {
	width int // in which they are drawn; 0 for not at all
	lines []string
	short []string // the same side by side; nil where that is not possible
}

const (
	around  = 3  // lines of a table above its rows and below the facts: titles and a rule
	inSight = 12 // rows that facts on lines of their own leave in sight
)

// factLines are the lines above the table: its facts, and what its rows come to. Facts stand side by side where lines of their own would
// leave few rows in sight, without an empty line, and take at most a third of the height that rows need.
func (s *Screen) factLines(width, height int) []string {
	var brief []string
	if s.brief.isShown(s.Host, s.Rows) {
		brief = s.brief.lines(width, height, s.Styles())
	}
	if len(s.list.Facts) == 0 {
		return brief
	}
	height -= len(brief)
	if s.facts.width != width {
		wide, st := max(min(width, kit.MaxTextWidth), 1), s.Styles().Render
		s.facts = facts{width, draw.Facts(s.list.Facts, wide, st).Lines, draw.ShortFacts(s.list.Facts, wide, st)}
	}
	lines, end := s.facts.lines, []string{""}
	if n := len(lines); n == 0 || n+1+around+min(s.Rows.Rows(), inSight) > height && s.facts.short != nil {
		if lines = s.facts.short; len(brief) > 0 {
			end, brief = nil, brief[:1]
		}
	}
	room := max(height-around-s.Rows.Rows(), min(height/3, height-around))
	if len(lines) <= room {
		return slices.Concat(lines, end, brief)
	}
	shown := max(room-1, 0)
	more := s.Styles().Dim.Render("… " + english.Plural(len(lines)-shown, "more line", "more lines") + ", in the JSON (v)")
	return slices.Concat(lines[:shown], []string{more}, end, brief)
}

// tableView is the facts and the table below them.
func (s *Screen) tableView(width, height int) string {
	rows := s.Table.View()
	switch dim := s.Styles().Dim; {
	case s.IsEmpty():
		none := "No rows came."
		if s.list.None != nil {
			none = s.list.None()
		}
		rows = strings.Join(kit.Wrap(none, width, 0, dim), "\n")
	case s.Rows.Rows() == 0 && s.line.isOpen:
		rows = dim.Render("No rows match.")
	case s.Rows.Rows() == 0:
		rows = dim.Render("No rows match. / edits the filter, Esc clears it.")
	}
	return strings.Join(append(s.factLines(width, height), rows), "\n")
}

// briefMsg is what the rows come to.
type briefMsg struct {
	generation int
	brief      table.Brief
}

// brief is what the rows of a table come to, above them.
type brief struct {
	at  *part
	of  *table.Brief // nil until it is known
	job kit.Job
}

// addUp works out what the rows come to, once all are known.
func (b *brief) addUp(h *kit.Host, rows *table.View) tea.Cmd {
	if done, all := rows.Table().Loaded(); done < all || !b.isShown(h, rows) {
		return nil
	}
	ctx, generation := b.job.Restart(h.Context)
	return b.at.later(func() tea.Msg {
		brief, err := rows.Brief(ctx)
		if err != nil {
			return nil
		}
		return briefMsg{generation, brief}
	})
}

// apply shows what rows come to, unless others are shown by now.
func (b *brief) apply(m briefMsg) {
	if m.generation == b.job.Generation {
		b.of = &m.brief
	}
}

// isShown reports that it is above the rows, of which there are some.
func (b *brief) isShown(h *kit.Host, rows *table.View) bool {
	return !h.Options.NoBrief && rows.Table().Rows() >= table.MinBrief && rows.Rows() > 0
}

// column is the one whose sum or mean is above the rows, -1 for none.
func (b *brief) column(h *kit.Host, rows *table.View) int {
	if b.of == nil || !b.isShown(h, rows) {
		return -1
	}
	return b.of.Amount
}

// line is what the rows come to, as far as it fits; a dot until it is known. What went wrong comes before the time.
func (b *brief) line(width int, st *kit.Styles) string {
	if b.of == nil {
		return st.Dim.Render("…")
	}
	var words []string
	used := -len(briefGap)
	add := func(text string) (isAdded bool) {
		w := len(briefGap) + lipgloss.Width(text)
		if isAdded = used+w <= width; isAdded {
			used += w
			words = append(words, text)
		}
		return isAdded
	}
	hasSpan, need := b.of.Span != "", lipgloss.Width(b.of.Span)
	for _, f := range b.of.Figures {
		need += len(briefGap) + lipgloss.Width(f.Text)
		hasSpan = hasSpan && !(f.IsBad && need > width)
	}
	if hasSpan {
		add(st.Text.Render(b.of.Span))
	}
	at, profile := 0, ""
	for _, f := range b.of.Figures {
		style := st.Strong
		if f.IsBad {
			style = st.Warn
		}
		if add(style.Render(f.Text)) && f.Profile != nil {
			at, profile = len(words)-1, " "+sparkline(f.Profile)
		}
	}
	if profile != "" && used+lipgloss.Width(profile) <= width { // it takes no figure's place
		words[at] += st.Data.Render(profile)
	}
	return strings.Join(words, briefGap)
}

const briefGap = "   "

// lines are those between the values above a table and its titles.
func (b *brief) lines(width, height int, st *kit.Styles) []string {
	switch {
	case height < minHeight:
		return nil
	case height < roomy:
		return []string{b.line(width, st)}
	}
	return []string{b.line(width, st), ""}
}

// roomy is from how many lines on a table has an empty line above its titles.
const roomy = 18

// toggleBrief shows above tables what they come to, or no longer, for good.
func (s *Screen) toggleBrief() tea.Cmd {
	on := s.Host.Options.NoBrief
	s.Host.Options.NoBrief = !on
	s.place()
	keep := s.Host.Options.Store
	if keep == nil {
		return s.brief.addUp(s.Host, s.Rows)
	}
	done := "Tables have no summary any more."
	if on {
		done = "Tables of more than ten rows have a summary."
	}
	return tea.Batch(s.brief.addUp(s.Host, s.Rows), s.Host.Writes.TrackWrites(s.later(func() tea.Msg { return viewKeptMsg{done, keep.KeepBrief(on)} })))
}

// sparkParts is how many bars a sparkline has.
const sparkParts = 8

// sparkline draws a profile as bars of eight heights.
func sparkline(parts []float64) string {
	bars := []rune("▁▂▃▄▅▆▇█")
	n := min(sparkParts, len(parts))
	var sb strings.Builder
	for i := range n {
		sum, count := 0.0, 0
		for _, p := range parts[i*len(parts)/n : (i+1)*len(parts)/n] {
			if p >= 0 {
				sum, count = sum+p, count+1
			}
		}
		if count == 0 {
			sb.WriteByte(' ')
			continue
		}
		sb.WriteRune(bars[max(min(int(sum/float64(count)*float64(len(bars))), len(bars)-1), 0)])
	}
	return sb.String()
}

// columnSummary is what the column of the cursor comes to. It is worked out when the cursor has rested there.
type columnSummary struct {
	at  *part
	of  *table.Summary // nil until it is known
	col int            // -1 for none
	job kit.Job
}

// settledMsg says that the cursor has rested.
type settledMsg struct{ generation int }

// summedMsg is what a column comes to.
type summedMsg struct {
	generation int
	summary    *table.Summary
}

// forget drops what a column comes to, also where that is still being worked out.
func (c *columnSummary) forget() {
	c.of, c.col = nil, -1
	c.job.Stop()
	c.job.Generation++
}

// wait lets the cursor rest on a column, unless it has.
func (c *columnSummary) wait(col int) tea.Cmd {
	if col == c.col {
		return nil
	}
	c.forget()
	c.col = col
	return c.at.after(settleTime, settledMsg{c.job.Generation})
}

// isDue reports that the cursor is still where it rested.
func (c *columnSummary) isDue(m settledMsg) bool {
	return m.generation == c.job.Generation && c.col >= 0
}

// sumUp works out what the column comes to, if its numbers add up: not those of ids.
func (c *columnSummary) sumUp(ctx context.Context, rows *table.View) tea.Cmd {
	if column := rows.Table().Columns()[c.col]; !column.Numeric || column.Role == table.RoleID || column.Role == table.RoleTime {
		return nil
	}
	ctx, generation := c.job.Restart(ctx)
	col := c.col
	return c.at.later(func() tea.Msg {
		rows.Table().Load(ctx)
		summary, err := rows.Summary(ctx, col)
		if err != nil {
			return nil
		}
		return summedMsg{generation, summary}
	})
}

// apply shows a sum, unless it is of another column or of other rows.
func (c *columnSummary) apply(m summedMsg) {
	if m.generation == c.job.Generation {
		c.of = m.summary
	}
}
