package a2aclient

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"a2aform/internal/safe"
)

const (
	taskV03   = `{"kind":"task","id":"t1","contextId":"c1","status":{"state":"completed"}}`
	statusV03 = `{"kind":"status-update","taskId":"t1","contextId":"c1","status":{"state":"completed"},"final":true}`
)

// An agent whose card names a version that it does not speak gets the message once more in the other one: nothing was executed.
// It is asked in that version from then on.
func TestMessageIsSentInTheOtherVersion(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name, version string
		streaming     bool
		scripts       scripts
		words, calls  string
		again         string // the calls of a second message
	}{
		{
			"says 0.3 and speaks 1.0, streamed", "0.3", true,
			scripts{"SendStreamingMessage": sseText(taskV10("TASK_STATE_WORKING"), statusV10("TASK_STATE_COMPLETED"))},
			"(version) task:working completed", "message/stream message/send SendStreamingMessage", "SendStreamingMessage",
		},
		{
			"says 0.3 and speaks 1.0, not streamed", "0.3", false,
			scripts{"SendMessage": result(taskV10("TASK_STATE_WORKING")), "GetTask": result(bareTask("TASK_STATE_COMPLETED"))},
			"(version) task:working (polling) task:completed", "message/send SendMessage GetTask", "SendMessage GetTask",
		},
		{
			"says 1.0 and speaks 0.3, streamed", "1.0", true,
			scripts{"message/stream": sseText(statusV03)},
			"(version) completed", "SendStreamingMessage SendMessage message/stream", "message/stream",
		},
		{
			"says 1.0 and speaks 0.3, not streamed", "1.0", false,
			scripts{"message/send": result(taskV03)},
			"(version) task:completed", "SendMessage message/send", "message/send",
		},
		{
			"says 1.0 and that it streams, and does neither", "1.0", true,
			scripts{"message/send": result(taskV03)},
			"(version) (no-stream) task:completed", "SendStreamingMessage SendMessage message/stream message/send", "message/send",
		},
		{
			"the error is an event of the stream", "1.0", true,
			scripts{"SendStreamingMessage": sseRaw("data: {\"error\":{\"code\":-32601,\"message\":\"no\"}}\n\n"), "message/stream": sseText(statusV03)},
			"(version) completed", "SendStreamingMessage SendMessage message/stream", "message/stream",
		},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			f := newFake(t, tt.scripts)
			a := agentOf(t, f.URL, tt.version, tt.streaming, "")
			learned := ""
			a, err := a.Redial(a.Card(), WithPollInterval(1), WithVersionLearned(func(version string) { learned = version }))
			if err != nil {
				t.Fatal(err)
			}
			request := &Request{Text: "x"}
			words, events, err := runAll(a, t, request)
			if err != nil || words != tt.words || f.methods() != tt.calls {
				t.Fatalf("%s, %v, calls %s", words, err, f.methods())
			}
			other := map[string]string{"0.3": "1.0", "1.0": "0.3"}[tt.version]
			want := "The agent does not know the methods of A2A " + tt.version + ", which its card names. It did nothing yet, so the message is sent again as A2A " + other + "."
			if got := events[0].Notice.Text; got != want || learned != other {
				t.Errorf("notice %q, learned %q", got, learned)
			}
			for _, r := range f.received() { // each under the same id
				if strings.HasSuffix(r.method, "Message") && !strings.Contains(string(r.body), request.MessageID) {
					t.Errorf("%s: %s", r.method, r.body)
				}
			}
			if a.Interface().Version.Exact() != other {
				t.Errorf("the interface is %+v", a.Interface())
			}
			before := len(f.received())
			if words, _, err := runAll(a, t, &Request{Text: "x"}); err != nil || strings.Contains(words, "version") {
				t.Errorf("the second message: %s, %v", words, err)
			}
			if got := strings.Join(strings.Fields(f.methods())[before:], " "); got != tt.again {
				t.Errorf("the second message: calls %s", got)
			}
			if _, err := a.Cancel(t.Context(), safe.Text("t1")); err == nil || !strings.Contains(err.Error(), map[string]string{"0.3": "tasks/cancel", "1.0": "CancelTask"}[other]) {
				t.Errorf("canceled by %v", err)
			}
		})
	}
}

// The other version is not tried where something may have been executed, where the user chose a version, and where the message
// cannot be encoded in it.
func TestOtherVersionIsNotTried(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name, version, wanted string
		code                  string
		request               Request
		next                  string
	}{
		{"an error of the method", "1.0", "", "-32602", Request{Text: "x"}, "correct the values"},
		{"an internal error", "1.0", "", "-32603", Request{Text: "x"}, ""},
		{"the version is the user's", "1.0", "0.3", "-32601", Request{Text: "x"}, "so try --a2a-version 1.0"},
		{"parts are encoded already", "1.0", "", "-32601", Request{Text: "x", Parts: []json.RawMessage{json.RawMessage(`{"text":"y"}`)}}, "try --a2a-version 0.3"},
		{"0.3 has objects alone", "1.0", "", "-32601", Request{Data: json.RawMessage(`[1]`)}, "try --a2a-version 0.3"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			refused := jsonBody(`{"jsonrpc":"2.0","id":1,"error":{"code":` + tt.code + `,"message":"no"}}`)
			f := newFake(t, scripts{"SendMessage": refused, "message/send": refused})
			a := agentOf(t, f.URL, tt.version, false, "")
			if tt.wanted != "" {
				var err error
				if a, err = a.Redial(a.Card(), WithVersion(tt.wanted)); err != nil {
					t.Fatal(err)
				}
			}
			words, _, err := runAll(a, t, &tt.request)
			var e *Error
			if !errors.As(err, &e) || words != "" || len(f.received()) != 1 || !strings.Contains(err.Error(), tt.next) {
				t.Errorf("%s, %v, calls %s", words, err, f.methods())
			}
		})
	}
	t.Run("it is at another origin", func(t *testing.T) {
		t.Parallel()
		f, other := newFake(t, nil), newFake(t, scripts{"message/send": result(taskV03)})
		a := dialCard(t, `{"name":"Fake","skills":[],"capabilities":{},"supportedInterfaces":[{"url":"`+f.URL+`","protocolBinding":"JSONRPC","protocolVersion":"1.0"},
			{"url":"`+other.URL+`","protocolBinding":"JSONRPC","protocolVersion":"0.3"}]}`)
		if words, _, err := runAll(a, t, &Request{Text: "x"}); err == nil || len(other.received()) > 0 || !strings.Contains(err.Error(), "so try --a2a-version 0.3") {
			t.Errorf("%s, %v, calls %s", words, err, other.methods())
		}
	})
}
