package doctor_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"a2aform/internal/demo/mock"
	"a2aform/internal/qa/doctor"
)

const extensionURI = "https://raw.githubusercontent.com/facultyai/a2a-extension-object-schemas/refs/heads/main/v1"

// brokenCard is the card of the mocks. The tasks of its second skill ask.
const brokenCard = `{"name":"Fights","description":"d","version":"1.0.0",
"supportedInterfaces":[{"url":"https://example.com/a2a","protocolBinding":"JSONRPC","protocolVersion":"1.0"}],
"capabilities":{"streaming":true,"extensions":[{"uri":"` + extensionURI + `"}]},
"defaultInputModes":["text/plain"],"defaultOutputModes":["text/plain"],
"schemas":{"in":{"type":"object","required":["n"],"properties":{"n":{"type":"integer","maximum":9}},"additionalProperties":false},
"trip":{"type":"object","required":["to"],"properties":{"to":{"type":"string","maxLength":9}},"additionalProperties":false},
"out":{"type":"object","required":["n"],"properties":{"n":{"type":"integer"}},"examples":[{"n":1}]}},
"skills":[{"id":"one","name":"One","description":"d","tags":["t"],"inputModes":["text/plain","application/json;schema=in"],"outputModes":["application/json;schema=out"]},
{"id":"two","name":"Two","description":"d","tags":["t"],"inputModes":["text/plain","application/json;schema=trip"],"outputModes":["text/plain"]}]}`

// broken is an agent that does not keep to a sentence.
type broken struct {
	rule  string
	fault string                          // of the mock; "" for none
	edit  func(*message, *call)           // of each message that the agent gets; nil for none
	wrap  func(http.Handler) http.Handler // nil for none
	card  []string                        // texts of the card, each followed by what replaces it
	also  string                          // other rules that it breaks, because they follow from the same mistake
}

var brokenAgents = []broken{
	{rule: "OS3.2", edit: func(m *message, _ *call) {
		for i, p := range m.Parts {
			m.Parts[i].tag(strings.TrimSuffix(p.schema(), "NotDeclared"))
		}
	}},
	{rule: "OS3.3", fault: "accept-invalid=maximum"},
	{rule: "OS3.4", fault: "reject"},
	{rule: "OS3.5", fault: "accept-invalid=required"},
	{rule: "OS3.7", fault: "status=500@text"},
	{rule: "OS3.8a", edit: func(m *message, c *call) {
		if m.Parts[0].isValid() && m.TaskID == "" {
			c.result = `{"message":{"messageId":"m","role":"ROLE_AGENT","parts":[{"text":"done"}]}}`
		}
	}},
	{rule: "OS3.8b", edit: func(m *message, _ *call) {
		if m.Parts[0].schema() == "in" && m.Parts[0].isValid() {
			m.Parts[0].Data = json.RawMessage(`{"n":-77}`)
		}
	}},
	{rule: "OS3.9", edit: func(m *message, c *call) {
		if p := m.Parts[0]; p.schema() != "" && !p.isValid() && p.Data != nil && m.TaskID == "" {
			c.result = `{"task":{"id":"t","contextId":"c","status":{"state":"TASK_STATE_FAILED"}}}`
		}
	}},
	{rule: "OS3.10", fault: "status=500@data"},
	{rule: "EX3", wrap: func(next http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { next.ServeHTTP(&echo{w, r.Header.Get(header)}, r) })
	}},
	{
		rule: "EX5", also: "EX3", edit: func(_ *message, c *call) { c.header.Set(header, c.header.Get(header)+","+required) },
		card: []string{`"extensions":[`, `"extensions":[{"uri":"` + required + `","required":true},`},
	},
	{
		rule: "EX10", card: []string{`"name":"Fights"`, `"name":"Fights","securitySchemes":{"b":{"httpAuthSecurityScheme":{"scheme":"bearer"}}},"securityRequirements":[{"schemes":{"b":{"list":[]}}}]`},
		wrap: func(next http.Handler) http.Handler {
			return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				r.Header.Set("Authorization", "Bearer "+token)
				next.ServeHTTP(w, r)
			})
		},
	},
	{ // any token will do
		rule: "EX10", card: []string{`"name":"Fights"`, `"name":"Fights","securitySchemes":{"b":{"httpAuthSecurityScheme":{"scheme":"bearer"}}},"securityRequirements":[{"schemes":{"b":{"list":[]}}}]`},
		wrap: func(next http.Handler) http.Handler {
			return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				if r.Header.Get("Authorization") != "" {
					r.Header.Set("Authorization", "Bearer "+token)
				}
				next.ServeHTTP(w, r)
			})
		},
	},
}

const (
	header   = "A2A-Extensions"
	required = "https://example.com/audit/v1"
	token    = "secret-of-the-mock"
)

// message is a message as far as the broken agents look at it.
type message struct {
	MessageID string          `json:"messageId"`
	Role      string          `json:"role"`
	TaskID    string          `json:"taskId,omitempty"`
	ContextID string          `json:"contextId,omitempty"`
	Parts     []part          `json:"parts"`
	Metadata  json.RawMessage `json:"metadata,omitempty"`
}

