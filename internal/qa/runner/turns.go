package runner

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"a2aform/a2aclient/a2a"
	"a2aform/internal/ojson"
	"a2aform/internal/qa/casefile"
	"a2aform/internal/qa/check"
	"a2aform/internal/run"
	"a2aform/render/export"
)

// takeTurns takes the turns of a case one after the other, and returns how the run ended.
func (f *follower) takeTurns() run.Snapshot {
	if f.Quick && !f.c.Input.Invalid && len(f.c.Turns) == 0 {
		f.cancelOnceAccepted()
	}
	for i, turn := range f.c.Turns {
		now, err := f.turn(turn.Fill(f.earlier))
		if err != nil {
			f.subject.Problem = fmt.Sprintf("turn %d: %s", i+1, err)
			return now
		}
	}
	now := f.settle()
	for f.Ask != nil && now.Outcome() == string(a2a.StateInputRequired) && !f.c.Expect.HasQuestion() {
		if err := f.Ask(f.ctx, f.c, f.current); err != nil && !errors.Is(err, run.ErrBusy) {
			return now
		}
		f.messages++
		now = f.settle()
	}
	return now
}

// cancelOnceAccepted cancels the task once the agent works on it or asks. An agent that does not cancel goes on.
func (f *follower) cancelOnceAccepted() {
	for {
		now := f.current.Snapshot()
		switch {
		case now.Phase.IsOver():
			return
		case now.State == a2a.StateWorking, now.State == a2a.StateInputRequired, now.State == a2a.StateAuthRequired:
			_ = f.current.CancelTask(f.ctx) // what comes of it is seen in the state
			return
		}
		select {
		case <-f.current.Wake():
		case <-f.ctx.Done():
			return
		}
	}
}

// turn waits for the state of a turn, and does what it says. Where the agent goes on in between, it waits again.
func (f *follower) turn(turn casefile.Turn) (now run.Snapshot, err error) {
	for {
		now, reached := f.reach(turn.When)
		if !reached {
			return now, fmt.Errorf("it waits for %s, and the task was %s", turn.When, now.OutcomeText())
		}
		if err := f.take(turn, now); !errors.Is(err, run.ErrBusy) {
			f.seen = f.current.Snapshot().Timeline.Len()
			return now, err
		}
	}
}

// settle returns how the run ended, or that the agent asks.
func (f *follower) settle() run.Snapshot {
	whole := context.WithoutCancel(f.ctx) // the run itself ends with ctx
	now := f.current.Wait(whole)
	if now.State == a2a.StateAuthRequired { // the agent may go on by itself
		now = f.current.Wait(whole)
	}
	if now.State == a2a.StateInputRequired && now.Phase == run.Paused && (f.asked.run != f.current || f.asked.answers != now.Answers) {
		f.subject.Asked++
		f.asked.run, f.asked.answers = f.current, now.Answers
	}
	return now
}

// reach waits until the task is in a state, or can no longer reach it.
func (f *follower) reach(state string) (run.Snapshot, bool) {
	if state == string(a2a.StateInputRequired) {
		now := f.settle()
		return now, now.Phase == run.Paused && now.State == a2a.StateInputRequired
	}
	for {
		now := f.current.Snapshot()
		switch {
		case string(now.State) == state, now.Phase.IsOver() && now.Outcome() == state, f.passed(now, state):
			return now, true
		case now.Phase.IsOver(), now.Phase == run.Paused && now.State == a2a.StateInputRequired:
			return now, false
		}
		select {
		case <-f.current.Wake():
		case <-f.ctx.Done():
			return f.settle(), false
		}
	}
}

// passed reports a state that the task was in since the last turn.
func (f *follower) passed(now run.Snapshot, state string) bool {
	for i := f.seen; i < now.Timeline.Len(); i++ {
		if e := now.Timeline.Entry(i); e.Kind == run.StateEntry && string(e.State) == state {
			return true
		}
	}
	return false
}

// earlier is the value of ${turn.N.JQ}: what jq gives for the verdict document of an earlier turn.
func (f *follower) earlier(name string) (casefile.Cell, bool) {
	number, expression, _ := strings.Cut(strings.TrimPrefix(name, "turn."), ".")
	n, err := strconv.Atoi(number)
	if err != nil || !strings.HasPrefix(name, "turn.") || n < 1 || n > len(f.subject.Moments) {
		return casefile.Cell{}, false
	}
	query, err := export.ParseQuery("." + strings.TrimPrefix(expression, "."))
	if err != nil {
		return casefile.Cell{}, false
	}
	document := check.Document(check.Subject{Now: f.subject.Moments[n-1].Now})
	values, err := query.Values(f.ctx, document.Compact())
	if err != nil || len(values) != 1 {
		return casefile.Cell{}, false
	}
	v, err := ojson.Parse(values[0], ojson.DataLimits)
	if err != nil {
		return casefile.Cell{}, false
	}
	text := string(values[0])
	if v.Is(ojson.String) {
		text = v.Text()
	}
	return casefile.Cell{Text: text, JSON: v}, true
}

// take carries out the action of a turn, and records the moment.
func (f *follower) take(turn casefile.Turn, now run.Snapshot) error {
	moment := check.Moment{Turn: turn, Now: now}
	var err error
	if turn.Do.Sends() {
		if err = f.Pace.Wait(f.ctx, f.host); err != nil {
			return err
		}
	}
	switch turn.Do {
	case casefile.Answer:
		err = f.current.Answer(turn.Text, turn.Data)
		f.messages++
	case casefile.Message:
		err = f.message(turn, now)
	case casefile.Cancel:
		err = f.current.CancelTask(f.ctx)
	}
	if err == nil {
		f.subject.Moments = append(f.subject.Moments, moment)
	}
	return err
}

// message sends another message in the same context. The attempt continues with its run.
func (f *follower) message(turn casefile.Turn, now run.Snapshot) error {
	next, err := f.build(turn)
	if err != nil {
		return err
	}
	next.ContextID = now.ContextID
	f.current.Close()
	f.messages++
	f.current, f.seen = run.Start(f.ctx, next, f.options(f.records())), 0
	return nil
}

func (f *follower) build(turn casefile.Turn) (*run.Plan, error) {
	c := *f.c
	c.Input = casefile.Input{Text: turn.Text, Data: turn.Data, Set: turn.Set}
	return f.builder.build(&c, f.plan.Agent)
}
