package cli

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"a2aform/a2aclient"
	"a2aform/internal/cli/command"
	"a2aform/internal/run"
)

// openStreams answers each message with one status, and keeps the stream open.
type openStreams struct{ states []string }

func (s *openStreams) RoundTrip(req *http.Request) (*http.Response, error) {
	_, _ = io.Copy(io.Discard, req.Body)
	r, w := io.Pipe()
	context.AfterFunc(req.Context(), func() { _ = w.CloseWithError(req.Context().Err()) })
	state := s.states[0]
	s.states = s.states[1:]
	go func() {
		_, _ = fmt.Fprintf(w, "data: {\"result\":{\"statusUpdate\":{\"taskId\":\"t\",\"contextId\":\"c\",\"status\":{\"state\":\"TASK_STATE_%s\"}}}}\n\n", state)
	}()
	return &http.Response{StatusCode: http.StatusOK, Header: http.Header{"Content-Type": {"text/event-stream"}}, Body: r}, nil
}

// agentOver is an agent that streams over a transport.
func agentOver(t *testing.T, transport http.RoundTripper) *a2aclient.Agent {
	t.Helper()
	card, err := a2aclient.Parse([]byte(`{"name":"open","version":"1","capabilities":{"streaming":true},"skills":[],
		"supportedInterfaces":[{"url":"https://agent.example/","protocolBinding":"JSONRPC","protocolVersion":"1.0"}]}`), "card.json")
	if err != nil {
		t.Fatal(err)
	}
	agent, err := card.Dial(a2aclient.WithTransport(transport))
	if err != nil {
		t.Fatal(err)
	}
	return agent
}

// A question on a stream that stays open ends send once the agent has been silent for two seconds, where no answer is left: it may go on by
// itself.
func TestSendEndsOnQuestionWithOpenStream(t *testing.T) {
	for name, tt := range map[string]struct {
		states  []string
		answers []answer
		outcome string
		took    time.Duration
	}{
		"no answer":        {[]string{"INPUT_REQUIRED"}, nil, "input-required", 2 * time.Second},
		"one answer":       {[]string{"INPUT_REQUIRED", "INPUT_REQUIRED"}, []answer{{text: "a"}}, "input-required", 4 * time.Second},
		"answers are left": {[]string{"INPUT_REQUIRED", "FAILED"}, []answer{{text: "a"}, {text: "b"}}, "failed", 3 * time.Second},
		"credentials":      {[]string{"AUTH_REQUIRED"}, []answer{{text: "a"}}, "auth-required", 5 * time.Second},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				agent := agentOver(t, &openStreams{tt.states})
				began := time.Now()
				r := run.Start(t.Context(), &run.Plan{Agent: agent, Text: "go"}, run.Options{})
				defer r.Close()
				o := &waiting{answers: tt.answers}
				if err := o.wait(t.Context(), r); err != nil {
					t.Error(err)
				}
				if got, took := r.Snapshot().Outcome(), time.Since(began); got != tt.outcome || took != tt.took {
					t.Errorf("%s after %s, want %s after %s", got, took, tt.outcome, tt.took)
				}
			})
		})
	}
}

// While nothing comes, a line says so each minute.
func TestSilenceIsToldEachMinute(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		agent := agentOver(t, &openStreams{[]string{"WORKING"}})
		r := run.Start(t.Context(), &run.Plan{Agent: agent, Text: "go"}, run.Options{})
		var errOut bytes.Buffer
		stop, done := make(chan struct{}), make(chan struct{})
		go func() {
			defer close(done)
			printTimeline(&command.Streams{Err: &errOut}, r, nil, stop)
		}()
		time.Sleep(3*time.Minute + time.Second)
		close(stop)
		<-done
		r.Close()
		if got := strings.Count(errOut.String(), "nothing new for "); got != 2 && got != 3 {
			t.Errorf("%d times:\n%s", got, &errOut)
		}
	})
}
