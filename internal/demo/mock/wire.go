package mock

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"slices"
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
