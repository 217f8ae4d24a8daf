package task

import (
	"fmt"
	"slices"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"
	"charm.land/lipgloss/v2"
	"github.com/charmbracelet/x/ansi"

	"a2aform/a2aclient/a2a"
	"a2aform/internal/run"
	"a2aform/internal/safe"
	"a2aform/ui/kit"
)

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
	if s.snapshot.Reconnects == 0 && s.trouble() != "" { // the phase says that it reconnects
		return s.Styles().Warn.Render(ansi.Truncate("! "+s.trouble(), s.Width, "…"))
	}
	if len(s.results) == 0 || s.said() == "" {
		return ""
	}
	return s.Styles().Text.Render(ansi.Truncate(s.said(), s.Width, "…"))
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
	case run.Errored:
		return st.Bad.Bold(true).Render("✗ " + s.snapshot.OutcomeText())
	case run.Paused:
		return st.Warn.Bold(true).Render("? " + s.waits())
	case run.Sending:
		return st.Accent.Render(kit.Spinner(s.frame)) + st.Strong.Render(" sending")
	}
	state := string(s.snapshot.State)
	if s.snapshot.Reconnects > 0 {
		state = s.trouble()
	}
	if s.snapshot.MoreMayCome {
		state = moreMayCome
	}
	return st.Accent.Render(kit.Spinner(s.frame)) + st.Strong.Render(" "+state)
}

// waits says what a paused task waits for.
func (s *Screen) waits() string {
	switch {
	case s.replay != nil:
		return "The agent waited for an answer"
	case s.snapshot.State == a2a.StateAuthRequired:
		return "The agent needs you to sign in"
	case s.snapshot.Answers > 0:
		return sentence(s.snapshot.AskedAgain())
	}
	return "The agent needs an answer"
}

// problemMark says of output that it breaks its schema, and how often.
func problemMark(st *kit.Styles, problems int) string {
	if problems == 0 {
		return ""
	}
	return st.Bad.Render(fmt.Sprintf(" ✗ %d", problems))
}

func stateLook(st *kit.Styles, state a2a.State) (style lipgloss.Style, mark string) {
	switch state {
	case a2a.StateCompleted:
		return st.Good, "✓"
	case a2a.StateFailed, a2a.StateRejected:
		return st.Bad, "✗"
	case a2a.StateCanceled:
		return st.Warn, "■"
	case a2a.StateInputRequired, a2a.StateAuthRequired:
		return st.Warn, "?"
	}
	return st.Text, "●"
}

// timing is how long the run took, and until the first event and artifact.
func (s *Screen) timing() string {
	parts := []string{kit.Seconds(s.elapsed())}
	if mark := s.following(); mark != "" {
		parts = []string{mark, parts[0]}
	}
	if s.Width > 60 { // in a low terminal
		times := s.times()
		parts = append(parts, times[max(len(times)-2, 0):]...)
	}
	return strings.Join(parts, " · ")
}

// worthTelling is from how long on the silence of an agent is shown.
const worthTelling = 2 * time.Second

// maxStates is the most states that can fit.
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

// fitStates joins the states, leaving out the first ones where not all fit.
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
		if s.isOnRail(e) {
			return nil
		}
		style, mark := stateLook(st, e.State)
		word := string(e.State)
		if e.State == a2a.StateUnknown {
			word = "a state unknown here: " + kit.Line(e.Text)
		}
		return []string{stamp + style.Render(mark+" "+word)}
	case run.MessageEntry:
		return s.hang(stamp, e.Text.Block(0).String(), st.Text)
	case run.DetailEntry:
		return s.hang(stamp, "  "+e.Text.Block(0).String(), st.Dim)
	case run.UserEntry:
		return s.hang(stamp, "you: "+e.Text.Block(0).String(), st.Accent)
	}
	return s.hang(stamp, "! "+e.Note, st.Warn)
}

// isOnRail reports a state that the rail shows.
func (s *Screen) isOnRail(e run.Entry) bool {
	return s.hasPanes() && (e.State == a2a.StateSubmitted || e.State == a2a.StateWorking)
}

// textIndent is how far texts are after the times: below the words of states, except in a
// pane, which has few columns.
func (s *Screen) textIndent() int {
	if s.hasPanes() {
		return 0
	}
	return 2
}

// hang wraps text behind a stamp, later lines under the first.
func (s *Screen) hang(stamp, text string, style lipgloss.Style) []string {
	indent := stampWidth + s.textIndent()
	lines := kit.Wrap(text, s.timelineWidth()-indent, 0, style)
	for i, l := range lines {
		head := strings.Repeat(" ", indent)
		if i == 0 {
			head = stamp + head[stampWidth:]
		}
		lines[i] = head + l
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
		return s.framedBottom(kit.Pane{Title: "Your answer", Lines: append(kit.Wrap(wentOn, s.bottomWidth(), 0, st.Warn), s.answer.View()), HasFocus: true})
	case s.snapshot.Phase == run.Errored:
		lines := kit.ErrorLines(st, s.snapshot.Err, s.bottomWidth())
		if s.snapshot.CanRetry {
			lines = append(lines, kit.Bullet("→ ", "s sends the same message again, under the same id. The agent may then do it twice.", s.bottomWidth(), st.Text)...)
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
	st, width := s.Styles(), s.bottomWidth()
	mode := "Answer (text)"
	if s.dataMode {
		mode = "Answer (JSON, untagged)"
	}
	lines := s.question.lines(s)
	if f, ok := s.form(); ok {
		note := "The agent asks with a form: enter on an empty line opens it."
		if !f.Instructions.IsEmpty() {
			note += " " + f.Instructions.Line(safe.TextLimit()).String()
		}
		lines = append(lines, kit.Wrap(note, width, 4, st.Good)...)
	}
	if s.snapshot.State == a2a.StateAuthRequired {
		lines = append(lines, kit.Wrap(s.authNote(), width, 0, st.Warn)...)
	}
	if s.hasPanes() {
		lines = lines[max(len(lines)-s.maxQuestion(), 0):]
		return s.framedBottom(kit.Pane{Title: "Your answer", Note: mode, Lines: append(slices.Clip(lines), s.answer.View()), HasFocus: true})
	}
	lines = append([]string{st.Rule.Render(strings.Repeat("─", width))}, lines...)
	return append(lines, st.Dim.Render(mode), s.answer.View())
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
