package run

import (
	"testing"
	"time"

	"a2aform/a2aclient/a2a"
	"a2aform/internal/safe"
)

func TestSpan(t *testing.T) {
	t.Parallel()
	const day = 24 * time.Hour
	for d, want := range map[time.Duration]string{
		3*time.Minute + 20*time.Second: "3m", 5 * time.Hour: "5h0m", 3 * day: "3 days", 1<<63 - 1: "more than 100 years",
	} {
		if got := span(d); got != want {
			t.Errorf("%s: %q, want %q", d, got, want)
		}
	}
}

// An end that names another task is told once: as what the client put right.
func TestEndOfAnotherTaskIsNoIrregularity(t *testing.T) {
	t.Parallel()
	for _, isTold := range []bool{false, true} {
		var s state
		s.TaskID = safe.Text("t1")
		if isTold {
			s.applyNotice(time.Time{}, &a2a.Notice{Kind: a2a.NoticeOtherID, Text: "another task"})
		}
		s.watch(a2a.Event{TaskID: safe.Text("t2"), Status: &a2a.Status{State: a2a.StateFailed}})
		if isIrregular := len(s.Irregularities) > 0; isIrregular == isTold {
			t.Errorf("told %v: %v", isTold, s.Irregularities)
		}
	}
}
