package run_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"a2aform/a2aclient"
	"a2aform/internal/run"
	"a2aform/internal/safe"
)

// streams is an agent without a network, whose streams stay open until the test
// ends them: one answer to each message or subscription.
type streams struct {
	bodies chan *io.PipeWriter
	sent   []string
}

func (s *streams) RoundTrip(req *http.Request) (*http.Response, error) {
	body, err := io.ReadAll(req.Body)
	if err != nil {
		return nil, err
	}
	s.sent = append(s.sent, string(body))
	r, w := io.Pipe()
	context.AfterFunc(req.Context(), func() { _ = w.CloseWithError(req.Context().Err()) })
	s.bodies <- w
	return &http.Response{StatusCode: http.StatusOK, Header: http.Header{"Content-Type": {"text/event-stream"}}, Body: r}, nil
}

func (s *streams) agent(t *testing.T) *a2aclient.Agent {
	t.Helper()
	card, err := a2aclient.Parse([]byte(`{"name":"open","version":"1","capabilities":{"streaming":true},"defaultInputModes":["text/plain"],"skills":[],
		"supportedInterfaces":[{"url":"https://agent.example/","protocolBinding":"JSONRPC","protocolVersion":"1.0"}]}`), "card.json")
	if err != nil {
		t.Fatal(err)
	}
	a, err := card.Dial(a2aclient.WithTransport(s))
	if err != nil {
		t.Fatal(err)
	}
	return a
}

func say(w io.Writer, event string) { _, _ = fmt.Fprintf(w, "data: {\"result\":%s}\n\n", event) }

func status(state, words string) string {
	return fmt.Sprintf(`{"statusUpdate":{"taskId":"t","contextId":"c","status":{"state":"TASK_STATE_%s","message":{"messageId":"m","role":"ROLE_AGENT","parts":[{"text":%q}]}}}}`, state, words)
}

// An agent of A2A 1.0 keeps its stream open while it waits. The answer is taken in
// the moment in which the question is there, and leaves once the agent had a second to end the stream.
func TestPausedTaskCanBeAnsweredAtOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := &streams{bodies: make(chan *io.PipeWriter, 1)}
		began := time.Now()
		r := run.Start(t.Context(), &run.Plan{Agent: s.agent(t), Text: "go"}, run.Options{})
		defer r.Close()
		first := <-s.bodies
		say(first, status("WORKING", "hm"))
		say(first, status("INPUT_REQUIRED", "how many?"))
		synctest.Wait()
		now := r.Snapshot()
		if now.Phase != run.Paused || now.Question == nil {
			t.Fatalf("phase %s, question %v", now.Phase, now.Question)
		}
		if err := r.Answer("three", nil); err != nil {
			t.Fatal(err)
		}
		second := <-s.bodies
		if passed := time.Since(began); passed != time.Second {
			t.Errorf("the answer left after %s", passed)
		}
		if sent := s.sent[1]; !strings.Contains(sent, `"taskId":"t"`) || !strings.Contains(sent, "three") {
			t.Errorf("sent %s", sent)
		}
		// What the agent still knows from before the answer offers nothing.
		say(second, `{"task":{"id":"t","contextId":"c","status":{"state":"TASK_STATE_INPUT_REQUIRED"}}}`)
		synctest.Wait()
		if now := r.Snapshot(); now.Phase != run.Working {
			t.Errorf("phase %s behind the answer", now.Phase)
		}
		say(second, status("INPUT_REQUIRED", "and who?"))
		synctest.Wait()
		if now := r.Snapshot(); now.Phase != run.Paused {
			t.Errorf("phase %s behind the second question", now.Phase)
		}
		if err := r.Answer("me", nil); err != nil {
			t.Fatal(err)
		}
		say(<-s.bodies, status("COMPLETED", "done"))
		if now := r.Wait(t.Context()); now.Outcome() != "completed" || now.Err != nil {
			t.Errorf("%s, %v", now.Outcome(), now.Err)
		}
	})
}

