package agent

import (
	"strings"

	tea "charm.land/bubbletea/v2"

	"a2aform/ui/kit"
)

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
	if s.layout().hasPanes {
		width -= kit.FrameWidth
		s.identity.Height = max(s.Height-kit.FrameHeight, 1)
	}
	s.identity.Set(s.about(width))
}

func (s *CardScreen) View() string {
	l := s.layout()
	switch {
	case s.onAgent && l.hasPanes:
		st := &s.Styles().Pane
		return strings.Join(st.Draw(kit.Pane{Title: "About this agent", Lines: strings.Split(s.identity.View(), "\n"), Width: s.Width, Height: s.Height, HasFocus: true}), "\n")
	case s.onAgent:
		return s.identity.View()
	case l.hasPanes:
		return strings.Join(append(s.summary(), s.panes(l)...), "\n")
	}
	return strings.Join(append(s.summary(), s.list.withDetails(l.skills.Width, l.skills.Height)...), "\n")
}

// panes are the skills, and next to them or below what is known of the chosen one, with what it gave last where there is space.
func (s *CardScreen) panes(l cardLayout) []string {
	st := &s.Styles().Pane
	list := st.Draw(kit.Pane{Title: "Skills", Note: s.list.note(), Lines: s.list.draw(l.skills.Width-kit.FrameWidth, l.skills.Height-kit.FrameHeight), Width: l.skills.Width, Height: l.skills.Height, HasFocus: true})
	u, ok := s.list.chosen()
	if !ok {
		return list
	}
	about := kit.Pane{Title: u.name, Width: l.chosen.Width, Height: l.chosen.Height}
	about.Lines = s.list.preview(u, about.Width-kit.FrameWidth, about.Height-kit.FrameHeight).lines
	if !l.isWide {
		return append(list, st.Draw(about)...)
	}
	if _, wasRun := s.list.lastRunOf(u); wasRun {
		last := s.preview.Lines(about.Width-kit.FrameWidth, s.Styles())
		if rest := about.Height - len(about.Lines) - kit.FrameHeight; len(last) > 0 && rest >= minLast {
			about.Height -= rest
			return kit.Beside(list, append(st.Draw(about), st.Draw(kit.Pane{Title: "Last result", Lines: last, Width: about.Width, Height: rest})...))
		}
	}
	return kit.Beside(list, st.Draw(about))
}

func (s *CardScreen) HiddenLines() int {
	if s.onAgent {
		return s.identity.HiddenLines()
	}
	return 0
}

// Chips are what the header says of the card, where that fits: whether it is signed, and what was found in it for the agent's maker.
func (s *CardScreen) Chips() string {
	var chips []string
	if s.card.Signatures > 0 {
		chips = append(chips, s.facts().signedChip())
	}
	if notes := s.makerNotes(); notes != "" {
		chips = append(chips, notes)
	}
	return s.Styles().Dim.Render(strings.Join(chips, " · "))
}

// summary is what must be known of the agent above the skills.
func (s *CardScreen) summary() []string {
	st := s.Styles()
	var lines []string
	if s.Height >= minPanes && !s.card.Description.IsEmpty() {
		lines = kit.Wrap(s.card.Description.Line(0).String(), s.Width, 2, st.Dim)
	} else {
		lines = []string{s.facts().headLine(s.Width)}
	}
	if s.dialed != nil {
		lines = append(lines, kit.Wrap("✗ "+s.dialed.Error(), s.Width, 2, st.Bad)...)
	}
	if !s.card.AuthNote.IsEmpty() {
		lines = append(lines, kit.Wrap("Sign-in: "+kit.Line(s.card.AuthNote)+s.facts().given(), s.Width, 2, st.Warn)...)
	}
	return lines
}

// about says who the agent is and how it is spoken to.
func (s *CardScreen) about(width int) []string {
	st := s.Styles()
	lines := []string{s.facts().headLine(width)}
	if notes := s.makerNotes(); notes != "" {
		lines = append(lines, st.Dim.Render(notes))
	}
	if !s.card.Description.IsEmpty() {
		lines = append(lines, kit.Wrap(s.card.Description.Block(0).String(), width, max(s.Height/4, 3), st.Text)...)
	}
	lines = append(lines, "")
	return append(lines, kit.DrawFacts(st, s.facts().List(), width, 4)...)
}

// layout is where the skills and the chosen one are.
func (s *CardScreen) layout() cardLayout {
	return layoutOf(space{s.Width, s.Height, len(s.summary()), s.list.wants(), s.Host.Borders.Left})
}

// facts are the facts of the agent besides its skills.
func (s *CardScreen) facts() cardFacts {
	return cardFacts{Styles: s.Styles(), Card: s.card, Agent: s.agent, Dialed: s.dialed, Verdicts: s.verified.verdicts, VerifyErr: s.verified.err, VerifyNotes: s.verified.notes}
}

// Click goes to a skill, and opens the one at the cursor; an example opens the form filled in
// with it, and the last run what came of it.
func (s *CardScreen) Click(column, line int) (kit.Action, tea.Cmd) {
	s.hasMoved = true
	p, at := s.previewAt(column, line)
	switch {
	case at >= p.examples && at < p.examples+p.listed:
		return s.startFrom(at - p.examples + 1), nil
	case at >= 0 && at == p.last && s.list.hasRun() == "":
		return s.openLastRun()
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
	l := s.layout()
	if l.hasPanes {
		if column < l.chosen.X {
			return p, -1
		}
		return s.list.preview(u, l.chosen.Width-kit.FrameWidth, l.chosen.Height-kit.FrameHeight), line - l.chosen.Y - 1
	}
	width, height := l.skills.Width, l.skills.Height
	above := len(s.list.withDetails(width, height)) - len(s.list.shownDetails(width, height))
	return s.list.preview(u, width, height), line - l.skills.Y - above - 1
}

// point moves the cursor to the skill at a column and a line, and reports whether it was
// there already.
func (s *CardScreen) point(column, line int) bool {
	if s.onAgent {
		return false
	}
	at, l := s.layout().skills, &s.list
	row := line - at.Y - 1 // below the heading, or the border
	if column >= at.Width || row < 0 || row >= l.rows || l.top+row >= len(l.Shown) {
		return false
	}
	wasThere := l.Cursor == l.top+row
	l.Cursor, l.Filtering = l.top+row, false
	return wasThere
}
