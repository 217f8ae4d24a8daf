package a2aclient

import (
	"context"
	"fmt"
	"strings"

	"a2aform/internal/safe"
)

// maxRejectNotices is how often one run tells of events that it does not believe.
const maxRejectNotices = 3

// reject says why an event must not be believed, "" for those that are: it is of
// another task than the run's, or goes back on an end that was seen. A task that
// has settled stays so (A2A 1.0 §4.1.3).
func (r *run) reject(e Event) string {
	state := e.state()
	switch {
	case r.isForeign(e) && !r.endsUnderOtherID(e):
		return fmt.Sprintf("the agent speaks of another task here, %s: that was passed over", e.TaskID.Line(80))
	case r.state.Settled() && state != "" && state != r.state:
		return fmt.Sprintf("the agent says %s behind %s, which is an end: that was passed over", state, r.state)
	}
	return ""
}

// isForeign reports an event of another task than the run's.
func (r *run) isForeign(e Event) bool {
	return !r.taskID.IsEmpty() && !e.TaskID.IsEmpty() && e.TaskID != r.taskID && (e.Task != nil || e.Status != nil || e.Artifact != nil)
}

// state is what the event says of its task, "" for nothing.
func (e Event) state() State {
	switch {
	case e.Task != nil:
		return e.Task.Status.State
	case e.Status != nil:
		return e.Status.State
	}
	return ""
}

// endsUnderOtherID reports a status that ends the run although it names another
// task: a final one, in the context of the run, on the stream that answers the
// run's own message. The JavaScript SDKs up to 0.3 make up an id when the agent's
// code throws.
func (r *run) endsUnderOtherID(e Event) bool {
	return r.isForeign(e) && e.Status != nil && e.Final && e.Status.State.Settled() && !r.state.Settled() &&
		r.request != nil && !r.resumed && !r.contextID.IsEmpty() && e.ContextID == r.contextID
}

// noticeOtherID says that a status of another task is taken as the end of this one.
func (r *run) noticeOtherID(e Event) bool {
	text := fmt.Sprintf("The agent ends its answer with a status of another task, %s. It is taken as the end of this task: it came in answer to this message, in the same context.", e.TaskID.Line(80))
	return r.notice(Notice{Kind: NoticeOtherID, Text: text})
}

// skip tells of an event that is not believed, and reports whether the run
// goes on.
func (r *run) skip(why string) bool {
	if r.skipped++; r.skipped > maxRejectNotices {
		return !r.stopped
	}
	if r.skipped == maxRejectNotices {
		why += " (more of the kind will not be mentioned)"
	}
	return r.notice(Notice{Kind: NoticeSkipped, Text: why})
}

// askTask asks for the run's task as it stands. An answer about another one is
// none.
func (r *run) askTask(ctx context.Context) (Event, error) {
	c := r.agent.taskCall(opGet, r.taskID)
	e, err := r.agent.ask(ctx, c)
	if err == nil && r.isForeign(e) {
		return Event{}, transportError(fault{LayerReply, "asked for its task, the agent answered another, " + e.TaskID.Line(80).String(), "look at the agent's log"}, c, true, nil)
	}
	return e, err
}

// warn tells once what was odd about the envelope of an answer.
func (r *run) warn(warning string) bool {
	if warning == "" || r.hasWarned {
		return true
	}
	r.hasWarned = true
	return r.notice(Notice{Kind: NoticeSkipped, Text: warning})
}

// envelopeWarning is what is not right about the envelope of an answer to c, though it can be
// read: JSON-RPC 2.0 §5 wants one result, and the id of the call. Simple servers
// answer everything with the same number.
func (r *reply) envelopeWarning(c *call) string {
	switch {
	case r.results > 1:
		return fmt.Sprintf("the agent gave %d results in one answer: the last of them counts", r.results)
	case c.id != "" && r.answers != c.id && strings.Trim(r.answers, "0123456789") != "":
		return "the agent answers with the id of another call, " + safe.Text(r.answers).Line(80).String()
	case c.id != "" && r.version != nil && string(r.version) != `"2.0"`:
		return fmt.Sprintf(`the agent names JSON-RPC version %s in its answers, not "2.0": they are read all the same`, safe.Text(string(r.version)).Line(40))
	}
	return ""
}
