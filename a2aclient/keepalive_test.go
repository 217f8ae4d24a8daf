package a2aclient

import (
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"a2aform/a2aclient/a2a"
)

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