// The offer is withdrawn where the agent goes on by itself.
func TestAnswerIsNotTakenOnceTheAgentHasGoneOn(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := &streams{bodies: make(chan *io.PipeWriter, 1)}
		r := run.Start(t.Context(), &run.Plan{Agent: s.agent(t), Text: "go"}, run.Options{})
		defer r.Close()
		w := <-s.bodies
		say(w, status("AUTH_REQUIRED", "sign in there"))
		synctest.Wait()
		if now := r.Snapshot(); now.Phase != run.Paused {
			t.Fatalf("phase %s", now.Phase)
		}
		say(w, status("WORKING", "thank you"))
		synctest.Wait()
		if now := r.Snapshot(); now.Phase != run.Working || now.Question != nil {
			t.Errorf("phase %s, question %v", now.Phase, now.Question)
		}
		if err := r.Answer("late", nil); !errors.Is(err, run.ErrBusy) {
			t.Errorf("the late answer: %v", err)
		}
		say(w, status("COMPLETED", "done"))
		if now := r.Wait(t.Context()); now.Outcome() != "completed" || len(s.sent) != 1 {
			t.Errorf("%s after %d requests", now.Outcome(), len(s.sent))
		}
	})
}

// A task that waits already is shown as waiting with the first event.
func TestFollowedTaskThatWaitsIsPausedAtOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := &streams{bodies: make(chan *io.PipeWriter, 1)}
		began := time.Now()
		r := run.Follow(t.Context(), s.agent(t), safe.Text("t"), run.Options{})
		say(<-s.bodies, `{"task":{"id":"t","contextId":"c","status":{"state":"TASK_STATE_INPUT_REQUIRED"}}}`)
		synctest.Wait()
		if now := r.Snapshot(); now.Phase != run.Paused || time.Since(began) != 0 {
			t.Errorf("phase %s after %s", now.Phase, time.Since(began))
		}
		r.Close()
		if now := r.Snapshot(); now.Phase != run.Paused || now.Err != nil {
			t.Errorf("closed, it is %s, %v", now.Phase, now.Err)
		}
	})
}

// The recording of a question that was asked on an open stream, and of what came
// behind it, is the run as it was.
func TestRecordedPauseBeforeOtherEventsIsPaused(t *testing.T) {
	s, store := &streams{bodies: make(chan *io.PipeWriter, 1)}, home(t)
	r := run.Start(t.Context(), &run.Plan{Agent: s.agent(t), Text: "go"}, run.Options{Store: store, Record: true})
	w := <-s.bodies
	say(w, status("INPUT_REQUIRED", "how many?"))
	say(w, `{"artifactUpdate":{"taskId":"t","contextId":"c","artifact":{"artifactId":"a","parts":[{"text":"half"}]}}}`)
	_ = w.Close()
	live := wait(t, r)
	r.Close()
	again := reopen(t, store).Run().Snapshot()
	if live.Phase != run.Paused || again.Phase != run.Paused || len(again.Artifacts) != 1 || again.Question == nil {
		t.Errorf("live %s, reopened %s with %d artifacts", live.Phase, again.Phase, len(again.Artifacts))
	}
}

// A server that watches its connection cancels a task whose stream is closed before its end: an answer waits for that end.
func TestStreamOfAQuestionIsReadToItsEnd(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := &streams{bodies: make(chan *io.PipeWriter, 1)}
		r := run.Start(t.Context(), &run.Plan{Agent: s.agent(t), Text: "go"}, run.Options{})
		defer r.Close()
		first := <-s.bodies
		say(first, status("INPUT_REQUIRED", "how many?"))
		synctest.Wait()
		if err := r.Answer("three", nil); err != nil {
			t.Fatal(err)
		}
		time.Sleep(300 * time.Millisecond)
		if _, err := fmt.Fprint(first, ": still here\n\n"); err != nil {
			t.Errorf("the stream was closed before its end: %v", err)
		}
		_ = first.Close()
		began := time.Now()
		second := <-s.bodies
		if passed := time.Since(began); passed > 100*time.Millisecond {
			t.Errorf("the answer left %s after the end of the stream", passed)
		}
		say(second, status("COMPLETED", "done"))
		if now := r.Wait(t.Context()); now.Outcome() != "completed" {
			t.Errorf("%s, %v", now.Outcome(), now.Err)
		}
	})
}

