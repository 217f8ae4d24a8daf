package otlp_test

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"a2aform/internal/otlp"
)

const head = `{"kind":"run","time":"2026-05-14T10:00:00Z","version":1,"id":"32f1df23","agent":"Demo","skill":"trip","skillName":"Trip","schema":"tripRequest"}
`

// trace writes the lines of a run file as a trace.
func trace(t *testing.T, lines string) (string, error) {
	t.Helper()
	path := filepath.Join(t.TempDir(), "run.jsonl")
	if err := os.WriteFile(path, []byte(lines), 0o600); err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	err := otlp.Write(&b, path)
	return b.String(), err
}

type span struct {
	TraceID    string `json:"traceId"`
	SpanID     string `json:"spanId"`
	ParentID   string `json:"parentSpanId"`
	Name       string
	Kind       int
	Start, End string
	From       string `json:"startTimeUnixNano"`
	To         string `json:"endTimeUnixNano"`
	Attributes []struct {
		Key   string
		Value struct{ StringValue, IntValue string }
	}
	Events []struct{ Name string }
	Status *struct {
		Code    int
		Message string
	}
}

func spansOf(t *testing.T, text string) (spans []span) {
	t.Helper()
	var data struct {
		ResourceSpans []struct {
			ScopeSpans []struct{ Spans []span }
		}
	}
	if err := json.Unmarshal([]byte(text), &data); err != nil {
		t.Fatal(err)
	}
	return data.ResourceSpans[0].ScopeSpans[0].Spans
}

// said is a span in a line: name, seconds from the beginning to the end, attributes, events,
// status.
func (s span) said() string {
	parts := []string{s.Name, s.From[8:10] + "–" + s.To[8:10]}
	for _, a := range s.Attributes {
		parts = append(parts, a.Key+"="+a.Value.StringValue+a.Value.IntValue)
	}
	for _, e := range s.Events {
		parts = append(parts, "!"+e.Name)
	}
	if s.Status != nil {
		parts = append(parts, "status", string(rune('0'+s.Status.Code)), s.Status.Message)
	}
	return strings.TrimSpace(strings.Join(parts, " "))
}

func TestRunIsATrace(t *testing.T) {
	t.Parallel()
	text, err := trace(t, head+`{"kind":"card","time":"2026-05-14T10:00:00Z","binding":"JSONRPC","protocol":"1.0","raw":{}}
{"kind":"input","time":"2026-05-14T10:00:00Z","raw":{"secret":"words"}}
{"kind":"request","time":"2026-05-14T10:00:01Z","method":"POST","url":"https://a.example/a2a","header":{"Traceparent":["00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"]},"raw":{"secret":"words"}}
{"kind":"response","time":"2026-05-14T10:00:02Z","status":200,"text":"OK","header":{"Content-Type":["text/event-stream"]}}
{"kind":"event","time":"2026-05-14T10:00:02Z","raw":{"task":{"id":"t1","contextId":"c1","status":{"state":"TASK_STATE_WORKING"}}}}
{"kind":"event","time":"2026-05-14T10:00:04Z","raw":{"artifactUpdate":{"taskId":"t1","artifact":{"artifactId":"x","parts":[{"text":"secret words"}]}}}}
{"kind":"event","time":"2026-05-14T10:00:05Z","raw":{"statusUpdate":{"taskId":"t1","status":{"state":"TASK_STATE_INPUT_REQUIRED"}}}}
{"kind":"request","time":"2026-05-14T10:00:07Z","method":"POST","url":"https://a.example/a2a"}
{"kind":"response","time":"2026-05-14T10:00:08Z","status":500,"text":"Internal Server Error"}
{"kind":"event","time":"2026-05-14T10:00:09Z","raw":{"statusUpdate":{"taskId":"t1","status":{"state":"TASK_STATE_FAILED"}}}}
{"kind":"end","time":"2026-05-14T10:00:09Z","outcome":"failed","taskId":"t1","contextId":"c1","rows":3,"problems":2}
`)
	if err != nil {
		t.Fatal(err)
	}
	want := []string{
		"run Trip 00–09 a2aform.run.id=32f1df23 a2a.agent.name=Demo a2a.skill.id=trip a2a.schema=tripRequest a2a.protocol.binding=JSONRPC a2a.protocol.version=1.0 " +
			"a2aform.outcome=failed a2a.task.id=t1 a2a.context.id=c1 a2aform.rows=3 a2aform.problems=2 !artifact !task failed status 2 failed",
		"POST /a2a 01–07 server.address=a.example http.request.method=POST url.full=https://a.example/a2a http.response.status_code=200",
		"task working 02–05 a2a.task.state=working",
		"task input-required 05–09 a2a.task.state=input-required",
		"POST /a2a 07–08 server.address=a.example http.request.method=POST url.full=https://a.example/a2a http.response.status_code=500 status 2",
	}
	spans := spansOf(t, text)
	ids := map[string]bool{}
	for i, s := range spans {
		if i < len(want) && s.said() != want[i] {
			t.Errorf("span %d:\n%s\nwant\n%s", i, s.said(), want[i])
		}
		if s.TraceID != "0af7651916cd43dd8448eb211c80319c" || len(s.SpanID) != 16 || ids[s.SpanID] || (s.ParentID == "b7ad6b7169203331") != (i > 0) {
			t.Errorf("span %d: trace %s, span %s, parent %s", i, s.TraceID, s.SpanID, s.ParentID)
		}
		ids[s.SpanID] = true
	}
	if len(spans) != len(want) || strings.Contains(text, "secret") {
		t.Errorf("%d spans, want %d:\n%s", len(spans), len(want), text)
	}
}

// A run that was killed is a trace up to there; without a header its ids are the same each
// time.
func TestUnfinishedRunIsATrace(t *testing.T) {
	t.Parallel()
	lines := head + `{"kind":"request","time":"2026-05-14T10:00:01Z","method":"GET","url":"http://x\u001b[31m/y"}
{"kind":"event","time":"2026-05-14T10:00:05Z","raw":{"nothing":1}}
{"kind":"res`
	first, err := trace(t, lines)
	second, again := trace(t, lines)
	if err != nil || again != nil || first != second || strings.Contains(first, "\x1b") {
		t.Fatalf("%v, %v\n%s\n%s", err, again, first, second)
	}
	spans := spansOf(t, first)
	if len(spans) != 2 || spans[0].said() != "run Trip 00–05 a2aform.run.id=32f1df23 a2a.agent.name=Demo a2a.skill.id=trip a2a.schema=tripRequest" || spans[1].ParentID != spans[0].SpanID {
		t.Errorf("%+v", spans)
	}
}

func TestOtherFilesAreNoTraces(t *testing.T) {
	t.Parallel()
	for _, lines := range []string{"", "{}\n", "hello\n", `{"kind":"event"}` + "\n"} {
		if text, err := trace(t, lines); err == nil {
			t.Errorf("%q is a trace: %s", lines, text)
		}
	}
}

func TestTraceparentIsThatOfW3C(t *testing.T) {
	t.Parallel()
	one, two := otlp.Traceparent(), otlp.Traceparent()
	if !regexp.MustCompile(`^00-[0-9a-f]{32}-[0-9a-f]{16}-01$`).MatchString(one) || one == two {
		t.Errorf("%s, %s", one, two)
	}
}
