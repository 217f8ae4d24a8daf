package a2aclient

import (
	"context"
	"errors"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"

	"a2aform/internal/safe"
)

type scripts = map[string]http.HandlerFunc

// runCase is a run against a fake: what it answers, and what comes of it.
type runCase struct {
	name      string
	version   string
	streaming bool
	scripts   scripts
	words     string
	methods   string
	err       string // part of it
}

func runCases(t *testing.T, cases []runCase) {
	t.Helper()
	for _, tt := range cases {
		t.Run(tt.name, func(t *testing.T) {
			f := newFake(t, tt.scripts)
			words, _, err := runAll(agentOf(t, f.URL, tt.version, tt.streaming, ""), t, &Request{Text: "go"})
			if words != tt.words || f.methods() != tt.methods {
				t.Errorf("events %q, calls %q; want %q, %q", words, f.methods(), tt.words, tt.methods)
			}
			if tt.err == "" && err != nil || tt.err != "" && (err == nil || !strings.Contains(err.Error(), tt.err)) {
				t.Errorf("error %v, want %q", err, tt.err)
			}
		})
	}
}

func TestRun(t *testing.T) {
	t.Parallel()
	artifact := `{"artifactUpdate":{"taskId":"t1","contextId":"c1","artifact":{"artifactId":"a","parts":[{"data":{"z":1.10}}]},"lastChunk":true}}`
	runCases(t, []runCase{
		{
			"stream 1.0", "1.0", true,
			scripts{"SendStreamingMessage": sseText(taskV10("TASK_STATE_SUBMITTED"), statusV10("TASK_STATE_WORKING"), artifact, statusV10("TASK_STATE_COMPLETED"))},
			"task:submitted working artifact completed", "SendStreamingMessage", "",
		},
		{
			"stream 0.3", "0.3", true,
			scripts{"message/stream": sseText(`{"kind":"task","id":"t1","contextId":"c1","status":{"state":"submitted"}}`,
				`{"kind":"artifact-update","taskId":"t1","artifact":{"artifactId":"a","parts":[]}}`,
				`{"status":{"state":"cancelled"},"taskId":"t1","final":true,"kind":"status-update"}`)},
			"task:submitted artifact canceled", "message/stream", "",
		},
		{
			"direct message", "1.0", true,
			scripts{"SendStreamingMessage": sseText(`{"message":{"messageId":"m","role":"ROLE_AGENT","parts":[{"text":"hi"}]}}`)},
			"message", "SendStreamingMessage", "",
		},
		{
			"an echo of our message is no answer", "1.0", true,
			scripts{"SendStreamingMessage": sseText(`{"message":{"messageId":"m","role":"ROLE_USER","parts":[{"text":"x"}]}}`,
				taskV10("TASK_STATE_WORKING")), "SubscribeToTask": sseText(taskV10("TASK_STATE_FAILED"))},
			"message task:working (reconnecting) task:failed", "SendStreamingMessage SubscribeToTask", "",
		},
		{
			"a stream in place of JSON", "1.0", false,
			scripts{"SendMessage": sseText(taskV10("TASK_STATE_WORKING"), statusV10("TASK_STATE_FAILED"))},
			"task:working failed", "SendMessage", "",
		},
		{
			"error behind a task, which failed", "1.0", true,
			scripts{
				"SendStreamingMessage": sseRaw("data: {\"result\":" + taskV10("TASK_STATE_WORKING") + "}\n\ndata: {\"error\":{\"code\":-32603,\"message\":\"boom\"}}\n\n"),
				"GetTask":              result(bareTask("TASK_STATE_FAILED")),
			},
			"task:working (failed) task:failed", "SendStreamingMessage GetTask", "",
		},
		{
			"signs of life and odd events", "1.0", true,
			scripts{"SendStreamingMessage": sseRaw("data: ping\n\ndata: {\"result\":" + taskV10("TASK_STATE_WORKING") + "}\n\ndata: {\"result\":{\"news\":1}}\n\ndata: [DONE]\n\ndata: {\"result\":" + statusV10("TASK_STATE_COMPLETED") + "}\n\n")},
			"task:working (skipped) completed", "SendStreamingMessage", "",
		},
		{
			"paused", "1.0", true,
			scripts{"SendStreamingMessage": sseText(taskV10("TASK_STATE_WORKING"), statusV10("TASK_STATE_INPUT_REQUIRED"))},
			"task:working input-required", "SendStreamingMessage", "",
		},
		{
			"refused task", "1.0", true,
			scripts{"SendStreamingMessage": sseText(taskV10("TASK_STATE_REJECTED"))},
			"task:rejected", "SendStreamingMessage", "",
		},
		{
			"a unary answer that is nothing", "1.0", false,
			scripts{"SendMessage": result(`{"ok":true}`)},
			"", "SendMessage ListTasks", "neither a task nor a message: “{\"ok\":true}”",
		},
		{
			"NaN in a stream", "1.0", true,
			scripts{"SendStreamingMessage": sseText(taskV10("TASK_STATE_WORKING"), `{"artifactUpdate":{"taskId":"t1","contextId":"c1","artifact":{"artifactId":"a","parts":[{"data":{"x":[NaN,-Infinity]}}]}}}`, statusV10("TASK_STATE_COMPLETED"))},
			"task:working (skipped) artifact completed", "SendStreamingMessage", "",
		},
		{
			"a deep part in a stream", "1.0", true,
			scripts{"SendStreamingMessage": sseText(taskV10("TASK_STATE_WORKING"), `{"artifactUpdate":{"taskId":"t1","contextId":"c1","artifact":{"artifactId":"a","parts":[{"text":"x"},{"data":`+veryDeep+`}]}}}`, statusV10("TASK_STATE_COMPLETED"))},
			"task:working (skipped) artifact completed", "SendStreamingMessage", "",
		},
		{
			"a deep part in a stream of 0.3", "0.3", true,
			scripts{"message/stream": sseText(`{"kind":"message","messageId":"m","role":"agent","parts":[{"kind":"data","data":` + veryDeep + `}]}`)},
			"(skipped) message", "message/stream", "",
		},
		{
			"a deep part in a reply", "1.0", false,
			scripts{"SendMessage": result(`{"message":{"messageId":"m","role":"ROLE_AGENT","parts":[{"text":"x"},{"data":` + veryDeep + `}]}}`)},
			"(skipped) message", "SendMessage", "",
		},
		{
			"Infinity in a reply", "1.0", false,
			scripts{"SendMessage": result(`{"message":{"messageId":"m","role":"ROLE_AGENT","parts":[{"data":{"x":Infinity}}]}}`)},
			"(skipped) message", "SendMessage", "",
		},
		{
			"a byte order mark before a stream", "1.0", true,
			scripts{"SendStreamingMessage": sseRaw("\xef\xbb\xbfdata: {\"result\":" + taskV10("TASK_STATE_COMPLETED") + "}\n\n")},
			"task:completed", "SendStreamingMessage", "",
		},
		{
			"a byte order mark before a reply", "1.0", false,
			scripts{"SendMessage": jsonBody("\xef\xbb\xbf{\"result\":" + taskV10("TASK_STATE_COMPLETED") + "}")},
			"task:completed", "SendMessage", "",
		},
		{
			"a stream in UTF-16", "1.0", true,
			scripts{"SendStreamingMessage": sseRaw(inUTF16("data: {\"result\":" + taskV10("TASK_STATE_COMPLETED") + "}\n\n"))},
			"task:completed", "SendStreamingMessage", "",
		},
		{
			"a reply in UTF-16", "1.0", false,
			scripts{"SendMessage": jsonBody(inUTF16("{\"result\":" + taskV10("TASK_STATE_COMPLETED") + "}"))},
			"task:completed", "SendMessage", "",
		},
		{
			"an unlabeled stream in UTF-16", "1.0", true,
			scripts{"SendStreamingMessage": jsonBody(inUTF16("data: {\"result\":" + taskV10("TASK_STATE_COMPLETED") + "}\n\n"))},
			"(skipped) task:completed", "SendStreamingMessage", "",
		},
		{
			"redirect to another path", "1.0", true,
			scripts{"SendStreamingMessage": func(w http.ResponseWriter, r *http.Request) {
				http.Redirect(w, r, "/elsewhere", http.StatusFound)
			}},
			"", "SendStreamingMessage", "/elsewhere with status 302, which does not ask to send the request there",
		},
		{
			"redirect without an address", "1.0", true,
			scripts{"SendStreamingMessage": func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(307) }},
			"", "SendStreamingMessage", "redirects (307) and names no address",
		},
	})
}

