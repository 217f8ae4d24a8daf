package a2aclient

import (
	"errors"
	"strings"
	"testing"

	"a2aform/a2aclient/a2a"
	"a2aform/internal/safe"
)

// The tests of this file are the client tests of the conformance cases of the A2A project (ACTS): the file
// tests/acts/client-parsing.acts.yaml of the branch conformance-spec of github.com/a2aproject/A2A at commit 4250965, which has not
// merged. Each names the case that it follows. The values are ours, the shapes of the answers those of the cases.

// askTask asks a fake for a task, which it answers with the body.
func askTask(t *testing.T, body string) (*a2a.Task, error) {
	t.Helper()
	f := newFake(t, scripts{"GetTask": jsonBody(body)})
	return agentOf(t, f.URL, "1.0", false, "").Get(t.Context(), safe.Text("t1"))
}

// sendOnce sends a text without a stream, and returns the one event that comes of it.
func sendOnce(t *testing.T, answer string) a2a.Event {
	t.Helper()
	f := newFake(t, scripts{"SendMessage": result(answer)})
	words, events, err := runAll(agentOf(t, f.URL, "1.0", false, ""), t, &Request{Text: "x"})
	if err != nil || len(events) != 1 {
		t.Fatalf("%s, %v", words, err)
	}
	return events[0]
}

// CLIENT-PARSE-001: a completed task with an artifact answers a message.
func TestACTSCompletedTask(t *testing.T) {
	t.Parallel()
	e := sendOnce(t, `{"task":{"id":"t1","contextId":"c1","status":{"state":"TASK_STATE_COMPLETED","timestamp":"2026-01-02T03:04:05Z"},"artifacts":[{"artifactId":"a1","parts":[{"text":"done"}]}]}}`)
	if e.Task == nil || e.Task.ID.Exact() != "t1" || e.Task.ContextID.Exact() != "c1" || e.Task.Status.State != a2a.StateCompleted || len(e.Task.Artifacts) != 1 || e.Task.Artifacts[0].Parts[0].Text.Exact() != "done" {
		t.Errorf("%+v", e.Task)
	}
}

// CLIENT-PARSE-002: a message answers a message, and there is no task.
func TestACTSMessage(t *testing.T) {
	t.Parallel()
	e := sendOnce(t, `{"message":{"messageId":"m1","role":"ROLE_AGENT","parts":[{"text":"gladly"}]}}`)
	if m := e.Message; m == nil || e.Task != nil || m.ID.Exact() != "m1" || m.Role != a2a.RoleAgent || len(m.Parts) != 1 || m.Parts[0].Text.Exact() != "gladly" {
		t.Errorf("%+v", e)
	}
}

// CLIENT-PARSE-003: a task that is asked for has its artifacts and its history, whose messages have no ids.
func TestACTSTaskWithHistory(t *testing.T) {
	t.Parallel()
	task, err := askTask(t, `{"jsonrpc":"2.0","id":1,"result":{"id":"t1","contextId":"c1","status":{"state":"TASK_STATE_COMPLETED"},"artifacts":[{"artifactId":"a1","parts":[{"text":"done"}]},{"artifactId":"a2","parts":[{"data":{"n":1}}]}],
"history":[{"role":"ROLE_USER","parts":[{"text":"please"}]},{"role":"ROLE_AGENT","parts":[{"text":"a moment"}]}]}}`)
	if err != nil {
		t.Fatal(err)
	}
	if task.ID.Exact() != "t1" || task.ContextID.Exact() != "c1" || task.Status.State != a2a.StateCompleted || len(task.Artifacts) != 2 || string(task.Artifacts[1].Parts[0].Data) != `{"n":1}` {
		t.Errorf("%+v", task)
	}
	if h := task.History; len(h) != 2 || h[0].Role != a2a.RoleUser || h[1].Role != a2a.RoleAgent || h[1].Parts[0].Text.Exact() != "a moment" {
		t.Errorf("history %+v", h)
	}
}

// CLIENT-PARSE-004: an error has its code and its message.
func TestACTSError(t *testing.T) {
	t.Parallel()
	_, err := askTask(t, `{"jsonrpc":"2.0","id":1,"error":{"code":-32001,"message":"Task not found","data":{"taskId":"t1"}}}`)
	var refused *Error
	if !errors.As(err, &refused) || refused.Code != -32001 || !strings.Contains(refused.Said().Exact(), "not found") {
		t.Errorf("%+v", err)
	}
}

