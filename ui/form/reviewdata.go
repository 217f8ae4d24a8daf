package form

import (
	"fmt"
	"strings"

	"charm.land/lipgloss/v2"

	"a2aform/internal/ojson"
	"a2aform/ui/kit"
)

// data draws what was filled in, and where each value comes from.
func (s *Review) data(width int) []string {
	st := s.Styles()
	v, err := ojson.Parse(s.plan.Data, ojson.DataLimits)
	if err != nil {
		return kit.Wrap("The data is too large to show here. The request has all of it.", width, 0, st.Dim)
	}
	notes := s.from != nil
	if notes {
		_, shared := s.from.origins.Shared()
		notes = !shared
	}
	var lines []string
	for _, l := range jsonLines(v) {
		drawn := colored(l.Text, width, st, st.Syntax.JSON)
		if notes && l.IsValue {
			drawn = withNote(drawn, st.Dim.Render(s.from.origins.Of(l.Pointer).String()), min(width, maxNoteColumn))
		}
		lines = append(lines, drawn...)
	}
	lines = append(lines, s.gaps(width)...)
	if s.hasMoreNotices() {
		lines = append(append(lines, ""), s.noticeLines(width)...)
	}
	return lines
}

// parts draws each part of the message as it is sent, the form with where its values come
// from.
func (s *Review) parts(width int) (lines []string) {
	st, n := s.Styles(), 0
	heading := func(about string) {
		n++
		if n > 1 {
			lines = append(lines, "")
		}
		lines = append(lines, st.Title.Render(fmt.Sprintf("Part %d", n))+st.Dim.Render("  "+about))
	}
	own := func() {
		if s.plan.Data != nil {
			heading(s.tag())
			lines = append(lines, s.data(width)...)
		}
		if s.plan.Text != "" {
			heading("plain text")
			lines = append(lines, s.message(width)...)
		}
	}
	for i, part := range s.plan.Parts {
		if i == s.plan.PartsBefore {
			own()
		}
		about, content := SentParts(part)
		heading(about)
		for _, l := range content {
			lines = append(lines, colored(l, width, st, st.Syntax.JSON)...)
		}
	}
	if s.plan.PartsBefore >= len(s.plan.Parts) {
		own()
	}
	return lines
}

// maxNoteColumn is where a note ends at most: the eye has to find the value that it is of.
const maxNoteColumn = 80

// withNote puts a note at the right end of the last line, or under it where it does not fit.
func withNote(lines []string, note string, width int) []string {
	last := len(lines) - 1
	gap := width - lipgloss.Width(lines[last]) - lipgloss.Width(note)
	if gap < 2 {
		return append(lines, strings.Repeat(" ", max(width-lipgloss.Width(note), 0))+note)
	}
	lines[last] += strings.Repeat(" ", gap) + note
	return lines
}

// gaps lists what is not sent, and what is sent as null or empty.
func (s *Review) gaps(width int) []string {
	if s.from == nil {
		return nil
	}
	st, g := s.Styles(), s.from.gaps
	var facts []kit.Fact
	for _, f := range []struct {
		label string
		paths []string
	}{{"Left out", g.Absent}, {"Null", g.Null}, {"Empty", g.Empty}} {
		if len(f.paths) > 0 {
			facts = append(facts, kit.Fact{Label: f.label, Text: strings.Join(f.paths, ", "), Style: st.Dim})
		}
	}
	if len(facts) == 0 {
		return nil
	}
	return append([]string{""}, kit.DrawFacts(st, facts, width, 2)...)
}

func (s *Review) Help() []string {
	return append([]string{
		"This is what will be sent. The tabs show the data, the request byte for byte, and commands that send the same. Secrets are hidden here and sent.",
		"",
		"Enter sends it once. Nothing is sent again without asking you. Esc goes back to the form, where everything is as you left it.",
	}, s.noticeLines(s.HelpWidth())...)
}

// noticeLines lists the warnings, all of them.
func (s *Review) noticeLines(width int) (lines []string) {
	for _, n := range s.notices {
		lines = append(lines, kit.Bullet("! ", n, width, s.Styles().Warn)...)
	}
	return lines
}
