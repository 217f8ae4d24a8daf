package task

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"
	"charm.land/lipgloss/v2"
	"github.com/dustin/go-humanize/english"

	"a2aform/a2aclient/a2a"
	"a2aform/internal/limit"
	"a2aform/internal/run"
	"a2aform/internal/safe"
	"a2aform/internal/widget/shortcut"
	"a2aform/render"
	"a2aform/ui/kit"
)

// progress says how a run goes on: in steps and in words.
type progress struct {
	now        *run.Snapshot
	timeline   *timeline
	clock      func() time.Time
	frame      int  // of the spinner
	isRecorded bool // nothing can be done about it
}

// elapsed is how long the run took so far.
func (p *progress) elapsed() time.Duration {
	end := p.now.Ended
	if end.IsZero() {
		end = p.clock()
	}
	return end.Sub(p.now.Started)
}

// steps are those of the run, as its events say: it was sent and the agent works, or how it ended.
func (p *progress) steps() []kit.RailStep {
	now := p.now
	sent, working, done := kit.RailStep{Text: "Sent", State: kit.StepDone}, kit.RailStep{Text: "Working"}, kit.RailStep{Text: "Done"}
	switch {
	case now.Phase == run.Sending:
		return []kit.RailStep{{Text: "Sending", State: kit.StepActive}, working, done}
	case now.Phase.IsOver():
		return []kit.RailStep{p.end()}
	}
	if p.hasWorked() {
		working.State = kit.StepDone
	}
	steps := []kit.RailStep{sent, working}
	switch {
	case now.AwaitsNext():
		return append(steps, kit.RailStep{Text: "Answered", State: kit.StepDone})
	case now.Phase == run.Paused:
		return append(steps, kit.RailStep{Text: p.waits(), State: kit.StepWaiting}, done)
	case p.trouble() != "":
		return append(steps, kit.RailStep{Text: p.trouble(), State: kit.StepTrouble, Cuts: true}, done)
	case now.MoreMayCome:
		return append(steps, kit.RailStep{Text: moreMayCome(), State: kit.StepActive, Cuts: true}, done)
	case working.State == kit.StepDone:
		return []kit.RailStep{sent, {Text: "Working", State: kit.StepActive}, done}
	}
	return []kit.RailStep{sent, {Text: "Accepted", State: kit.StepActive}, working, done}
}

// moreMayCome says what can be done in a session that is still active.
func moreMayCome() string {
	return "Answered, and more may come: " + shortcut.InProse(kit.Keys.EndWait) + " ends the wait"
}

// hasWorked reports that the agent said so, spoke, or sent a result.
func (p *progress) hasWorked() bool {
	return p.timeline.said > 0 || !p.now.FirstArtifact.IsZero() || slices.ContainsFunc(p.timeline.states, func(i int) bool {
		return p.timeline.entries.Entry(i).State == a2a.StateWorking
	})
}

// said is what the agent said last, "" for nothing.
func (p *progress) said() string {
	if p.timeline.said == 0 {
		return ""
	}
	return kit.Line(p.timeline.entries.Entry(p.timeline.said - 1).Text)
}

// trouble is the last word on the connection, "" once the agent was heard again.
func (p *progress) trouble() string {
	if p.now.Phase.IsOver() {
		return ""
	}
	if n := p.now.Reconnects; n > 0 {
		return fmt.Sprintf("Connection lost. Reconnecting (%d of %d)…", n, limit.Reconnects.Int())
	}
	n := p.now.Timeline.Len()
	if n == 0 || p.now.Timeline.Entry(n-1).Kind != run.NoticeEntry {
		return ""
	}
	return p.now.Timeline.Entry(n - 1).Note
}

// end is the last step of a run that is over.
func (p *progress) end() kit.RailStep {
	now := p.now
	switch {
	case now.Phase == run.Errored:
		return kit.RailStep{Text: sentence(now.OutcomeText()), State: kit.StepFailed}
	case now.Phase == run.Answered:
		return kit.RailStep{Text: "Answered" + problems(now.Problems), State: kit.StepDone}
	case now.State == a2a.StateCompleted:
		return kit.RailStep{Text: "Done" + problems(now.Problems), State: kit.StepDone}
	case now.State == a2a.StateCanceled:
		return kit.RailStep{Text: "Canceled", State: kit.StepStopped}
	}
	return kit.RailStep{Text: sentence(string(now.State)), State: kit.StepFailed}
}

// problems says in how many ways output breaks its schema.
func problems(n int) string {
	if n == 0 {
		return ""
	}
	return " · ✗ " + english.Plural(n, "problem", "problems")
}

// sentence is a word with a capital at its beginning.
func sentence(word string) string {
	if word == "" {
		return ""
	}
	return strings.ToUpper(word[:1]) + word[1:]
}

