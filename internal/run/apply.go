package run

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"a2aform/a2aclient"
	"a2aform/a2aclient/a2a"
	"a2aform/internal/limit"
	"a2aform/internal/safe"
	"a2aform/render"
)

// applyNotice applies a notice of the client about the connection.
func (s *state) applyNotice(at time.Time, n *a2a.Notice) {
	switch n.Kind {
	case a2a.NoticeExtensions:
		s.Activated = n.Extensions
	case a2a.NoticeReconnecting:
		s.Reconnects = n.Attempt
	case a2a.NoticePolling:
		s.Reconnects = 0
	case a2a.NoticeOtherID:
		s.order.isOtherID = true
	}
	switch entry := (Entry{At: at, Kind: NoticeEntry, Note: n.Text}); {
	case n.Kind == a2a.NoticeReconnecting:
		s.noteReconnect(entry)
	case n.Text != "":
		s.note(entry)
	}
	var failed *a2aclient.Error
	if n.Kind == a2a.NoticeFailed && errors.As(n.Err, &failed) {
		s.failure, s.Code = failed.Said(), failed.Code
	}
	switch {
	case n.Kind == a2a.NoticeReconnecting:
		s.order.isResumed = true
		s.repaired("the stream broke off before the end of the task")
	case n.Kind == a2a.NoticePolling && n.Text != "":
		s.order.isResumed = true
		s.repaired("the task was asked for its state, because no stream was left")
	case n.IsRepair():
		s.repaired(n.Text)
	}
}

// repaired adds to what was put right. The slice is shared with snapshots.
func (s *state) repaired(text string) {
	if text != "" && !slices.Contains(s.Repairs, text) && len(s.Repairs) < maxRepairs {
		s.Repairs = append(slices.Clone(s.Repairs), text)
	}
}

// maxRepairs is how many repairs of one run are kept.
const maxRepairs = 20

// setIDs keeps the ids that the agent gave.
func (s *state) setIDs(taskID, contextID safe.Raw) {
	if !taskID.IsEmpty() {
		s.TaskID = taskID
	}
	if !contextID.IsEmpty() {
		s.ContextID = contextID
	}
}

// applyTask applies a snapshot of the task, which replaces what was known.
func (s *state) applyTask(at time.Time, t *a2a.Task) {
	s.setIDs(t.ID, t.ContextID)
	if len(t.Artifacts) > 0 { // a task without any takes nothing back: agents leave them out of a task that asks
		before := s.artifacts
		for _, a := range before.list {
			s.memory.used -= a.size
		}
		s.artifacts, s.chunkFault = artifacts{}, ""
		for _, a := range t.Artifacts {
			isPartial := a.IsPartial()
			if isPartial {
				a = *liveText(&a)
			}
			size := sizeOf(&a)
			if !s.memory.reserve(size) {
				s.noteFull(limit.TaskBytes)
				break
			}
			s.artifacts.add(Artifact{Artifact: a, Chunks: 1, Complete: true, closed: isPartial, isPartial: isPartial, isAppended: before.isAppended(&a), size: size, joins: before.joinsOf(&a)})
		}
		s.markFirstArtifact(at)
	}
	if m := lastAnswer(t.History); m != nil {
		s.lastInHistory = m
	}
	s.applyStatus(at, &t.Status, true)
}

func (s *state) applyStatus(at time.Time, status *a2a.Status, isSnapshot bool) {
	piece, isPiece := "", false
	if status.Message != nil && !status.State.Paused() {
		piece, isPiece = s.piece(status.Message, isSnapshot)
		if isPiece { // before the state, which would end the text
			s.addPiece(status.Message, piece)
		}
	}
	if status.State != s.State || s.Timeline.Len() == 0 {
		s.State = status.State
		s.note(Entry{At: at, Kind: StateEntry, State: status.State, Text: status.Said})
	}
	if status.Message != nil && !isPiece && s.noteMessage(at, status.Message) && status.State.Paused() {
		for _, warning := range a2aclient.TextWarnings(s.lastMessage) {
			s.note(Entry{At: at, Kind: NoticeEntry, Note: warning})
		}
	}
	if status.Message != nil && status.Message.Role != a2a.RoleUser {
		s.noteFiles(at, status)
		s.lastSaid = status.Message
		if isPiece && s.spoken != nil {
			s.lastSaid = s.spoken
		}
	}
	s.noteFacts(at, status)
	if s.lastStatus = status.Message; isPiece && s.spoken != nil {
		s.lastStatus = s.spoken
	}
	s.setQuestion(at, status)
	if s.Phase == Sending {
		s.Phase = Working
	}
}

