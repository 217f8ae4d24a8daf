package mock

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"a2aform/internal/demo/server"
)

// request is what faults need to know of a request.
type request struct {
	id     json.RawMessage
	method string // of JSON-RPC, or of HTTP and the path
	target string // the id of the skill, or text, data or answer
	sends  bool   // it sends a message
	asked  []string
}

const (
	defaultStatus   = http.StatusInternalServerError
	codeExtension   = -32008 // ExtensionSupportRequired, A2A 1.0 §5.4
	defaultSlow     = 2 * time.Second
	retryAfter      = "1"
	unauthenticated = `Bearer realm="mock"`
)

func (a *Agent) serve(w http.ResponseWriter, r *http.Request) {
	if r.Method == http.MethodGet && !strings.HasPrefix(r.URL.Path, server.PathSessions) {
		a.o.Log(r.Method + " " + r.URL.Path)
		a.Agent.ServeHTTP(w, r)
		return
	}
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, server.MaxBody+1))
	if err != nil {
		http.Error(w, "the body is too large", http.StatusRequestEntityTooLarge)
		return
	}
	r.Body, r.ContentLength = io.NopCloser(bytes.NewReader(body)), int64(len(body))
	q := a.read(r, body)
	a.o.Log(strings.TrimSpace(q.method + " " + q.target))
	if a.o.Bearer != "" && r.Header.Get("Authorization") != "Bearer "+a.o.Bearer {
		w.Header().Set("WWW-Authenticate", unauthenticated)
		http.Error(w, "a bearer token is required", http.StatusUnauthorized)
		return
	}
	if q.sends && a.answers(w, r, q) {
		return
	}
	a.faults.serve(a.Agent, w, r, q)
}

// serve has a handler answer, and changes what it sends.
func (f *faults) serve(next http.Handler, w http.ResponseWriter, r *http.Request, q request) {
	e := f.editor(w, r, q)
	next.ServeHTTP(e, r)
	e.end()
}

// read finds out what a request is about. What cannot be read is left to the server.
func (a *Agent) read(r *http.Request, body []byte) request {
	var call struct {
		ID     json.RawMessage `json:"id"`
		Method string          `json:"method"`
		Params struct {
			Message *struct {
				TaskID   string `json:"taskId"`
				Metadata struct {
					SkillID string `json:"skillId"`
				} `json:"metadata"`
				Parts []struct {
					Data     json.RawMessage            `json:"data"`
					Metadata map[string]json.RawMessage `json:"metadata"`
				} `json:"parts"`
			} `json:"message"`
		} `json:"params"`
	}
	_ = json.Unmarshal(body, &call) // what fits is enough
	q := request{id: call.ID, method: call.Method}
	if q.method == "" {
		q.method = r.Method + " " + r.URL.Path
	}
	for _, name := range []string{"A2A-Extensions", "X-A2A-Extensions"} {
		for _, line := range r.Header.Values(name) {
			for uri := range strings.SplitSeq(line, ",") {
				q.asked = append(q.asked, strings.TrimSpace(uri))
			}
		}
	}
	m := call.Params.Message
	if m == nil {
		return q
	}
	q.sends, q.target = true, "text"
	for _, p := range m.Parts {
		if p.Data == nil {
			continue
		}
		var mime string
		_ = json.Unmarshal(p.Metadata["mimeType"], &mime) // anything else names no schema
		q.target = "data"
		if name, ok := server.SchemaOf(mime); ok {
			q.target = a.skillOf(name).id
			break
		}
	}
	switch {
	case m.TaskID != "" && (q.target == "text" || q.target == "data"):
		q.target = "answer"
	case m.Metadata.SkillID != "" && q.target == "data":
		q.target = m.Metadata.SkillID
	}
	return q
}

// answers answers a message in place of the server, where a fault or a required extension says so.
func (a *Agent) answers(w http.ResponseWriter, r *http.Request, q request) bool {
	if f, ok := a.faults.acts("slow", q.target); ok {
		pause(r, f.time(defaultSlow))
	}
	lacks := func(uri string) bool { return !slices.Contains(q.asked, uri) }
	if slices.ContainsFunc(a.required, lacks) {
		refuse(w, q)
		return true
	}
	return a.fails(w, q)
}

