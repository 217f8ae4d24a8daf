package table

import (
	"strings"

	tea "charm.land/bubbletea/v2"
	"charm.land/lipgloss/v2"

	"a2aform/render/table"
	"a2aform/ui/kit"
)

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

// isShown reports that it is above the rows.
func (b *brief) isShown(h *kit.Host, rows *table.View) bool {
	return !h.Options.NoBrief && rows.Table().Rows() >= table.MinBrief
}

// line is what the rows come to, as far as it fits; a dot until it is known.
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
	if b.of.Span != "" {
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
