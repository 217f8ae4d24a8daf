package agent

import (
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"

	"a2aform/ui/kit"
)

// wide is from how many columns the skills and what is known of one stand side by side: on
// a terminal of 100.
const wide = 98

// narrow is from how many columns on they are in panes.
const narrow = kit.MinPaneWidth

func (s *CardScreen) isWide() bool { return s.Width >= wide }

func (s *CardScreen) Layout(w, h int) {
	s.Base.Layout(w, h)
	s.redraw()
}

func (s *CardScreen) Restyle() { s.redraw() }

// redraw draws how the agent is reached.
func (s *CardScreen) redraw() {
	if s.Width == 0 {
		return
	}
	width := s.Width
	s.identity.Height = s.Height
	if s.hasPanes() {
		width -= kit.FrameWidth
		s.identity.Height = max(s.Height-kit.FrameHeight, 1)
	}
	s.identity.Set(s.about(width))
}

// minPanes is how many rows panes need: those of a list, and of what is known of a skill.
const minPanes = 14

func (s *CardScreen) hasPanes() bool { return s.Width >= narrow && s.Height >= minPanes }

func (s *CardScreen) View() string {
	switch {
	case s.onAgent && s.hasPanes():
		st := &s.Styles().Pane
		return strings.Join(st.Draw(kit.Pane{Title: "About this agent", Lines: strings.Split(s.identity.View(), "\n"), Width: s.Width, Height: s.Height, HasFocus: true}), "\n")
	case s.onAgent:
		return s.identity.View()
	}
	top := s.summary()
	height := max(s.Height-len(top), 1)
	if !s.hasPanes() {
		return strings.Join(append(top, s.skills(s.Width, height)...), "\n")
	}
	last := s.lastRunHeight(height)
	return strings.Join(slices.Concat(top, s.panes(height-last), s.lastRunLines(last)), "\n")
}

// panes are the skills, and next to them or below what is known of the chosen one.
func (s *CardScreen) panes(height int) []string {
	st := &s.Styles().Pane
	width, rows := s.listSize(height)
	list := st.Draw(kit.Pane{Title: "Skills", Note: s.listNote(), Lines: s.rows(width-kit.FrameWidth, rows-kit.FrameHeight), Width: width, Height: rows, HasFocus: true})
	about := kit.Pane{Width: s.Width - width, Height: height}
	if !s.isWide() {
		about.Width, about.Height = s.Width, height-rows
	}
	if u, ok := s.list.chosen(); ok {
		about.Title, about.Lines = u.name, s.preview(u, about.Width-kit.FrameWidth, about.Height-kit.FrameHeight)
	}
	if s.isWide() {
		return kit.Beside(list, st.Draw(about))
	}
	return append(list, st.Draw(about)...)
}

// listSize is the size of the pane of skills.
func (s *CardScreen) listSize(height int) (width, rows int) {
	if s.isWide() {
		return s.Width * 2 / 5, height
	}
	return s.Width, min(len(s.list.skills)+kit.FrameHeight, max(height/2, minRows+kit.FrameHeight))
}

func (s *CardScreen) HiddenLines() int {
	if s.onAgent {
		return s.identity.HiddenLines()
	}
	return 0
}

// Chips are the facts of the protocol that fit into the header.
func (s *CardScreen) Chips() string {
	chips := []string{string(s.card.Dialect)}
	if s.card.Streaming {
		chips = append(chips, "streaming")
	}
	for _, e := range s.card.Extensions {
		if e.Known {
			chips = append(chips, "typed forms")
		}
	}
	return s.Styles().Dim.Render(strings.Join(append(chips, s.facts().SignedChip()), " · "))
}

// headLine is the agent's name, version and provider.
func (s *CardScreen) headLine(width int) string {
	st := s.Styles()
	name := st.Title.Render(kit.Line(s.card.Name))
	if !s.card.Version.IsEmpty() {
		name += st.Dim.Render("  " + s.card.Version.Line(40).String())
	}
	if !s.card.Provider.IsEmpty() {
		name += st.Dim.Render("  by " + s.card.Provider.Line(60).String())
	}
	return ansi.Truncate(name, width, "…")
}

