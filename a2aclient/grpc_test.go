package a2aclient

import (
	"errors"
	"net/http"
	"strings"
	"testing"

	"connectrpc.com/connect"

	"a2aform/a2aclient/a2a"
	"a2aform/a2aclient/grpc/grpctest"
	"a2aform/internal/safe"
)

// grpcAgent answers over gRPC without TLS: an echo, or a refusal where its text is "no".
func grpcAgent(t *testing.T) *Agent {
	t.Helper()
	mux := http.NewServeMux()
	echo := func(c *grpctest.Call) string {
		part := c.Request.At("/message/parts/0")
		return `{"artifactId":"echo","parts":[` + string(part.Compact()) + `]}`
	}
	const completed = `{"state":"TASK_STATE_COMPLETED"}`
	mux.Handle(grpctest.Handler("SendMessage", func(c *grpctest.Call) ([]string, error) {
		if c.Header.Get("A2A-Version") != "1.0" || c.Request.Get("tenant").Text() != "acme" || !c.Request.At("/configuration/returnImmediately").Bool() {
			return nil, connect.NewError(connect.CodeInvalidArgument, errors.New(string(c.Request.Compact())))
		}
		return []string{`{"task":{"id":"t","contextId":"c","status":` + completed + `,"artifacts":[` + echo(c) + `]}}`}, nil
	}))
	mux.Handle(grpctest.Handler("SendStreamingMessage", func(c *grpctest.Call) ([]string, error) {
		if c.Request.At("/message/parts/0/text").Text() == "no" {
			return nil, connect.NewError(connect.CodeUnauthenticated, errors.New("who are you?"))
		}
		return []string{
			`{"task":{"id":"t","contextId":"c","status":{"state":"TASK_STATE_WORKING"}}}`,
			`{"artifactUpdate":{"taskId":"t","contextId":"c","artifact":` + echo(c) + `}}`,
			`{"statusUpdate":{"taskId":"t","contextId":"c","status":` + completed + `}}`,
		}, nil
	}))
	mux.Handle(grpctest.Handler("GetTask", func(c *grpctest.Call) ([]string, error) {
		if c.Request.Get("id").Text() != "t" {
			return nil, connect.NewError(connect.CodeNotFound, errors.New("no such task"))
		}
		return []string{`{"id":"t","contextId":"c","status":` + completed + `,"metadata":{"history":` + c.Request.Get("historyLength").Text() + `}}`}, nil
	}))
	mux.Handle(grpctest.Handler("ListTasks", func(c *grpctest.Call) ([]string, error) {
		next := c.Request.Get("status").Text() + " " + c.Request.Get("pageSize").Text() + c.Request.Get("tenant").Text()
		return []string{`{"nextPageToken":"` + next + `","tasks":[{"id":"t","contextId":"c","status":{"state":"TASK_STATE_WORKING"}}]}`}, nil
	}))
	mux.Handle(grpctest.Handler("GetExtendedAgentCard", func(c *grpctest.Call) ([]string, error) {
		return []string{`{"name":"of ` + c.Request.Get("tenant").Text() + `"}`}, nil
	}))
	address := strings.TrimPrefix(grpctest.Serve(t, mux), "http://")
	a, err := mustCard(t, `{"name":"x","skills":[],"capabilities":{"streaming":true},"supportedInterfaces":[{"url":"`+address+`","protocolBinding":"GRPC","protocolVersion":"1.0","tenant":"acme"}]}`, "f").Dial()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(a.Close)
	return a
}

// TestAgentIsSpokenToOverGRPC proves A2ACLI_TX_005.
func TestAgentIsSpokenToOverGRPC(t *testing.T) {
	a := grpcAgent(t)
	for _, mode := range []Mode{ModeStream, ModePoll} {
		var state a2a.State
		var data string
		for e, err := range a.Run(t.Context(), &Request{Data: []byte(`{"rounds":3,"text":"ä"}`), Tag: safe.Text("application/json;schema=x"), Mode: mode}) {
			if err != nil {
				t.Fatal(err)
			}
			if s := e.State(); s != "" {
				state = s
			}
			data += string(e.Raw)
		}
		if state != a2a.StateCompleted || !strings.Contains(data, `"data":{"rounds":3,"text":"ä"}`) || !strings.Contains(data, `"mimeType":"application/json;schema=x"`) {
			t.Errorf("mode %d: %s, %s", mode, state, data)
		}
	}
}

func TestTasksAreAskedForOverGRPC(t *testing.T) {
	a := grpcAgent(t)
	task, err := a.GetWithHistory(t.Context(), safe.Text("t"), 7)
	if err != nil || task.Status.State != a2a.StateCompleted || !strings.Contains(string(task.Raw), `"history":7`) {
		t.Errorf("%+v, %v", task, err)
	}
	page, err := a.List(t.Context(), Query{State: a2a.StateWorking, PageSize: 5})
	if err != nil || len(page.Tasks) != 1 || page.Next.Exact() != "TASK_STATE_WORKING 5acme" {
		t.Errorf("%+v, %v", page, err)
	}
}

// A call without members of its own has the tenant alone.
func TestExtendedCardIsThatOfTheTenant(t *testing.T) {
	card, err := grpcAgent(t).extendedCard(t.Context())
	if err != nil || string(card) != `{"name":"of acme"}` {
		t.Errorf("%s, %v", card, err)
	}
}

func TestErrorsOverGRPCAreExplained(t *testing.T) {
	a := grpcAgent(t)
	_, err := a.Get(t.Context(), safe.Text("u"))
	if want := "the agent does not know this task: “no such task” (GetTask, gRPC, NOT_FOUND)"; err == nil || err.Error() != want {
		t.Errorf("%v, want %s", err, want)
	}
	_, err = a.Cancel(t.Context(), safe.Text("t"))
	if want := "the agent has nothing at this path"; err == nil || !strings.HasPrefix(err.Error(), want) {
		t.Errorf("%v, want %s", err, want)
	}
	for _, err := range a.Run(t.Context(), &Request{Text: "no"}) {
		var e *Error
		if !errors.As(err, &e) || !e.WantsCredentials() || !strings.HasPrefix(err.Error(), "the agent requires credentials: “who are you?” (SendStreamingMessage, gRPC, UNAUTHENTICATED)") {
			t.Errorf("%v", err)
		}
	}
	for _, err := range a.Run(t.Context(), &Request{Data: []byte(`{"n":1e999}`)}) {
		if err == nil || !strings.Contains(err.Error(), "cannot carry this request") {
			t.Errorf("%v", err)
		}
	}
}

func TestPreviewShowsWhatGRPCCarries(t *testing.T) {
	a := grpcAgent(t)
	p, err := a.Preview(&Request{MessageID: "m", Text: "hi", Mode: ModePoll})
	if err != nil || p.Method != http.MethodPost || !strings.HasSuffix(p.URL, "/lf.a2a.v1.A2AService/SendMessage") || p.Header.Get("Content-Type") != "application/grpc" ||
		string(p.Body) != `{"tenant":"acme","message":{"messageId":"m","role":"ROLE_USER","parts":[{"text":"hi"}]},"configuration":{"returnImmediately":true}}` {
		t.Errorf("%+v, %s, %v", p, p.Body, err)
	}
	if got := a.DataNotice([]byte(`{"id":9007199254740993}`)); !strings.Contains(got, "/id 9007199254740993 arrives as 9007199254740992") {
		t.Error(got)
	}
	if got := a.DataNotice([]byte(`{"id":17}`)); got != "" {
		t.Error(got)
	}
}
