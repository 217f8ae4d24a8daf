package cli_test

import (
	"bytes"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"regexp"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"a2aform/internal/demo/server"
	"a2aform/internal/ojson"
	"a2aform/internal/schema"
)

const (
	quoteOrder  = `{"$schema":"https://json-schema.org/draft/2020-12/schema","type":"object","required":["item","pieces"],"properties":{"item":{"type":"string","minLength":1,"maxLength":40},"pieces":{"type":"integer","minimum":1,"maximum":9}},"additionalProperties":false}`
	quoteResult = `{"$schema":"https://json-schema.org/draft/2020-12/schema","type":"object","required":["item","pieces","total","unit"],"properties":{"item":{"type":"string"},"pieces":{"type":"integer"},"total":{"type":"integer"},"unit":{"type":"string"}},"additionalProperties":false}`
	quoteCard   = `{"name":"Quotes","description":"Quotes prices.","version":"1.0.0","supportedInterfaces":[{"url":"BASE/a2a/v1","protocolBinding":"JSONRPC","protocolVersion":"1.0"}],
"capabilities":{"streaming":true,"extensions":[{"uri":"` + quoteExtension + `"}]},"defaultInputModes":["text/plain"],"defaultOutputModes":["text/plain"],
"schemas":{"order":` + quoteOrder + `,"quote":` + quoteResult + `,"remark":{"$schema":"https://json-schema.org/draft/2020-12/schema","type":"object","required":["text"],"properties":{"text":{"type":"string"}}}},
"skills":[{"id":"quote","name":"Quote","description":"Quotes a price.","tags":["t"],"examples":["{\"item\":\"chair\",\"pieces\":2}"],"inputModes":["text/plain","application/json;schema=order"],"outputModes":["application/json;schema=quote"]},
{"id":"remark","name":"Remark","description":"Remarks on something.","tags":["t"],"outputModes":["application/json;schema=remark"]}]}`
	quoteExtension = "https://raw.githubusercontent.com/facultyai/a2a-extension-object-schemas/refs/heads/main/v1"
)

type order struct {
	Item   string `json:"item"`
	Pieces int    `json:"pieces"`
}

// quotes is an agent of one skill that quotes a price, as a good agent does, but for the mistake that is planted in it.
type quotes struct {
	bug    *plantedBug // nil for none
	doc    *schema.Document
	served atomic.Int32 // orders
	before atomic.Pointer[order]
}

// plantedBug is a mistake of an agent. What is nil is as in a good agent.
type plantedBug struct {
	name  string
	found string // by which of the ways of findings
	line  string // the expectation of a case that finds it, where nothing else does

	refuses func(order) bool                                       // also
	result  func(q *quotes, o order, good map[string]any, n int32) // changes the result of the nth order
	parts   func(good []server.Part, n int32) []server.Part
	work    func(*server.Run) (isOver bool)     // before the result
	events  func(method, event string) []string // of a stream and of other answers: the JSON of the body
	header  func(h http.Header)                 // of an answer
}

func (q *quotes) Problems(name string, data json.RawMessage) (problems []string, undeclared string) {
	if name != "order" {
		return nil, "The schema " + name + " is not declared in the agent card."
	}
	v, err := ojson.Parse(data, ojson.DataLimits)
	if err != nil {
		return []string{err.Error()}, ""
	}
	for _, p := range q.doc.Validate(v) {
		problems = append(problems, p.Pointer+": "+p.Message())
	}
	var o order
	if _ = json.Unmarshal(data, &o); len(problems) == 0 && q.bug != nil && q.bug.refuses != nil && q.bug.refuses(o) {
		problems = []string{"/pieces: too many"}
	}
	return problems, ""
}