// veryDeep is a value with more levels than can be read.
var veryDeep = strings.Repeat("[", 10_001) + strings.Repeat("]", 10_001)

// Success of HTTP is none: an error without a code says that it has none.
func TestAgentErrorWithoutCode(t *testing.T) {
	f := newFake(t, scripts{"SendMessage": jsonBody(`{"jsonrpc":"2.0","error":{"message":"no"}}`)})
	_, _, err := runAll(agentOf(t, f.URL, "1.0", false, ""), t, &Request{Text: "x"})
	if err == nil || err.Error() != "the agent returned an error: “no” (SendMessage, without a code)" {
		t.Error(err)
	}
}

func TestAgentErrorKeepsEverything(t *testing.T) {
	f := newFake(t, scripts{"SendMessage": func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("WWW-Authenticate", `Bearer realm="x"`)
		w.WriteHeader(401)
		_, _ = w.Write([]byte(`{"error":{"code":401,"status":"UNAUTHENTICATED","message":"no","details":[{"@type":"x","reason":"NO_TOKEN"}]}}`))
	}})
	_, _, err := runAll(agentOf(t, f.URL, "1.0", false, ""), t, &Request{Text: "x"})
	var e *Error
	if !errors.As(err, &e) {
		t.Fatal(err)
	}
	if e.HTTPStatus != 401 || e.Code != 0 || e.Reason.Exact() != "NO_TOKEN" || e.Message.Exact() != "no" || e.Challenge.Exact() != `Bearer realm="x"` || e.Data == nil {
		t.Errorf("%+v", e)
	}
}

