package run

import (
	"a2aform/a2aclient"
	"a2aform/internal/limit"
)

// What an entry and a part take besides what is in them, in bytes, about.
const (
	entryRoom = 40
	partRoom  = 1024
)

// room is how much of what the agent says and sends is kept in memory: a stream
// may go on for ever.
type room struct {
	taken int
}

// take keeps size more bytes, if there is room.
func (r *room) take(size int) bool {
	if r.taken+size > limit.TaskBytes.Int() {
		return false
	}
	r.taken += size
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
	if ofAgent && !r.room.take(entryRoom+e.Text.Len()) {
		r.tellFull()
		return
	}
	r.state.Timeline.Add(e)
}

// tellFull says, for as long as the run is looked at, that something was left out.
func (r *Run) tellFull() {
	r.state.Bent = "the agent sent more than the " + limit.TaskBytes.String() + " that are kept of a task: what came later is left out here; " + limit.TaskBytes.Raise()
}
