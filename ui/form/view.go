package form

import (
	"cmp"
	"fmt"
	"strings"

	"a2aform/formgen"
	"a2aform/formgen/huhform"
	"a2aform/formgen/words"
	"a2aform/internal/safe"
	"a2aform/internal/widget/shortcut"
	"a2aform/ui/kit"
)

func (s *Screen) View() string { return strings.Join(s.Lines(), "\n") }

// Lines are those of the view.
func (s *Screen) Lines() []string {
	switch {
	case s.failed != nil:
		return append(kit.ErrorLines(s.Styles(), fmt.Errorf("this skill's schema cannot be used: %w", s.failed), s.Width),
			s.Styles().Text.Render("→ Press Esc, then c to write plain text instead. Tell the agent's author."))
	case s.Form == nil:
		return []string{s.Styles().Dim.Render("Reading the schema…")}
	}
	return s.editor.lines()
}

// above are the lines above the fields: what the skill is for, what the agent asks, and what to know.
func (s *Screen) above(width int) []string { return s.notes().lines(width) }

// Help explains the focused field, down to its schema.
func (s *Screen) Help() []string {
	if s.Form == nil {
		return []string{"The schema of this skill is being read, or cannot be made into a form; the screen says why."}
	}
	st, x := s.Styles(), s.editor.page().Focused()
	lines := []string{st.Title.Render(x.Path())}
	for _, l := range words.Help(x).Lines() {
		lines = append(lines, kit.Wrap(l.String(), s.HelpWidth(), 0, st.Text)...)
	}
	lines = append(lines, kit.Wrap(formgen.Capital(words.Hint(x)), s.HelpWidth(), 0, st.Dim)...)
	for _, note := range []string{"in the data: " + safe.Text(cmp.Or(x.Pointer(), "the whole value")).Line(0).String(), words.PresenceHelp(x, shortcut.InProse(huhform.Keys.Presence)), words.Reason(x)} {
		if note != "" {
			lines = append(lines, kit.Wrap(note, s.HelpWidth(), 0, st.Dim)...)
		}
	}
	lines = append(lines, s.editor.shapes(x)...)
	if question := s.notes().wrapQuestion(s.HelpWidth(), st.Text); len(question) > 0 {
		lines = append(append(lines, "", st.Title.Render("The agent's question")), question...)
	}
	lines = append(lines, s.notes().help(s.editor.page(), s.Width)...)
	if unused := s.editor.unused; len(unused) > 0 {
		lines = append(append(lines, ""), kit.Wrap(unusedText(unused), s.HelpWidth(), 0, st.Warn)...)
	}
	if raw := x.Location().Schema(); raw != nil {
		lines = append(lines, "", st.Title.Render("Schema"))
		for _, l := range kit.JSONLines(raw) {
			lines = append(lines, st.Text.Render(l))
		}
	}
	return lines
}
