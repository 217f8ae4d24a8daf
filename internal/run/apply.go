package run

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"a2aform/a2aclient"
	"a2aform/a2aclient/a2a"
	"a2aform/internal/limit"
	"a2aform/internal/safe"
	"a2aform/internal/store/runfile"
)

// apply adds one event to the state of the run.
func (r *Run) apply(e a2a.Event) {
	if r.opts.Event != nil && e.Notice == nil {
		r.opts.Event(e)
	}
	defer r.flush()
	r.mu.Lock()
	defer r.mu.Unlock()
	defer r.signal()
	if e.Notice != nil {
		r.applyNotice(e.At, e.Notice)
		return
	}
	r.recorder.event(e, r.isRepeat(e), r.state.State)
	r.state.Reconnects = 0
	if r.opts.Protocol {
		r.received.keep(e)
	}
	r.state.Events++
	if r.state.FirstEvent.IsZero() {
		r.state.FirstEvent = e.At
	} else {
		r.state.LongestGap = max(r.state.LongestGap, e.At.Sub(r.lastEvent))
	}
	r.lastEvent, r.state.Details = e.At, r.state.Details.WithEvent(e)
	switch {
	case e.Message != nil && r.state.State == "": // a direct answer may name a task that was not seen before
		r.setIDs(safe.Raw{}, e.ContextID)
	case e.Status != nil && e.Final && e.Status.State.Settled() && !r.state.TaskID.IsEmpty():
		r.setIDs(safe.Raw{}, e.ContextID) // SDKs end a task that failed under an id that they make up
	default:
		r.setIDs(e.TaskID, e.ContextID)
	}
	switch {
	case e.Task != nil:
		r.applyTask(e.At, e.Task)
	case e.Status != nil:
		r.applyStatus(e.At, e.Status, false)
	case e.Artifact != nil:
		r.applyArtifact(e)
	case e.Message != nil:
		r.applyMessage(e.At, e.Message)
	}
}

// applyNotice applies a notice of the client about the connection.
func (r *Run) applyNotice(at time.Time, n *a2a.Notice) {
	r.recorder.add(runfile.Line{Kind: runfile.Notice, Time: at, Text: safe.Text(n.Text), Extensions: n.Extensions})
	switch n.Kind {
	case a2a.NoticeExtensions:
		r.state.Activated = n.Extensions
	case a2a.NoticeReconnecting:
		r.state.Reconnects = n.Attempt
	case a2a.NoticePolling:
		r.state.Reconnects = 0
	}
	if n.Text != "" {
		r.note(Entry{At: at, Kind: NoticeEntry, Note: n.Text})
	}
	switch {
	case n.Kind == a2a.NoticeReconnecting:
		r.repaired("the stream broke off before the end of the task")
	case n.Kind == a2a.NoticePolling:
		r.repaired("the task was asked for its state, because no stream was left")
	case n.IsRepair():
		r.repaired(n.Text)
	}
}

// repaired adds to what was put right. The slice is shared with snapshots.
func (r *Run) repaired(text string) {
	if text != "" && !slices.Contains(r.state.Repairs, text) && len(r.state.Repairs) < maxRepairs {
		r.state.Repairs = append(slices.Clone(r.state.Repairs), text)
	}
}

// maxRepairs is how many repairs of one run are kept.
const maxRepairs = 20

// setIDs keeps the ids that the agent gave.
func (r *Run) setIDs(taskID, contextID safe.Raw) {
	if !taskID.IsEmpty() {
		r.state.TaskID = taskID
	}
	if !contextID.IsEmpty() {
		r.state.ContextID = contextID
	}
}

// applyTask applies a snapshot of the task, which replaces what was known.
func (r *Run) applyTask(at time.Time, t *a2a.Task) {
	r.setIDs(t.ID, t.ContextID)
	if len(t.Artifacts) > 0 || len(r.artifacts.list) > 0 {
		before := r.artifacts
		for _, a := range before.list {
			r.memory.used -= a.size
		}
		r.artifacts, r.chunkFault = artifacts{}, ""
		for _, a := range t.Artifacts {
			size := sizeOf(&a)
			if !r.memory.reserve(size) {
				r.noteFull(limit.TaskBytes)
				break
			}
			r.artifacts.add(Artifact{Artifact: a, Chunks: 1, Complete: true, size: size, joins: before.joinsOf(&a)})
		}
		r.markFirstArtifact(at)
	}
	if m := lastAnswer(t.History); m != nil {
		r.state.lastInHistory = m
	}
	r.applyStatus(at, &t.Status, true)
}

