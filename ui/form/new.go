package form

import (
	"encoding/json"

	"a2aform/a2aclient"
	"a2aform/formgen"
	"a2aform/internal/safe"
	"a2aform/internal/store/runfile"
	"a2aform/ui/kit"
)

// Use is what is done with a form that is not sent as a message.
type Use struct {
	Button, About string                                    // what ends the form
	Do            func(data []byte, secret bool) kit.Action // gets what was filled in, in place of a review
	Origin        formgen.Origin                            // of what is filled in already
	Question      func() safe.Raw                           // what the agent asks now, above the fields; may be nil
}

// NewFor is a form for such a use, filled in with prefill. The agent is nil for a schema alone.
func NewFor(h *kit.Host, agent *a2aclient.Agent, skill *a2aclient.Skill, input *a2aclient.Input, prefill json.RawMessage, use *Use) *Screen {
	s := New(h, agent, skill, input)
	s.prefill, s.known, s.use = prefill, use.Origin, use
	return s
}

// NewFilled is a form that is filled in with data of a run, or of something else that the id stands for. It has drafts of its own.
func NewFilled(h *kit.Host, agent *a2aclient.Agent, skill *a2aclient.Skill, input *a2aclient.Input, data json.RawMessage, from formgen.Origin, id safe.Raw) *Screen {
	s := New(h, agent, skill, input)
	s.prefill, s.known, s.ofRun = data, from, id
	return s
}

// UseFedBy notes which result filled in the form; nil for none.
func (s *Screen) UseFedBy(from *runfile.FedBy) *Screen {
	s.fedBy = from
	return s
}

// UseParts has the message consist of the parts that a run sent; tag was set by hand for the
// data, empty for the declared one.
func (s *Screen) UseParts(sent runfile.Line, tag safe.Raw) *Screen {
	if len(sent.Parts) > 0 || !tag.IsEmpty() {
		s.parts = partsOfRun(s.agent, sent.Parts, sent.PartsBefore, tag)
	}
	return s
}

// UseAgent goes on with another reading of the agent, whose schema is the same.
func (s *Screen) UseAgent(agent *a2aclient.Agent, skill *a2aclient.Skill, input *a2aclient.Input) {
	s.agent, s.skill, s.Input = agent, skill, input
}

// Follow is UseAgent for an agent that is spoken to at another address now.
func (s *Screen) Follow(agent *a2aclient.Agent, skill *a2aclient.Skill, input *a2aclient.Input) {
	if s.agent.Interface() != agent.Interface() {
		s.UseAgent(agent, skill, input)
	}
}
