package a2aclient

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"connectrpc.com/connect"
	"google.golang.org/protobuf/types/known/structpb"

	"a2aform/a2aclient/a2a"
	"a2aform/a2aclient/grpc/a2apb"
	"a2aform/internal/safe"
)

// grpcAgent answers over gRPC without TLS: an echo, or a refusal where its text is "no".
func grpcAgent(t *testing.T) *Agent {
	t.Helper()
	const service = "/lf.a2a.v1.A2AService/"
	mux := http.NewServeMux()
	task := func(id string, state a2apb.TaskState) *a2apb.Task {
		return &a2apb.Task{Id: id, ContextId: "c", Status: &a2apb.TaskStatus{State: state}}
	}
	echo := func(m *a2apb.Message) *a2apb.Artifact {
		return &a2apb.Artifact{ArtifactId: "echo", Parts: []*a2apb.Part{{Content: m.GetParts()[0].GetContent(), Metadata: m.GetParts()[0].GetMetadata()}}}
	}
	mux.Handle(service+"SendMessage", connect.NewUnaryHandler(service+"SendMessage", func(_ context.Context, r *connect.Request[a2apb.SendMessageRequest]) (*connect.Response[a2apb.SendMessageResponse], error) {
		if r.Header().Get("A2A-Version") != "1.0" || r.Msg.GetTenant() != "acme" || !r.Msg.GetConfiguration().GetReturnImmediately() {
			return nil, connect.NewError(connect.CodeInvalidArgument, fmt.Errorf("%v", r.Msg))
		}
		done := task("t", a2apb.TaskState_TASK_STATE_COMPLETED)
		done.Artifacts = []*a2apb.Artifact{echo(r.Msg.GetMessage())}
		return connect.NewResponse(&a2apb.SendMessageResponse{Payload: &a2apb.SendMessageResponse_Task{Task: done}}), nil
	}))
	mux.Handle(service+"SendStreamingMessage", connect.NewServerStreamHandler(service+"SendStreamingMessage", func(_ context.Context, r *connect.Request[a2apb.SendMessageRequest], s *connect.ServerStream[a2apb.StreamResponse]) error {
		if r.Msg.GetMessage().GetParts()[0].GetText() == "no" {
			return connect.NewError(connect.CodeUnauthenticated, errors.New("who are you?"))
		}
		for _, e := range []*a2apb.StreamResponse{
			{Payload: &a2apb.StreamResponse_Task{Task: task("t", a2apb.TaskState_TASK_STATE_WORKING)}},
			{Payload: &a2apb.StreamResponse_ArtifactUpdate{ArtifactUpdate: &a2apb.TaskArtifactUpdateEvent{TaskId: "t", ContextId: "c", Artifact: echo(r.Msg.GetMessage())}}},
			{Payload: &a2apb.StreamResponse_StatusUpdate{StatusUpdate: &a2apb.TaskStatusUpdateEvent{TaskId: "t", ContextId: "c", Status: &a2apb.TaskStatus{State: a2apb.TaskState_TASK_STATE_COMPLETED}}}},
		} {
			if err := s.Send(e); err != nil {
				return err
			}
		}
		return nil
	}))
	mux.Handle(service+"GetTask", connect.NewUnaryHandler(service+"GetTask", func(_ context.Context, r *connect.Request[a2apb.GetTaskRequest]) (*connect.Response[a2apb.Task], error) {
		if r.Msg.GetId() != "t" {
			return nil, connect.NewError(connect.CodeNotFound, errors.New("no such task"))
		}
		got := task("t", a2apb.TaskState_TASK_STATE_COMPLETED)
		got.Metadata = &structpb.Struct{Fields: map[string]*structpb.Value{"history": structpb.NewNumberValue(float64(r.Msg.GetHistoryLength()))}}
		return connect.NewResponse(got), nil
	}))
	mux.Handle(service+"ListTasks", connect.NewUnaryHandler(service+"ListTasks", func(_ context.Context, r *connect.Request[a2apb.ListTasksRequest]) (*connect.Response[a2apb.ListTasksResponse], error) {
		list := &a2apb.ListTasksResponse{NextPageToken: fmt.Sprint(r.Msg.GetStatus(), r.Msg.GetPageSize(), r.Msg.GetTenant())}
		list.Tasks = []*a2apb.Task{task("t", a2apb.TaskState_TASK_STATE_WORKING)}
		return connect.NewResponse(list), nil
	}))
	s := httptest.NewUnstartedServer(mux)
	s.Config.Protocols = new(http.Protocols)
	s.Config.Protocols.SetUnencryptedHTTP2(true)
	s.Start()
	t.Cleanup(s.Close)
	address := strings.TrimPrefix(s.URL, "http://")
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
