package a2aclient

import "strings"

// State is the state of a task, in one spelling for all dialects.
type State string

// The states (A2A 1.0 §4.1.3).
const (
	StateSubmitted     State = "submitted"
	StateWorking       State = "working"
	StateInputRequired State = "input-required"
	StateAuthRequired  State = "auth-required"
	StateCompleted     State = "completed"
	StateFailed        State = "failed"
	StateCanceled      State = "canceled"
	StateRejected      State = "rejected"
	StateUnknown       State = "unknown" // none of the above; Status.Said has the agent's word
)

// Settled reports whether nothing more can happen to the task.
func (s State) Settled() bool {
	switch s {
	case StateCompleted, StateFailed, StateCanceled, StateRejected:
		return true
	}
	return false
}

// Paused reports whether the task waits for the user.
func (s State) Paused() bool { return s == StateInputRequired || s == StateAuthRequired }

// statesByNumber are the values of the enumeration in the protocol's .proto
// file, which JSON may carry as numbers (seed 004).
var statesByNumber = [...]State{
	StateUnknown, StateSubmitted, StateWorking, StateCompleted, StateFailed,
	StateCanceled, StateInputRequired, StateRejected, StateAuthRequired,
}

// parseState reads a state in any dialect's spelling, or its number.
func parseState(said string) State {
	switch said { // the spellings of every day, without the work below
	case "working", "TASK_STATE_WORKING":
		return StateWorking
	case "completed", "TASK_STATE_COMPLETED":
		return StateCompleted
	}
	if len(said) == 1 && said[0] >= '0' && int(said[0]-'0') < len(statesByNumber) {
		return statesByNumber[said[0]-'0']
	}
	word := strings.ReplaceAll(strings.ToLower(said), "_", "-")
	word = strings.TrimPrefix(word, "task-state-")
	switch s := State(word); s {
	case StateSubmitted, StateWorking, StateInputRequired, StateAuthRequired,
		StateCompleted, StateFailed, StateCanceled, StateRejected:
		return s
	}
	switch word {
	case "cancelled":
		return StateCanceled
	case "active": // seed 003
		return StateWorking
	case "error": // seed 003
		return StateFailed
	}
	return StateUnknown
}
