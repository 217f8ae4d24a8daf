package a2aclient

import (
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"a2aform/internal/hostile"
)

// recoverIn is how soon behind an outage a run must know the end of its task, in
// nineteen of twenty.
const recoverIn = 5 * time.Second

// TestRecoveryAfterOutage cuts the network behind the bytes of a stream for a
// while, on a faked clock, and looks how long it takes from when it is back to the
// right end. Before the task has a name nobody can know more than that it is not
// known.
func TestRecoveryAfterOutage(t *testing.T) {
	run := func(f hostile.Fault) (o outcome) {
		synctest.Test(t, func(t *testing.T) { o = exchange{f, false, inMemory}.run(t) })
		return o
	}
	size := run(hostile.Fault{})
	if size.err != nil {
		t.Fatal(size.err)
	}
	var late []time.Duration
	nameless := 0
	for _, long := range []time.Duration{100 * time.Millisecond, time.Second, 3 * time.Second, 7 * time.Second, 12 * time.Second, 20 * time.Second} {
		for after := int64(0); after < size.down; after += stride(97) {
			o := run(hostile.Fault{Kind: hostile.Outage, Way: hostile.Down, After: after, For: long})
			switch what := o.wrong(); {
			case what != "":
				t.Errorf("an outage of %s at byte %d: %s", long, after, what)
			case o.err == nil:
				late = append(late, o.late)
			case len(o.seen.artifacts) > 0 || o.seen.state != "":
				t.Errorf("an outage of %s at byte %d: %v", long, after, o.err)
			default:
				nameless++
			}
		}
	}
	slices.Sort(late)
	p95 := late[len(late)*95/100]
	t.Logf("%d outages: the right end %s (median), %s (p95), %s (most) behind the network's return; %d more before the task had a name",
		len(late), late[len(late)/2], p95, late[len(late)-1], nameless)
	if p95 > recoverIn {
		t.Errorf("p95 is %s, want at most %s", p95, recoverIn)
	}
}
