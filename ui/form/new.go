package form

import (
	"encoding/json"

	"a2aform/a2aclient"
	"a2aform/a2aclient/a2a"
	"a2aform/internal/safe"
	"a2aform/internal/store/runfile"
	"a2aform/ui/form/parts"
	"a2aform/ui/kit"
)

// NewAnswer is the form that an agent asks its question with. submit gets what is
// filled in, in place of a review.
func NewAnswer(h *kit.Host, agent *a2aclient.Agent, f a2a.Form, submit func(data []byte, secret bool) kit.Action) *Screen {
	s := New(h, agent, nil, &a2aclient.Input{Name: safe.Text("The agent's question"), Schema: f.Schema})
	s.prefill, s.answer = f.Prefill, submit
	return s
}

// NewOfRun is a form that is filled in as in a run.
func NewOfRun(h *kit.Host, agent *a2aclient.Agent, skill *a2aclient.Skill, input *a2aclient.Input, data json.RawMessage, id safe.Raw) *Screen {
	s := New(h, agent, skill, input)
	s.prefill, s.ofRun = data, id
	return s
}

// UseParts has the message consist of the parts that a run sent; tag was set by hand for the
// data, empty for the declared one.
func (s *Screen) UseParts(sent runfile.Line, tag safe.Raw) *Screen {
	if len(sent.Parts) > 0 || !tag.IsEmpty() {
		s.parts = parts.OfRun(s.agent, sent.Parts, sent.PartsBefore, tag)
	}
	return s
}

// UseAgent goes on with another reading of the agent, whose schema is the same.
func (s *Screen) UseAgent(agent *a2aclient.Agent, skill *a2aclient.Skill, input *a2aclient.Input) {
	s.agent, s.skill, s.Input = agent, skill, input
}