// fails answers a message with an error of HTTP.
func (a *Agent) fails(w http.ResponseWriter, q request) bool {
	if f, ok := a.faults.acts("status", q.target); ok {
		status := f.number(defaultStatus)
		switch status {
		case http.StatusTooManyRequests, http.StatusServiceUnavailable:
			w.Header().Set("Retry-After", retryAfter)
		case http.StatusUnauthorized:
			w.Header().Set("WWW-Authenticate", unauthenticated)
		}
		http.Error(w, http.StatusText(status), min(max(status, http.StatusOK), 599))
		return true
	}
	return false
}

// refuse says that the message does not ask for the extensions that the card requires.
func refuse(w http.ResponseWriter, q request) {
	if q.id == nil {
		q.id = json.RawMessage("null")
	}
	w.Header().Set("Content-Type", "application/json")
	_, _ = fmt.Fprintf(w, `{"jsonrpc":"2.0","id":%s,"error":{"code":%d,"message":"the agent requires extensions that the client did not ask for"}}`, q.id, codeExtension)
}

// pause waits, unless the client goes away.
func pause(r *http.Request, d time.Duration) {
	if d <= 0 {
		return
	}
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-t.C:
	case <-r.Context().Done():
	}
}

// editor changes the events of a stream, or a body as a whole, as faults say.
type editor struct {
	http.ResponseWriter
	r     *http.Request
	edits []replacement

	text   bytes.Buffer // that is not a whole event yet
	stall  int          // after so many events nothing comes any more; -1 for never
	drop   int          // after so many events the connection is cut; -1 for never
	events int
}

// replacement replaces a pattern in what the agent sends.
type replacement struct {
	pattern *regexp.Regexp
	with    string
}

// badJSON breaks the JSON of an answer.
var badJSON = replacement{regexp.MustCompile(`"result":\{`), `"result":{{`}

// editor makes the writer of a response.
func (f *faults) editor(w http.ResponseWriter, r *http.Request, q request) *editor {
	e := &editor{ResponseWriter: w, r: r, stall: -1, drop: -1}
	if f.is("bad-json", q.target) {
		e.edits = append(e.edits, badJSON)
	}
	for _, one := range f.list {
		if one.Name == "replace" && f.actsAs(one, q.target) {
			pattern, with, _ := strings.Cut(one.Value, arrow)
			e.edits = append(e.edits, replacement{regexp.MustCompile(pattern), with})
		}
	}
	if !q.sends {
		return e
	}
	if one, ok := f.acts("stall", q.target); ok {
		e.stall = one.number(1)
	}
	if one, ok := f.acts("drop", q.target); ok {
		e.drop = one.number(1)
	}
	return e
}

func (e *editor) WriteHeader(status int) {
	e.Header().Del("Content-Length")
	e.ResponseWriter.WriteHeader(status)
}

func (e *editor) Write(b []byte) (int, error) {
	e.text.Write(b)
	for {
		event, rest, ok := bytes.Cut(e.text.Bytes(), []byte("\n\n"))
		if !ok {
			return len(b), nil
		}
		event, rest = bytes.Clone(event), bytes.Clone(rest)
		e.text.Reset()
		e.text.Write(rest)
		if err := e.send(append(e.edit(event), "\n\n"...)); err != nil {
			return 0, err
		}
	}
}

func (e *editor) edit(event []byte) []byte {
	for _, edit := range e.edits {
		event = edit.pattern.ReplaceAll(event, []byte(edit.with))
	}
	return event
}

// send writes one event or body.
func (e *editor) send(b []byte) error {
	if e.drop == e.events {
		panic(http.ErrAbortHandler)
	}
	if e.stall == e.events {
		e.Flush()
		<-e.r.Context().Done()
		panic(http.ErrAbortHandler)
	}
	e.events++
	_, err := e.ResponseWriter.Write(b) //nolint:gosec // what the agent sends, for programs
	return err
}

// Flush sends what was written.
func (e *editor) Flush() { _ = http.NewResponseController(e.ResponseWriter).Flush() }

// Unwrap lets the server set deadlines.
func (e *editor) Unwrap() http.ResponseWriter { return e.ResponseWriter }

// end writes what is left, such as a body that is no stream.
func (e *editor) end() {
	if e.text.Len() > 0 {
		rest := e.edit(e.text.Bytes())
		if e.events == 0 && e.Header().Get("Content-Length") != "" {
			e.Header().Set("Content-Length", strconv.Itoa(len(rest)))
		}
		if e.send(rest) != nil {
			return
		}
	}
	if e.drop == e.events {
		panic(http.ErrAbortHandler)
	}
}