func (r *Run) applyStatus(at time.Time, s *a2a.Status, isSnapshot bool) {
	piece, isPiece := "", false
	if s.Message != nil && !s.State.Paused() {
		piece, isPiece = r.piece(s.Message, isSnapshot)
		if isPiece { // before the state, which would end the text
			r.addPiece(s.Message, piece)
		}
	}
	if s.State != r.state.State || r.state.Timeline.Len() == 0 {
		r.state.State = s.State
		r.note(Entry{At: at, Kind: StateEntry, State: s.State, Text: s.Said})
	}
	if s.Message != nil && !isPiece && r.noteMessage(at, s.Message) && s.State.Paused() {
		for _, warning := range a2aclient.TextWarnings(r.lastMessage) {
			r.note(Entry{At: at, Kind: NoticeEntry, Note: warning})
		}
	}
	r.noteFacts(at, s)
	if r.state.lastStatus = s.Message; isPiece && r.state.spoken != nil {
		r.state.lastStatus = r.state.spoken
	}
	r.state.Question = nil
	if s.State.Paused() {
		r.state.Question = s.Message
	}
	if r.state.Phase == Sending {
		r.state.Phase = Working
	}
}

// noteFacts adds the facts in the metadata of a question, of a failure, and of a status that says
// nothing else, such as what a payment costs.
func (r *Run) noteFacts(at time.Time, s *a2a.Status) {
	if !saysFacts(s) || bytes.Equal(s.Message.Metadata, r.metadata) {
		return
	}
	r.metadata = s.Message.Metadata
	for _, line := range factLines(s.Message.Metadata) {
		r.note(Entry{At: at, Kind: DetailEntry, Text: line})
	}
}

// saysFacts reports a status whose metadata a user must see. Those of other messages are among
// the details of the task.
func saysFacts(s *a2a.Status) bool {
	return s.Message != nil && len(s.Message.Metadata) > 0 &&
		(s.State.Paused() || s.State == a2a.StateFailed || s.State == a2a.StateRejected || messageText(s.Message) == "")
}

// messageText joins the texts of a message; data parts count as their JSON, and a form as what
// it says above its fields.
func messageText(m *a2a.Message) string {
	if len(m.Parts) == 1 && m.Parts[0].Kind == a2a.PartText {
		return m.Parts[0].Text.Exact()
	}
	var texts []string
	for _, p := range m.Parts {
		switch p.Kind {
		case a2a.PartText:
			texts = append(texts, p.Text.Exact())
		case a2a.PartData:
			if f, ok := (&a2a.Message{Parts: []a2a.Part{p}}).Form(); ok {
				texts = append(texts, cmp.Or(f.Instructions.Exact(), "(a form)"))
				continue
			}
			texts = append(texts, string(p.Data))
		}
	}
	return strings.Join(texts, "\n")
}

func (r *Run) applyMessage(at time.Time, m *a2a.Message) {
	if m.Role == a2a.RoleUser {
		return // an echo of what was sent
	}
	piece, isPiece := r.piece(m, false)
	if !r.state.TaskID.IsEmpty() {
		if isPiece {
			r.addPiece(m, piece)
		} else if r.noteMessage(at, m) {
			r.state.spoken = m
		}
		return
	}
	if r.state.Phase == Sending {
		r.state.Phase = Working
	}
	r.reply(at, m, piece, isPiece)
	if r.plan.isTagged() {
		r.state.Violation = "the agent answered a form with a message; its extension requires a task or a rejection (object schemas, section 3)"
	}
}

// reply makes a message the answer, or adds it to the answer as another piece. Of several messages
// the last is the answer, as in a session.
func (r *Run) reply(at time.Time, m *a2a.Message, piece string, isPiece bool) {
	if isPiece {
		r.speech.add(m.ID, messageText(m), piece)
		whole := *m
		whole.Parts = r.speech.message().Parts
		r.state.Reply = &whole
		return
	}
	if r.state.Reply != nil {
		r.note(Entry{At: at, Kind: MessageEntry, Text: safe.Text(messageText(r.state.Reply))})
	}
	r.state.Reply, r.state.replyAt = m, len(r.artifacts.list)
	if isText(m) {
		r.speech.begin(m.ID, messageText(m))
	}
}

func (r *Run) applyArtifact(e a2a.Event) {
	r.speech.isEnded = true
	r.state.Timeline.Close()
	r.markFirstArtifact(e.At)
	if r.state.Phase == Sending {
		r.state.Phase = Working
	}
	r.checkChunk(e)
	isNameless := keyOf(e.Artifact) == artifactKey{} // then a second one is as likely as a replacement, and nothing is lost
	if i, known := r.artifacts.find(e.Artifact); known && (e.Append || !isNameless) {
		r.artifacts.set(i, r.merge(r.artifacts.list[i], e))
		return
	}
	size := sizeOf(e.Artifact)
	if !r.memory.reserve(size) {
		r.noteFull(limit.TaskBytes)
		return
	}
	first := Artifact{Artifact: *e.Artifact, Chunks: 1, Complete: e.LastChunk, closed: e.LastChunk, size: size}
	first.Parts = slices.Clone(first.Parts)
	r.artifacts.add(first)
}

