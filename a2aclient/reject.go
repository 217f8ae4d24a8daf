package a2aclient

import (
	"fmt"
	"strings"

	"a2aform/a2aclient/a2a"
	"a2aform/internal/safe"
)

// maxRejectNotices is how many notices of rejected events one run gives.
const maxRejectNotices = 3

// reject returns why an event must be skipped, "" for an event that counts. It rejects events
// of another task, and events that contradict an end that was seen: a task that has settled
// stays so (A2A 1.0 §4.1.3).
func (f *follower) reject(e a2a.Event) string {
	state := e.State()
	switch {
	case f.isForeign(e) && !f.endsUnderOtherID(e):
		return fmt.Sprintf("the agent sent an event for another task, %s; it was ignored", e.TaskID.Line(80))
	case f.state.Settled() && state != "" && state != f.state:
		return fmt.Sprintf("the agent sent %s after the final state %s; it was ignored", state, f.state)
	}
	return ""
}

// isForeign reports an event of another task than the run's.
func (f *follower) isForeign(e a2a.Event) bool {
	return !f.taskID.IsEmpty() && !e.TaskID.IsEmpty() && e.TaskID != f.taskID && (e.Task != nil || e.Status != nil || e.Artifact != nil)
}

// endsUnderOtherID reports a status that ends the run although it names another
// task: a final one, in the context of the run, on the stream that answers the
// run's own message. The JavaScript SDKs up to 0.3 make up an id when the agent's
// code throws.
func (f *follower) endsUnderOtherID(e a2a.Event) bool {
	return f.isForeign(e) && e.Status != nil && e.Final && e.Status.State.Settled() && !f.state.Settled() &&
		f.request != nil && !f.resumed && !f.contextID.IsEmpty() && e.ContextID == f.contextID
}

// noticeOtherID says that a status of another task is taken as the end of this one.
func (f *follower) noticeOtherID(e a2a.Event) bool {
	text := fmt.Sprintf("The agent ends its answer with the status of another task, %s. It is treated as the end of this task, because it answers this message in the same context.", e.TaskID.Line(80))
	return f.notice(a2a.Notice{Kind: a2a.NoticeOtherID, Text: text})
}

// skip adds a notice of a rejected event, and reports whether the run goes on.
func (f *follower) skip(why string) bool {
	if f.skipped++; f.skipped > maxRejectNotices {
		return !f.stopped
	}
	if f.skipped == maxRejectNotices {
		why += " (further ones are not reported)"
	}
	return f.notice(a2a.Notice{Kind: a2a.NoticeSkipped, Text: why})
}

// warn adds a notice of a fault of an answer's envelope, once for each run.
func (f *follower) warn(warning string) bool {
	if warning == "" || f.hasWarned {
		return true
	}
	f.hasWarned = true
	return f.notice(a2a.Notice{Kind: a2a.NoticeSkipped, Text: warning})
}

// envelopeWarning is what is not right about the envelope of an answer to c, though it can be
// read: JSON-RPC 2.0 §5 wants one result, and the id of the call. Simple servers
// answer everything with the same number.
func envelopeWarning(r *a2a.Reply, c *call) string {
	switch {
	case r.Results > 1:
		return fmt.Sprintf("the agent sent %d results in one answer: the last one is used", r.Results)
	case c.id != "" && r.Answers != c.id && strings.Trim(r.Answers, "0123456789") != "":
		return "the agent answers with the id of another request, " + safe.Text(r.Answers).Line(80).String()
	case c.id != "" && r.Version != nil && string(r.Version) != `"2.0"`:
		return fmt.Sprintf(`the agent uses JSON-RPC version %s in its answers, not "2.0"; they are read anyway`, safe.Text(string(r.Version)).Line(40))
	}
	return r.Event.EnvelopeWarning
}
