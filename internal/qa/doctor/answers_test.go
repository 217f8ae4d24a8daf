package doctor_test

import (
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"a2aform/internal/qa/doctor"
)

// scripted is an agent of one skill that answers each message with the same events, in JSON without the envelope. ID in them is that of the task.
type scripted struct {
	promises string   // the output modes of the skill
	events   []string // of a stream; the last one that has a whole task is what GetTask returns
	stored   string   // the task that GetTask returns, if another
	plain    string   // the answer without a stream, if another
	mu       sync.Mutex
	n        int
}

const (
	begun     = `{"task":{"id":"ID","contextId":"c1","status":{"state":"TASK_STATE_SUBMITTED"}}}`
	working   = `{"statusUpdate":{"taskId":"ID","contextId":"c1","status":{"state":"TASK_STATE_WORKING","timestamp":"2026-01-02T03:04:05Z"}}}`
	output    = `{"artifactUpdate":{"taskId":"ID","contextId":"c1","artifact":{"artifactId":"a1","name":"out","parts":[{"data":{"n":1},"metadata":{"mimeType":"application/json;schema=out"}}]},"lastChunk":true}}`
	completed = `{"statusUpdate":{"taskId":"ID","contextId":"c1","status":{"state":"TASK_STATE_COMPLETED"}}}`
	whole     = `{"id":"ID","contextId":"c1","status":{"state":"TASK_STATE_COMPLETED"},"artifacts":[{"artifactId":"a1","name":"out","parts":[{"data":{"n":1},"metadata":{"mimeType":"application/json;schema=out"}}]}]}`
)

func (a *scripted) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if r.Method == http.MethodGet {
		_, _ = fmt.Fprintf(w, `{"name":"Counts","description":"d","version":"1.0.0","supportedInterfaces":[{"url":"http://%s/","protocolBinding":"JSONRPC","protocolVersion":"1.0"}],
"capabilities":{"streaming":true},"defaultInputModes":["text/plain"],"defaultOutputModes":["text/plain"],
"schemas":{"in":{"type":"object","required":["n"],"properties":{"n":{"type":"integer","maximum":9}},"additionalProperties":false},"out":{"type":"object","required":["n"],"properties":{"n":{"type":"integer"}}}},
"skills":[{"id":"one","name":"One","description":"d","tags":["t"],"examples":["{\"n\":1}"],"inputModes":["application/json;schema=in"],"outputModes":[%s]}]}`, r.Host, a.promises)
		return
	}
	body, _ := io.ReadAll(r.Body)
	var call struct {
		ID     json.RawMessage
		Method string
		Params struct {
			ID      string
			Message message
		}
	}
	_ = json.Unmarshal(body, &call) // a call that cannot be read has no method
	a.mu.Lock()
	a.n++
	id := fmt.Sprintf("t%d", a.n)
	a.mu.Unlock()
	answer := func(member, id string) string {
		return fmt.Sprintf(`{"jsonrpc":"2.0","id":%s,%s}`, call.ID, strings.ReplaceAll(member, "ID", id))
	}
	m := call.Params.Message
	isGood := len(m.Parts) == 1 && m.Parts[0].isValid()
	w.Header().Set("Content-Type", "application/json")
	switch {
	case call.Method == "GetTask" && strings.HasPrefix(call.Params.ID, "t"):
		_, _ = io.WriteString(w, answer(`"result":`+a.stored, call.Params.ID))
	case call.Method == "SendMessage" && isGood:
		_, _ = io.WriteString(w, answer(`"result":{"task":`+a.plain+`}`, id))
	case call.Method == "SendStreamingMessage" && isGood:
		w.Header().Set("Content-Type", "text/event-stream")
		for _, event := range a.events {
			_, _ = fmt.Fprintf(w, "data: %s\n\n", answer(`"result":`+event, id))
		}
	case strings.HasPrefix(call.Method, "Send"):
		_, _ = io.WriteString(w, answer(`"error":{"code":-32602,"message":"the data is not valid"}`, id))
	default:
		_, _ = io.WriteString(w, answer(`"error":{"code":-32601,"message":"no"}`, id))
	}
}

