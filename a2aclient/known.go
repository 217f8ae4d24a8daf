package a2aclient

import (
	"fmt"

	"a2aform/a2aclient/a2a"
	"a2aform/internal/safe"
)

// known is what is known of the task that is followed, by its events.
type known struct {
	request *Request // what was sent; nil where a task is only followed
	resumed bool     // the stream is a subscription: it begins with a snapshot

	taskID, contextID safe.Raw
	hasEvents         bool // an event has come from the agent
	state             a2a.State
	snapshot          []byte // the last task as received
	stale             bool   // the pause that was seen may be the one being answered
	patched           bool   // events of a resumed stream came after the snapshot
	answered          bool   // by a direct message
	final             bool
}

// update applies an event.
func (k *known) update(e a2a.Event) {
	isFirst := k.taskID.IsEmpty()
	isAnswer := k.request != nil && !k.request.TaskID.IsEmpty() // to a paused task
	k.hasEvents = k.hasEvents || e.Notice == nil
	if !e.TaskID.IsEmpty() && e.Message == nil && !k.endsUnderOtherID(e) {
		k.taskID = e.TaskID
	}
	if !e.ContextID.IsEmpty() {
		k.contextID = e.ContextID
	}
	k.patched = k.resumed && e.Task == nil && (k.patched || e.Notice == nil)
	switch {
	case e.Task != nil:
		k.state, k.snapshot = e.Task.Status.State, e.Raw
		k.stale = isAnswer && isFirst && k.state.Paused()
	case e.Status != nil:
		k.state, k.final, k.stale = e.Status.State, e.Final, false
	case e.Message != nil && e.Message.Role != a2a.RoleUser: // an echo of ours is no answer
		k.answered = k.answered || k.state == "" && (isFirst || isAnswer)
	}
}

// done reports whether a state was seen that may end the run.
func (k *known) done() bool {
	return k.answered || k.state.Settled() || k.state.Paused()
}

// reject returns why an event must be skipped, "" for an event that counts. It rejects events
// of another task, and events that contradict an end that was seen: a task that has settled
// stays so (A2A 1.0 §4.1.3).
func (k *known) reject(e a2a.Event) string {
	state := e.State()
	switch {
	case k.isForeign(e) && !k.endsUnderOtherID(e):
		return fmt.Sprintf("the agent sent an event for another task, %s; it was ignored", e.TaskID.Line(80))
	case k.state.Settled() && state != "" && state != k.state:
		return fmt.Sprintf("the agent sent %s after the final state %s; it was ignored", state, k.state)
	}
	return ""
}

// isForeign reports an event of another task than the run's.
func (k *known) isForeign(e a2a.Event) bool {
	return !k.taskID.IsEmpty() && !e.TaskID.IsEmpty() && e.TaskID != k.taskID && (e.Task != nil || e.Status != nil || e.Artifact != nil)
}

// endsUnderOtherID reports a status that ends the run although it names another
// task: a final one, in the context of the run, on the stream that answers the
// run's own message. The JavaScript SDKs up to 0.3 make up an id when the agent's
// code throws.
func (k *known) endsUnderOtherID(e a2a.Event) bool {
	return k.isForeign(e) && e.Status != nil && e.Final && e.Status.State.Settled() && !k.state.Settled() &&
		k.request != nil && !k.resumed && !k.contextID.IsEmpty() && e.ContextID == k.contextID
}
