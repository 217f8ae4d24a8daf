package run

import (
	"a2aform/a2aclient"
	"a2aform/internal/limit"
)

// What an entry and a part take besides what is in them, in bytes, about.
const (
	entryRoom = 48
	partRoom  = 1024
)

// room is how much of what the agent says and sends is kept in memory, in bytes: a
// stream may go on for ever.
type room struct {
	taken int // by both
	words int // by what the agent says on the way, of which there may be less
}

// take keeps size more bytes of a result, if there is room.
func (r *room) take(size int) bool {
	if r.taken+size > limit.TaskBytes.Int() {
		return false
	}
	r.taken += size
	return true
}

// takeWords keeps size more bytes of what the agent says, if there is room: not more
// than its run file keeps, which [limit.RunStatus] says.
func (r *room) takeWords(size int) bool {
	if r.words+size > limit.RunStatus.Int() || !r.take(size) {
		return false
	}
	r.words += size
	return true
}

// sizeOf is what an artifact, or a piece of one, takes.
func sizeOf(a *a2aclient.Artifact) int {
	size := partRoom
	for _, p := range a.Parts {
		size += partRoom + max(len(p.Raw), len(p.Data), p.Text.Len())
	}
	return size
}

// note adds an entry. What the agent says is left out where there is no room for
// it, but for how the task stands in the end.
func (r *Run) note(e Entry) {
	ofAgent := e.Kind == MessageEntry || e.Kind == StateEntry && !e.State.Settled() && !e.State.Paused()
	if ofAgent && !r.room.takeWords(entryRoom+e.Text.Len()) {
		r.tellFull(limit.RunStatus)
		return
	}
	if e.Kind == UserEntry {
		r.state.Answers++
	}
	r.state.Timeline.Add(e)
}

// tellFull says, for as long as the run is looked at, that something was left out by a
// limit.
func (r *Run) tellFull(by *limit.Limit) {
	what := "results of a task"
	if by == limit.RunStatus {
		what = "messages of a task"
	}
	r.state.Violation = "the agent sent more than the " + by.String() + " that are kept of the " + what + ": what came later is left out here; " + by.Hint()
}