func (q *quotes) Work(in server.Structured) server.Reply {
	return server.Reply{Title: "Quote", Work: func(r *server.Run) {
		bug := q.bug
		if bug == nil {
			bug = &plantedBug{}
		}
		var o order
		_ = json.Unmarshal(in.Data, &o) // it is valid
		n := q.served.Add(1)
		r.Enter(server.StateWorking, "Looking at the list of prices.")
		if bug.work != nil && bug.work(r) {
			return
		}
		good := map[string]any{"item": o.Item, "pieces": o.Pieces, "total": o.Pieces * 25, "unit": "EUR"}
		if bug.result != nil {
			bug.result(q, o, good, n)
		}
		parts := []server.Part{server.TaggedPart("quote", good)}
		if bug.parts != nil {
			parts = bug.parts(parts, n)
		}
		if parts != nil {
			r.Add(server.Event{Artifact: &server.Artifact{ID: "quote", Name: "Quote", Parts: parts}, LastChunk: true})
		}
		r.Complete("")
	}}
}

func (q *quotes) Answer(server.Message) server.Reply {
	return server.Reply{Text: "Send an order: an item and how many pieces of it."}
}

// startQuotes serves an agent with a mistake, nil for none, and returns its address.
func startQuotes(t *testing.T, bug *plantedBug) string {
	t.Helper()
	doc, err := schema.Load([]byte(quoteOrder))
	if err == nil {
		err = doc.Compile()
	}
	if err != nil {
		t.Fatal(err)
	}
	agent := server.New(&quotes{bug: bug, doc: doc}, func(base string) []byte { return []byte(strings.ReplaceAll(quoteCard, "BASE", base)) },
		server.Options{Extensions: []string{quoteExtension}})
	running := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if bug == nil || r.Method != http.MethodPost || bug.events == nil && bug.header == nil {
			agent.ServeHTTP(w, r)
			return
		}
		body, _ := io.ReadAll(r.Body)
		r.Body = io.NopCloser(bytes.NewReader(body))
		var call struct{ Method string }
		_ = json.Unmarshal(body, &call) // broken JSON has no method
		e := &quoteEditor{ResponseWriter: w, bug: bug, method: call.Method}
		agent.ServeHTTP(e, r)
		e.end()
	}))
	t.Cleanup(func() {
		_ = agent.Close()
		running.Close()
	})
	return running.URL
}

// quoteEditor changes the events of a stream, or a body as a whole.
type quoteEditor struct {
	http.ResponseWriter
	bug    *plantedBug
	method string
	text   []byte // that is no whole event yet
}

func (e *quoteEditor) WriteHeader(status int) {
	e.Header().Del("Content-Length")
	if e.bug.header != nil {
		e.bug.header(e.Header())
	}
	e.ResponseWriter.WriteHeader(status)
}

func (e *quoteEditor) Write(p []byte) (int, error) {
	e.text = append(e.text, p...)
	for {
		event, rest, ok := bytes.Cut(e.text, []byte("\n\n"))
		if !ok {
			return len(p), nil
		}
		e.text = bytes.Clone(rest)
		before, data, isData := strings.Cut(string(event), "data: ")
		if !isData {
			data = string(event)
		}
		for _, next := range e.edit(data) {
			if isData {
				next = before + "data: " + next
			}
			if _, err := io.WriteString(e.ResponseWriter, next+"\n\n"); err != nil {
				return 0, err
			}
		}
	}
}

func (e *quoteEditor) edit(data string) []string {
	if e.bug.events == nil {
		return []string{data}
	}
	return e.bug.events(e.method, data)
}

func (e *quoteEditor) end() {
	if len(e.text) > 0 {
		_, _ = io.WriteString(e.ResponseWriter, e.edit(string(e.text))[0])
	}
}

func (e *quoteEditor) Unwrap() http.ResponseWriter { return e.ResponseWriter }

var (
	quoteTime      = regexp.MustCompile(`("timestamp":")\d{4}`)
	quoteArtifacts = regexp.MustCompile(`"artifacts":\[.*?\}\}\]\}\],?`)
)

// slowChunk is how late the result of the slow agent is, and slowLimit what the case allows.
const (
	slowChunk = 300 * time.Millisecond
	slowLimit = "150ms"
)