// CLIENT-PARSE-005: a task that needs input has the message of its status.
func TestACTSInputRequired(t *testing.T) {
	t.Parallel()
	e := sendOnce(t, `{"task":{"id":"t1","contextId":"c1","status":{"state":"TASK_STATE_INPUT_REQUIRED","message":{"messageId":"m1","role":"ROLE_AGENT","parts":[{"text":"Which one?"}]}}}}`)
	if e.Task == nil || e.Task.ID.Exact() != "t1" || e.Task.Status.State != a2a.StateInputRequired {
		t.Fatalf("%+v", e)
	}
	if m := e.Task.Status.Message; m == nil || m.Role != a2a.RoleAgent || len(m.Parts) != 1 || m.Parts[0].Text.Exact() != "Which one?" {
		t.Errorf("%+v", m)
	}
}

// CLIENT-PARSE-006: one task has artifacts of text, data, a file and the address of a file. The last one has a form that no version of
// A2A has, so it is kept as it came.
func TestACTSArtifactsOfEachKind(t *testing.T) {
	t.Parallel()
	task, err := askTask(t, `{"jsonrpc":"2.0","id":1,"result":{"id":"t1","contextId":"c1","status":{"state":"TASK_STATE_COMPLETED"},"artifacts":[{"artifactId":"a1","parts":[{"text":"done"}]},{"artifactId":"a2","parts":[{"data":{"n":1.5}}]},
{"artifactId":"a3","parts":[{"file":{"name":"a.pdf","mediaType":"application/pdf","bytes":"JVBERi0xLjQ="}}]},{"artifactId":"a4","parts":[{"fileUrl":{"url":"https://example.com/b.pdf","name":"b.pdf","mediaType":"application/pdf"}}]}]}}`)
	if err != nil || len(task.Artifacts) != 4 {
		t.Fatalf("%+v, %v", task, err)
	}
	var kinds []string
	for _, a := range task.Artifacts {
		kinds = append(kinds, string(a.Parts[0].Kind))
	}
	if got := strings.Join(kinds, " "); got != "text data file unknown" {
		t.Errorf("%s", got)
	}
	if f := task.Artifacts[2].Parts[0].File; f == nil || f.Name.Exact() != "a.pdf" || f.Base64.Exact() != "JVBERi0xLjQ=" {
		t.Errorf("%+v", f)
	}
	if p := task.Artifacts[3].Parts[0]; !strings.Contains(string(p.Raw), `"https://example.com/b.pdf"`) {
		t.Errorf("%s", p.Raw)
	}
}

// CLIENT-AUTH-001: the extended card takes the place of the public one, also where the binding is called REST.
func TestACTSExtendedCard(t *testing.T) {
	t.Parallel()
	rest := newRestFake(t, scripts{})
	rest.scripts["GET /extendedAgentCard"] = jsonBody(`{"name":"Example","version":"1.0.0","capabilities":{"streaming":true,"extendedAgentCard":true},"skills":[{"id":"more","name":"More"}],
"supportedInterfaces":[{"url":"` + rest.URL + `","protocolBinding":"REST","protocolVersion":"1.0"}]}`)
	public := dialCard(t, `{"name":"Example","version":"1.0.0","capabilities":{"streaming":false,"extendedAgentCard":true},"supportedInterfaces":[{"url":"`+rest.URL+`","protocolBinding":"REST","protocolVersion":"1.0"}]}`)
	if c := public.Card(); !c.HasExtended || c.Streaming || len(c.Skills) != 0 {
		t.Errorf("public: %+v", c)
	}
	c, err := public.Extended(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if !c.Streaming || !c.HasExtended || len(c.Skills) != 1 || c.Skills[0].ID != safe.Text("more") {
		t.Errorf("extended: %+v", c)
	}
	if next, err := public.Redial(c); err != nil || !next.Streams() {
		t.Errorf("the agent of the extended card does not stream: %v", err)
	}
}

// CLIENT-CAP-001: what the card does not offer is not asked for.
func TestACTSCapabilitiesAreLookedAt(t *testing.T) {
	t.Parallel()
	f := newFake(t, scripts{"SendMessage": result(taskV10("TASK_STATE_COMPLETED")), "SendStreamingMessage": sseText(taskV10("TASK_STATE_COMPLETED"))})
	a := dialCard(t, `{"name":"Plain","version":"1.0.0","capabilities":{"streaming":false,"pushNotifications":false},"supportedInterfaces":[{"url":"`+f.URL+`","protocolBinding":"JSONRPC","protocolVersion":"1.0"}]}`)
	if a.Streams() || a.Card().PushNotifications {
		t.Errorf("%+v", a.Card())
	}
	if words, _, err := runAll(a, t, &Request{Text: "x"}); err != nil || f.methods() != "SendMessage" {
		t.Errorf("%s, %v, calls %s", words, err, f.methods())
	}
}
