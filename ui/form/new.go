package form

import (
	"encoding/json"
	"slices"
	"strings"

	"a2aform/a2aclient"
	"a2aform/a2aclient/auth"
	"a2aform/formgen"
	"a2aform/formgen/huhform"
	"a2aform/internal/safe"
	"a2aform/internal/store/runfile"
	"a2aform/ui/kit"
)

// Use is what is done with a form that is not sent as a message.
type Use struct {
	Button   string                                    // what ends the form
	Do       func(data []byte, secret bool) kit.Action // gets what was filled in, in place of a review
	Origin   formgen.Origin                            // of what is filled in already
	Question func() safe.Raw                           // what the agent asks now, above the fields; may be nil
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

// schemaFrom says where the schema of a form is from: the card, a file of the user, or the
// examples of the card.
func schemaFrom(input *a2aclient.Input) string {
	if input == nil {
		return "none"
	}
	return input.Rule
}

// requestHeaders are the headers of a request as lines, in the order of their names, without the
// secrets.
func requestHeaders(header map[string][]string) []string {
	names := make([]string, 0, len(header))
	for name := range header {
		names = append(names, name)
	}
	slices.Sort(names)
	lines := make([]string, len(names))
	for i, name := range names {
		value := strings.Join(header[name], ", ")
		if auth.IsSecretHeader(name) {
			value = "••••"
		}
		lines[i] = safe.Text(name + ": " + value).Line(safe.CellLimit()).String()
	}
	return lines
}

// openParts is the screen of the message's parts.
func (s *Screen) openParts() *partsScreen {
	value := func() string {
		if huhform.HoldsSecret(s.Form, s.Form.Root()) {
			return ""
		}
		return s.Form.Root().JSON()
	}
	return newPartsScreen(s.Host, &s.parts, partsOf{
		Name: s.Title(), Card: s.agent.Card(), Skill: s.skill, Tag: s.Input.Tag, AsText: s.Input.AsText,
		Value: value, Changed: s.keepDraft,
	})
}

// edits counts the changes of the form and of the parts around it.
func (s *Screen) edits() uint64 { return s.Form.Edit() + s.parts.Edits() }

// draft is the form with the parts around it, as [Screen.Init] restores them.
func (s *Screen) draft() any {
	return struct {
		formgen.Draft
		Parts []MessagePart `json:"parts,omitempty"`
	}{s.Form.Draft(), s.parts.Saved()}
}

// openPartsScreen shows the parts of the message.
func (s *Screen) openPartsScreen() kit.Action { return kit.Action{Push: s.openParts()} }