// noteFiles says which files came with a status that is not the last one: those of the last are in the result.
func (s *state) noteFiles(at time.Time, status *a2a.Status) {
	if status.State.Settled() {
		return
	}
	var lines []string
	for _, f := range filesIn(status.Message) {
		lines = append(lines, "▪ "+strings.Join((&render.Attachment{File: f}).Words(), " · "))
	}
	if len(lines) > 0 {
		s.SaidFiles = filesIn(status.Message)
	}
	if text := strings.Join(lines, "\n"); text != s.lastFiles {
		s.lastFiles = text
		if text != "" {
			s.note(Entry{At: at, Kind: DetailEntry, Text: safe.Text(text)})
		}
	}
}

// filesIn are the files of a message.
func filesIn(m *a2a.Message) (files []render.File) {
	for _, p := range m.Parts {
		if p.Kind == a2a.PartFile {
			files = append(files, renderPart(p).File)
		}
	}
	return files
}

// setQuestion notes what the agent asks: the message of a status that waits, else what it said last in the history, or a form that it sent
// before. Other words before a pause without any are its answer, see [Snapshot.ResultMessage].
func (s *state) setQuestion(at time.Time, status *a2a.Status) {
	s.Question = nil
	if !status.State.Paused() {
		return
	}
	switch {
	case status.Message != nil && (len(status.Message.Parts) > 0 || asksByForm(status.Message)):
		s.Question = status.Message
	case s.lastInHistory != nil:
		s.Question = s.lastInHistory
		s.noteMessage(at, s.lastInHistory)
	case s.lastSaid != nil && asksByForm(s.lastSaid):
		s.Question = s.lastSaid
	}
}

func asksByForm(m *a2a.Message) bool {
	_, isForm := m.Form()
	return isForm
}

// noteFacts adds the facts in the metadata of a question, of a failure, and of a status that says
// nothing else, such as what a payment costs.
func (s *state) noteFacts(at time.Time, status *a2a.Status) {
	if !saysFacts(status) || bytes.Equal(status.Message.Metadata, s.metadata) {
		return
	}
	s.metadata = status.Message.Metadata
	for _, notice := range status.Message.FormNotices() {
		s.note(Entry{At: at, Kind: NoticeEntry, Note: notice})
	}
	for _, line := range factLines(status.Message.Metadata) {
		s.note(Entry{At: at, Kind: DetailEntry, Text: line})
	}
}

// saysFacts reports a status whose metadata a user must see. Those of other messages are among
// the details of the task.
func saysFacts(s *a2a.Status) bool {
	return s.Message != nil && len(s.Message.Metadata) > 0 &&
		(s.State.Paused() || s.State == a2a.StateFailed || s.State == a2a.StateRejected || messageText(s.Message) == "")
}

// messageText joins the texts of a message without its thoughts; data parts count as their JSON, and a form as what
// it says above its fields.
func messageText(m *a2a.Message) string { return textOf(m, false) }

// questionText is the text of a message that asks: a schema alone is a form there.
func questionText(m *a2a.Message) string { return textOf(m, true) }