// An answer that breaks off in its body may be that of a task, as none at all may.
func TestSendWithHalfAnAnswerIsUnsettled(t *testing.T) {
	f := newFake(t, scripts{"SendMessage": func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		w.Header().Set("Content-Length", "100")
		_, _ = io.WriteString(w, `{"jsonrpc":"2.0","id":"1","result":{"ta`)
		_ = http.NewResponseController(w).Flush()
		panic(http.ErrAbortHandler)
	}})
	_, _, err := runAll(agentOf(t, f.URL, "1.0", false, ""), t, &Request{Text: "x"})
	var wire *TransportError
	if !errors.Is(err, ErrUnsettled) || !errors.As(err, &wire) || !wire.Sent {
		t.Errorf("%v", err)
	}
}

func TestLostSendIsUnsettled(t *testing.T) {
	f := newFake(t, scripts{"SendMessage": func(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) }})
	_, _, err := runAll(agentOf(t, f.URL, "1.0", false, ""), t, &Request{Text: "x"})
	var wire *TransportError
	if !errors.Is(err, ErrUnsettled) || !errors.As(err, &wire) || !wire.Sent {
		t.Errorf("%v", err)
	}
	if f.methods() != "SendMessage ListTasks" {
		t.Errorf("sent more than once: %s", f.methods())
	}
	f.Close()
	_, _, err = runAll(agentOf(t, f.URL, "1.0", false, ""), t, &Request{Text: "x"})
	if errors.Is(err, ErrUnsettled) || !errors.As(err, &wire) || wire.Sent || wire.Layer != LayerConnect {
		t.Errorf("nothing was sent: %v", err)
	}
}

