package doctor

import (
	"context"
	"encoding/json"
	"slices"
	"time"

	"a2aform/internal/qa/check"
	"a2aform/internal/run"
	"a2aform/internal/safe"
)

// lasting is what decides checks of tasks that work.
const lasting = "an example of the card whose task lasts"

// usable are the forms with values.
func (e *engine) usable() []*form {
	return slices.DeleteFunc(slices.Clone(e.list), func(f *form) bool { return f.problem != "" })
}

// checkRunning sends tagged data for a task that works (OS3.11a).
func (e *engine) checkRunning() {
	for _, f := range e.usable() {
		if e.duringTask(f) {
			return
		}
	}
	e.undecided("OS3.11a", nil, "no task lasts long enough to send it a message", lasting)
}

// lateness is how late the events of a task may come. A message that was answered nearer to its end may have come after it.
const lateness = 50 * time.Millisecond

// duringTask sends tagged data while a task works. It reports false where the task was over before.
func (e *engine) duringTask(f *form) bool {
	ctx, cancel := context.WithTimeout(e.ctx, e.timeout)
	defer cancel()
	running, w, err := e.start(ctx, probe{form: f, parts: []json.RawMessage{f.part(f.valid[0])}})
	if err != nil {
		return false
	}
	now := waitForTask(ctx, running)
	if now.TaskID.IsEmpty() || now.Phase != run.Working {
		running.Close()
		e.finish(w, running, false)
		return false
	}
	second := e.send(probe{form: f, parts: []json.RawMessage{f.part(f.valid[0])}, task: now.TaskID, context: now.ContextID})
	task, err := e.agent.Get(ctx, now.TaskID)
	wasRunning := err == nil && !task.Status.State.Settled() && !task.Status.State.Paused()
	end := running.Wait(ctx)
	wasRunning = wasRunning || end.Phase.IsOver() && !second.now.FirstEvent.IsZero() && second.now.FirstEvent.Before(end.Ended.Add(-lateness))
	running.Close()
	first := e.finish(w, running, !end.Phase.IsOver() && end.Phase != run.Paused)
	joined := second.isTaken() && second.now.TaskID == now.TaskID
	switch {
	case !wasRunning && joined && e.lastsLonger(ctx, f, end.Ended.Sub(end.Started)+lateness):
		e.broken("OS3.11a", f, "valid data for a running task: the message ended the task: "+second.String(), second, first)
		return true
	case !wasRunning:
		return false
	}
	e.expectRefusedOnTask("OS3.11a", f, "valid data for a running task", now.TaskID, second, first)
	return true
}

// lastsLonger reports whether the task of an input still works after a time, where no second message comes.
func (e *engine) lastsLonger(ctx context.Context, f *form, d time.Duration) bool {
	alone, w, err := e.start(ctx, probe{form: f, parts: []json.RawMessage{f.part(f.valid[0])}})
	if err != nil {
		return false
	}
	soon, cancel := context.WithTimeout(ctx, d)
	defer cancel()
	now := alone.Wait(soon)
	alone.Close()
	e.finish(w, alone, false)
	return now.Phase == run.Working
}

// waitForTask waits until a run has a task that works, or is over.
func waitForTask(ctx context.Context, r *run.Run) run.Snapshot {
	for {
		now := r.Snapshot()
		if now.Phase.IsOver() || now.Phase == run.Paused || now.Phase == run.Working && !now.TaskID.IsEmpty() {
			return now
		}
		select {
		case <-r.Wake():
		case <-r.Stopped():
		case <-ctx.Done():
			return r.Snapshot()
		}
	}
}

// expectRefusedOnTask adds the result of tagged data for a task that exists: an error or a message, no other task, and the task
// goes on.
func (e *engine) expectRefusedOnTask(id string, f *form, what string, task safe.Raw, r, first *reply) {
	other := !r.now.TaskID.IsEmpty() && r.now.TaskID != task
	switch {
	case r.how == check.Nothing:
		e.undecided(id, f, what+": "+r.String(), tryAgain, r)
	case isCrash(r):
		e.broken(id, f, what+": "+r.String(), r)
	case other:
		e.broken(id, f, what+": the agent began another task", r)
	case first != nil && !first.isTaken() && !f.baseline().isTaken():
		e.undecided(id, f, what+": tasks of valid data end so anyway: "+first.String(), "an agent that takes valid data, see OS3.4", r, first)
	case first != nil && !first.isTaken():
		e.broken(id, f, what+": the task that was there ended as if it had failed: "+first.String(), r, first)
	case r.how == check.Answered || r.now.Err != nil:
		e.pass(id, f)
	default:
		e.broken(id, f, what+": the agent does not say that it was rejected: "+r.String(), r)
	}
}

