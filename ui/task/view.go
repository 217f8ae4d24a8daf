package task

import (
	"cmp"
	"fmt"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"
	"charm.land/lipgloss/v2"
	"github.com/charmbracelet/x/ansi"

	"a2aform/a2aclient"
	"a2aform/internal/limit"
	"a2aform/internal/run"
	"a2aform/internal/safe"
	"a2aform/ui/kit"
)

var spinner = []string{"⠋", "⠙", "⠹", "⠸", "⠼", "⠴", "⠦", "⠧", "⠇", "⠏"}

// HeaderLines returns the lines above the timeline: the phase of the run, and its states.
func (s *Screen) HeaderLines() []string {
	lines := []string{kit.Between(s.PhaseText(), s.Styles().Dim.Render(s.timing()), s.Width)}
	if bar := s.stateBar(); bar != "" {
		lines = append(lines, bar)
	}
	if word := s.lastWord(); word != "" {
		lines = append(lines, word)
	}
	return append(lines, "")
}

// lastWord is what would be out of sight above the results: the last word on
// the connection as long as the agent has not been heard since, else what the
// agent said last.
func (s *Screen) lastWord() string {
	if trouble := s.trouble(); trouble != "" || len(s.results) == 0 {
		return trouble
	}
	if s.timeline.said == 0 {
		return ""
	}
	said := s.timeline.entries.Entry(s.timeline.said - 1).Text
	return s.Styles().Text.Render(ansi.Truncate(kit.Line(said), s.Width, "…"))
}

// trouble is the last word on the connection, "" once the agent was heard again.
func (s *Screen) trouble() string {
	n := s.snapshot.Timeline.Len()
	if n == 0 || s.snapshot.Phase.IsOver() || s.snapshot.Timeline.Entry(n-1).Kind != run.NoticeEntry {
		return ""
	}
	return s.Styles().Warn.Render(ansi.Truncate("! "+s.snapshot.Timeline.Entry(n-1).Note, s.Width, "…"))
}

// PhaseText returns the phase of the run in words.
func (s *Screen) PhaseText() string {
	st := s.Styles()
	switch s.snapshot.Phase {
	case run.Settled:
		style, mark := stateLook(st, s.snapshot.State)
		return style.Bold(true).Render(mark+" "+string(s.snapshot.State)) + problemMark(st, s.snapshot.Problems)
	case run.Answered:
		return st.Good.Bold(true).Render("✓ answered with a message") + problemMark(st, s.snapshot.Problems)
	case run.Broken:
		return st.Bad.Bold(true).Render("✗ " + s.snapshot.OutcomeText())
	case run.Paused:
		return st.Warn.Bold(true).Render("? " + string(s.snapshot.State) + ": " + s.waits())
	case run.Sending:
		return st.Accent.Render(spinner[s.frame%len(spinner)]) + st.Strong.Render(" sending")
	}
	state := string(s.snapshot.State)
	if n := s.snapshot.Reconnects; n > 0 {
		state = fmt.Sprintf("Connection lost. Reconnecting (%d of %d)…", n, limit.Reconnects.Int())
	}
	if s.snapshot.MoreMayCome {
		state = "answered, and more may come: e ends the wait"
	}
	return st.Accent.Render(spinner[s.frame%len(spinner)]) + st.Strong.Render(" "+state)
}

// waits says who waits in a paused task.
func (s *Screen) waits() string {
	if s.replay == nil {
		return cmp.Or(s.snapshot.AskedAgain(), "the agent waits for you")
	}
	return "the agent waited for an answer"
}

// problemMark says of output that it breaks its schema, and how often.
func problemMark(st *kit.Styles, problems int) string {
	if problems == 0 {
		return ""
	}
	return st.Bad.Render(fmt.Sprintf(" ✗ %d", problems))
}

func stateLook(st *kit.Styles, state a2aclient.State) (style lipgloss.Style, mark string) {
	switch state {
	case a2aclient.StateCompleted:
		return st.Good, "✓"
	case a2aclient.StateFailed, a2aclient.StateRejected:
		return st.Bad, "✗"
	case a2aclient.StateCanceled:
		return st.Warn, "■"
	case a2aclient.StateInputRequired, a2aclient.StateAuthRequired:
		return st.Warn, "?"
	}
	return st.Text, "●"
}

// timing is how long the run took, and until the first event and artifact.
func (s *Screen) timing() string {
	end := s.snapshot.Ended
	if end.IsZero() {
		end = s.run.Now()
	}
	parts := []string{kit.Seconds(end.Sub(s.snapshot.Started))}
	if mark := s.following(); mark != "" {
		parts = []string{mark, parts[0]}
	}
	if !s.snapshot.FirstEvent.IsZero() && s.Width > 60 {
		parts = append(parts, "first event "+kit.Seconds(s.snapshot.FirstEvent.Sub(s.snapshot.Started)))
	}
	if !s.snapshot.FirstArtifact.IsZero() && s.Width > 60 {
		parts = append(parts, "first artifact "+kit.Seconds(s.snapshot.FirstArtifact.Sub(s.snapshot.Started)))
	}
	if s.snapshot.LongestGap >= worthTelling && s.Width > 100 {
		parts = append(parts, "longest gap "+kit.Seconds(s.snapshot.LongestGap))
	}
	return strings.Join(parts, " · ")
}

// worthTelling is from how long on the silence of an agent is shown.
const worthTelling = 2 * time.Second

// maxStates is how many states there can be room for.
const maxStates = 40

