package check

import "time"

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
		{"first-artifact", e.expect.FirstArtifact, now.FirstArtifact}, {"settled", e.expect.Settled, settled},
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
