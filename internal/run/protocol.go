package run

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"

	"a2aform/a2aclient"
	"a2aform/a2aclient/a2a"
	"a2aform/internal/limit"
	"a2aform/internal/safe"
	"a2aform/internal/store/runfile"
)

// wholeTaskTime bounds the request for a task whose outcome is known already.
const wholeTaskTime = 10 * time.Second

// How long the result of a task that ended without one is asked for, and how long between the two requests.
const (
	lateResultTime  = 5 * time.Second
	lateResultPause = 500 * time.Millisecond
)

// received is what [Run.Protocol] prints from. It is kept only for a run with
// [Options.Protocol]: the bytes may be many.
type received struct {
	isWanted bool
	task     json.RawMessage // the last task that came as a whole; nil for none
	status   json.RawMessage // the last event with a status that came after it; nil for none
	partial  bool            // events came after the task, or there was no task
	asked    bool            // for the whole task, since the last event
}

// keep notes an event in the protocol's own types.
func (k *received) keep(e a2a.Event) {
	if !k.isWanted {
		return
	}
	k.asked = false
	switch {
	case e.Task != nil:
		*k = received{isWanted: true, task: e.Task.Raw}
	case e.Status != nil:
		k.status, k.partial = e.Raw, true
	case e.Artifact != nil:
		k.partial = true
	}
}

// Protocol is the outcome in the protocol's own types, as the agent sent it: the
// answering message, or the task. Where a stream brought only parts of the task,
// the agent is asked for all of it, within ctx and ten seconds. If it gives none,
// or one that contradicts the stream, the timeline says so and the task is put
// together from what the stream brought. It needs [Options.Protocol], and fails
// where the agent sent neither a message nor a task.
func (r *Run) Protocol(ctx context.Context) (json.RawMessage, error) {
	if r.state.offline {
		return nil, ErrRecording
	}
	r.askWhole(ctx)
	r.mu.Lock()
	defer r.mu.Unlock()
	switch {
	case r.state.IsReply():
		return r.state.Reply.Raw, nil
	case r.state.received.task != nil && !r.state.received.partial:
		return r.state.received.task, nil
	case r.state.taskID().IsEmpty():
		return nil, errors.New("the agent returned neither a task nor a message, so there is nothing to print")
	}
	return r.state.assembled(), nil
}

// askWhole asks the agent for the task, where the events left out parts of it and
// [Run.Protocol] needs them, and where chunks of its artifacts did not fit together.
func (r *Run) askWhole(ctx context.Context) {
	r.mu.Lock()
	id, fault := r.state.taskID(), r.state.chunkFault
	wanted := r.state.received.isWanted && r.state.received.partial && !r.state.received.asked || fault != ""
	isEmpty := !r.state.received.asked && r.state.State == a2a.StateCompleted && len(r.snapshot().ResultParts()) == 0
	if r.state.IsReply() || id.IsEmpty() {
		wanted, isEmpty = false, false
	}
	r.state.received.asked, r.state.chunkFault = true, ""
	r.mu.Unlock()
	if isEmpty {
		found, err := r.askForResult(ctx, id)
		if err != nil && wanted {
			r.compareWhole(nil, err, fault)
		}
		if found || err != nil {
			return
		}
	}
	if !wanted {
		return
	}
	ctx, cancel := context.WithTimeout(a2aclient.WithTrace(ctx, r.traffic.See), wholeTaskTime)
	defer cancel()
	task, err := r.plan.Agent.Get(ctx, id)
	if r.compareWhole(task, err, fault) {
		r.replaceChunks(task, fault)
	}
}

// askForResult asks an agent whose task ended without a result for the task, and once more after a moment: some keep the
// result only after the end of the stream. It reports whether there is one, and fails where the
// agent does not give the task, as it need not keep it.
func (r *Run) askForResult(ctx context.Context, id safe.Raw) (found bool, err error) {
	ctx, cancel := context.WithTimeout(a2aclient.WithTrace(ctx, r.traffic.See), lateResultTime)
	defer cancel()
	for try := range 2 {
		if try > 0 && !sleep(ctx, lateResultPause) {
			break
		}
		task, err := r.plan.Agent.Get(ctx, id)
		if err != nil {
			return false, err
		}
		if now := OfTask(task); now.State == a2a.StateCompleted && len(now.ResultParts()) > 0 {
			r.apply(a2a.Event{At: time.Now(), TaskID: task.ID, ContextID: task.ContextID, Task: task, Raw: task.Raw})
			r.mu.Lock()
			defer r.mu.Unlock()
			r.noteDifference("The result came after the end of the task: the agent was asked for it.")
			r.state.received.asked = true
			r.signal()
			return true, nil
		}
	}
	return false, nil
}

// sleep waits, and reports whether the context lasted as long.
func sleep(ctx context.Context, d time.Duration) bool {
	select {
	case <-ctx.Done():
		return false
	case <-time.After(d):
		return true
	}
}

// compareWhole takes what the agent answered when it was asked for the whole task,
// and says what differs from its stream. It reports whether the artifacts of the
// task are to replace those of the stream.
func (r *Run) compareWhole(task *a2a.Task, err error, fault string) (replace bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	defer r.signal()
	if err == nil && fault != "" && r.state.isWhole(task) {
		return true
	}
	var differs string
	if err == nil {
		r.recordWhole(task.Raw)
	}
	switch {
	case err != nil:
		differs = fmt.Sprintf("The agent did not give the whole task (%s)", err)
	case task.Status.State != r.state.State:
		differs = fmt.Sprintf("The task's state is %s, but its stream ended with %s", task.Status.State, r.state.State)
	case len(task.Artifacts) != len(r.state.artifacts.list) && len(OfTask(task).shown()) != len(r.snapshot().shown()):
		differs = fmt.Sprintf("The task has %d artifacts, but its stream brought %d", len(task.Artifacts), len(r.state.artifacts.list))
	case fault != "":
		differs = "The task's artifacts differ from those of its stream"
	default:
		r.state.received = received{isWanted: true, task: task.Raw, asked: true}
		return false
	}
	r.noteDifference(strings.TrimSpace(fault + " " + differs + "; the result is assembled from its stream."))
	return false
}

// noteDifference adds a notice to the timeline and the run file.
func (r *Run) noteDifference(text string) {
	at := time.Now()
	r.state.note(Entry{At: at, Kind: NoticeEntry, Note: text})
	r.state.repaired(text)
	r.recorder.add(runfile.Line{Kind: runfile.Notice, Time: at, Text: safe.Text(text)})
}

// recordWhole keeps in the run file what the agent gave as the whole task.
func (r *Run) recordWhole(raw json.RawMessage) {
	line := runfile.Line{Kind: runfile.Response, Time: time.Now(), Method: safe.Text("GetTask"), Raw: raw}
	if len(raw) > limit.WireBytes.Int() {
		line.Raw, line.Text = nil, safe.Text(fmt.Sprintf("a task of %d bytes, which is not kept twice", len(raw)))
	}
	r.recorder.add(line)
}

// assembled returns the task as its events describe it.
func (s *state) assembled() json.RawMessage {
	events := taskEvents{Task: s.received.task, Status: s.received.status, TaskID: s.taskID(), ContextID: s.ContextID}
	now := s.snapshot()
	for _, i := range now.shown() {
		a := now.Artifacts[i]
		events.Artifacts = append(events.Artifacts, taskArtifact{Artifact: a.Artifact, Chunks: a.Chunks})
	}
	return taskOfEvents(events)
}
