package run_test

import (
	"fmt"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"a2aform/internal/run"
	"a2aform/internal/safe"
	"a2aform/internal/store/runfile"
)

// recorded is a recording of three events, 8 s and an hour apart.
func recorded(t *testing.T) *run.Recording {
	t.Helper()
	s, began := home(t), time.Date(2026, 3, 14, 9, 30, 0, 0, time.UTC)
	f, err := s.CreateRun(runfile.Line{Time: began, ID: safe.Text("recorded"), Agent: safe.Text("Tape")})
	if err != nil {
		t.Fatal(err)
	}
	status := func(state string) []byte {
		return fmt.Appendf(nil, `{"statusUpdate":{"taskId":"t","contextId":"c","status":{"state":"TASK_STATE_%s"}}}`, state)
	}
	for _, line := range []runfile.Line{
		{Kind: runfile.Request, Time: began, Raw: []byte(`{}`)},
		{Kind: runfile.Notice, Time: began, Extensions: []safe.Raw{safe.Text("urn:x")}},
		{Kind: runfile.Event, Time: began, Raw: status("SUBMITTED")},
		{Kind: runfile.Event, Time: began.Add(8 * time.Second), Raw: status("WORKING")},
		{Kind: runfile.Event, Time: began.Add(time.Hour), Raw: status("COMPLETED")},
		{Kind: runfile.End, Time: began.Add(time.Hour), Outcome: safe.Text("completed")},
	} {
		if err := f.Append(line); err != nil {
			t.Fatal(err)
		}
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
	return reopen(t, s)
}

// A player takes as long as the recording did, divided by its speed, but for
// waits that nobody sits through; the run's own clock follows the recording.
func TestPlayerKeepsTime(t *testing.T) {
	rec := recorded(t)
	synctest.Test(t, func(t *testing.T) {
		p, begin := run.NewPlayer(time.Now, rec, 4), time.Now()
		var states []string
		for {
			wait, ok := p.Next()
			if !ok {
				break
			}
			time.Sleep(wait)
			p.Advance()
			got := p.Run().Snapshot()
			states = append(states, fmt.Sprint(time.Since(begin), " ", got.State, " ", p.Run().Now().Sub(got.Started)))
		}
		want := []string{"0s submitted 0s", "2s working 8s", "5s completed 1h0m0s"}
		if !slices.Equal(states, want) || !p.Progress().IsOver || p.Run().Snapshot().Outcome() != "completed" {
			t.Errorf("%q\nwant %q", states, want)
		}
	})
}

// A pause stops the clock, a change of speed goes on from where it is, and steps
// need no time at all.
func TestPlayerPausesAndSteps(t *testing.T) {
	rec := recorded(t)
	synctest.Test(t, func(t *testing.T) {
		p := run.NewPlayer(time.Now, rec, 1)
		p.Advance()
		time.Sleep(2 * time.Second)
		p.Pause(true)
		time.Sleep(time.Hour)
		clock := p.Run().Now().Sub(rec.Began())
		if _, goes := p.Next(); goes || clock != 2*time.Second {
			t.Errorf("paused at %v, %v", clock, goes)
		}
		p.SetSpeed(2)
		p.Pause(false)
		if wait, _ := p.Next(); wait != 2*time.Second { // at most 3 s at this speed, 6 s of it, 2 s are over
			t.Errorf("6 s less 2 s at double speed take %v", wait)
		}
		step := run.NewPlayer(time.Now, rec, 0)
		for n := range 4 {
			if got := step.Progress(); got.IsOver || got.Played != n+min(2*n, 2) || !got.IsPaused {
				t.Errorf("after %d steps: %+v", n, got)
			}
			time.Sleep(time.Minute)
			step.Advance()
			step.Step()
		}
		step.Step()
		if !step.Progress().IsOver || step.Run().Snapshot().Outcome() != "completed" {
			t.Error("the steps do not come to the end")
		}
	})
}

// In a replay an answer sets the task going again, before the agent says a word.
func TestReplayedAnswerEndsPause(t *testing.T) {
	s, a := home(t), demoAgent(t)
	live := run.Start(t.Context(), plan(t, a, "expense-report", a.Card().Skill("expense-report").Examples[0].Exact()), run.Options{Store: s, Record: true})
	wait(t, live)
	if err := live.Answer("yes", nil); err != nil {
		t.Fatal(err)
	}
	wait(t, live)
	live.Close()
	replay, phases := reopen(t, s).Replay(), []string{}
	for replay.Step() {
		now := replay.Run().Snapshot()
		phase := string(now.Phase)
		if last := now.Timeline.Len() - 1; last >= 0 && now.Timeline.Entry(last).Kind == run.UserEntry {
			phase += " after the answer"
		}
		if len(phases) == 0 || phases[len(phases)-1] != phase {
			phases = append(phases, phase)
		}
	}
	want := []string{"sending", "working", "paused", "working after the answer", "working", "settled"}
	if !slices.Equal(phases, want) {
		t.Errorf("%q, want %q", phases, want)
	}
}
