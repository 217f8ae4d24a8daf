package run

import (
	"bytes"
	"fmt"

	"a2aform/a2aclient/a2a"
	"a2aform/internal/limit"
)

// lineOverhead is what a line of the run file takes besides its event, in bytes, about.
const lineOverhead = 72

// event queues an event for the run file. An agent may send for ever: a status that
// repeats the one before is counted only, and what the rest may take is limited. before is
// the state of the task so far.
func (c *recorder) event(e a2a.Event, isRepeat bool, before a2a.State) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if !c.on || c.hidden {
		return
	}
	c.takeResponse(false)
	size := lineOverhead + len(e.Raw)
	switch {
	case isRepeat:
		c.repeats++
		return
	case hasResult(e):
		if c.resultBytes += size; c.resultBytes > limit.RunBytes.Int() {
			c.err = fmt.Errorf("its events with results take more than %s; %s", limit.RunBytes, limit.RunBytes.Hint())
			return
		}
	default:
		if c.statusBytes += size; c.statusBytes > limit.RunStatus.Int() {
			c.err = fmt.Errorf("its events without results take more than %s, so only changes of state are kept of later ones", limit.RunStatus)
			if !c.keepsChange(e, size, before) {
				return
			}
		}
	}
	c.queue = append(c.queue, queuedLine{at: e.At, event: e.Raw})
}

// isRepeat reports a status that says nothing new. The caller holds the lock.
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
func (c *recorder) keepsChange(e a2a.Event, size int, before a2a.State) bool {
	status := e.Status
	if e.Task != nil {
		status = &e.Task.Status
	}
	if status == nil || status.State == before {
		return false
	}
	if status.State.Settled() || status.State.Paused() {
		return true
	}
	c.changeBytes += size
	return c.changeBytes <= limit.RunStatus.Int()
}