type part struct {
	Text     *string         `json:"text,omitempty"`
	Data     json.RawMessage `json:"data,omitempty"`
	Metadata map[string]any  `json:"metadata,omitempty"`
}

func (p *part) schema() string {
	tag, _ := p.Metadata["mimeType"].(string)
	_, name, _ := strings.Cut(tag, ";schema=")
	return name
}

func (p *part) tag(name string) {
	if name != "" {
		p.Metadata["mimeType"] = "application/json;schema=" + name
	}
}

// isValid reports data that fits the schema that it names.
func (p *part) isValid() bool {
	var v struct {
		N  *int
		To *string
	}
	d := json.NewDecoder(bytes.NewReader(p.Data))
	d.DisallowUnknownFields()
	if p.Data == nil || d.Decode(&v) != nil {
		return false
	}
	switch p.schema() {
	case "in":
		return v.N != nil && *v.N <= 9 && v.To == nil
	case "trip":
		return v.To != nil && len(*v.To) <= 9 && v.N == nil
	}
	return false
}

// call is the call with a message, and what is answered in place of the agent.
type call struct {
	header http.Header
	result string // "" for the answer of the agent
	status int    // 0 for the answer of the agent
}

// edited changes each message before the agent gets it.
func edited(next http.Handler, edit func(*message, *call)) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		var rpc struct {
			JSONRPC string                     `json:"jsonrpc"`
			ID      json.RawMessage            `json:"id"`
			Method  string                     `json:"method"`
			Params  map[string]json.RawMessage `json:"params"`
		}
		var m message
		if json.Unmarshal(body, &rpc) == nil && json.Unmarshal(rpc.Params["message"], &m) == nil && len(m.Parts) > 0 {
			c := &call{header: r.Header}
			edit(&m, c)
			answer := fmt.Sprintf(`{"jsonrpc":"2.0","id":%s,"result":%s}`, rpc.ID, c.result)
			switch {
			case c.status != 0:
				http.Error(w, http.StatusText(c.status), c.status)
				return
			case c.result != "" && rpc.Method == "SendStreamingMessage":
				w.Header().Set("Content-Type", "text/event-stream")
				_, _ = fmt.Fprintf(w, "data: %s\n\n", answer)
				return
			case c.result != "":
				w.Header().Set("Content-Type", "application/json")
				_, _ = io.WriteString(w, answer)
				return
			}
			rpc.Params["message"], _ = json.Marshal(m)
			body, _ = json.Marshal(rpc)
		}
		r.Body, r.ContentLength = io.NopCloser(bytes.NewReader(body)), int64(len(body))
		next.ServeHTTP(w, r)
	})
}

// echo names the extensions that were asked for as active.
type echo struct {
	http.ResponseWriter
	asked string
}

func (e *echo) WriteHeader(status int) {
	e.Header().Set(header, e.asked)
	e.ResponseWriter.WriteHeader(status)
}

func (e *echo) Write(p []byte) (int, error) {
	e.Header().Set(header, e.asked)
	return e.ResponseWriter.Write(p)
}

func (e *echo) Unwrap() http.ResponseWriter { return e.ResponseWriter }

// agent is a mock that is broken in this way.
func (b *broken) agent(t *testing.T) http.Handler {
	t.Helper()
	o := mock.Options{Faults: []mock.Fault{{Name: "ask", Skill: "two"}}}
	if b.rule == "EX10" {
		o.Bearer = token
	}
	if b.fault != "" {
		fault, err := mock.ParseFault(b.fault)
		if err != nil {
			t.Fatal(err)
		}
		o.Faults = append(o.Faults, fault)
	}
	agent, _, err := mock.New([]byte(strings.NewReplacer(b.card...).Replace(brokenCard)), o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = agent.Close() })
	switch {
	case b.edit != nil:
		return edited(agent, b.edit)
	case b.wrap != nil:
		return b.wrap(agent)
	}
	return agent
}

// Each agent that is broken in one way breaks the rule of it, what follows from that, and no other rule.
func TestEachRuleHasAnAgentThatBreaksItAlone(t *testing.T) {
	t.Parallel()
	for _, r := range doctor.AllRules() {
		if r.SendsMessages() && !strings.HasPrefix(r.ID, "T") && !strings.HasPrefix(r.ID, "OS4") && !slices.ContainsFunc(brokenAgents, func(b broken) bool { return b.rule == r.ID }) {
			t.Errorf("no agent breaks %s", r.ID)
		}
	}
	for _, b := range brokenAgents {
		t.Run(b.rule, func(t *testing.T) {
			t.Parallel()
			broken := map[string]bool{}
			for _, f := range checkAgent(t, b.agent(t), 10*time.Second).Findings {
				if f.Result != doctor.Undecided {
					broken[f.Rule] = true
				}
				t.Logf("%s %s %s %s: %s", f.Rule, f.Pointer, f.Level, f.Result, f.What)
			}
			want := append(strings.Fields(b.also), b.rule)
			slices.Sort(want)
			if got := slices.Sorted(maps.Keys(broken)); !slices.Equal(got, want) {
				t.Errorf("breaks %q, want %q", got, want)
			}
		})
	}
}
