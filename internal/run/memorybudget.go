package run

import (
	"a2aform/a2aclient"
	"a2aform/internal/limit"
)

// What an entry and a part take besides what is in them, in bytes, about.
const (
	entryOverhead = 48
	partOverhead  = 1024
)

// memoryBudget is how much of what the agent says and sends is kept in memory, in bytes: a
// stream may go on for ever.
type memoryBudget struct {
	used int // by both
	text int // by what the agent says on the way, of which there may be less
}

// reserve keeps size more bytes of a result, if there is room.
func (b *memoryBudget) reserve(size int) bool {
	if b.used+size > limit.TaskBytes.Int() {
		return false
	}
	b.used += size
	return true
}

// reserveText keeps size more bytes of what the agent says, if there is room: not more
// than its run file keeps, which [limit.RunStatus] says.
func (b *memoryBudget) reserveText(size int) bool {
	if b.text+size > limit.RunStatus.Int() || !b.reserve(size) {
		return false
	}
	b.text += size
	return true
}

// sizeOf is what an artifact, or a piece of one, takes.
func sizeOf(a *a2aclient.Artifact) int {
	size := partOverhead
	for _, p := range a.Parts {
		size += partOverhead + max(len(p.Raw), len(p.Data), p.Text.Len())
	}
	return size
}

// note adds an entry. What the agent says is left out where there is no room for
// it, but for how the task stands in the end.
func (r *Run) note(e Entry) {
	ofAgent := e.Kind == MessageEntry || e.Kind == StateEntry && !e.State.Settled() && !e.State.Paused()
	if ofAgent && !r.memory.reserveText(entryOverhead+e.Text.Len()) {
		r.noteFull(limit.RunStatus)
		return
	}
	if e.Kind == UserEntry {
		r.state.Answers++
	}
	r.state.Timeline.Add(e)
}

// noteFull says, for as long as the run is looked at, that something was left out by a
// limit.
func (r *Run) noteFull(exceeded *limit.Limit) {
	what := "results of a task"
	if exceeded == limit.RunStatus {
		what = "messages of a task"
	}
	r.state.Violation = "the agent sent more than the " + exceeded.String() + " that are kept of the " + what + ": what came later is left out here; " + exceeded.Hint()
}
