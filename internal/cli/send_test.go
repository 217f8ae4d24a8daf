package cli

import (
	"context"
	"testing"

	"a2aform/a2aclient"
	"a2aform/internal/demo"
	"a2aform/internal/run"
)

func TestATaskThatEndedIsDoneThoughTheTimeRanOut(t *testing.T) {
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
	if err := new(sendOptions).wait(late, r); err != nil {
		t.Errorf("a run that ended as %s is told as %v", r.Snapshot().Outcome(), err)
	}
}
