package ui

import (
	"fmt"
	"strings"

	"charm.land/lipgloss/v2"
	"github.com/charmbracelet/x/ansi"

	"a2aform/formgen"
	"a2aform/formgen/huhform"
)

func (s *formScreen) view() string {
	switch {
	case s.failed != nil:
		return strings.Join(errorLines(s.styles(), fmt.Errorf("this skill's schema cannot be used: %w", s.failed), s.width), "\n") +
			"\n" + s.styles().Text.Render("→ esc, then t sends plain text instead; tell the agent's author")
	case s.form == nil:
		return s.styles().Dim.Render("reading the schema …")
	}
	return strings.Join(append(s.head(), s.page().View()), "\n")
}

// roomy is from how many lines a form has room to say what its skill is for.
const roomy = 18

// head are the lines above the page: how far the form is, and what to know.
func (s *formScreen) head() []string {
	if s.form == nil {
		return nil
	}
	st := s.styles()
	left := st.Dim.Render("schema ") + st.Text.Render(inputName(*s.input))
	if s.filter != huhform.All {
		left += st.Dim.Render(" · ") + st.Accent.Render(s.filtered())
	}
	lines := []string{between(left, s.progress(), s.width)}
	if s.height >= roomy && s.skill != nil && !s.skill.Description.IsEmpty() {
		lines = append(lines, wrap(line(s.skill.Description), s.width, 2, st.Dim)...)
	}
	for _, n := range s.notices() {
		lines = append(lines, bullet("! ", n, s.width, st.Warn)...)
	}
	if at := s.page().At(); at != s.form.Root() {
		lines = append(lines, st.Title.Render(ansi.Truncate(at.Path(), s.width, "…")))
	}
	for _, need := range s.page().At().Needs() {
		if need.Met {
			lines = append(lines, wrap("✓ "+need.Text, s.width, 2, st.Good)...)
		} else {
			lines = append(lines, wrap("· "+need.Text, s.width, 2, st.Dim)...)
		}
	}
	return append(lines, "")
}

// filtered says which fields are listed.
func (s *formScreen) filtered() string {
	if s.page().Matching() == 0 {
		return s.filter.String() + ", none here"
	}
	return s.filter.String()
}

// progress says what is filled in and what is wrong.
func (s *formScreen) progress() string {
	st := s.styles()
	filled, required := s.countDue()
	style := st.Dim
	if filled == required {
		style = st.Good
	}
	text := style.Render(fmt.Sprintf("%d/%d required", filled, required))
	if n := s.form.ShowingIn(s.form.Root()); n > 0 {
		text += st.Dim.Render(" · ") + st.Bad.Render("✗ "+plural(n, "problem", "problems"))
	}
	return text
}

// due is how many required fields there are and are filled in, counted once for
// each edit: it stands in every frame.
type due struct {
	edit             uint64
	filled, required int
}

func (s *formScreen) countDue() (filled, required int) {
	if edit := s.form.Edit(); s.due.edit != edit {
		filled, required = s.form.Due()
		s.due = due{edit, filled, required}
	}
	return s.due.filled, s.due.required
}

// between puts left and right at the ends of a line.
func between(left, right string, width int) string {
	gap := width - lipgloss.Width(left) - lipgloss.Width(right)
	if gap < 1 {
		return ansi.Truncate(left, max(width-lipgloss.Width(right)-2, 1), "…") + " " + right
	}
	return left + strings.Repeat(" ", gap) + right
}

// help explains the focused field, down to its schema.
func (s *formScreen) help() []string {
	if s.form == nil {
		return nil
	}
	st, x := s.styles(), s.page().Focused()
	lines := []string{st.Title.Render(x.Path())}
	for _, l := range x.Help().Lines() {
		lines = append(lines, wrap(l.String(), s.width, 0, st.Text)...)
	}
	lines = append(lines, wrap(x.Hint(), s.width, 0, st.Dim)...)
	for _, note := range []string{presenceHelp(x), x.Reason()} {
		if note != "" {
			lines = append(lines, wrap(note, s.width, 0, st.Dim)...)
		}
	}
	lines = append(lines, s.shapes(x)...)
	if raw := x.Place().Schema(); raw != nil {
		lines = append(lines, "", st.Title.Render("Schema"))
		for _, l := range jsonLines(raw) {
			lines = append(lines, st.Text.Render(l))
		}
	}
	return lines
}

// shapes lists what a field can be, and what the members of an object need.
func (s *formScreen) shapes(x *formgen.Field) (lines []string) {
	st := s.styles()
	for _, u := range x.Unions() {
		lines = append(lines, "", st.Title.Render("Shapes"))
		for i, label := range u.Branches {
			marker := "○ "
			if i == u.Chosen {
				marker = "● "
			}
			if u.Notes[i] != "" {
				label += ": " + u.Notes[i]
			}
			lines = append(lines, bullet(marker, label, s.width, st.Text)...)
		}
	}
	for _, need := range x.Needs() {
		lines = append(lines, wrap(need.Text, s.width, 0, st.Dim)...)
	}
	return lines
}

func presenceHelp(x *formgen.Field) string {
	switch x.Presence() {
	case formgen.Absent:
		return "○ it is not sent; ctrl+g changes that"
	case formgen.Null:
		return "∅ null is sent; ctrl+g changes that"
	}
	return "● it is sent"
}