// with are the events of a good stream, some of them replaced or followed by others.
func with(pairs ...string) []string {
	events := []string{begun, working, output, completed}
	for i := 0; i < len(pairs); i += 2 {
		at := slices.Index(events, pairs[i])
		events = slices.Replace(events, at, at+1, strings.Split(pairs[i+1], "\n")...)
	}
	return events
}

// What is wrong with the answers is found whatever they are answers to: each agent here takes valid data and refuses the rest.
func TestEachAnswerIsChecked(t *testing.T) {
	t.Parallel()
	later := strings.Replace(working, "2026-01-02", "2999-01-02", 1)
	tests := []struct {
		name, want string
		agent      scripted
	}{
		{name: "good"},
		{"the tag is the media type alone", "OS4.1", scripted{events: with(output, strings.Replace(output, `"metadata":{"mimeType":"application/json;schema=out"}`, `"mediaType":"application/json;schema=out"`, 1))}},
		{"another schema's tag", "OS4.2 OS4.4 T07", scripted{events: with(output, strings.ReplaceAll(output, "schema=out", "schema=other"))}},
		{"a renamed field", "OS4.3", scripted{events: with(output, strings.Replace(output, `{"n":1}`, `{"m":1}`, 1))}},
		{"a text in place of the data", "OS4.4 T07", scripted{events: with(output, strings.Replace(output, `"data":{"n":1},"metadata":{"mimeType":"application/json;schema=out"}`, `"text":"one"`, 1))}},
		{"the context changes", "T01", scripted{events: with(completed, strings.Replace(completed, "c1", "c2", 1))}},
		{"an artifact after the end", "T02", scripted{events: []string{begun, working, completed, output}}},
		{"the state goes back", "T02", scripted{events: with(output, output+"\n"+begun)}},
		{"an artifact twice", "T03", scripted{events: with(output, output+"\n"+output)}},
		{"a status twice", "T03", scripted{events: with(working, working+"\n"+working)}},
		{"a time in the future", "T04", scripted{events: with(working, later)}},
		{"nothing", "OS4.4 T05", scripted{events: []string{begun, completed}, stored: `{"id":"ID","contextId":"c1","status":{"state":"TASK_STATE_COMPLETED"}}`, plain: `{"id":"ID","contextId":"c1","status":{"state":"TASK_STATE_COMPLETED"}}`}},
		{"GetTask without the artifact", "T06", scripted{stored: `{"id":"ID","contextId":"c1","status":{"state":"TASK_STATE_COMPLETED"}}`}},
		{"GetTask in another state", "T06", scripted{stored: strings.Replace(whole, "COMPLETED", "WORKING", 1)}},
		{"fails without a stream", "T07", scripted{plain: `{"id":"ID","contextId":"c1","status":{"state":"TASK_STATE_FAILED"}}`}},
		{"a line that is no event", "T08", scripted{events: with(working, `{"surprise":1}`)}},
	}
	covered := map[string]bool{}
	for i := range tests {
		for rule := range strings.FieldsSeq(tests[i].want) {
			covered[rule] = true
		}
	}
	for _, r := range doctor.AllRules() {
		if (strings.HasPrefix(r.ID, "T") || strings.HasPrefix(r.ID, "OS4")) && !covered[r.ID] {
			t.Errorf("no agent breaks %s", r.ID)
		}
	}
	for i := range tests {
		test := &tests[i]
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			a := &test.agent
			a.promises = `"application/json;schema=out"`
			if a.events == nil {
				a.events = with()
			}
			if a.stored == "" {
				a.stored = whole
			}
			if a.plain == "" {
				a.plain = whole
			}
			broken := map[string]string{}
			for _, f := range checkAgent(t, a, 10*time.Second).Findings {
				if f.Result != doctor.Undecided {
					broken[f.Rule] = f.What
				}
			}
			want := strings.Fields(test.want)
			if got := slices.Sorted(maps.Keys(broken)); !slices.Equal(got, want) {
				t.Errorf("breaks %q, want %q: %q", got, want, broken)
			}
		})
	}
}
