package table

import (
	"strings"

	tea "charm.land/bubbletea/v2"
	"charm.land/lipgloss/v2"

	"a2aform/render/table"
)

// briefMsg is what the rows come to.
type briefMsg struct {
	generation int
	brief      table.Brief
}

// addUp works out what the rows come to, once all are known.
func (s *Screen) addUp() tea.Cmd {
	g := s.Rows.Table()
	if done, all := g.Loaded(); done < all || !s.hasBrief() {
		return nil
	}
	ctx, generation := s.Work.brief.Restart(s.Host.Context)
	rows := s.Rows
	return s.later(func() tea.Msg {
		brief, err := rows.Brief(ctx)
		if err != nil {
			return nil
		}
		return briefMsg{generation, brief}
	})
}

func (s *Screen) addedUp(m briefMsg) {
	if m.generation == s.Work.brief.Generation {
		s.brief = &m.brief
	}
}

// hasBrief reports that what the rows come to is above them.
func (s *Screen) hasBrief() bool {
	return !s.Host.Options.NoBrief && s.Rows.Table().Rows() >= table.MinBrief
}

// briefLine is what the rows come to, as far as it fits; a dot until it is known.
func (s *Screen) briefLine(width int) string {
	st := s.Styles()
	if s.brief == nil {
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
	if s.brief.Span != "" {
		add(st.Text.Render(s.brief.Span))
	}
	at, profile := 0, ""
	for _, f := range s.brief.Figures {
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

// briefLines are the lines between the values above a table and its titles.
func (s *Screen) briefLines(width, height int) []string {
	switch {
	case !s.hasBrief() || height < minHeight:
		return nil
	case height < roomy:
		return []string{s.briefLine(width)}
	}
	return []string{s.briefLine(width), ""}
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
		return s.addUp()
	}
	done := "Tables have no summary any more."
	if on {
		done = "Tables of more than ten rows have a summary."
	}
	return tea.Batch(s.addUp(), s.Host.Writes.TrackWrites(s.later(func() tea.Msg { return viewKeptMsg{done, keep.KeepBrief(on)} })))
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