// summary is what must be known of the agent above the skills.
func (s *CardScreen) summary() []string {
	st := s.Styles()
	var lines []string
	if s.Height >= minPanes && !s.card.Description.IsEmpty() {
		lines = kit.Wrap(s.card.Description.Line(0).String(), s.Width, 2, st.Dim)
	} else {
		lines = []string{s.headLine(s.Width)}
	}
	if s.dialed != nil {
		lines = append(lines, kit.Wrap("✗ "+s.dialed.Error(), s.Width, 2, st.Bad)...)
	}
	if !s.card.AuthNote.IsEmpty() {
		lines = append(lines, kit.Wrap("Sign-in: "+kit.Line(s.card.AuthNote)+s.facts().Given(), s.Width, 2, st.Warn)...)
	}
	if line := s.problemLine(s.Width); line != "" {
		lines = append(lines, line)
	}
	return lines
}

// about says who the agent is and how it is spoken to.
func (s *CardScreen) about(width int) []string {
	st := s.Styles()
	lines := []string{s.headLine(width)}
	if line := s.problemLine(width); line != "" {
		lines = append(lines, line)
	}
	if !s.card.Description.IsEmpty() {
		lines = append(lines, kit.Wrap(s.card.Description.Block(0).String(), width, max(s.Height/4, 3), st.Text)...)
	}
	lines = append(lines, "")
	return append(lines, kit.DrawFacts(st, s.facts().List(), width, 4)...)
}

// facts are the facts of the agent besides its skills.
func (s *CardScreen) facts() cardFacts {
	return cardFacts{Styles: s.Styles(), Card: s.card, Agent: s.agent, Dialed: s.dialed, Verdicts: s.verified.verdicts, VerifyErr: s.verified.err, VerifyNotes: s.verified.notes}
}

// Click goes to a skill, and opens the one at the cursor; an example opens the form filled in
// with it.
func (s *CardScreen) Click(column, line int) (kit.Action, tea.Cmd) {
	s.hasMoved = true
	if i := s.exampleAt(column, line); i >= 0 {
		return s.startFromExample(i), nil
	}
	if last := s.lastRunHeight(max(s.Height-len(s.summary()), 1)); !s.onAgent && line >= s.Height-last {
		return s.runAgain()
	}
	if s.point(column, line) {
		return s.press(kit.KeyPress("enter"))
	}
	return kit.Action{}, nil
}

// exampleAt is the index of the example at a column and a line, -1 for none.
func (s *CardScreen) exampleAt(column, line int) int {
	u, ok := s.list.chosen()
	if s.onAgent || !ok {
		return -1
	}
	top := len(s.summary())
	height := max(s.Height-top, 1)
	height -= s.lastRunHeight(height)
	width, rows := s.listSize(height)
	var lines []string
	switch {
	case !s.hasPanes():
		lines = s.preview(u, s.Width, height)
		line -= top + len(s.skills(s.Width, height)) - len(s.shownDetails(s.Width, height)) + 1
	case s.isWide():
		lines, line, column = s.preview(u, s.Width-width-kit.FrameWidth, height-kit.FrameHeight), line-top-1, column-width
	default:
		lines, line = s.preview(u, s.Width-kit.FrameWidth, height-rows-kit.FrameHeight), line-top-rows-1
	}
	examples := len(s.sketch(u).examples)
	if i := line - len(lines) + examples; column >= 0 && i >= 0 && i < examples && line < len(lines) {
		return i
	}
	return -1
}

// point moves the cursor to the skill at a column and a line, and reports whether it was
// there already.
func (s *CardScreen) point(column, line int) bool {
	if s.onAgent {
		return false
	}
	row, l := line-len(s.summary())-1, &s.list // below the heading, or the border
	if width, _ := s.listSize(s.Height); s.hasPanes() && column >= width {
		return false
	}
	if row < 0 || row >= l.rows || l.top+row >= len(l.shown) {
		return false
	}
	wasThere := l.cursor == l.top+row
	l.cursor, l.filtering = l.top+row, false
	return wasThere
}
