package run

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"time"

	"a2aform/a2aclient/a2a"
	"a2aform/internal/safe"
)

// Received is an event of the agent as tests and checks see it.
type Received struct {
	Kind              string   // task, status, artifact or message
	TaskID, ContextID safe.Raw // that it names; empty where it names none
	ID                safe.Raw // of the artifact or the message; empty for none
	State             a2a.State
	Said              time.Time // by the agent's clock; zero for none
	At                time.Time // when it came
}

// maxReceived is how many events of a run are kept as [Received]; of more, the first ones.
const maxReceived = 500

// Irregularity is a rule about the events of a task that the agent broke, although the run went on.
type Irregularity struct {
	Rule string // its id among the rules of doctor, such as T01
	What string // in our words, safe to show
}

// maxIrregularities is how many of a run are kept, each rule once.
const maxIrregularities = 8

// maxAhead is how far the clock of an agent may be ahead of ours.
const maxAhead = 2 * time.Minute

// order watches the ids, the order and the times of the events of a run.
type order struct {
	last      map[string][]byte // what came last of each status and artifact, by its kind and id
	isResumed bool              // a stream was lost: an agent may say again what it said
	isOtherID bool              // the end names another task, which is told as a repair
}

// watch notes an event, and what is irregular about it. It is called before the event is applied.
func (s *state) watch(e a2a.Event) {
	r := Received{TaskID: e.TaskID, ContextID: e.ContextID, State: e.State(), At: e.At}
	switch {
	case e.Task != nil:
		r.Kind, r.Said = "task", e.Task.Status.Time
	case e.Status != nil:
		r.Kind, r.Said = "status", e.Status.Time
	case e.Artifact != nil:
		r.Kind, r.ID = "artifact", e.Artifact.ID
	case e.Message != nil:
		r.Kind, r.ID = "message", e.Message.ID
	}
	if len(s.Log) < maxReceived {
		s.Log = append(s.Log, r)
	}
	if e.Message == nil {
		s.checkIDs(r)
		s.checkOrder(e)
		s.checkTwice(e, r)
	}
	if ahead := r.Said.Sub(e.At); !r.Said.IsZero() && ahead > maxAhead {
		s.irregular("T04", "the time of a status is "+span(ahead)+" ahead of the clock here")
	}
}

// span is a time of minutes or more. A difference of times is never more than 292 years.
func span(d time.Duration) string {
	const day = 24 * time.Hour
	switch {
	case d > 365*100*day:
		return "more than 100 years"
	case d > 2*day:
		return fmt.Sprintf("%d days", d/day)
	}
	return strings.TrimSuffix(d.Round(time.Minute).String(), "0s")
}

// irregular notes a broken rule, once. The slice is shared with snapshots.
func (s *state) irregular(rule, what string) {
	isKnown := slices.ContainsFunc(s.Irregularities, func(i Irregularity) bool { return i.Rule == rule })
	if !isKnown && len(s.Irregularities) < maxIrregularities {
		s.Irregularities = append(slices.Clip(s.Irregularities), Irregularity{rule, what})
	}
}

// checkIDs checks that events name the task and the context of those before.
func (s *state) checkIDs(r Received) {
	for _, id := range []struct {
		name       string
		known, now safe.Raw
	}{{"task", s.TaskID, r.TaskID}, {"context", s.ContextID, r.ContextID}} {
		if id.name == "task" && s.order.isOtherID {
			continue
		}
		if !id.known.IsEmpty() && !id.now.IsEmpty() && id.known != id.now {
			s.irregular("T01", fmt.Sprintf("a later event names the %s %s, and not %s", id.name, id.now.Line(40), id.known.Line(40)))
		}
	}
}

// checkOrder checks that nothing follows the end, and that a state does not go back.
func (s *state) checkOrder(e a2a.Event) {
	next := e.State()
	switch {
	case s.State.Settled() && e.Artifact != nil:
		s.irregular("T02", "an artifact came after the task was "+string(s.State))
	case s.State.Settled() && next != "" && next != s.State:
		s.irregular("T02", fmt.Sprintf("the task was %s, and then %s", s.State, next))
	case next == a2a.StateSubmitted && (s.State == a2a.StateWorking || s.State.Paused()) && s.Answers == 0:
		s.irregular("T02", fmt.Sprintf("the task was %s, and then submitted again", s.State))
	}
}

// checkTwice checks that a status or an artifact does not come again as it was. Pieces may be alike, and so may signs of life.
func (s *state) checkTwice(e a2a.Event, r Received) {
	switch {
	case s.order.isResumed || len(e.Raw) == 0 || e.Append:
		return
	case e.Status != nil && e.Status.Time.IsZero() && e.Status.Message == nil && !e.Status.State.Settled():
		return
	case e.Artifact != nil && (e.Artifact.IsPartial() || len(e.Artifact.Parts) == 0):
		return
	case e.Task != nil:
		return
	}
	key := r.Kind + " " + r.ID.Exact()
	if before, known := s.order.last[key]; known && bytes.Equal(before, e.Raw) {
		s.irregular("T03", "the same "+r.Kind+" came twice")
	}
	if s.order.last == nil {
		s.order.last = map[string][]byte{}
	}
	s.order.last[key] = e.Raw
}
