package run

import (
	"a2aform/a2aclient/a2a"
	"a2aform/internal/limit"
)

// Size is how many bytes the run holds in memory, about: what the agent said and sent,
// and the traffic that is kept of it. What is made of them for the screen does not
// count; see [Run.Compact].
func (r *Run) Size() int {
	r.mu.Lock()
	size := r.state.memory.used
	r.mu.Unlock()
	return size + r.traffic.Size()
}

// Compact drops what was made of the results for the screen. [Run.Document] makes it
// again.
func (r *Run) Compact() { r.drawn.drop() }

// DropResults drops what the agent said and sent in a run that is over, and the
// traffic. The snapshot says so.
func (r *Run) DropResults() {
	r.Compact()
	r.traffic.Clear()
	r.mu.Lock()
	defer r.mu.Unlock()
	if !r.state.Phase.IsOver() {
		return
	}
	r.state.artifacts, r.state.memory = artifacts{}, memoryBudget{}
	r.state.DropResults()
	r.recorder.drop()
	r.signal()
}

// Traffic returns the traffic of the run.
func (r *Run) Traffic() *Traffic { return &r.traffic }

// What an entry and a part take besides what is in them, in bytes, about.
const (
	entryOverhead = 48
	partOverhead  = 1024
)

// memoryBudget is how much memory the messages and results of a run take, in bytes: a
// stream may never end.
type memoryBudget struct {
	used int // by messages and results
	text int // by messages, whose limit is lower
}

// reserve takes size bytes for a result, and reports whether they are within the limit.
func (b *memoryBudget) reserve(size int) bool {
	if b.used+size > limit.TaskBytes.Int() {
		return false
	}
	b.used += size
	return true
}

// reserveText takes size bytes for a message, and reports whether they are within the
// limit, which is that of the run file: [limit.RunStatus].
func (b *memoryBudget) reserveText(size int) bool {
	if b.text+size > limit.RunStatus.Int() || !b.reserve(size) {
		return false
	}
	b.text += size
	return true
}

// sizeOf returns the memory that an artifact, or a piece of one, takes.
func sizeOf(a *a2a.Artifact) int {
	size := partOverhead
	for _, p := range a.Parts {
		size += partOverhead + max(len(p.Raw), len(p.Data), p.Text.Len())
	}
	return size
}

// note adds an entry to the timeline, and ends what the agent is saying. Messages beyond the
// memory budget are left out, but not the state in which the task ends.
func (s *state) note(e Entry) {
	s.speech.isEnded = true
	s.Timeline.Close()
	ofAgent := e.Kind == MessageEntry || e.Kind == DetailEntry || e.Kind == StateEntry && !e.State.Settled() && !e.State.Paused()
	if ofAgent && !s.memory.reserveText(entryOverhead+e.Text.Len()) {
		s.noteFull(limit.RunStatus)
		return
	}
	if e.Kind == UserEntry {
		s.Answers++
	}
	s.Timeline.Add(e)
}

// noteOpen adds an entry to the timeline that grows with what the agent says next. It reports
// whether there was memory for it.
func (s *state) noteOpen(e Entry) bool {
	if !s.memory.reserveText(entryOverhead + e.Text.Len()) {
		s.noteFull(limit.RunStatus)
		return false
	}
	s.Timeline.addOpen(e)
	return true
}

// noteReconnect adds the notice that a lost stream is opened again, in place of that of the try before it.
func (s *state) noteReconnect(e Entry) {
	if s.Timeline.isNoticeOpen() {
		s.Timeline.grow(e.Note)
		return
	}
	s.speech.isEnded = true
	s.Timeline.addOpen(e)
}

// noteFull says, for as long as the run is looked at, that something was left out by a
// limit.
func (s *state) noteFull(exceeded limit.Bound) {
	what := "results of a task"
	if exceeded == limit.RunStatus {
		what = "messages of a task"
	}
	s.Violation = "the agent sent more than the " + exceeded.String() + " that are kept of the " + what + ": what came later is left out here" + limit.Hint(exceeded)
}
