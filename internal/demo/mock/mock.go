// Package mock is an agent made from any card: it takes the forms of the card, validates them, and answers with recorded or generated
// results. It keeps to the protocol and to the object-schemas extension, except where a [Fault] says otherwise.
//
// Like all of internal/demo, it shares no code with a2aclient.
package mock

import (
	"encoding/json"
	"fmt"
	"net/http"
	"sync/atomic"

	"a2aform/internal/demo/server"
	"a2aform/internal/ojson"
	"a2aform/internal/schema"
)

// MaxConnections is how many connections a mock serves at once.
const MaxConnections = 64

// Options say how a mock behaves. The zero value answers at once and keeps to the specifications.
type Options struct {
	Bearer   string // a token that it asks for; "" for none
	Recorded []Recorded
	Faults   []Fault
	Seed     uint64
	// Sample makes a valid value of a schema; nil for examples alone.
	Sample func(doc *schema.Document, seed uint64) (*ojson.Value, error)
	Log    func(line string)
}

// Agent is a mock: an http.Handler.
type Agent struct {
	*server.Agent
	*card
	o      Options
	faults *faults
	served atomic.Uint64 // messages, for the seeds of what is generated
}

// New makes a mock from the bytes of a card. The notes say what is left out or changed.
func New(data []byte, o Options) (*Agent, []string, error) {
	c, notes, err := readCard(data)
	if err != nil {
		return nil, nil, err
	}
	if o.Log == nil {
		o.Log = func(string) {}
	}
	a := &Agent{card: c, o: o, faults: newFaults(o.Faults, o.Seed, o.Log)}
	a.Agent = server.New(a, func(base string) []byte { return c.served(o.Bearer != "", base).Indent("  ") }, server.Options{Extensions: c.extensions})
	return a, append(c.changes(o.Bearer != ""), notes...), nil
}

// ServeHTTP serves the mock.
func (a *Agent) ServeHTTP(w http.ResponseWriter, r *http.Request) { a.serve(w, r) }

// target is what faults call the skill of a schema.
func (a *Agent) target(schema string) string {
	if schema == "" {
		return ""
	}
	return a.skillOf(schema).id
}

// Problems returns what data breaks in a schema of the card.
func (a *Agent) Problems(name string, data json.RawMessage) (problems []string, undeclared string) {
	doc, ok := a.schemas[name]
	if !ok {
		return nil, fmt.Sprintf("The schema %q is not declared in the agent card.", name)
	}
	return a.problems(doc, data, a.target(name)), ""
}

func (a *Agent) problems(doc *schema.Document, data json.RawMessage, target string) (problems []string) {
	if doc == nil {
		return nil
	}
	v, err := ojson.Parse(data, ojson.DataLimits)
	if err != nil {
		return []string{"the data cannot be read: " + err.Error()}
	}
	for _, p := range doc.Validate(v) {
		if f, ok := a.faults.acts("accept-invalid", target); ok && (f.Value == "" || f.Value == p.Keyword) {
			continue
		}
		at := p.Pointer
		if at == "" {
			at = "the whole"
		}
		problems = append(problems, at+": "+p.Message())
	}
	return problems
}

// Work starts the work of a skill.
func (a *Agent) Work(in server.Structured) server.Reply {
	return a.start(a.skillOf(in.Schema), in.Schema, in.Data)
}

// start is the answer of a skill to its input.
func (a *Agent) start(s *skill, schema string, data json.RawMessage) server.Reply {
	j := &job{agent: a, skill: s, seed: a.o.Seed + a.served.Add(1)}
	j.recorded = a.o.recordedFor(schema, data)
	return server.Reply{Title: s.id, Work: j.run}
}

// Answer answers a message without structured input.
func (a *Agent) Answer(m server.Message) server.Reply {
	var data json.RawMessage
	for _, p := range m.Parts {
		if p.Data != nil {
			data = p.Data
			break
		}
	}
	if data == nil {
		return a.answerText(m)
	}
	var meta struct {
		SkillID string `json:"skillId"`
	}
	_ = json.Unmarshal(m.Metadata, &meta) // none names no skill
	s := a.skillByID(meta.SkillID)
	if s == nil && len(a.skills) == 2 { // one skill, and the agent
		s = a.skills[0]
	}
	if s != nil && s.input != nil {
		if problems := a.problems(s.input, data, s.id); problems != nil {
			return rejection(problems)
		}
		return a.start(s, "", data)
	}
	return server.Reply{Text: "I received data without the name of a schema. Set metadata.mimeType of its part to application/json;schema=NAME."}
}

func rejection(problems []string) server.Reply {
	said := "The data is not valid:"
	for _, p := range problems {
		said += "\n- " + p
	}
	return server.Reply{Work: func(r *server.Run) { r.Reject(said) }}
}

func (a *Agent) answerText(m server.Message) server.Reply {
	if r := a.o.recordedText(m.Text()); r != nil {
		j := &job{agent: a, skill: a.skills[len(a.skills)-1], recorded: r}
		return server.Reply{Title: "Text", Work: j.run}
	}
	return server.Reply{Text: "This is a mock of " + a.name + ". It does not read text; send one of its forms."}
}

// Recorded is a run of the real agent, whose answer the mock repeats for an equal input.
type Recorded struct {
	Schema    string // that the tag of the input names; "" for none
	Input     json.RawMessage
	Text      string // in place of Input
	State     string // in which it ended
	Words     []string
	Asks      []string // what the agent asked, and the user answered
	Artifacts []server.Artifact
}

// recordedFor is the first run with an equal input, nil where there is none.
func (o *Options) recordedFor(schema string, data json.RawMessage) *Recorded {
	v, err := ojson.Parse(data, ojson.DataLimits)
	if err != nil {
		return nil
	}
	for i := range o.Recorded {
		r := &o.Recorded[i]
		if r.Schema != schema || r.Input == nil {
			continue
		}
		if input, err := ojson.Parse(r.Input, ojson.DataLimits); err == nil && ojson.Equal(input, v) {
			return r
		}
	}
	return nil
}

func (o *Options) recordedText(text string) *Recorded {
	for i := range o.Recorded {
		if r := &o.Recorded[i]; r.Input == nil && r.Text != "" && r.Text == text {
			return r
		}
	}
	return nil
}
