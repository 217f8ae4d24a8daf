package cli

import (
	"bytes"
	"strings"
	"testing"
	"time"

	"a2aform/a2aclient"
	"a2aform/internal/cli/command"
	"a2aform/internal/demo"
	"a2aform/internal/run"
)

// call runs one command line and gives what it wrote.
func call(t *testing.T, args ...string) (out, errOut string, err error) {
	t.Helper()
	var stdout, stderr bytes.Buffer
	err = Run(t.Context(), &command.Streams{In: strings.NewReader(""), Out: &stdout, Err: &stderr, Args: args, Getenv: func(string) string { return "" }})
	return stdout.String(), stderr.String(), err
}

func TestAgentTasksAreListed(t *testing.T) {
	server, err := demo.Start(t.Context(), "", demo.Options{Pace: 2 * time.Millisecond})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = server.Close() })
	done := sendSkill(t, server.URL, "fight-comparison", `{"a":"Lion","b":"Tiger"}`)
	waiting := sendSkill(t, server.URL, "expense-report", `{"title":"Trip","note":null,"currency":"EUR","items":[{"date":"2026-03-02","what":"Train","category":"travel","amount":1}],"confirmed":true}`)

	out, _, err := call(t, "task", "get", server.URL, done)
	if err != nil || !strings.Contains(out, "State:    completed") || !strings.Contains(out, "Winner       Tiger") {
		t.Errorf("get: %v\n%s", err, out)
	}
	out, errOut, err := call(t, "task", "subscribe", server.URL, done)
	if err != nil || !strings.Contains(out, "Winner       Tiger") || !strings.Contains(errOut, "outcome: completed") {
		t.Errorf("subscribe to a task that is over: %v\n%s\n%s", err, out, errOut)
	}
	if _, errOut, err = call(t, "task", "subscribe", server.URL, waiting); err != nil || !strings.Contains(errOut, "outcome: input-required") {
		t.Errorf("subscribe to a task that waits: %v\n%s", err, errOut)
	}
	if out, _, err = call(t, "task", "cancel", server.URL, waiting); err != nil || !strings.Contains(out, "canceled") {
		t.Errorf("cancel: %v\n%s", err, out)
	}
	if out, _, err = call(t, "task", "get", server.URL, waiting, "-o", "json"); err != nil || !strings.Contains(out, `"TASK_STATE_CANCELED"`) {
		t.Errorf("get as JSON: %v\n%s", err, out)
	}
	out, errOut, err = call(t, "task", "list", server.URL, "--page-size", "1")
	if err != nil || !strings.HasPrefix(out, "Task:     "+waiting+"\nContext:  ") || !strings.Contains(errOut, "--page-token 1") {
		t.Errorf("list: %v\n%s\n%s", err, out, errOut)
	}
	if out, _, err = call(t, "task", "list", server.URL, "--page-token", "1"); err != nil || !strings.HasPrefix(out, "Task:     "+done+"\n") {
		t.Errorf("the next page: %v\n%s", err, out)
	}
}

// sendSkill runs a skill until it ends or asks, and gives the id of its task.
func sendSkill(t *testing.T, url, skill, data string) string {
	t.Helper()
	card, err := a2aclient.Fetch(t.Context(), url)
	if err != nil {
		t.Fatal(err)
	}
	plan := &run.Plan{Skill: card.Skill(skill), Data: []byte(data)}
	plan.Input = &plan.Skill.Inputs[0]
	if plan.Agent, err = card.Dial(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(plan.Agent.Close)
	r := run.Start(t.Context(), plan, run.Options{})
	t.Cleanup(r.Close)
	return r.Wait(t.Context()).TaskID.Exact()
}
