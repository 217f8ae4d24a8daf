package a2aclient

import (
	"net/http"
	"net/url"
	"os"
	"strings"
	"testing"

	"a2aform/internal/safe"
)

// redirector sends every request to one server, whatever address it names.
type redirector struct {
	*http.Transport
	to string
}

func (rt redirector) RoundTrip(r *http.Request) (*http.Response, error) {
	u, err := url.Parse(rt.to)
	if err != nil {
		return nil, err
	}
	r = r.Clone(r.Context())
	r.URL.Scheme, r.URL.Host = u.Scheme, u.Host
	return rt.Transport.RoundTrip(r)
}

// The example card of seed 001 as it is: it says that the agent streams, and the
// document has no method that does.
func seedWorkshopAgent(t *testing.T, s scripts) (*Agent, *fake) {
	t.Helper()
	card, err := os.ReadFile("testdata/workshop-card.json")
	if err != nil {
		t.Fatal(err)
	}
	f := newFake(t, s)
	c, err := Parse(card, "card.json")
	if err != nil || c.Dialect != DialectWorkshop || !c.Streaming {
		t.Fatalf("%+v, %v", c, err)
	}
	rt := redirector{newTransport(), f.URL}
	t.Cleanup(rt.CloseIdleConnections)
	a, err := c.Dial(WithTransport(rt))
	if err != nil {
		t.Fatal(err)
	}
	return a, f
}

var seedWorkshopMethods = scripts{
	"message/send": result(`{"kind":"task","id":"t","contextId":"c","status":{"state":"working"}}`),
	"tasks/get":    result(`{"kind":"task","id":"t","contextId":"c","status":{"state":"completed"}}`),
}

func TestRefusedStreamIsSentBlocking(t *testing.T) {
	t.Parallel()
	a, f := seedWorkshopAgent(t, seedWorkshopMethods)
	r := &Request{Data: []byte(`{"topic":"tides"}`), Tag: safe.Text("application/json"), SkillID: "research_topic"}
	words, events, err := runAll(a, t, r)
	if want := "(no-stream) task:working (polling) task:completed"; err != nil || words != want {
		t.Fatalf("%s, %v, want %s", words, err, want)
	}
	if text := events[0].Notice.Text; !strings.Contains(text, "does not stream") {
		t.Errorf("the notice says %q", text)
	}
	sent := f.received()
	first, second := sent[0].body, sent[1].body
	if string(second) != strings.Replace(string(first), `"message/stream"`, `"message/send"`, 1) {
		t.Errorf("sent %s\nthen %s", first, second)
	}
	if a.Streams() {
		t.Error("the agent is still said to stream")
	}
	if words, _, err := runAll(a, t, &Request{Text: "again"}); err != nil || words != "task:working (polling) task:completed" {
		t.Errorf("the second message: %s, %v", words, err)
	}
	if got, want := f.methods(), "message/stream message/send tasks/get message/send tasks/get"; got != want {
		t.Errorf("asked %s, want %s", got, want)
	}
	again, err := a.Redial(a.Card(), WithCredentials(nil))
	if err != nil || again.Streams() {
		t.Errorf("the same agent with other credentials streams again (%v)", err)
	}
}

// Every form in which an agent says that it has no streaming method.
func TestRefusedStreamingIsReplacedByTheBlockingMethod(t *testing.T) {
	status := func(code int, body string) http.HandlerFunc {
		return func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Content-Type", "application/json")
			w.WriteHeader(code)
			_, _ = w.Write([]byte(body))
		}
	}
	for name, tt := range map[string]struct {
		version string
		answer  http.HandlerFunc
		want    bool
	}{
		"1.0 -32601":               {"1.0", jsonBody(`{"jsonrpc":"2.0","id":1,"error":{"code":-32601,"message":"no"}}`), true},
		"1.0 -32004":               {"1.0", jsonBody(`{"jsonrpc":"2.0","id":1,"error":{"code":-32004,"message":"no"}}`), true},
		"1.0 -32004 with HTTP 400": {"1.0", status(400, `{"jsonrpc":"2.0","id":1,"error":{"code":-32004,"message":"no"}}`), true},
		"1.0 -32004 on the stream": {"1.0", sseRaw("data: {\"jsonrpc\":\"2.0\",\"id\":1,\"error\":{\"code\":-32004,\"message\":\"Streaming is not supported\"}}\n\n"), true},
		"1.0 -32004 of an event":   {"1.0", sseRaw("data: {\"jsonrpc\":\"2.0\",\"id\":1,\"error\":{\"code\":-32004,\"message\":\"Received statusUpdate before the task\"}}\n\n"), false},
		"0.3 -32601":               {"0.3", jsonBody(`{"jsonrpc":"2.0","id":1,"error":{"code":-32601,"message":"no"}}`), true},
		"0.2 -32004":               {"0.2", jsonBody(`{"jsonrpc":"2.0","id":1,"error":{"code":-32004,"message":"no"}}`), true},
		"HTTP 501":                 {"1.0", status(501, `not implemented`), true},
		"HTTP 404 of JSON-RPC":     {"1.0", status(404, `not found`), false},
		"another refusal":          {"1.0", jsonBody(`{"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"no"}}`), false},
		"a failing server":         {"1.0", status(500, `oops`), false},
	} {
		t.Run(name, func(t *testing.T) {
			stream, send := "SendStreamingMessage", "SendMessage"
			done := taskV10("TASK_STATE_COMPLETED")
			if tt.version != "1.0" {
				stream, send, done = "message/stream", "message/send", `{"kind":"task",`+bareTask("completed")[1:]
			}
			f := newFake(t, scripts{stream: tt.answer, send: result(done)})
			a := agentOf(t, f.URL, tt.version, true, "")
			words, _, err := runAll(a, t, &Request{Text: "x"})
			sent := f.methods()
			switch {
			case tt.want && (err != nil || words != "(no-stream) task:completed" || sent != stream+" "+send):
				t.Errorf("%s, %v; asked %s", words, err, sent)
			case !tt.want && (err == nil || sent != stream):
				t.Errorf("%s, %v; asked %s", words, err, sent)
			}
		})
	}
}

