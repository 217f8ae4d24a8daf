package check

import (
	"strings"
	"time"

	"a2aform/internal/qa/casefile"
)

// times checks how long the agent took.
func (e *evaluation) times() {
	now := e.subject.Now
	settled := now.Ended
	if !now.Phase.IsOver() || now.Err != nil {
		settled = time.Time{}
	}
	for _, c := range []struct {
		name  string
		limit time.Duration
		at    time.Time
	}{
		{"first-event", e.expect.FirstEvent, now.FirstEvent}, {"first-artifact", e.expect.FirstArtifact, now.FirstArtifact}, {"settled", e.expect.Settled, settled},
	} {
		if c.limit == 0 {
			continue
		}
		l := Line{Check: c.name, Expected: "within " + c.limit.String(), Seen: "not seen"}
		if c.at.IsZero() {
			e.notReached(l)
			continue
		}
		took := c.at.Sub(e.began())
		l.Seen = took.Round(time.Millisecond).String()
		e.add(l, took <= c.limit)
	}
}

// sequence checks the order of the states.
func (e *evaluation) sequence() {
	if e.expect.Sequence == nil {
		return
	}
	l := Line{Check: "states", Expected: strings.Join(e.expect.Sequence, ", "), Seen: strings.Join(e.states, ", ")}
	e.add(l, matchStates(e.expect.Sequence, e.states))
}

// matchStates reports whether states match a list in which a gap matches any number of states. It takes linear time per gap,
// because an agent decides how many states there are.
func matchStates(wanted, states []string) bool {
	gap, from := -1, 0 // the last gap in wanted, and the state behind it in this attempt to match
	i, j := 0, 0
	for j < len(states) {
		switch {
		case i < len(wanted) && wanted[i] == casefile.Gap:
			gap, from = i, j
			i++
		case i < len(wanted) && wanted[i] == states[j]:
			i++
			j++
		case gap >= 0: // the gap takes one more state
			from++
			i, j = gap+1, from
		default:
			return false
		}
	}
	for i < len(wanted) && wanted[i] == casefile.Gap {
		i++
	}
	return i == len(wanted)
}