func textOf(m *a2a.Message, isAsking bool) string {
	if len(m.Parts) == 1 && m.Parts[0].Kind == a2a.PartText && len(m.Metadata) == 0 && !m.Parts[0].IsThought() && !isAsking {
		return m.Parts[0].Text.Exact()
	}
	var texts []string
	addForm := func(f a2a.Form) {
		words := f.Instructions.Exact()
		if words == "" && len(texts) == 0 {
			words = "(a form)"
		}
		if words != "" && !slices.Contains(texts, words) {
			texts = append(texts, words)
		}
	}
	for _, p := range m.Parts {
		if f, ok := (&a2a.Message{Parts: []a2a.Part{p}}).Form(); ok && (isAsking || !f.IsAlone) {
			addForm(f)
		} else if text := partText(p); text != "" {
			texts = append(texts, text)
		}
	}
	if f, ok := m.Form(); ok && f.IsInMetadata() {
		addForm(f)
	}
	return strings.Join(texts, "\n")
}

// partText is what a part says: its text, what a tool does or returned, or data as its JSON; "" for a thought and a file.
func partText(p a2a.Part) string {
	switch {
	case p.Kind == a2a.PartText && !p.IsThought():
		return p.Text.Exact()
	case p.Kind != a2a.PartData:
		return ""
	}
	if step, ok := p.Step(); ok {
		return step.Exact()
	}
	if title, data, ok := p.ToolCall(); ok {
		return title.Exact() + "  " + string(data)
	}
	return string(p.Data)
}

func (s *state) applyMessage(at time.Time, m *a2a.Message) {
	if m.Role == a2a.RoleUser {
		return // an echo of what was sent
	}
	piece, isPiece := s.piece(m, false)
	if !s.TaskID.IsEmpty() {
		if isPiece {
			s.addPiece(m, piece)
		} else if s.noteMessage(at, m) {
			s.spoken = m
		}
		if s.spoken != nil {
			s.lastSaid = s.spoken
		}
		return
	}
	if s.Phase == Sending {
		s.Phase = Working
	}
	s.reply(at, m, piece, isPiece)
	if s.Plan.isTagged() {
		s.Violation = "the agent answered a form with a message; its extension requires a task or a rejection (object schemas, section 3)"
	}
}

// reply makes a message the answer, or adds it to the answer as another piece. Of several messages
// the last is the answer, as in a session.
func (s *state) reply(at time.Time, m *a2a.Message, piece string, isPiece bool) {
	if isPiece {
		s.speech.add(m.ID, messageText(m), piece)
		whole := *m
		whole.Parts = s.speech.message().Parts
		s.Reply = &whole
		return
	}
	if s.Reply != nil && messageText(s.Reply) != "" {
		s.note(Entry{At: at, Kind: MessageEntry, Text: safe.Text(messageText(s.Reply))})
	}
	s.Reply, s.replyAt = m, len(s.artifacts.list)
	if isText(m) {
		s.speech.begin(m.ID, messageText(m))
	}
}

func (s *state) applyArtifact(e a2a.Event) {
	s.speech.isEnded = true
	s.Timeline.Close()
	s.markFirstArtifact(e.At)
	if s.Phase == Sending {
		s.Phase = Working
	}
	s.checkChunk(e)
	isPartial := e.Artifact.IsPartial()
	if isPartial {
		e.Artifact = liveText(e.Artifact)
	} else if hasText(e.Artifact) {
		s.dropPartial()
	}
	isNameless := keyOf(e.Artifact) == artifactKey{} // then a second one is as likely as a replacement, and nothing is lost
	if i, known := s.artifacts.find(e.Artifact); known && (e.Append || !isNameless) {
		s.artifacts.set(i, s.merge(s.artifacts.list[i], e, isPartial))
		return
	}
	size := sizeOf(e.Artifact)
	if !s.memory.reserve(size) {
		s.noteFull(limit.TaskBytes)
		return
	}
	first := Artifact{Artifact: *e.Artifact, Chunks: 1, Complete: e.LastChunk, closed: e.LastChunk, size: size, isPartial: isPartial}
	first.Parts = slices.Clone(first.Parts)
	s.artifacts.add(first)
}

// hasText reports an artifact with text of the agent.
func hasText(a *a2a.Artifact) bool {
	return slices.ContainsFunc(a.Parts, func(p a2a.Part) bool { return p.Kind == a2a.PartText })
}

