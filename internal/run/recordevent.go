package run

import (
	"bytes"
	"fmt"

	"a2aform/a2aclient/a2a"
	"a2aform/internal/limit"
)

// lineOverhead is what a line of the run file takes besides its event, in bytes, about.
const lineOverhead = 72

// record queues an event for the run file. An agent may send for ever: a status that
// repeats the one before is counted only, and what the rest may take is limited. The
// caller holds mu, and what is known of the task is still that of before the event.
func (r *Run) record(e a2a.Event) {
	if !r.recording || r.hidden {
		return
	}
	r.recordResponse(false)
	size := lineOverhead + len(e.Raw)
	switch {
	case r.isRepeat(e):
		r.repeats++
		return
	case hasResult(e):
		if r.resultBytes += size; r.resultBytes > limit.RunBytes.Int() {
			r.state.RecordErr = fmt.Errorf("its events with results take more than %s; %s", limit.RunBytes, limit.RunBytes.Hint())
			return
		}
	default:
		if r.statusBytes += size; r.statusBytes > limit.RunStatus.Int() {
			r.state.RecordErr = fmt.Errorf("its events without results take more than %s, so only changes of state are kept of later ones", limit.RunStatus)
			if !r.keepsChange(e, size) {
				return
			}
		}
	}
	r.queue = append(r.queue, queuedLine{at: e.At, event: e.Raw})
}

// isRepeat reports a status that says nothing new.
func (r *Run) isRepeat(e a2a.Event) bool {
	switch {
	case e.Status == nil, e.Status.State != r.state.State, e.Status.State.Paused(), r.state.Timeline.Len() == 0:
		return false
	case e.Status.Message == nil:
		return true
	case saysFacts(e.Status) && !bytes.Equal(e.Status.Message.Metadata, r.metadata):
		return false
	}
	for _, p := range e.Status.Message.Parts {
		if p.Kind != a2a.PartText && p.Kind != a2a.PartData {
			return false
		}
	}
	text := messageText(e.Status.Message)
	return text == "" || text == r.lastMessage
}

// hasResult reports an event that brings something that is shown as a result.
func hasResult(e a2a.Event) bool {
	status := e.Status
	if e.Task != nil {
		status = &e.Task.Status
	}
	return e.Artifact != nil || e.Message != nil || e.Task != nil && (len(e.Task.Artifacts) > 0 || lastAnswer(e.Task.History) != nil) ||
		status != nil && status.State == a2a.StateCompleted && status.Message != nil
}

// keepsChange reports whether an event beyond the limit changes the state, and is
// kept: a question and an end always, other changes for as much again.
func (r *Run) keepsChange(e a2a.Event, size int) bool {
	status := e.Status
	if e.Task != nil {
		status = &e.Task.Status
	}
	if status == nil || status.State == r.state.State {
		return false
	}
	if status.State.Settled() || status.State.Paused() {
		return true
	}
	r.changeBytes += size
	return r.changeBytes <= limit.RunStatus.Int()
}
