package a2aclient

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
	"syscall"
	"testing"
	"testing/synctest"
	"time"

	"pgregory.net/rapid"

	"a2aform/a2aclient/a2a"
)

// saga is the course of a task at the agent, and what the network does to each of the
// calls about it.
type saga struct {
	steps []string // events, the last one settles or pauses
	cuts  []mishap // of the calls, in order; after the last one nothing goes wrong
	poll  bool
}

// mishap is what one call meets.
type mishap struct {
	down    bool // it does not come through at all (never the send)
	refused bool // subscribing is refused
	before  int  // events that happen before the call is answered
	repeats int  // events in the snapshot that come once more behind it
	skips   int  // events that fall between the snapshot and the stream
	cut     int  // events until the stream is cut; -1 for not
	clean   bool // the cut looks like an end
}

func sagas(t *rapid.T) saga {
	s := saga{poll: rapid.Bool().Draw(t, "poll")}
	for i := range rapid.IntRange(0, 8).Draw(t, "events") {
		s.steps = append(s.steps, rapid.Custom(func(t *rapid.T) string {
			if rapid.IntRange(0, 3).Draw(t, "kind") == 0 {
				return statusV10(rapid.SampledFrom([]string{"TASK_STATE_WORKING", "TASK_STATE_SUBMITTED", "TASK_STATE_DREAMING"}).Draw(t, "state"))
			}
			return fmt.Sprintf(`{"artifactUpdate":{"taskId":"t1","contextId":"c1","append":%t,"artifact":{"artifactId":%q,"parts":[{"text":"%d"}]}}}`,
				rapid.Bool().Draw(t, "append"), rapid.SampledFrom([]string{"a", "b"}).Draw(t, "artifact"), i)
		}).Draw(t, "step"))
	}
	last := statusV10(rapid.SampledFrom([]string{"TASK_STATE_COMPLETED", "TASK_STATE_FAILED", "TASK_STATE_CANCELED", "TASK_STATE_REJECTED", "TASK_STATE_INPUT_REQUIRED"}).Draw(t, "end"))
	s.steps = append(s.steps, last)
	s.cuts = rapid.SliceOfN(rapid.Custom(func(t *rapid.T) mishap {
		return mishap{
			down: rapid.IntRange(0, 4).Draw(t, "down") == 0, refused: rapid.IntRange(0, 4).Draw(t, "refused") == 0,
			before: rapid.IntRange(0, 3).Draw(t, "before"), repeats: rapid.IntRange(0, 3).Draw(t, "repeats"),
			skips: rapid.IntRange(0, 2).Draw(t, "skips"), cut: rapid.IntRange(-1, 5).Draw(t, "cut"), clean: rapid.Bool().Draw(t, "clean"),
		}
	}), 0, 4).Draw(t, "calls")
	return s
}

// world plays a saga to a client: a transport without a network.
type world struct {
	saga
	happened int // steps so far
	sends    int
}

func (w *world) RoundTrip(req *http.Request) (*http.Response, error) {
	body, _ := io.ReadAll(req.Body)
	f := mishap{before: len(w.steps), cut: -1}
	if len(w.cuts) > 0 {
		f, w.cuts = w.cuts[0], w.cuts[1:]
	}
	send := strings.Contains(string(body), `"Send`)
	switch {
	case send:
		w.sends++
	case f.down:
		return nil, syscall.ECONNREFUSED
	case f.refused && strings.Contains(string(body), "SubscribeToTask"):
		return refuse(CodeUnsupported)(req.Context())
	}
	w.pass(f.before)
	switch {
	case strings.Contains(string(body), "SendMessage"):
		return reply1(`{"task":` + w.task(w.happened) + `}`)(req.Context())
	case strings.Contains(string(body), "GetTask"):
		return reply1(w.task(w.happened))(req.Context())
	case send:
		return w.stream(req.Context(), f, 0, 0)
	}
	return w.stream(req.Context(), f, w.happened-min(f.repeats, w.happened), w.happened)
}

// pass lets n more steps happen.
func (w *world) pass(n int) { w.happened = min(w.happened+n, len(w.steps)) }

// stream answers with a snapshot and the steps from one on, those behind the
// snapshot less the ones that fall into the gap.
func (w *world) stream(ctx context.Context, f mishap, from, snapshot int) (*http.Response, error) {
	out := []any{`{"task":` + w.task(snapshot) + `}`}
	for i := from; i < len(w.steps) && (f.cut < 0 || len(out) <= f.cut); i++ {
		if i >= snapshot && snapshot > 0 && i < snapshot+f.skips && i < len(w.steps)-1 {
			continue
		}
		out = append(out, time.Millisecond, w.steps[i])
		w.happened = max(w.happened, i+1)
	}
	end := io.ErrUnexpectedEOF
	if f.clean || f.cut < 0 {
		end = io.EOF
	}
	return streamStep(end, out...)(ctx)
}

// task is the truth after n steps, as GetTask gives it.
func (w *world) task(n int) string {
	state, order, artifacts := "TASK_STATE_SUBMITTED", []string(nil), map[string][]string{}
	for _, step := range w.steps[:n] {
		e := new(a2a.Decoder)
		r, _ := e.Reply([]byte(`{"result":` + step + `}`))
		switch {
		case r.Event.Status != nil:
			state = r.Event.Status.Said.Exact()
		case r.Event.Artifact != nil:
			id := r.Event.Artifact.ID.Exact()
			if _, known := artifacts[id]; !known {
				order = append(order, id)
			}
			if !r.Event.Append {
				artifacts[id] = nil
			}
			artifacts[id] = append(artifacts[id], string(r.Event.Artifact.Parts[0].Raw))
		}
	}
	var list []string
	for _, id := range order {
		list = append(list, fmt.Sprintf(`{"artifactId":%q,"parts":[%s]}`, id, strings.Join(artifacts[id], ",")))
	}
	return fmt.Sprintf(`{"id":"t1","contextId":"c1","status":{"state":%q},"artifacts":[%s]}`, state, strings.Join(list, ","))
}

// TestRandomFaultsEndInTrueState: however the network drops, doubles and cuts what
// comes of one message, the run ends with what GetTask gives, and the message
// was sent once.
func TestRandomFaultsEndInTrueState(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		s := sagas(rt)
		var problem string
		synctest.Test(t, func(t *testing.T) { problem = live(t, s) })
		if problem != "" {
			rt.Fatal(problem)
		}
	})
}

// live runs a saga and says what is wrong, "" for nothing.
func live(t *testing.T, s saga) string {
	w := &world{saga: s}
	r := &Request{Text: "x", Mode: ModeStream}
	if s.poll {
		r.Mode = ModePoll
	}
	words, events, err := runAll(scripted(t, w), t, r)
	if err != nil {
		var lost *UnsettledError
		if errors.As(err, &lost) && lost.TaskID.IsEmpty() && len(events) == 0 {
			return "" // the stream was cut before the task had a name: nobody can know more
		}
		return fmt.Sprintf("%v after %s", err, words)
	}
	now, truth := &seen{}, &seen{}
	for _, e := range events {
		now.take(e)
	}
	whole, _ := new(a2a.Decoder).Reply([]byte(`{"result":` + w.task(len(w.steps)) + `}`))
	truth.take(whole.Event)
	if now.String() != truth.String() {
		return fmt.Sprintf("ends in %s, the truth is %s\n%s", now, truth, words)
	}
	if w.sends != 1 {
		return fmt.Sprintf("sent %d times", w.sends)
	}
	return ""
}