// liveText is a partial artifact without the empty data that ends it.
func liveText(a *a2a.Artifact) *a2a.Artifact {
	changed := *a
	changed.Parts = slices.DeleteFunc(slices.Clone(a.Parts), func(p a2a.Part) bool { return p.Kind != a2a.PartText })
	return &changed
}

// dropPartial empties the artifacts of live text, because the whole text has come.
func (s *state) dropPartial() {
	for i, a := range s.artifacts.list {
		if a.isPartial && len(a.Parts) > 0 {
			s.memory.used -= a.size
			a.Parts, a.joins, a.size = nil, nil, 0
			s.artifacts.set(i, a)
		}
	}
}

// isPiece reports a text that goes on with one under the same id although the agent does not say so. One that begins with what was there
// is all of it anew; an agent that appends pieces by name replaces those that it does not.
func isPiece(known *Artifact, next *a2a.Artifact) bool {
	isOther := func(p a2a.Part) bool { return p.Kind != a2a.PartText }
	return !known.isAppended && !known.closed && len(known.Parts) > 0 && len(next.Parts) > 0 &&
		!slices.ContainsFunc(known.Parts, isOther) && !slices.ContainsFunc(next.Parts, isOther) && !repeats(known.Parts, next.Parts)
}

// merge is a known artifact with what came of it: another piece, or it all anew.
func (s *state) merge(known Artifact, e a2a.Event, isPartial bool) Artifact {
	merged, size := *e.Artifact, sizeOf(e.Artifact)
	isReplaced, isAppended := known.isReplaced, known.isAppended || e.Append
	if !e.Append && isPiece(&known, e.Artifact) {
		e.Append = true
	}
	if !e.Append && !isReplaced && len(merged.Parts) > 0 && !repeats(known.Parts, merged.Parts) {
		isReplaced = true
		s.note(Entry{At: e.At, Kind: NoticeEntry, Note: fmt.Sprintf("The agent replaced the artifact “%s”. What it sent of it before is not shown.", known.label().Line(40))})
	}
	if !e.Append {
		s.memory.used -= known.size
		known.size = 0
	}
	if !s.memory.reserve(size) {
		s.noteFull(limit.TaskBytes)
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
	if len(merged.Metadata) == 0 {
		merged.Metadata = known.Metadata
	}
	return Artifact{Artifact: merged, isReplaced: isReplaced, isAppended: isAppended, isPartial: isPartial, Chunks: known.Chunks + 1, Complete: e.LastChunk, closed: e.LastChunk, size: known.size + size, joins: joins}
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

func (s *state) markFirstArtifact(at time.Time) {
	if s.FirstArtifact.IsZero() {
		s.FirstArtifact = at
	}
}

// apply applies an event of the agent.
func (s *state) apply(e a2a.Event) {
	s.Reconnects = 0
	s.watch(e)
	s.received.keep(e)
	s.Events++
	if s.FirstEvent.IsZero() {
		s.FirstEvent = e.At
	} else {
		s.LongestGap = max(s.LongestGap, e.At.Sub(s.lastEvent))
	}
	s.lastEvent, s.Details = e.At, s.Details.WithEvent(e)
	switch {
	case e.Message != nil && s.State == "": // a direct answer may name a task that was not seen before
		s.setIDs(safe.Raw{}, e.ContextID)
	case e.Status != nil && e.Final && e.Status.State.Settled() && !s.TaskID.IsEmpty():
		s.setIDs(safe.Raw{}, e.ContextID) // SDKs end a task that failed under an id that they make up
	default:
		s.setIDs(e.TaskID, e.ContextID)
	}
	switch {
	case e.Task != nil:
		s.lastMetadata = [2][]byte{e.Task.Status.Metadata, e.Task.Metadata}
		s.applyTask(e.At, e.Task)
	case e.Status != nil:
		s.lastMetadata = [2][]byte{e.Status.Metadata, e.Metadata}
		s.applyStatus(e.At, e.Status, false)
	case e.Artifact != nil:
		s.applyArtifact(e)
	case e.Message != nil:
		s.applyMessage(e.At, e.Message)
	}
}
