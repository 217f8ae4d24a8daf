package demo

import (
	"bufio"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"a2aform/internal/demo/server"
)

// A small client for both dialects, written for these tests alone.

type peer struct {
	t     *testing.T
	base  string
	query string
	codec *server.Codec
}

func bothDialects(t *testing.T, pace Options, test func(t *testing.T, p *peer)) {
	t.Helper()
	for _, c := range []*server.Codec{server.V10, server.V03} {
		t.Run("A2A "+c.Version, func(t *testing.T) {
			t.Parallel()
			test(t, serve(t, c, pace))
		})
	}
}

func serve(t *testing.T, c *server.Codec, o Options) *peer {
	t.Helper()
	agent := New(o)
	s := httptest.NewServer(agent)
	t.Cleanup(func() {
		_ = agent.Close() // first, so that open streams end
		s.Close()
	})
	return &peer{t: t, base: s.URL, codec: c}
}

func (p *peer) url() string {
	if p.codec.Old {
		return p.base + server.PathV03
	}
	return p.base + server.PathV10
}

// method takes the name of 1.0 and gives the dialect's.
func (p *peer) method(name string) string {
	if !p.codec.Old {
		return name
	}
	return map[string]string{
		"SendMessage": "message/send", "SendStreamingMessage": "message/stream", "GetTask": "tasks/get",
		"CancelTask": "tasks/cancel", "SubscribeToTask": "tasks/resubscribe",
	}[name]
}

func (p *peer) post(body string, header http.Header) *http.Response {
	p.t.Helper()
	req, err := http.NewRequestWithContext(p.t.Context(), http.MethodPost, p.url()+p.query, strings.NewReader(body))
	if err != nil {
		p.t.Fatal(err)
	}
	req.Header.Set("Content-Type", "application/json")
	if !p.codec.Old {
		req.Header.Set("A2A-Version", p.codec.Version)
	}
	for k, v := range header {
		req.Header[k] = v
	}
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		p.t.Fatal(err)
	}
	return resp
}

type answer struct {
	ID     json.RawMessage `json:"id"`
	Result json.RawMessage `json:"result"`
	Error  *server.Fault   `json:"error"`
}

func envelope(method string, params any) string {
	return string(server.Encode(map[string]any{"jsonrpc": "2.0", "id": 7, "method": method, "params": params}))
}

// call does a unary method.
func (p *peer) call(method string, params any) answer {
	p.t.Helper()
	return p.raw(envelope(p.method(method), params))
}

func (p *peer) raw(body string) answer {
	p.t.Helper()
	resp := p.post(body, nil)
	defer func() { _ = resp.Body.Close() }()
	if got := resp.Header.Get("Content-Type"); got != "application/json" {
		p.t.Fatalf("content type %q", got)
	}
	var a answer
	if err := json.NewDecoder(resp.Body).Decode(&a); err != nil {
		p.t.Fatal(err)
	}
	return a
}

// open starts a streaming method; the reader gives one result at a time, false at the end.
func (p *peer) open(method string, params any) (next func() (outcome, bool)) {
	p.t.Helper()
	resp := p.post(envelope(p.method(method), params), nil)
	p.t.Cleanup(func() { _ = resp.Body.Close() })
	if got := resp.Header.Get("Content-Type"); got != "text/event-stream" {
		p.t.Fatalf("content type %q", got)
	}
	lines := bufio.NewScanner(resp.Body)
	lines.Buffer(nil, 1<<20)
	return func() (outcome, bool) {
		for lines.Scan() {
			data, ok := strings.CutPrefix(lines.Text(), "data: ")
			if !ok {
				continue
			}
			var a answer
			if err := json.Unmarshal([]byte(data), &a); err != nil || string(a.ID) != "7" {
				p.t.Fatalf("event %s: %v", data, err)
			}
			return p.outcome(a.Result), true
		}
		return outcome{}, false
	}
}

// stream collects all results of a streaming method.
func (p *peer) stream(method string, params any) (all []outcome) {
	p.t.Helper()
	next := p.open(method, params)
	for {
		o, ok := next()
		if !ok {
			return all
		}
		all = append(all, o)
	}
}

// outcome is a result of any kind, with the kind that the dialect gave it.
type outcome struct {
	Kind string // task, message, status-update, artifact-update
	server.WireTask
	MessageID string
	Role      string
	Parts     []server.WirePart
	Artifact  *server.WireArtifact
	Append    bool
	LastChunk bool
	Final     *bool
	TaskID    string
}

func (p *peer) outcome(raw json.RawMessage) outcome {
	p.t.Helper()
	if !p.codec.Old {
		raw = p.unwrap(raw)
	}
	var kind struct{ Kind string }
	var o outcome
	if json.Unmarshal(raw, &kind) != nil || json.Unmarshal(raw, &o) != nil {
		p.t.Fatalf("cannot read %s", raw)
	}
	o.Kind = kind.Kind
	return o
}

// unwrap turns the wrapper of 1.0 into a kind, and fails when a kind of 0.3 is there too.
func (p *peer) unwrap(raw json.RawMessage) json.RawMessage {
	p.t.Helper()
	var w map[string]map[string]any
	if err := json.Unmarshal(raw, &w); err != nil || len(w) != 1 {
		p.t.Fatalf("not a wrapper of one: %s", raw)
	}
	for name, v := range w {
		if _, ok := v["kind"]; ok {
			p.t.Fatalf("kind in 1.0: %s", raw)
		}
		v["kind"] = map[string]string{
			"task": "task", "message": "message", "statusUpdate": "status-update", "artifactUpdate": "artifact-update",
		}[name]
		return server.Encode(v)
	}
	return nil
}

func (p *peer) send(params any) outcome {
	p.t.Helper()
	a := p.call("SendMessage", params)
	if a.Error != nil {
		p.t.Fatalf("error %d: %s", a.Error.Code, a.Error.Message)
	}
	return p.outcome(a.Result)
}

// say builds the params of a send from parts; extra keys go into the message.
func (p *peer) say(parts []server.Part, extra map[string]any) map[string]any {
	m := map[string]any{"messageId": "m1", "role": p.codec.Role(server.RoleUser), "parts": p.codec.Parts(parts)}
	if p.codec.Old {
		m["kind"] = "message"
	}
	for k, v := range extra {
		m[k] = v
	}
	return map[string]any{"message": m}
}

func tagged(schema, data string) server.Part {
	return server.Part{Data: json.RawMessage(data), Metadata: server.Encode(map[string]string{"mimeType": server.TagOf(schema)})}
}

func fightForm(a, b string) []server.Part {
	return []server.Part{tagged(schemaFight, string(server.Encode(contest{a, b})))}
}

func (p *peer) wantState(got string, want server.State) {
	p.t.Helper()
	if got != p.codec.State(want) {
		p.t.Fatalf("state %q, want %q", got, p.codec.State(want))
	}
}

func words(m *server.WireMessage) string {
	if m == nil {
		return ""
	}
	return wordsOf(m.Parts)
}

func wordsOf(parts []server.WirePart) (s string) {
	for _, p := range parts {
		if p.Text != nil {
			s += *p.Text
		}
	}
	return s
}
