package task

import (
	"io"
	"net/http"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"a2aform/a2aclient"
	"a2aform/internal/run"
	"a2aform/ui/kit"
)

// transport answers requests without a network, so that the clock can be faked.
type transport func(*http.Request) (*http.Response, error)

func (t transport) RoundTrip(r *http.Request) (*http.Response, error) { return t(r) }

// A task that an agent completes within a millisecond comes to its screen as completed within
// one frame of the answer.
func TestInstantAnswerIsShownWithinFrame(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		const answerTime = time.Millisecond
		card, err := a2aclient.Parse([]byte(`{"name":"x","skills":[],"supportedInterfaces":[{"url":"http://127.0.0.1:1/","protocolBinding":"JSONRPC","protocolVersion":"1.0"}]}`), "test")
		if err != nil {
			t.Fatal(err)
		}
		agent, err := card.Dial(a2aclient.WithTransport(transport(func(*http.Request) (*http.Response, error) {
			time.Sleep(answerTime)
			body := `{"jsonrpc":"2.0","id":1,"result":{"task":{"id":"t","contextId":"c","status":{"state":"TASK_STATE_COMPLETED"},"artifacts":[{"artifactId":"a","parts":[{"text":"x"}]}]}}}`
			return &http.Response{StatusCode: http.StatusOK, Header: http.Header{"Content-Type": {"application/json"}}, Body: io.NopCloser(strings.NewReader(body))}, nil
		})))
		if err != nil {
			t.Fatal(err)
		}
		host := &kit.Host{Context: t.Context()}
		begun := time.Now()
		r := run.Start(host.Context, &run.Plan{Agent: agent, Text: "hello"}, run.Options{})
		defer r.Close()
		w := newWatch(host, nil, r)
		for w.next()().(kit.ScreenMsg).Msg.(WakeMsg).snapshot.Phase != run.Settled {
		}
		if took := time.Since(begun); took > answerTime+kit.FrameTime {
			t.Errorf("shown as completed after %v; the agent answered after %v", took, answerTime)
		}
	})
}

// A watch that has ended brings nothing any more, and ends once.
func TestEndedWatchBringsNothing(t *testing.T) {
	t.Parallel()
	w := newWatch(&kit.Host{Context: t.Context()}, nil, &run.Run{})
	next := w.next()
	w.end()
	w.end()
	if msg := next().(kit.ScreenMsg).Msg; msg != nil || w.isOn() {
		t.Errorf("it brings %v, and is on: %v", msg, w.isOn())
	}
}
