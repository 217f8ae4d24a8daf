package ui

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
	"a2aform/ui/task"
)

// transport answers requests without a network, so that the clock can be faked.
type transport func(*http.Request) (*http.Response, error)

func (t transport) RoundTrip(r *http.Request) (*http.Response, error) { return t(r) }

// A task that an agent completes within a millisecond is shown as completed within
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
		app := New(t.Context(), kit.Options{})
		begun := time.Now()
		screen := task.New(app.Host, run.Start(app.Context, &run.Plan{Agent: agent, Text: "hello"}, run.Options{}))
		defer screen.Run().Close()
		for screen.Snapshot().Phase != run.Settled {
			msg := screen.Watch()().(kit.ScreenMsg).Msg.(task.WakeMsg)
			screen.Update(msg)
		}
		if took := time.Since(begun); took > answerTime+kit.FrameTime {
			t.Errorf("shown as completed after %v; the agent answered after %v", took, answerTime)
		}
	})
}