func TestFollowUp(t *testing.T) {
	f := newFake(t, scripts{"message/stream": sseText(`{"kind":"task","id":"t1","contextId":"c1","status":{"state":"completed"}}`)})
	words, _, err := runAll(agentOf(t, f.URL, "0.3", true, ""), t, &Request{MessageID: "m", TaskID: safe.Text("t1"), ContextID: safe.Text("c1"), Text: "yes"})
	if words != "task:completed" || err != nil {
		t.Fatalf("%s %v", words, err)
	}
	want := `{"jsonrpc":"2.0","id":"m","method":"message/stream","params":{"message":{"kind":"message","messageId":"m","taskId":"t1","contextId":"c1","role":"user","parts":[{"kind":"text","text":"yes"}]}}}`
	if body := string(f.received()[0].body); body != want {
		t.Errorf("sent %s", body)
	}
}

// What a send is answered with and nobody can read does not tell that the agent
// did nothing.
func TestUnreadableAnswersAreUnsettled(t *testing.T) {
	for name, answer := range map[string]http.HandlerFunc{
		"a page": func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write([]byte("<html>log in")) },
		"half":   jsonBody(`{"jsonrpc":"2.0","result":{"task":{"id":"t1"`), "nothing": jsonBody(""), "another": result(`{"ok":true}`),
		"an empty stream": sseRaw(""), "no events": sseRaw("data: ping\n\n"),
	} {
		for _, streaming := range []bool{false, true} {
			f := newFake(t, scripts{"SendMessage": answer, "SendStreamingMessage": answer})
			if _, _, err := runAll(agentOf(t, f.URL, "1.0", streaming, ""), t, &Request{Text: "x"}); !errors.Is(err, ErrUnsettled) {
				t.Errorf("%s, streaming %t: %v", name, streaming, err)
			}
		}
	}
}

// A message whose answer was lost is looked for among the agent's tasks, by its
// id alone.
func TestLostSendIsFound(t *testing.T) {
	ours := `{"id":"t1","contextId":"c1","status":{"state":"TASK_STATE_COMPLETED"},"history":[{"messageId":"m1","parts":[]}]}`
	lose := func(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) }
	for name, binding := range map[string]string{"JSON-RPC": "JSONRPC", "HTTP+JSON": "HTTP+JSON"} {
		f := newFake(t, scripts{"SendMessage": lose, "ListTasks": result(`{"tasks":[{"id":"t2","history":[{"messageId":"m2"}]},` + ours + `]}`)})
		r := newRestFake(t, scripts{"POST /message:send": lose, "GET /tasks": jsonBody(`{"tasks":[{"id":"t2"},` + ours + `]}`)})
		at := map[string]string{"JSONRPC": f.URL, "HTTP+JSON": r.URL}[binding]
		c := mustCard(t, `{"name":"x","skills":[],"supportedInterfaces":[{"url":"`+at+`","protocolBinding":"`+binding+`","protocolVersion":"1.0"}]}`, "f")
		a, err := c.Dial()
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(a.Close)
		words, events, err := runAll(a, t, &Request{MessageID: "m1", Text: "x"})
		if err != nil || words != "task:completed (unchecked)" || events[0].TaskID != safe.Text("t1") {
			t.Errorf("%s: %s, %v", name, words, err)
		}
	}
}

// Breaking off and cancelling end the request at once, and the agent sees it.
func TestAcceptance25BreakClosesTheRequest(t *testing.T) {
	for _, how := range []string{"break", "cancel"} {
		t.Run(how, func(t *testing.T) {
			closed := make(chan struct{})
			f := newFake(t, scripts{"SendStreamingMessage": func(w http.ResponseWriter, r *http.Request) {
				sseText(taskV10("TASK_STATE_WORKING"))(w, r)
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
	task, err := a.Get(t.Context(), safe.Text("t1"))
	if err != nil || task.ID != safe.Text("t1") || !task.Status.State.Paused() {
		t.Errorf("%+v %v", task, err)
	}
	_, err = a.Cancel(t.Context(), safe.Text("t1"))
	var e *Error
	if !errors.As(err, &e) || e.Code != CodeNotCancelable || string(e.Data) != `"x"` {
		t.Errorf("%v", err)
	}
}

// inUTF16 is an ASCII text as Windows writes it, with a byte order mark.
func inUTF16(text string) string {
	var sb strings.Builder
	sb.WriteString("\xff\xfe")
	for i := range len(text) {
		sb.WriteByte(text[i])
		sb.WriteByte(0)
	}
	return sb.String()
}