// plantedBugs are 17 mistakes, each in an agent of its own.
var plantedBugs = []plantedBug{
	{name: "renamed field", found: "doctor test generate case", result: func(_ *quotes, _ order, good map[string]any, _ int32) {
		good["sum"] = good["total"]
		delete(good, "total")
	}},
	{name: "wrong unit", found: "case", result: func(_ *quotes, o order, good map[string]any, _ int32) { good["total"] = o.Pieces * 2500 }},
	{name: "off by one", found: "case", result: func(_ *quotes, o order, good map[string]any, _ int32) { good["pieces"] = o.Pieces - 1 }},
	{name: "missing on the third call", found: "doctor generate", parts: func(good []server.Part, n int32) []server.Part {
		if n%3 == 0 {
			return nil
		}
		return good
	}},
	{name: "no artifact", found: "doctor test generate case", parts: func([]server.Part, int32) []server.Part { return nil }},
	{name: "another schema's tag", found: "doctor test generate case", parts: func(good []server.Part, _ int32) []server.Part {
		good[0].Metadata = json.RawMessage(`{"mimeType":"application/json;schema=remark"}`)
		return good
	}},
	{name: "wrong content type", found: "doctor test generate case", header: func(h http.Header) {
		if strings.HasPrefix(h.Get("Content-Type"), "text/event-stream") {
			h.Set("Content-Type", "application/octet-stream")
		}
	}},
	{name: "slow chunk", line: "[expect]\nfirst-artifact = '" + slowLimit + "'\n", work: func(*server.Run) bool {
		time.Sleep(slowChunk)
		return false
	}},
	{name: "rejected boundary", found: "generate", refuses: func(o order) bool { return o.Pieces == 9 }},
	{name: "failed without reason", found: "doctor test generate case", work: func(r *server.Run) bool {
		r.Enter(server.StateFailed, "")
		return true
	}},
	{name: "events after the end", found: "doctor test generate case", events: func(_, event string) []string {
		if !strings.Contains(event, "statusUpdate") || !strings.Contains(event, "TASK_STATE_COMPLETED") {
			return []string{event}
		}
		return []string{event, strings.Replace(event, "TASK_STATE_COMPLETED", "TASK_STATE_WORKING", 1)}
	}},
	{name: "state back", found: "doctor test generate case", events: func(_, event string) []string {
		if !strings.Contains(event, "statusUpdate") || !strings.Contains(event, "TASK_STATE_WORKING") {
			return []string{event}
		}
		return []string{event, strings.Replace(event, "TASK_STATE_WORKING", "TASK_STATE_SUBMITTED", 1)}
	}},
	{name: "time in the future", found: "doctor test generate case", events: func(_, event string) []string {
		return []string{quoteTime.ReplaceAllString(event, "${1}2999")}
	}},
	{name: "GetTask without the artifact", found: "doctor", events: func(method, event string) []string {
		if method == "GetTask" {
			event = quoteArtifacts.ReplaceAllString(event, "")
		}
		return []string{event}
	}},
	{name: "another caller's answer", found: "case", result: func(q *quotes, o order, good map[string]any, _ int32) {
		before := q.before.Swap(&o)
		if before == nil {
			before = &order{"desk", 1} // of somebody
		}
		good["item"], good["pieces"], good["total"] = before.Item, before.Pieces, before.Pieces*25
	}},
	{name: "context changed", found: "doctor test generate case", events: func(_, event string) []string {
		if strings.Contains(event, "statusUpdate") && strings.Contains(event, "TASK_STATE_COMPLETED") {
			event = regexp.MustCompile(`"contextId":"[^"]*"`).ReplaceAllString(event, `"contextId":"another"`)
		}
		return []string{event}
	}},
	{name: "artifact twice", found: "doctor test generate case", events: func(_, event string) []string {
		if strings.Contains(event, "artifactUpdate") {
			return []string{event, event}
		}
		return []string{event}
	}},
}
