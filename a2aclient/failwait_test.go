package a2aclient

import (
	"testing"
	"time"

	"a2aform/internal/limit"
)

// failing is how long it takes from the first poll of n to the last, where all fail.
func failing(n int) (d time.Duration) {
	for i := 1; i < n; i++ {
		d += max(pollWait(i+1), failWait(i))
	}
	return d
}

// A task that cannot be asked for is asked for again for a minute at least.
func TestFailingPollsGoOnForAMinute(t *testing.T) {
	if d := failing(limit.Polls.Int()); d < time.Minute || d > 2*time.Minute {
		t.Errorf("it is given up after %s", d)
	}
}