// A question on a stream that goes on is no end; it is one once the agent is silent.
func TestQuestionIsNoEndWhileEventsFollow(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := &streams{bodies: make(chan *io.PipeWriter, 1)}
		r := run.Start(t.Context(), &run.Plan{Agent: s.agent(t), Text: "go"}, run.Options{})
		defer r.Close()
		w := <-s.bodies
		go func() {
			for range 5 {
				say(w, status("INPUT_REQUIRED", "scheduled"))
				time.Sleep(1900 * time.Millisecond)
			}
			say(w, status("COMPLETED", "done"))
		}()
		if now := r.Wait(t.Context()); now.Outcome() != "completed" {
			t.Errorf("%s, %v", now.Outcome(), now.Err)
		}
	})
	synctest.Test(t, func(t *testing.T) {
		s := &streams{bodies: make(chan *io.PipeWriter, 1)}
		r := run.Start(t.Context(), &run.Plan{Agent: s.agent(t), Text: "go"}, run.Options{})
		defer r.Close()
		began := time.Now()
		say(<-s.bodies, status("INPUT_REQUIRED", "how many?"))
		if now := r.Wait(t.Context()); now.Phase != run.Paused || time.Since(began) != 2*time.Second {
			t.Errorf("%s after %s", now.Phase, time.Since(began))
		}
	})
}

// A run that is left ends at once. What comes afterwards is not read, and what came stays.
func TestLeaveEndsTheRun(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		open := &streams{bodies: make(chan *io.PipeWriter, 4)}
		r := run.Start(t.Context(), &run.Plan{Agent: open.agent(t), Text: "go"}, run.Options{})
		defer r.Close()
		body := <-open.bodies
		say(body, status("WORKING", "one moment"))
		synctest.Wait()
		if !r.Leave() || r.Leave() {
			t.Error("a run is left once")
		}
		now := r.Snapshot()
		if now.Outcome() != run.Interrupted || !errors.Is(now.Err, run.ErrLeft) || now.LiveText() != "one moment" {
			t.Errorf("%s, %v, %q", now.Outcome(), now.Err, now.LiveText())
		}
	})
}

// A schema alone is the form of a question; where nothing is asked, it is what the agent said.
func TestSchemaAloneIsAFormOnlyInAQuestion(t *testing.T) {
	t.Parallel()
	const schema = `{"type":"object","properties":{"day":{"type":"string"}}}`
	const event = `{"statusUpdate":{"taskId":"t","contextId":"c","status":{"state":"TASK_STATE_%s","message":{"messageId":%q,"role":"ROLE_AGENT","parts":[{"data":` + schema + `}]}}}}`
	s := &streams{bodies: make(chan *io.PipeWriter, 1)}
	r := run.Start(t.Context(), &run.Plan{Agent: s.agent(t), Text: "go"}, run.Options{Store: home(t)})
	defer r.Close()
	w := <-s.bodies
	say(w, fmt.Sprintf(event, "WORKING", "m1"))
	say(w, fmt.Sprintf(event, "INPUT_REQUIRED", "m2"))
	_ = w.Close()
	wait(t, r)
	now := r.Snapshot()
	if form, ok := now.Question.Form(); !ok || string(form.Schema) != schema {
		t.Errorf("the question is no form: %v", form)
	}
	var said []string
	for i := range now.Timeline.Len() {
		if e := now.Timeline.Entry(i); e.Kind == run.MessageEntry {
			said = append(said, e.Text.Exact())
		}
	}
	if got, want := strings.Join(said, "|"), schema+"|(a form)"; got != want {
		t.Errorf("said %s, want %s", got, want)
	}
}