// A message that the agent refuses in both forms ends with the second refusal, and
// the next one is tried as a stream again.
func TestRefusalOfBothMethodsIsTheSecondOne(t *testing.T) {
	f := newFake(t, scripts{"SendMessage": jsonBody(`{"jsonrpc":"2.0","id":1,"error":{"code":-32004,"message":"the task is over"}}`)})
	a := agentOf(t, f.URL, "1.0", true, "")
	_, _, err := runAll(a, t, &Request{Text: "x", TaskID: safe.Text("t")})
	if err == nil || !strings.Contains(err.Error(), "the task is over") || !a.Streams() {
		t.Errorf("%v, streams %t", err, a.Streams())
	}
}

// An answer to a task that ends with an error on its stream is not sent again: the task says what came of it.
func TestAnswerWithAnErrorOnItsStreamIsSentOnce(t *testing.T) {
	for state, want := range map[string]string{"TASK_STATE_COMPLETED": "(failed) task:completed", "TASK_STATE_INPUT_REQUIRED": "(failed) task:input-required"} {
		f := newFake(t, scripts{
			"SendStreamingMessage": sseRaw("data: {\"jsonrpc\":\"2.0\",\"id\":1,\"error\":{\"code\":-32004,\"message\":\"Received statusUpdate before the task\"}}\n\n"),
			"GetTask":              result(bareTask(state)),
		})
		words, _, err := runAll(agentOf(t, f.URL, "1.0", true, ""), t, &Request{Text: "yes", TaskID: safe.Text("t1")})
		if got := f.methods(); err != nil || words != want || got != "SendStreamingMessage GetTask" {
			t.Errorf("%s: %q, %v; asked %s", state, words, err, got)
		}
	}
}

// An agent that has streamed does not refuse to stream: the message that it answers with such a code is not sent again.
func TestAgentThatHasStreamedIsNotSentTheMessageAgain(t *testing.T) {
	refuse := jsonBody(`{"jsonrpc":"2.0","id":1,"error":{"code":-32004,"message":"Received statusUpdate before the task"}}`)
	question := sseRaw("data: {\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{\"task\":" + bareTask("TASK_STATE_WORKING") + "}}\n\n" +
		"data: {\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{\"task\":" + bareTask("TASK_STATE_INPUT_REQUIRED") + "}}\n\n")
	calls := 0
	f := newFake(t, scripts{"SendStreamingMessage": func(w http.ResponseWriter, r *http.Request) {
		if calls++; calls == 1 {
			question(w, r)
			return
		}
		refuse(w, r)
	}, "SendMessage": result(`{"task":` + bareTask("TASK_STATE_COMPLETED") + `}`)})
	a := agentOf(t, f.URL, "1.0", true, "")
	if words, _, err := runAll(a, t, &Request{Text: "x"}); err != nil {
		t.Fatalf("%s, %v", words, err)
	}
	words, _, err := runAll(a, t, &Request{Text: "yes", TaskID: safe.Text("t1")})
	if err == nil || !strings.Contains(err.Error(), "Received statusUpdate") || strings.Contains(f.methods(), " SendMessage") {
		t.Errorf("%s, %v; asked %s", words, err, f.methods())
	}
}

// Over HTTP+JSON the streaming method is a path of its own.
func TestMissingStreamingPathIsReplacedByTheBlockingOne(t *testing.T) {
	for _, code := range []int{404, 405, 501} {
		for _, version := range []string{"0.3", "1.0"} {
			prefix := map[string]string{"0.3": "/v1", "1.0": ""}[version]
			refuse := func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(code) }
			done := jsonBody(`{"task":{"id":"t","contextId":"c","status":{"state":"TASK_STATE_COMPLETED"}}}`)
			f := newRestFake(t, scripts{"POST " + prefix + "/message:stream": refuse, "POST " + prefix + "/message:send": done})
			a := f.agent(t, version, "", "")
			words, _, err := runAll(a, t, &Request{Text: "x"})
			if err != nil || words != "(no-stream) task:completed" || len(f.received()) != 2 {
				t.Errorf("%s, HTTP %d: %s, %v; asked %v", version, code, words, err, f.received())
			}
		}
	}
}
