package task

import (
	"strings"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"

	"a2aform/internal/run"
	"a2aform/internal/widget/ansistyle"
	"a2aform/ui/kit"
)

// rail is how far the run is, in one line.
func (s *Screen) rail() string {
	st := s.Styles()
	look := kit.RailStyle{
		Text: ansistyle.New(st.Text), Ahead: ansistyle.New(st.Dim), Line: ansistyle.New(st.Rule), Note: ansistyle.New(st.Dim),
		Active: ansistyle.New(st.Accent), Done: ansistyle.New(st.Good), Waiting: ansistyle.New(st.Warn), Bad: ansistyle.New(st.Bad), Stopped: ansistyle.New(st.Warn),
	}
	steps := s.progress.steps()
	if s.replay.isOpening() {
		steps = s.replay.opening.steps()
	}
	return look.Draw(kit.Rail{Steps: steps, Spinner: kit.Spinner(s.progress.frame), Note: kit.Seconds(s.progress.elapsed()), Width: s.Width})
}

// HeaderLines returns the lines above the timeline: the phase of the run, and its states.
func (s *Screen) HeaderLines() []string {
	st, timing := s.Styles(), s.progress.timing(s.Width)
	if mark := s.following(); mark != "" {
		timing = mark + " · " + timing
	}
	lines := []string{kit.Between(s.PhaseText(), st.Dim.Render(timing), s.Width)}
	if bar := s.progress.stateBar(st, s.Width); bar != "" {
		lines = append(lines, bar)
	}
	if word := s.lastWord(); word != "" {
		lines = append(lines, word)
	}
	return append(lines, "")
}

// PhaseText implements [kit.Task].
func (s *Screen) PhaseText() string { return s.progress.text(s.Styles()) }

// lastWord is what would be out of sight above the results: the last word on
// the connection as long as the agent has not been heard since, else what the
// agent said last.
func (s *Screen) lastWord() string {
	if s.snapshot.Reconnects == 0 && s.progress.trouble() != "" { // the phase says that it reconnects
		return s.Styles().Warn.Render(ansi.Truncate("! "+s.progress.trouble(), s.Width, "…"))
	}
	if len(s.result.lines) == 0 || s.progress.said() == "" {
		return ""
	}
	return s.Styles().Text.Render(ansi.Truncate(s.progress.said(), s.Width, "…"))
}

// bottom are the lines under the timeline: what went wrong, or the answer.
func (s *Screen) bottom() []string {
	st := s.Styles()
	switch {
	case s.replay != nil:
		return s.replay.lines()
	case s.snapshot.Phase == run.Paused:
		return s.answerLines()
	case s.reply.isOpen:
		return s.framedBottom(kit.Pane{Title: "Your answer", Lines: append(kit.Wrap(wentOn, s.bottomWidth(), 0, st.Warn), s.reply.line.View()), HasFocus: !s.isAside})
	case s.snapshot.Phase == run.Errored:
		lines := kit.ErrorLines(st, s.snapshot.Err, s.bottomWidth())
		if s.snapshot.CanRetry {
			lines = append(lines, kit.Bullet("→ ", kit.Keys.Resend.Help().Key+" sends the same message again, under the same id. The agent may then do it twice.", s.bottomWidth(), st.Text)...)
		}
		lines = append(lines, st.Dim.Render("  Esc goes back. What you filled in is still there."))
		if !s.hasPanes() {
			return append([]string{""}, lines...)
		}
		return s.framedBottom(kit.Pane{Title: sentence(s.snapshot.OutcomeText()), Lines: lines})
	case s.snapshot.Violation != "":
		return kit.Bullet("! ", s.snapshot.Violation, s.Width, st.Warn)
	case s.snapshot.RecordErr != nil:
		return kit.Bullet("! ", "The run file is not complete: "+s.snapshot.RecordErr.Error(), s.Width, st.Warn)
	}
	return nil
}

// maxQuestion is how many lines of a question are shown above the answer: of more the last
// ones. All of it is among the messages.
func (s *Screen) maxQuestion() int {
	const rail, answer = 1, 1
	return max(s.Height-rail-minPane-answer-kit.FrameHeight, 1)
}

// bottomWidth is how many columns the answer and errors have.
func (s *Screen) bottomWidth() int {
	if s.hasPanes() {
		return s.Width - kit.FrameWidth
	}
	return s.Width
}

// framedBottom puts lines into a pane, where the screen has panes.
func (s *Screen) framedBottom(p kit.Pane) []string {
	if !s.hasPanes() {
		return p.Lines
	}
	p.Width, p.Height = s.Width, len(p.Lines)+kit.FrameHeight
	return s.Styles().Pane.Draw(p)
}

// wentOn says why what is typed is not sent.
const wentOn = "The agent went on without an answer. What you typed is kept here until it asks again."

func (s *Screen) answerLines() []string {
	st, width := s.Styles(), s.bottomWidth()
	lines := s.reply.questionLines(width, s.Height, st)
	if s.hasPanes() {
		lines = lines[max(len(lines)-s.maxQuestion(), 0):]
		return s.framedBottom(kit.Pane{Title: "Your answer", Note: s.reply.mode(), Lines: append(lines, s.reply.line.View()), HasFocus: !s.isAside})
	}
	lines = append([]string{st.Rule.Render(strings.Repeat("─", width))}, lines...)
	return append(lines, st.Dim.Render(s.reply.mode()), s.reply.line.View())
}

// ring rings the bell when the task is over or asks.
func (s *Screen) ring(before run.Phase) tea.Cmd {
	now := s.snapshot.Phase
	if !s.Host.Options.Bell || s.replay != nil || now == before || !now.IsOver() && now != run.Paused {
		return nil
	}
	return tea.Raw(bell)
}

// bell rings.
const bell = "\a"
