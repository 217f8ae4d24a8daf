package a2aclient

import (
	"errors"
	"net/http"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"a2aform/a2aclient/a2a"
	"a2aform/internal/hostile"
	"a2aform/internal/limit"
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

func TestGatewayErrorLeavesOutcomeUnknown(t *testing.T) {
	tests := []struct {
		status int
		body   string
		open   bool
	}{
		{http.StatusBadGateway, "<h1>502 Bad Gateway</h1>", true},
		{http.StatusGatewayTimeout, "", true},
		{http.StatusBadGateway, `{"jsonrpc":"2.0","error":{"code":-32603,"message":"my model is down"}}`, false}, // the agent itself
		{http.StatusServiceUnavailable, "try later", false},
		{http.StatusInternalServerError, "boom", false},
	}
	for _, tt := range tests {
		f := newFake(t, scripts{"SendMessage": func(w http.ResponseWriter, _ *http.Request) {
			w.WriteHeader(tt.status)
			_, _ = w.Write([]byte(tt.body))
		}})
		_, _, err := runAll(agentOf(t, f.URL, "1.0", false, ""), t, &Request{Text: "hi"})
		var said *Error
		if errors.Is(err, ErrUnsettled) != tt.open || !errors.As(err, &said) || said.HTTPStatus != tt.status {
			t.Errorf("status %d, %q: %v", tt.status, tt.body, err)
		}
	}
}

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

// comment is a line of a stream that is no event.
type comment string

// clockRun sends a message to an agent that answers by the steps, on a faked clock.
func clockRun(t *testing.T, mode Mode, steps []step) (words string, events []a2a.Event) {
	t.Helper()
	card, err := Parse([]byte(`{"name":"x","skills":[],"supportedInterfaces":[{"url":"http://127.0.0.1:1/","protocolBinding":"JSONRPC","protocolVersion":"1.0"}]}`), "f")
	if err != nil {
		t.Fatal(err)
	}
	a, err := card.Dial(WithTransport(&script{t: t, steps: steps}))
	if err != nil {
		t.Fatal(err)
	}
	words, events, err = runAll(a, t, &Request{MessageID: "m1", Text: "x", Mode: mode})
	if err != nil {
		t.Error(err)
	}
	return words, events
}

// A stream that is open and brings no events is named once until the next event.
func TestStreamOfKeepAlivesIsNamed(t *testing.T) {
	working, done := taskV10("TASK_STATE_WORKING"), statusV10("TASK_STATE_COMPLETED")
	alive := func(n int, every time.Duration) []any { return slices.Repeat([]any{every, comment("ping")}, n) }
	for name, tt := range map[string]struct {
		frames []any
		words  string
		at     []time.Duration // of the notices, since the run began
	}{
		"80 seconds":     {slices.Concat([]any{working}, alive(8, 10*time.Second), []any{done}), "task:working (stalled) completed", []time.Duration{time.Minute}},
		"an hour":        {slices.Concat([]any{working}, alive(360, 10*time.Second), []any{done}), "task:working (stalled) completed", []time.Duration{time.Minute}},
		"no event yet":   {slices.Concat(alive(8, 10*time.Second), []any{working, done}), "(stalled) task:working completed", []time.Duration{time.Minute}},
		"between events": {slices.Concat([]any{working}, alive(5, 10*time.Second), []any{working}, alive(5, 10*time.Second), []any{done}), "task:working task:working completed", nil},
		"twice": {
			slices.Concat([]any{working}, alive(7, 10*time.Second), []any{working}, alive(7, 10*time.Second), []any{done}), "task:working (stalled) task:working (stalled) completed",
			[]time.Duration{time.Minute, 130 * time.Second},
		},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				began := time.Now()
				words, events := clockRun(t, ModeStream, []step{streamStep(nil, tt.frames...)})
				if words != tt.words {
					t.Errorf("%s, want %s", words, tt.words)
				}
				var at []time.Duration
				for _, e := range events {
					if e.Notice == nil {
						continue
					}
					at = append(at, e.At.Sub(began))
					if want := "The agent has sent only keep-alives for 60 seconds. The connection is open, and the task may still go on."; e.Notice.Text != want {
						t.Errorf("the notice is %q", e.Notice.Text)
					}
				}
				if !slices.Equal(at, tt.at) {
					t.Errorf("notices at %v, want %v", at, tt.at)
				}
			})
		})
	}
}
