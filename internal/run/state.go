package run

import (
	"bytes"
	"cmp"
	"errors"
	"slices"
	"time"

	"a2aform/a2aclient"
	"a2aform/a2aclient/a2a"
	"a2aform/internal/safe"
)

// state is what is known of a run, by what the agent said and the user did. It has no lock
// and does no I/O: a run feeds it with what comes, a replay with the lines of a file.
type state struct {
	Snapshot
	artifacts   artifacts
	lastEvent   time.Time
	pausedAt    int  // how many events had come when the pause was noted
	offline     bool // a recording: nothing is sent
	taken       bool // up again, by [Run.Retry]
	memory      memoryBudget
	lastMessage string // by the agent, last
	lastFiles   string // that came with a status, last
	speech      speech
	metadata    []byte // of the status message whose facts were noted last
	received    received
	order       order
	// chunkFault says which chunk did not fit the ones before it, "" for none since the
	// last task that came as a whole.
	chunkFault string
	repeats    int // of a recording: statuses that are not in the file
}

// snapshot is what others may see of it.
func (s *state) snapshot() Snapshot {
	shown := s.Snapshot
	shown.Artifacts = s.artifacts.share()
	if found := shown.elsewhere(); found != "" {
		shown.Repairs = append(slices.Clip(shown.Repairs), found)
	}
	s.setActions(&shown)
	return shown
}

// setActions says in the snapshot how a broken run can be taken up.
func (s *state) setActions(shown *Snapshot) {
	shown.MoreMayCome = !s.Phase.IsOver() && s.Reply != nil && !s.offline
	if s.Phase != Errored || s.taken || s.offline {
		return
	}
	hasTask := !s.taskID().IsEmpty()
	var refused *a2aclient.Error
	shown.WantsCredentials = errors.As(s.Err, &refused) && refused.WantsCredentials() && (hasTask || s.isUntouched())
	shown.CanRetry = errors.Is(s.Err, a2aclient.ErrUnsettled) && !hasTask && s.Events == 0
}

// pause notes that the agent waits for an answer.
func (s *state) pause() { s.Phase, s.pausedAt = Paused, s.Events }

// leavePause notes that the agent waits no longer.
func (s *state) leavePause() { s.Phase, s.Question = Working, nil }

// answer notes what the user said on the paused task.
func (s *state) answer(at time.Time, said safe.Raw) {
	s.leavePause()
	s.note(Entry{At: at, Kind: UserEntry, Text: said})
	s.lastEvent = at // until now the agent waited for the user
}

// interrupt ends the run by an error.
func (s *state) interrupt(err error, at time.Time) {
	s.Err = err
	s.setEnding(err)
	s.end(Errored, at)
}

// settle ends the run by the state of its task, if that is an end.
func (s *state) settle(state a2a.State, at time.Time) {
	if !state.Settled() {
		return
	}
	s.State = state
	if state != a2a.StateFailed && state != a2a.StateRejected {
		s.failure, s.Code = safe.Raw{}, 0 // it ended well after all
	}
	s.artifacts.complete()
	s.end(Settled, at)
}

// end notes the end. It is written to the run file when that is closed, with the
// number of problems in the output, which take time to count.
func (s *state) end(phase Phase, at time.Time) { s.Phase, s.Ended = phase, at }

// setEnding says of a broken run how it ended.
func (s *state) setEnding(err error) {
	var said *a2aclient.Error
	s.ending = Interrupted
	switch {
	case errors.Is(err, a2aclient.ErrUnsettled):
		if s.taskID().IsEmpty() {
			s.ending = Lost
		}
	case errors.As(err, &said):
		if s.ending = Refused; said.IsCrash() {
			s.ending = Crashed
		}
		s.Code = cmp.Or(said.Code, said.HTTPStatus)
	}
}

// isRepeat reports a status that says nothing new.
func (s *state) isRepeat(e a2a.Event) bool {
	switch {
	case e.Status == nil, e.Status.State != s.State, e.Status.State.Paused(), s.Timeline.Len() == 0:
		return false
	case e.Status.Message == nil:
		return true
	case saysFacts(e.Status) && !bytes.Equal(e.Status.Message.Metadata, s.metadata):
		return false
	}
	for _, p := range e.Status.Message.Parts {
		if p.Kind != a2a.PartText && p.Kind != a2a.PartData {
			return false
		}
	}
	text := messageText(e.Status.Message)
	return text == "" || text == s.lastMessage
}