// stateBar are the states so far with their durations.
func (s *Screen) stateBar() string {
	st := s.Styles()
	var parts []string
	var last run.Entry
	add := func(until time.Time) {
		if last.Kind == "" {
			return
		}
		style, mark := stateLook(st, last.State)
		text := style.Render(mark + " " + string(last.State))
		if !last.State.Settled() {
			text += st.Dim.Render(" " + kit.Seconds(until.Sub(last.At)))
		}
		parts = append(parts, text)
	}
	states := s.timeline.states
	for _, i := range states[max(0, len(states)-maxStates):] {
		e := s.timeline.entries.Entry(i)
		add(e.At)
		last = e
	}
	end := s.snapshot.Ended
	if end.IsZero() {
		end = s.run.Now()
	}
	add(end)
	return s.fitStates(parts)
}

// fitStates joins the states, leaving out the first ones where there is no room.
func (s *Screen) fitStates(parts []string) string {
	st := s.Styles()
	arrow := st.Dim.Render(" → ")
	bar := strings.Join(parts, arrow)
	for len(parts) > 1 && lipgloss.Width(bar) > s.Width {
		parts = parts[1:]
		bar = st.Dim.Render("…") + arrow + strings.Join(parts, arrow)
	}
	return bar
}

// entry draws one entry of the timeline.
func (s *Screen) entry(e run.Entry) []string {
	st := s.Styles()
	stamp := st.Dim.Render(e.At.Format("15:04:05")) + "  "
	switch e.Kind {
	case run.StateEntry:
		style, mark := stateLook(st, e.State)
		word := string(e.State)
		if e.State == a2aclient.StateUnknown {
			word = "a state unknown here: " + kit.Line(e.Text)
		}
		return []string{stamp + style.Render(mark+" "+word)}
	case run.MessageEntry:
		return s.hang(stamp, e.Text.Block(0).String(), st.Text)
	case run.UserEntry:
		return s.hang(stamp, "you: "+e.Text.Block(0).String(), st.Bar)
	}
	return s.hang(stamp, "! "+e.Note, st.Warn)
}

// hang wraps text behind a stamp, later lines under the first.
func (s *Screen) hang(stamp, text string, style lipgloss.Style) []string {
	indent := lipgloss.Width(stamp) + 2
	lines := kit.Wrap(text, s.Width-indent, 0, style)
	for i, l := range lines {
		head := strings.Repeat(" ", indent-2)
		if i == 0 {
			head = stamp
		}
		lines[i] = head + "  " + l
	}
	return lines
}

// bottom are the lines under the timeline: what went wrong, or the answer.
func (s *Screen) bottom() []string {
	st := s.Styles()
	switch {
	case s.replay != nil:
		return s.replayLines()
	case s.snapshot.Phase == run.Paused:
		return s.answerLines()
	case s.answering:
		return append(kit.Wrap(wentOn, s.Width, 0, st.Warn), s.answer.View())
	case s.snapshot.Phase == run.Broken:
		lines := append([]string{""}, kit.ErrorLines(st, s.snapshot.Err, s.Width)...)
		if s.snapshot.CanRetry {
			lines = append(lines, kit.Bullet("→ ", "s sends the same message again, under the same id; the agent may then do it twice", s.Width, st.Text)...)
		}
		return append(lines, st.Dim.Render("  esc goes back; what you filled in is still there"))
	case s.snapshot.Violation != "":
		return kit.Bullet("! ", s.snapshot.Violation, s.Width, st.Warn)
	case s.snapshot.RecordErr != nil:
		return kit.Bullet("! ", "The run file is not complete: "+s.snapshot.RecordErr.Error(), s.Width, st.Warn)
	}
	return nil
}

// authNote says what to do about a task that waits for credentials.
func (s *Screen) authNote() string {
	if agent := s.snapshot.Plan.Agent; agent.Credentials() != nil && len(agent.Card().Schemes) > 0 {
		return "The task waits for credentials: alt+a gives those of the card. Where the agent says another way, take that, then answer here to go on; never type a secret here."
	}
	return "The task waits for credentials. Give them to the agent as it says, then answer here to go on; never type a secret here."
}

// wentOn says why what is typed is not sent.
const wentOn = "The agent went on without an answer. What you typed is kept here until it asks again."

// isWithdrawn reports an answer that was begun when the agent went on by itself: the
// keys still belong to the text.
func (s *Screen) isWithdrawn() bool {
	return s.snapshot.Phase == run.Working && strings.TrimSpace(s.answer.Value()) != ""
}

func (s *Screen) answerLines() []string {
	st := s.Styles()
	mode := "your answer, as text"
	if s.dataMode {
		mode = "your answer, as JSON data without a tag"
	}
	lines := []string{st.Rule.Render(strings.Repeat("─", s.Width))}
	lines = append(lines, s.question.lines(s)...)
	if f, ok := s.form(); ok {
		note := "The agent asks with a form: enter on an empty line opens it."
		if !f.Instructions.IsEmpty() {
			note += " " + f.Instructions.Line(safe.TextLimit()).String()
		}
		lines = append(lines, kit.Wrap(note, s.Width, 4, st.Good)...)
	}
	if s.snapshot.State == a2aclient.StateAuthRequired {
		lines = append(lines, kit.Wrap(s.authNote(), s.Width, 0, st.Warn)...)
	}
	return append(lines, st.Dim.Render(mode), s.answer.View())
}

func (s *Screen) Wheel(lines int) {
	name := "down"
	if lines < 0 {
		name, lines = "up", -lines
	}
	for range lines {
		s.scroll(kit.KeyPress(name))
	}
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