// checkWaiting sends tagged data, then text, for a task that waits for input (OS3.11b, OS3.11c, OS3.12).
func (e *engine) checkWaiting() {
	for _, f := range e.usable() {
		if e.whileWaiting(f) {
			return
		}
	}
	e.invalidOnTask()
	e.undecidedAll("OS3.11c OS3.12", "no task waits for input", "an example of the card whose task asks for something")
}

// whileWaiting checks a form whose task waits for input. It reports false where the task does not.
func (e *engine) whileWaiting(f *form) bool {
	ctx, cancel := context.WithTimeout(e.ctx, e.timeout)
	defer cancel()
	waiting, w, err := e.start(ctx, probe{form: f, parts: []json.RawMessage{f.part(f.valid[0])}})
	if err != nil {
		return false
	}
	now := waiting.Wait(ctx)
	if now.Phase != run.Paused || now.TaskID.IsEmpty() {
		waiting.Close()
		e.finish(w, waiting, false)
		return false
	}
	send := func(part json.RawMessage) *reply {
		return e.send(probe{form: f, parts: []json.RawMessage{part}, task: now.TaskID, context: now.ContextID})
	}
	valid := send(f.part(f.valid[0]))
	still, gone := e.agent.Get(ctx, now.TaskID)
	switch {
	case valid.how != check.Nothing && gone == nil && !still.Status.State.Paused():
		e.broken("OS3.11c", f, "valid data for a waiting task: the task no longer waits, it is "+safe.Text(string(still.Status.State)).Line(40).String(), valid)
	default:
		e.expectRefusedOnTask("OS3.11c", f, "valid data for a waiting task", now.TaskID, valid, nil)
	}
	e.invalidFor(f, send, now.TaskID)
	e.checkAnswer(f, send)
	waiting.Close()
	e.finish(w, waiting, false)
	return true
}

// invalidFor sends invalid and undeclared data for a task (OS3.11b).
func (e *engine) invalidFor(f *form, send func(json.RawMessage) *reply, task safe.Raw) {
	r, what := send(f.tagged(f.valid[0], f.undeclared())), "an undeclared schema for a task"
	if refused := r.how == check.Answered || r.now.Err != nil; refused && len(f.invalid) > 0 && (r.now.TaskID.IsEmpty() || r.now.TaskID == task) {
		r, what = send(f.part(json.RawMessage(f.invalid[0].JSON()))), "invalid data for a task"
	}
	e.expectRefusedOnTask("OS3.11b", f, what, task, r, nil)
}

// invalidOnTask is OS3.11b where no task waits: the first one that works takes it.
func (e *engine) invalidOnTask() {
	for _, f := range e.usable() {
		ctx, cancel := context.WithTimeout(e.ctx, e.timeout)
		running, w, err := e.start(ctx, probe{form: f, parts: []json.RawMessage{f.part(f.valid[0])}})
		if err != nil {
			cancel()
			break
		}
		now := waitForTask(ctx, running)
		found := !now.TaskID.IsEmpty() && now.Phase == run.Working
		if found {
			e.invalidFor(f, func(part json.RawMessage) *reply {
				return e.send(probe{form: f, parts: []json.RawMessage{part}, task: now.TaskID, context: now.ContextID})
			}, now.TaskID)
		}
		running.Close()
		e.finish(w, running, false)
		cancel()
		if found {
			return
		}
	}
	e.undecided("OS3.11b", nil, "no task lasts long enough to send it a message", lasting)
}

// checkAnswer answers a waiting task, in data and in text (OS3.12).
func (e *engine) checkAnswer(f *form, send func(json.RawMessage) *reply) {
	data := send(f.tagged(json.RawMessage(`{"answer":"yes"}`), safe.Raw{}))
	text := data
	if data.now.Phase == run.Paused || data.how != check.Accepted {
		text = send(e.text("yes"))
	}
	switch {
	case isCrash(data) || isCrash(text):
		e.broken("OS3.12", f, "an answer to a waiting task: untagged data: "+data.String()+"; text: "+text.String(), data, text)
	case text.how == check.Nothing:
		e.undecided("OS3.12", f, "an answer to a waiting task: "+text.String(), tryAgain, text)
	default:
		e.pass("OS3.12", f)
	}
}