// times are how fast the agent was, the least important first.
func (p *progress) times() (times []string) {
	now := p.now
	if now.LongestGap >= worthTelling {
		times = append(times, "longest silence "+inSeconds(now.LongestGap))
	}
	if first := now.FirstEvent.Sub(now.Started); !now.FirstEvent.IsZero() && first >= worthTelling {
		times = append(times, "replied in "+inSeconds(first))
	}
	if first := now.FirstArtifact.Sub(now.Started); !now.FirstArtifact.IsZero() && now.Answers == 0 && first >= worthTelling { // else it counts the time to answer
		times = append(times, "first result in "+inSeconds(first))
	}
	return times
}

// inSeconds is a time with a tenth of a second, so that times can be compared.
func inSeconds(d time.Duration) string { return fmt.Sprintf("%.1f s", d.Seconds()) }

// text is the phase of the run in words.
func (p *progress) text(st *kit.Styles) string {
	switch p.now.Phase {
	case run.Settled:
		style, mark := stateLook(st, p.now.State)
		return style.Bold(true).Render(mark+" "+string(p.now.State)) + problemMark(st, p.now.Problems)
	case run.Answered:
		return st.Good.Bold(true).Render("✓ answered") + problemMark(st, p.now.Problems)
	case run.Errored:
		if errors.Is(p.now.Err, run.ErrLeft) {
			return st.Warn.Bold(true).Render("■ stopped")
		}
		return st.Bad.Bold(true).Render("✗ " + p.now.OutcomeText())
	case run.Paused:
		if p.now.AwaitsNext() {
			return st.Good.Bold(true).Render("✓ answered") + problemMark(st, p.now.Problems)
		}
		return st.Warn.Bold(true).Render("? " + p.waits())
	case run.Sending:
		return st.Accent.Render(kit.Spinner(p.frame)) + st.Strong.Render(" sending")
	}
	state := string(p.now.State)
	if p.now.Reconnects > 0 {
		state = p.trouble()
	}
	if p.now.MoreMayCome {
		state = moreMayCome()
	}
	return st.Accent.Render(kit.Spinner(p.frame)) + st.Strong.Render(" "+state)
}

// waits says what a paused task waits for.
func (p *progress) waits() string {
	switch {
	case p.isRecorded:
		return "The agent waited for an answer"
	case p.now.State == a2a.StateAuthRequired:
		return "The agent needs you to sign in"
	case p.now.Answers > 0:
		return sentence(p.now.AskedAgain())
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
func (p *progress) timing(width int) string {
	parts := []string{kit.Seconds(p.elapsed())}
	if width > 60 { // in a low terminal
		times := p.times()
		parts = append(parts, times[max(len(times)-2, 0):]...)
	}
	return strings.Join(parts, " · ")
}

// worthTelling is from how long on a wait for the agent is shown.
const worthTelling = 2 * time.Second

// maxStates is the most states that can fit.
const maxStates = 40

// stateBar are the states so far with their durations.
func (p *progress) stateBar(st *kit.Styles, width int) string {
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
	states := p.timeline.states
	for _, i := range states[max(0, len(states)-maxStates):] {
		e := p.timeline.entries.Entry(i)
		add(e.At)
		last = e
	}
	end := p.now.Ended
	if end.IsZero() {
		end = p.clock()
	}
	add(end)
	return fitStates(parts, st, width)
}

// fitStates joins the states, leaving out the first ones where not all fit.
func fitStates(parts []string, st *kit.Styles, width int) string {
	arrow := st.Dim.Render(" → ")
	bar := strings.Join(parts, arrow)
	for len(parts) > 1 && lipgloss.Width(bar) > width {
		parts = parts[1:]
		bar = st.Dim.Render("…") + arrow + strings.Join(parts, arrow)
	}
	return bar
}

// usage says below the messages what the task used or cost.
func (p *progress) usage(width int, st *kit.Styles) []string {
	usage := p.now.Details.Usage()
	if usage.IsEmpty() {
		return nil
	}
	return kit.Wrap(usage.Line(safe.CellLimit()).String(), max(width, 1), 0, st.Dim)
}

// tick turns the spinner while the task goes on, and the clock while it waits.
func (p *progress) tick(to kit.Screen, isPaused bool) tea.Cmd {
	p.frame++
	switch {
	case isPaused, p.now.Phase.IsOver():
		return nil
	case p.now.Phase == run.Paused:
		return kit.After(to, time.Second, tickMsg{})
	}
	return kit.After(to, spinnerInterval, tickMsg{})
}

// Run is the run of the task; nil once it was released.
func (s *Screen) Run() *run.Run { return s.run }

// Snapshot is the run as it is shown.
func (s *Screen) Snapshot() *run.Snapshot { return &s.snapshot }

// Document is what came in, nil for nothing.
func (s *Screen) Document() *render.Document { return s.result.document }

// Successor is the task that took this one up again, nil for none.
func (s *Screen) Successor() kit.Task {
	if s.next == nil {
		return nil
	}
	return s.next
}

// PhaseText implements [kit.Task].
func (s *Screen) PhaseText() string { return s.progress.text(s.Styles()) }
