package task

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"a2aform/a2aclient/a2a"
	"a2aform/internal/limit"
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
	return look.Draw(kit.Rail{Steps: s.steps(), Spinner: kit.Spinner(s.frame), Note: kit.Seconds(s.elapsed()), Width: s.Width})
}

// elapsed is how long the run took so far.
func (s *Screen) elapsed() time.Duration {
	end := s.snapshot.Ended
	if end.IsZero() {
		end = s.run.Now()
	}
	return end.Sub(s.snapshot.Started)
}

// steps are those of the run, as its events say: it was sent, the agent works, and how it ended.
func (s *Screen) steps() []kit.RailStep {
	now := &s.snapshot
	if s.replay.isOpening() {
		return s.replay.opening.steps()
	}
	sent, working, done := kit.RailStep{Text: "Sent", State: kit.StepDone}, kit.RailStep{Text: "Working"}, kit.RailStep{Text: "Done"}
	switch {
	case now.Phase == run.Sending:
		return []kit.RailStep{{Text: "Sending", State: kit.StepActive}, working, done}
	case now.Phase == run.Errored && now.FirstEvent.IsZero():
		return []kit.RailStep{s.end(), working, done}
	}
	if s.hasWorked() {
		working.State = kit.StepDone
	}
	steps := []kit.RailStep{sent, working}
	switch {
	case now.Phase.IsOver():
		return slices.DeleteFunc(append(steps, s.end()), func(step kit.RailStep) bool { return step.State == kit.Ahead })
	case now.Phase == run.Paused:
		return append(steps, kit.RailStep{Text: s.waits(), State: kit.StepWaiting}, done)
	case s.trouble() != "":
		return append(steps, kit.RailStep{Text: s.trouble(), State: kit.StepTrouble, Cuts: true}, done)
	case now.MoreMayCome:
		return append(steps, kit.RailStep{Text: moreMayCome, State: kit.StepActive, Cuts: true}, done)
	case working.State == kit.StepDone:
		return []kit.RailStep{sent, {Text: "Working", State: kit.StepActive}, done}
	}
	return []kit.RailStep{sent, {Text: "Accepted", State: kit.StepActive}, working, done}
}

// moreMayCome says what can be done in a session that is still active.
const moreMayCome = "Answered, and more may come: e ends the wait"

// hasWorked reports that the agent said so, spoke, or sent a result.
func (s *Screen) hasWorked() bool {
	return s.timeline.said > 0 || !s.snapshot.FirstArtifact.IsZero() || slices.ContainsFunc(s.timeline.states, func(i int) bool {
		return s.timeline.entries.Entry(i).State == a2a.StateWorking
	})
}

// said is what the agent said last, "" for nothing.
func (s *Screen) said() string {
	if s.timeline.said == 0 {
		return ""
	}
	return kit.Line(s.timeline.entries.Entry(s.timeline.said - 1).Text)
}

// trouble is the last word on the connection, "" once the agent was heard again.
func (s *Screen) trouble() string {
	if s.snapshot.Phase.IsOver() {
		return ""
	}
	if n := s.snapshot.Reconnects; n > 0 {
		return fmt.Sprintf("Connection lost. Reconnecting (%d of %d)…", n, limit.Reconnects.Int())
	}
	n := s.snapshot.Timeline.Len()
	if n == 0 || s.snapshot.Timeline.Entry(n-1).Kind != run.NoticeEntry {
		return ""
	}
	return s.snapshot.Timeline.Entry(n - 1).Note
}

// end is the last step of a run that is over.
func (s *Screen) end() kit.RailStep {
	now := &s.snapshot
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
	return " · ✗ " + kit.Plural(n, "problem", "problems")
}

// sentence is a word with a capital at its beginning.
func sentence(word string) string {
	if word == "" {
		return ""
	}
	return strings.ToUpper(word[:1]) + word[1:]
}

// times are how fast the agent was, the least important first.
func (s *Screen) times() (times []string) {
	now := &s.snapshot
	if now.LongestGap >= worthTelling {
		times = append(times, "longest silence "+inSeconds(now.LongestGap))
	}
	if !now.FirstEvent.IsZero() {
		times = append(times, "replied in "+inSeconds(now.FirstEvent.Sub(now.Started)))
	}
	if !now.FirstArtifact.IsZero() && now.Answers == 0 { // else it counts the time to answer
		times = append(times, "first result in "+inSeconds(now.FirstArtifact.Sub(now.Started)))
	}
	return times
}

// inSeconds is a time with a tenth of a second, so that times can be compared.
func inSeconds(d time.Duration) string { return fmt.Sprintf("%.1f s", d.Seconds()) }
