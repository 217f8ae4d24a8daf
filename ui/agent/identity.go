package agent

import (
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
	return strings.Join(append(top, s.panes(height)...), "\n")
}

// panes are the skills, and next to them or below what is known of the chosen one, with what it gave last where there is space.
func (s *CardScreen) panes(height int) []string {
	st := &s.Styles().Pane
	width, rows := s.listSize(height)
	list := st.Draw(kit.Pane{Title: "Skills", Note: s.list.note(), Lines: s.list.draw(width-kit.FrameWidth, rows-kit.FrameHeight), Width: width, Height: rows, HasFocus: true})
	u, ok := s.list.chosen()
	if !ok {
		return list
	}
	about := kit.Pane{Title: u.name, Width: s.Width, Height: height - rows}
	if s.isWide() {
		about.Width, about.Height = s.Width-width, height
	}
	about.Lines = s.list.preview(u, about.Width-kit.FrameWidth, about.Height-kit.FrameHeight).lines
	if !s.isWide() {
		return append(list, st.Draw(about)...)
	}
	last := s.lastResult(about.Width - kit.FrameWidth)
	if rest := height - len(about.Lines) - kit.FrameHeight; len(last) > 0 && rest >= minLast {
		about.Height = height - rest
		return kit.Beside(list, append(st.Draw(about), st.Draw(kit.Pane{Title: "Last result", Lines: last, Width: about.Width, Height: rest})...))
	}
	return kit.Beside(list, st.Draw(about))
}

// minLast is how high the pane of the last result is at least.
const minLast = 8

// listSize is the size of the pane of skills.
func (s *CardScreen) listSize(height int) (width, rows int) {
	rows = len(s.list.skills) + kit.FrameHeight
	if s.list.Filtering || s.list.Filter.Value() != "" {
		rows++
	}
	if s.isWide() {
		return s.Host.Borders.Left(s.border()), height
	}
	return s.Width, min(rows, max(height/2, minRows+kit.FrameHeight))
}

// border is that between the skills and the chosen one.
func (s *CardScreen) border() kit.Border {
	if !s.isWide() || !s.hasPanes() {
		return kit.Border{}
	}
	return kit.Border{Of: "card", Usual: s.Width * 2 / 5, Room: s.Width}
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
		chips = append(chips, "streams")
	}
	if s.card.Signatures > 0 {
		chips = append(chips, s.facts().signedChip())
	}
	return s.Styles().Dim.Render(strings.Join(chips, " · "))
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
		lines = append(lines, kit.Wrap("Sign-in: "+kit.Line(s.card.AuthNote)+s.facts().given(), s.Width, 2, st.Warn)...)
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
// with it, the last run its review, and the line about problems the list of them.
func (s *CardScreen) Click(column, line int) (kit.Action, tea.Cmd) {
	s.hasMoved = true
	p, at := s.previewAt(column, line)
	switch {
	case !s.onAgent && len(s.problems) > 0 && line == len(s.summary())-1:
		return kit.Action{}, s.openProblems()
	case at >= p.examples && at < p.examples+p.listed:
		return s.startFromExample(at - p.examples), nil
	case at >= 0 && at == p.again && s.canRunAgain() == "":
		return s.runAgain()
	case s.point(column, line):
		return s.press(kit.KeyPress("enter"))
	}
	return kit.Action{}, nil
}

// previewAt is the preview, and which of its lines is at a column and a line, -1 for none.
func (s *CardScreen) previewAt(column, line int) (p preview, at int) {
	u, ok := s.list.chosen()
	if s.onAgent || !ok {
		return p, -1
	}
	top := len(s.summary())
	height := max(s.Height-top, 1)
	width, rows := s.listSize(height)
	switch {
	case !s.hasPanes():
		return s.list.preview(u, s.Width, height), line - top - len(s.skills(s.Width, height)) + len(s.shownDetails(s.Width, height)) - 1
	case s.isWide() && column < width:
		return p, -1
	case s.isWide():
		return s.list.preview(u, min(s.Width-width-kit.FrameWidth, kit.MaxTextWidth), height-kit.FrameHeight), line - top - 1
	}
	return s.list.preview(u, s.Width-kit.FrameWidth, height-rows-kit.FrameHeight), line - top - rows - 1
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
	if row < 0 || row >= l.rows || l.top+row >= len(l.Shown) {
		return false
	}
	wasThere := l.Cursor == l.top+row
	l.Cursor, l.Filtering = l.top+row, false
	return wasThere
}
