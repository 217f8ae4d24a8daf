package a2aclient

import (
	"context"
	"errors"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"
)

type scripts = map[string]http.HandlerFunc

func TestRun(t *testing.T) {
	artifact := `{"artifactUpdate":{"taskId":"t1","contextId":"c1","artifact":{"artifactId":"a","parts":[{"data":{"z":1.10}}]},"lastChunk":true}}`
	tests := []struct {
		name      string
		version   string
		streaming bool
		scripts   scripts
		words     string
		methods   string
		err       string // part of it
	}{
		{
			"stream 1.0", "1.0", true,
			scripts{"SendStreamingMessage": sse(taskV10("TASK_STATE_SUBMITTED"), statusV10("TASK_STATE_WORKING"), artifact, statusV10("TASK_STATE_COMPLETED"))},
			"task:submitted working artifact completed", "SendStreamingMessage", "",
		},
		{
			"stream 0.3", "0.3", true,
			scripts{"message/stream": sse(`{"kind":"task","id":"t1","contextId":"c1","status":{"state":"submitted"}}`,
				`{"kind":"artifact-update","taskId":"t1","artifact":{"artifactId":"a","parts":[]}}`,
				`{"status":{"state":"cancelled"},"taskId":"t1","final":true,"kind":"status-update"}`)},
			"task:submitted artifact canceled", "message/stream", "",
		},
		{
			"direct message", "1.0", true,
			scripts{"SendStreamingMessage": sse(`{"message":{"messageId":"m","role":"ROLE_AGENT","parts":[{"text":"hi"}]}}`)},
			"message", "SendStreamingMessage", "",
		},
		{
			"an echo of our message is no answer", "1.0", true,
			scripts{"SendStreamingMessage": sse(`{"message":{"messageId":"m","role":"ROLE_USER","parts":[{"text":"x"}]}}`,
				taskV10("TASK_STATE_WORKING")), "SubscribeToTask": sse(taskV10("TASK_STATE_FAILED"))},
			"message task:working (reconnecting) task:failed", "SendStreamingMessage SubscribeToTask", "",
		},
		{
			"JSON in place of a stream", "1.0", true,
			scripts{"SendStreamingMessage": result(taskV10("TASK_STATE_COMPLETED"))},
			"task:completed", "SendStreamingMessage", "",
		},
		{
			"a stream in place of JSON", "1.0", false,
			scripts{"SendMessage": sse(taskV10("TASK_STATE_WORKING"), statusV10("TASK_STATE_FAILED"))},
			"task:working failed", "SendMessage", "",
		},
		{
			"JSON-RPC error in place of a stream", "1.0", true,
			scripts{"SendStreamingMessage": jsonBody(`{"jsonrpc":"2.0","id":null,"error":{"code":-32602,"message":"bad \u001b[31m values"}}`)},
			"", "SendStreamingMessage", "refused what was sent: “bad ␛[31m values” (SendStreamingMessage, code -32602)",
		},
		{
			"JSON-RPC error in the stream", "1.0", true,
			scripts{"SendStreamingMessage": sseRaw("data: {\"jsonrpc\":\"2.0\",\"error\":{\"code\":4242,\"message\":\"boom\"}}\n\n")},
			"", "SendStreamingMessage", "code 4242",
		},
		{
			"error behind a task, which failed", "1.0", true,
			scripts{
				"SendStreamingMessage": sseRaw("data: {\"result\":" + taskV10("TASK_STATE_WORKING") + "}\n\ndata: {\"error\":{\"code\":-32603,\"message\":\"boom\"}}\n\n"),
				"GetTask":              result(bareTask("TASK_STATE_FAILED")),
			},
			"task:working (polling) task:failed", "SendStreamingMessage GetTask", "",
		},
		{
			"HTML in place of a stream", "1.0", true,
			scripts{"SendStreamingMessage": func(w http.ResponseWriter, _ *http.Request) {
				w.Header().Set("Content-Type", "text/html")
				_, _ = w.Write([]byte("<!DOCTYPE html><title>Log\x1b in</title>"))
			}},
			"", "SendStreamingMessage", "content: the answer is a web page, not JSON: “<!DOCTYPE html><title>Log␛ in</title>”",
		},
		{
			"bytes that are no events", "1.0", true,
			scripts{"SendStreamingMessage": sseRaw("data: ping\n\n: hello\n\n")},
			"", "SendStreamingMessage", "21 bytes came on the stream and none of them was an event",
		},
		{
			"an empty stream", "1.0", true,
			scripts{"SendStreamingMessage": sseRaw("")},
			"", "SendStreamingMessage", "ended without a single event",
		},
		{
			"signs of life and odd events", "1.0", true,
			scripts{"SendStreamingMessage": sseRaw("data: ping\n\ndata: {\"result\":" + taskV10("TASK_STATE_WORKING") + "}\n\ndata: {\"result\":{\"news\":1}}\n\ndata: [DONE]\n\ndata: {\"result\":" + statusV10("TASK_STATE_COMPLETED") + "}\n\n")},
			"task:working (skipped) completed", "SendStreamingMessage", "",
		},
		{
			"paused", "1.0", true,
			scripts{"SendStreamingMessage": sse(taskV10("TASK_STATE_WORKING"), statusV10("TASK_STATE_INPUT_REQUIRED"))},
			"task:working input-required", "SendStreamingMessage", "",
		},
		{
			"refused task", "1.0", true,
			scripts{"SendStreamingMessage": sse(taskV10("TASK_STATE_REJECTED"))},
			"task:rejected", "SendStreamingMessage", "",
		},
		{
			"a unary answer that is nothing", "1.0", false,
			scripts{"SendMessage": result(`{"ok":true}`)},
			"", "SendMessage", "neither a task nor a message: “{\"ok\":true}”",
		},
		{
			"redirect", "1.0", true,
			scripts{"SendStreamingMessage": func(w http.ResponseWriter, r *http.Request) {
				http.Redirect(w, r, "/elsewhere", http.StatusTemporaryRedirect)
			}},
			"", "SendStreamingMessage", "redirects to /elsewhere, and a message is never sent on",
		},
		{
			"too many requests", "1.0", true,
			scripts{"SendStreamingMessage": func(w http.ResponseWriter, _ *http.Request) {
				w.Header().Set("Retry-After", "7")
				w.WriteHeader(429)
			}},
			"", "SendStreamingMessage", "asked too often (SendStreamingMessage, HTTP 429); wait (Retry-After: 7)",
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			f := newFake(t, tt.scripts)
			words, _, err := told(agentOf(t, f.URL, tt.version, tt.streaming, ""), t, &Request{Text: "go"})
			if words != tt.words || f.methods() != tt.methods {
				t.Errorf("events %q, calls %q; want %q, %q", words, f.methods(), tt.words, tt.methods)
			}
			if tt.err == "" && err != nil || tt.err != "" && (err == nil || !strings.Contains(err.Error(), tt.err)) {
				t.Errorf("error %v, want %q", err, tt.err)
			}
		})
	}
}

