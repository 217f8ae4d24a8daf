package run

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"sync"
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

// maxFrames is how many frames are kept, the last ones. Of each body, of the headers
// together and of the first line no more is kept than [limit.WireBytes] and a note of what
// was cut.
const maxFrames = 1000

// Traffic keeps the last frames of the requests, answers and events of a run. Its zero value
// is ready.
type Traffic struct {
	// Forward is called with every frame, as it is kept. It is set before the first one.
	Forward func(a2aclient.Frame)

	mu      sync.Mutex
	frames  []a2aclient.Frame // once they are so many, the oldest is at dropped
	dropped int
	private bool // bodies contain a secret and are not kept
}

// hide keeps no more bodies from here on.
func (l *Traffic) hide() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.private = true
}

// isPrivate reports whether bodies are not kept.
func (l *Traffic) isPrivate() bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.private
}

// See takes a frame. Of a private run no body is kept: what was typed is in
// them, and an agent may send it back.
func (l *Traffic) See(f a2aclient.Frame) {
	l.mu.Lock()
	defer l.mu.Unlock()
	switch {
	case l.private && f.Body != nil:
		f.Body = fmt.Appendf(nil, "(%d bytes, not shown: the form holds a secret)", len(f.Body))
	case len(f.Body) > limit.WireBytes.Int():
		f.Body = append(slices.Clone(f.Body[:limit.WireBytes.Int()]), cutMark(len(f.Body))...)
	}
	if f.Head.Len() > limit.WireBytes.Int() {
		f.Head = safe.Text(beginningOf(f.Head.Exact(), limit.WireBytes.Int()) + cutMark(f.Head.Len()))
	}
	f.Header = limitHeaders(f.Header)
	if l.Forward != nil {
		l.Forward(f)
	}
	if len(l.frames) < maxFrames {
		l.frames = append(l.frames, f)
		return
	}
	l.frames[l.dropped%maxFrames] = f
	l.dropped++
}

func cutMark(all int) string { return fmt.Sprintf(" … (%d bytes in all)", all) }

// beginningOf shares no memory with the text, which may be large.
func beginningOf(text string, n int) string {
	return strings.ToValidUTF8(strings.Clone(text[:n]), "")
}

// limitHeaders are the headers as far as they are kept, the short ones first.
func limitHeaders(header http.Header) http.Header {
	type line struct{ name, value string }
	var lines []line
	all := 0
	for name, values := range header {
		for _, value := range values {
			lines = append(lines, line{name, value})
			all += len(name) + len(value)
		}
	}
	left := limit.WireBytes.Int()
	if all <= left {
		return header
	}
	slices.SortStableFunc(lines, func(a, b line) int {
		return cmp.Or(cmp.Compare(len(a.name)+len(a.value), len(b.name)+len(b.value)), strings.Compare(a.name, b.name))
	})
	kept := http.Header{}
	for _, line := range lines {
		name := beginningOf(line.name, min(len(line.name), left))
		left -= len(name)
		if len(line.value) > left {
			kept[name] = append(kept[name], beginningOf(line.value, left)+cutMark(all))
			break
		}
		kept[name] = append(kept[name], strings.Clone(line.value))
		left -= len(line.value)
	}
	return kept
}

// Frames returns the last frames, and how many there were before them.
func (l *Traffic) Frames() (frames []a2aclient.Frame, dropped int) {
	l.mu.Lock()
	defer l.mu.Unlock()
	oldest := l.dropped % maxFrames
	return slices.Concat(l.frames[oldest:], l.frames[:oldest]), l.dropped
}

// Size is how many bytes the frames contain, without their headers.
func (l *Traffic) Size() (bytes int) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, f := range l.frames {
		bytes += len(f.Body) + f.Head.Len()
	}
	return bytes
}

// Clear drops the frames.
func (l *Traffic) Clear() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.frames, l.dropped = nil, 0
}
