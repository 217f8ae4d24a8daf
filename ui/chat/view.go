package chat

import (
	"strings"

	"charm.land/lipgloss/v2"
	"github.com/charmbracelet/x/ansi"

	"a2aform/ui/kit"
)

func (s *Screen) Layout(w, h int) {
	s.Base.Layout(w, h)
	s.message.layout(s.inner(), h, s.HasFrame())
}

func (s *Screen) Restyle() { s.message.restyle() }

// inner is the width of what is in the panes, or on the screen.
func (s *Screen) inner() int {
	width, _ := s.FrameRoom()
	return width
}

func (s *Screen) View() string {
	if s.HasFrame() {
		return s.panes()
	}
	bottom := append([]string{s.ruler()}, s.message.lines()...)
	body := s.turnLines(max(s.Height-1-len(bottom), 1))
	all := append([]string{ansi.Truncate(s.Styles().Dim.Render(s.with.about(len(s.turns) > 0)), s.Width, "…")}, body...)
	all = append(all, bottom...)
	if over := len(all) - s.Height; over > 0 { // the text counts most
		all = append(all[:1], all[1+over:]...)
	}
	return strings.Join(all, "\n")
}

// panes are the turns above the next message.
func (s *Screen) panes() string {
	st := &s.Styles().Pane
	write := s.message.lines()
	message := kit.Pane{Title: "Message", Lines: write, Width: s.Width, Height: len(write) + kit.FrameHeight, HasFocus: !s.pane.hasFocus}
	if word, style := s.next(); word != "" {
		message.Note, message.IsNoteStyled = style.Render(word), true
	}
	turns := kit.Pane{Title: s.with.about(len(s.turns) > 0), Width: s.Width, Height: max(s.Height-message.Height, 1+kit.FrameHeight), HasFocus: s.pane.hasFocus}
	turns.Lines = s.turnLines(turns.Height - kit.FrameHeight)
	return strings.Join(append(st.Draw(turns), st.Draw(message)...), "\n")
}

// turnLines are the turns in a window of that height.
func (s *Screen) turnLines(height int) []string {
	cursor := -1
	if s.pane.hasFocus {
		cursor = s.pane.cursor
	}
	lines, starts := turnDrawer{s.Styles(), s.inner()}.draw(s.turns, cursor)
	if len(lines) == 0 && s.HasFrame() {
		lines = s.hint()
	}
	return s.pane.show(lines, starts, height)
}

// hint says what can be written before anything was.
func (s *Screen) hint() []string {
	st := s.Styles()
	lines := kit.Wrap("Write below, and press Enter to send. The agent's answers come here.", s.inner(), 0, st.Dim)
	examples := s.with.examples()
	for _, e := range examples[:min(len(examples), 3)] {
		lines = append(lines, ansi.Truncate(st.Dim.Render("For example  ")+st.Text.Render(e), s.inner(), "…"))
	}
	return lines
}

func (s *Screen) HiddenLines() int { return s.pane.HiddenLines() }

// noteRoom is how many columns the frame around the message needs beside its title and its note.
const noteRoom = 8

// next is what the next message will be, where it is not just another one.
func (s *Screen) next() (word string, style lipgloss.Style) {
	st := s.Styles()
	switch {
	case s.turns.isRunning():
		return "the agent is working", st.Dim
	case len(s.turns.approvals()) > 0:
		return "the agent asks: enter chooses the answer", st.Warn
	case s.turns.isAsked() && s.turns.last().HasForm():
		return "the agent asks with a form: Enter opens it", st.Warn
	case s.turns.isAsked():
		return "your message answers the agent", st.Warn
	case s.wish.as != nil:
		about := "answer: " + s.wish.as.About()
		if s.wish.as.InText {
			about += ", schema in the text"
		}
		return ansi.Truncate(about, max(s.Width-len("Message")-noteRoom, 1), "…"), st.Accent
	}
	return "", st.Dim
}

// ruler is the line above the text on a small screen.
func (s *Screen) ruler() string {
	word, style := s.next()
	if word != "" {
		word = ansi.Truncate(" "+word+" ", s.Width, "…")
	}
	return style.Render(word) + s.Styles().Rule.Render(strings.Repeat("─", max(s.Width-lipgloss.Width(word), 0)))
}

func (s *Screen) Help() []string {
	lines := []string{
		"A chat in plain text, for agents and skills that take text. Each message is a task of its own, and all belong to one context. While the agent asks, what you send is the answer.",
		"",
		"Answer as… asks for a table or for JSON; where none comes, Ask again writes the schema into the message. What you wrote stays here when you go back.",
	}
	if id := s.turns.contextID(); !id.IsEmpty() {
		lines = append(lines, "", "Context "+id.Line(80).String())
	}
	return lines
}
