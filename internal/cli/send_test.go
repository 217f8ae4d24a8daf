package cli

import (
	"context"
	"net/http"
	"strings"
	"testing"
	"time"

	"a2aform/a2aclient"
	"a2aform/internal/cli/command"
	"a2aform/internal/demo"
	"a2aform/internal/run"
)

func TestEndedTaskBeatsTimeout(t *testing.T) {
	server, err := demo.Start(t.Context(), "", demo.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = server.Close() })
	card, err := a2aclient.Fetch(t.Context(), server.URL)
	if err != nil {
		t.Fatal(err)
	}
	plan := &run.Plan{Skill: card.Skill("fight-comparison"), Data: []byte(`{"a":"Lion","b":"Tiger"}`)}
	plan.Input = &plan.Skill.Inputs[0]
	if plan.Agent, err = card.Dial(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(plan.Agent.Close)
	r := run.Start(t.Context(), plan, run.Options{})
	t.Cleanup(r.Close)
	r.Wait(t.Context())
	late, cancel := context.WithCancel(t.Context())
	cancel()
	if err := new(waiting).wait(late, r); err != nil {
		t.Errorf("a run that ended as %s is reported as %v", r.Snapshot().Outcome(), err)
	}
}

// unconnected is a network on which no connection comes about.
type unconnected struct{}

func (unconnected) RoundTrip(r *http.Request) (*http.Response, error) {
	<-r.Context().Done()
	return nil, r.Context().Err()
}

// A message that was not sent before the time-out is reported as not sent.
func TestTimeoutBeforeSendIsReported(t *testing.T) {
	card, err := a2aclient.Parse([]byte(`{"name":"x","skills":[],"supportedInterfaces":[{"url":"http://127.0.0.1:1/","protocolBinding":"JSONRPC","protocolVersion":"1.0"}]}`), "f")
	if err != nil {
		t.Fatal(err)
	}
	plan := &run.Plan{Text: "x"}
	if plan.Agent, err = card.Dial(a2aclient.WithTransport(unconnected{})); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(plan.Agent.Close)
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Millisecond)
	defer cancel()
	r := run.Start(ctx, plan, run.Options{})
	t.Cleanup(r.Close)
	err = new(waiting).wait(ctx, r)
	if err == nil || !strings.Contains(err.Error(), "has expired, and nothing was sent: SendMessage: time-out: could not connect to 127.0.0.1:1 in time") || command.ExitCode(err) != command.ExitTimeout {
		t.Errorf("%v, exit code %d", err, command.ExitCode(err))
	}
	if got := r.Snapshot().Outcome(); got != run.Interrupted {
		t.Errorf("the outcome is %s", got)
	}
}