// A redirect must not carry what was typed to another server either.
func TestRedirectTakesNothingAlong(t *testing.T) {
	reached := false
	other := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { reached = true }))
	defer other.Close()
	for _, status := range []int{301, 302, 303, 307, 308} {
		f := newFake(t, scripts{"SendMessage": func(w http.ResponseWriter, r *http.Request) { http.Redirect(w, r, other.URL, status) }})
		_, _, err := told(agentOf(t, f.URL, "1.0", false, ""), t, &Request{Text: "secret"})
		var wire *WireError
		if !errors.As(err, &wire) || wire.Status != status || reached {
			t.Errorf("%d: %v, reached %v", status, err, reached)
		}
	}
}

func TestAgentErrorKeepsEverything(t *testing.T) {
	f := newFake(t, scripts{"SendMessage": func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("WWW-Authenticate", `Bearer realm="x"`)
		w.WriteHeader(401)
		_, _ = w.Write([]byte(`{"error":{"code":401,"status":"UNAUTHENTICATED","message":"no","details":[{"@type":"x","reason":"NO_TOKEN"}]}}`))
	}})
	_, _, err := told(agentOf(t, f.URL, "1.0", false, ""), t, &Request{Text: "x"})
	var e *Error
	if !errors.As(err, &e) {
		t.Fatal(err)
	}
	if e.HTTPStatus != 401 || e.Code != 0 || e.Reason.Exact() != "NO_TOKEN" || e.Message.Exact() != "no" || e.Challenge.Exact() != `Bearer realm="x"` || e.Data == nil {
		t.Errorf("%+v", e)
	}
}

