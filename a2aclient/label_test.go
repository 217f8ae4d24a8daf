package a2aclient

import (
	"io"
	"net/http"
	"strings"
	"testing"

	"a2aform/internal/safe"
)

// labeled answers body under a content type, without one where that is "".
func labeled(contentType, body string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		w.Header()["Content-Type"] = nil
		if contentType != "" {
			w.Header().Set("Content-Type", contentType)
		}
		_, _ = io.WriteString(w, body)
	}
}

// A body is read as what it is: proxies and web frameworks change or drop the label
// of a stream (elastic/kibana#275723, kartikk221/hyper-express#268).
func TestBodyUnderAnotherContentType(t *testing.T) {
	t.Parallel()
	stream := "data: {\"result\":" + taskV10("TASK_STATE_WORKING") + "}\n\ndata: {\"result\":" + statusV10("TASK_STATE_COMPLETED") + "}\n\n"
	reply := `{"result":` + taskV10("TASK_STATE_COMPLETED") + `}`
	for name, tt := range map[string]struct{ contentType, body, words string }{
		"octet stream":      {"application/octet-stream", stream, "(skipped) task:working completed"},
		"no type":           {"", stream, "(skipped) task:working completed"},
		"JSON":              {"application/json", stream, "(skipped) task:working completed"},
		"text":              {"text/plain; charset=utf-8", "\ufeff\n\n" + stream, "(skipped) task:working completed"},
		"begins with ping":  {"text/html", ": ping\n\n" + stream, "(skipped) task:working completed"},
		"begins with retry": {"text/html", "retry: 10\r\n" + stream, "(skipped) task:working completed"},
		"named event":       {"text/html", "event: message\nid: 1\n" + stream, "(skipped) task:working completed"},
		"record separators": {"text/event-stream", strings.ReplaceAll(stream, "data: ", "data: \x1e"), "(skipped) task:working completed"},
		"reply as stream":   {"text/event-stream", "\n " + reply, "(skipped) task:completed"},
		"reply as text":     {"text/plain", reply, "task:completed"},
		"reply, no type":    {"", reply, "task:completed"},
	} {
		f := newFake(t, scripts{"SendStreamingMessage": labeled(tt.contentType, tt.body)})
		words, events, err := runAll(agentOf(t, f.URL, "1.0", true, ""), t, &Request{Text: "x"})
		if err != nil || words != tt.words {
			t.Errorf("%s: %q, %v", name, words, err)
			continue
		}
		if n := events[0].Notice; n != nil && !strings.Contains(n.Text, "read anyway") {
			t.Errorf("%s: %s", name, n.Text)
		}
	}
	for name, body := range map[string]string{"a page": "<html>data: no</html>", "words": "data is here", "nothing": "", "a cut word": "dat"} {
		f := newFake(t, scripts{"SendStreamingMessage": labeled("text/html", body)})
		if words, _, err := runAll(agentOf(t, f.URL, "1.0", true, ""), t, &Request{Text: "x"}); err == nil {
			t.Errorf("%s: %q without an error", name, words)
		}
	}
}

// A task that is asked for is read from the first event of a stream.
func TestTaskAnsweredAsStream(t *testing.T) {
	for _, label := range []string{"text/event-stream", "application/json"} {
		f := newFake(t, scripts{"GetTask": labeled(label, "data: {\"jsonrpc\":\"2.0\",\"result\":"+bareTask("TASK_STATE_FAILED")+"}\n\n")})
		task, err := agentOf(t, f.URL, "1.0", true, "").Get(t.Context(), safe.Text("t1"))
		if err != nil || task.Status.State != "failed" {
			t.Errorf("%s: %v, %v", label, task, err)
		}
	}
}

// Servers name the class of an answer around it, which no version of the protocol
// does (google/adk-python#2851).
func TestAnswerInTheNameOfItsClass(t *testing.T) {
	message := `{"messageId":"m","role":"agent","parts":[{"root":{"kind":"text","text":"hi"}}]}`
	for body, want := range map[string]string{
		`{"Task":` + bareTask("completed") + `,"snapshot":{}}`:                       "(skipped) task:completed",
		`{"Message":` + message + `}`:                                                "(skipped) message",
		`{"root":` + message + `}`:                                                   "(skipped) message",
		`{"root":` + bareTask("completed") + `}`:                                     "(skipped) task:completed",
		`{"root":{"kind":"task","id":"t","status":{"state":"completed"}}}`:           "(skipped) task:completed",
		`{"kind":"message","Task":7,"parts":[{"kind":"text","text":"x"}],"root":{}}`: "message",
	} {
		f := newFake(t, scripts{"message/send": result(body)})
		words, events, err := runAll(agentOf(t, f.URL, "0.3", false, ""), t, &Request{Text: "x"})
		if err != nil || words != want {
			t.Errorf("%s: %q, %v", body, words, err)
			continue
		}
		if m := events[len(events)-1].Message; m != nil && (len(m.Parts) != 1 || m.Parts[0].Kind != "text") {
			t.Errorf("%s: parts %+v", body, m.Parts)
		}
	}
	update := `{"TaskStatusUpdateEvent":{"taskId":"t1","status":{"state":"completed"},"final":true}}`
	piece := `{"ArtifactUpdate":{"taskId":"t1","artifact":{"artifactId":"a","parts":[{"kind":"text","text":"x"}]}}}`
	f := newFake(t, scripts{"message/stream": sseText(taskV10("working"), piece, update)})
	if words, _, err := runAll(agentOf(t, f.URL, "0.3", true, ""), t, &Request{Text: "x"}); err != nil || words != "task:working (skipped) artifact completed" {
		t.Errorf("updates: %q, %v", words, err)
	}
}