// merge is a known artifact with what came of it: another piece, or it all anew.
func (r *Run) merge(known Artifact, e a2a.Event) Artifact {
	merged, size := *e.Artifact, sizeOf(e.Artifact)
	isReplaced := known.isReplaced
	if !e.Append && !isReplaced && !repeats(known.Parts, merged.Parts) {
		isReplaced = true
		r.note(Entry{At: e.At, Kind: NoticeEntry, Note: fmt.Sprintf("The agent replaced the artifact “%s”. What it sent of it before is not shown.", known.label().Line(40))})
	}
	if !e.Append {
		r.memory.used -= known.size
		known.size = 0
	}
	if !r.memory.reserve(size) {
		r.noteFull(limit.TaskBytes)
		merged.Parts, size = nil, 0
	}
	joins := known.joins
	if e.Append {
		// Snapshots share the slices up to the length they know.
		if n := len(known.Parts); n > 0 && len(merged.Parts) > 0 && continues(known.Parts[n-1], merged.Parts[0]) {
			joins = append(joins, n)
		}
		merged.Parts = append(known.Parts, merged.Parts...)
	} else {
		joins = nil
	}
	if merged.Name.IsEmpty() {
		merged.Name, merged.Description = known.Name, known.Description
	}
	if merged.Index.IsEmpty() {
		merged.Index = known.Index
	}
	return Artifact{Artifact: merged, isReplaced: isReplaced, Chunks: known.Chunks + 1, Complete: e.LastChunk, closed: e.LastChunk, size: known.size + size, joins: joins}
}

// repeats reports whether parts that replace others begin with all that these had:
// agents send what they have so far again and again.
func repeats(known, anew []a2a.Part) bool {
	isOther := func(p a2a.Part) bool { return p.Kind != a2a.PartText }
	if !slices.ContainsFunc(known, isOther) && !slices.ContainsFunc(anew, isOther) {
		return strings.HasPrefix(joined(anew).Exact(), joined(known).Exact())
	}
	return len(known) <= len(anew) && slices.EqualFunc(known, anew[:len(known)], func(a, b a2a.Part) bool { return bytes.Equal(a.Raw, b.Raw) })
}

func (r *Run) markFirstArtifact(at time.Time) {
	if r.state.FirstArtifact.IsZero() {
		r.state.FirstArtifact = at
	}
}

// finish takes the end of an exchange. A run is over only where the agent said
// so; everything else is an error that says what happened.
func (r *Run) finish(x *exchange, err error) {
	r.conclude(x, err)
	r.closeIfOver()
}

func (r *Run) conclude(x *exchange, err error) {
	defer r.flush()
	r.mu.Lock()
	defer r.mu.Unlock()
	if x.replaced {
		return
	}
	defer r.signal()
	defer r.signalStop()
	isClosed := err != nil && errors.Is(err, context.Canceled) && r.ctx.Err() != nil
	switch {
	case isClosed && r.state.Phase == Paused: // it waits for an answer, whoever leaves

	case errors.Is(err, a2aclient.ErrUnsettled) && r.state.State.Settled():
		r.settle(r.state.State) // the answer to a cancel had a later state than the exchange
	case isClosed:
		r.interrupt(errors.New("a2aform closed the connection; the task continues on the agent"))
	case err != nil:
		r.interrupt(err)
	case r.state.State.Paused():
		if r.state.Phase != Paused || r.pausedAt != r.state.Events {
			r.pause()
		}
	case r.state.State.Settled():
		r.settle(r.state.State)
	case r.state.Reply != nil:
		r.state.Phase = Answered
		r.end()
	default:
		r.interrupt(a2aclient.ErrUnsettled)
	}
}

func (r *Run) interrupt(err error) {
	r.recorder.endResponse()
	r.state.Phase, r.state.Err = Errored, err
	r.setEnding(err)
	r.end()
}

func (r *Run) settle(state a2a.State) {
	if !state.Settled() {
		return
	}
	r.state.Phase, r.state.State = Settled, state
	r.artifacts.complete()
	r.end()
}

// end notes the end. It is written to the run file when that is closed, with the
// number of problems in the output, which take time to count.
func (r *Run) end() { r.state.Ended = r.Now() }