func TestLostSendIsUnsettled(t *testing.T) {
	f := newFake(t, scripts{"SendMessage": func(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) }})
	_, _, err := told(agentOf(t, f.URL, "1.0", false, ""), t, &Request{Text: "x"})
	var wire *WireError
	if !errors.Is(err, ErrUnsettled) || !errors.As(err, &wire) || !wire.Sent {
		t.Errorf("%v", err)
	}
	if f.methods() != "SendMessage" {
		t.Errorf("sent more than once: %s", f.methods())
	}
	f.Close()
	_, _, err = told(agentOf(t, f.URL, "1.0", false, ""), t, &Request{Text: "x"})
	if errors.Is(err, ErrUnsettled) || !errors.As(err, &wire) || wire.Sent || wire.Layer != LayerConnect {
		t.Errorf("nothing was sent: %v", err)
	}
}

func TestFollowUp(t *testing.T) {
	f := newFake(t, scripts{"message/stream": sse(`{"kind":"task","id":"t1","contextId":"c1","status":{"state":"completed"}}`)})
	words, _, err := told(agentOf(t, f.URL, "0.3", true, ""), t, &Request{MessageID: "m", TaskID: "t1", ContextID: "c1", Text: "yes"})
	if words != "task:completed" || err != nil {
		t.Fatalf("%s %v", words, err)
	}
	want := `{"jsonrpc":"2.0","id":"m","method":"message/stream","params":{"message":{"kind":"message","messageId":"m","taskId":"t1","contextId":"c1","role":"user","parts":[{"kind":"text","text":"yes"}]}}}`
	if body := string(f.received()[0].body); body != want {
		t.Errorf("sent %s", body)
	}
}

// Breaking off and cancelling end the request at once, and the agent sees it.
func TestBreakClosesTheRequest(t *testing.T) {
	for _, how := range []string{"break", "cancel"} {
		t.Run(how, func(t *testing.T) {
			closed := make(chan struct{})
			f := newFake(t, scripts{"SendStreamingMessage": func(w http.ResponseWriter, r *http.Request) {
				sse(taskV10("TASK_STATE_WORKING"))(w, r)
				w.(http.Flusher).Flush()
				<-r.Context().Done()
				close(closed)
			}})
			ctx, cancel := context.WithCancel(t.Context())
			defer cancel()
			var last error
			for _, err := range agentOf(t, f.URL, "1.0", true, "").Run(ctx, &Request{Text: "x"}) {
				if last = err; how == "break" || err != nil {
					break
				}
				cancel()
			}
			select {
			case <-closed:
			case <-time.After(2 * time.Second):
				t.Fatal("the agent still waits")
			}
			if how == "cancel" && (!errors.Is(last, ErrUnsettled) || !errors.Is(last, context.Canceled)) {
				t.Errorf("%v", last)
			}
		})
	}
}

func TestGetAndCancel(t *testing.T) {
	f := newFake(t, scripts{
		"tasks/get":    result(bareTask("input-required")),
		"tasks/cancel": jsonBody(`{"jsonrpc":"2.0","id":1,"error":{"code":-32002,"message":"done","data":"x"}}`),
	})
	a := agentOf(t, f.URL, "0.3", true, "")
	task, err := a.Get(t.Context(), "t1")
	if err != nil || task.ID != "t1" || !task.Status.State.Paused() {
		t.Errorf("%+v %v", task, err)
	}
	_, err = a.Cancel(t.Context(), "t1")
	var e *Error
	if !errors.As(err, &e) || e.Code != CodeNotCancelable || string(e.Data) != `"x"` {
		t.Errorf("%v", err)
	}
}
