package task

import (
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
