package carddiff

import (
	"encoding/json"
	"math/big"

	"a2aform/internal/qa/casefile"
	"a2aform/internal/safe"
	"a2aform/internal/schema"
)

// Document is the report as JSON.
type Document struct {
	Old      Side             `json:"old"`
	New      Side             `json:"new"`
	Breaking int              `json:"breaking"`
	Unproven int              `json:"unproven"`
	Changes  []DocumentChange `json:"changes"`
}

// Side is one of the two cards.
type Side struct {
	From  string   `json:"from"` // the address or the file
	Saved string   `json:"saved,omitempty"`
	Name  safe.Raw `json:"name"`
}

// String is the side on one line, safe to show.
func (s Side) String() string {
	text := safe.Text(s.From).Line(0).String()
	if s.Saved != "" {
		text += "  stored " + s.Saved
	}
	return text + "  " + line(s.Name)
}

// DocumentChange is a change in the document.
type DocumentChange struct {
	Skill    safe.Raw         `json:"skill,omitzero"`
	Part     Part             `json:"part"`
	Kind     Kind             `json:"kind"`
	Breaking bool             `json:"breaking"`
	Name     safe.Raw         `json:"name,omitzero"`
	Text     string           `json:"text"`
	Tries    int              `json:"tries,omitempty"`
	Witness  *DocumentWitness `json:"witness,omitempty"`
}

// DocumentWitness is a witness in the document.
type DocumentWitness struct {
	Value    json.RawMessage   `json:"value"`
	Problems []DocumentProblem `json:"problems"`
	Label    safe.Raw          `json:"label,omitzero"`
	Shown    safe.Raw          `json:"shown,omitzero"`
}

// DocumentProblem is why a schema rejects a witness.
type DocumentProblem struct {
	At      string `json:"at"`
	Keyword string `json:"keyword"`
	Message string `json:"message"`
}

// Document is the report as JSON, of cards from these sides.
func (r *Report) Document(before, after Side) *Document {
	d := &Document{Old: before, New: after, Breaking: r.Breaking(), Unproven: r.Unproven(), Changes: []DocumentChange{}}
	for _, c := range r.Changes {
		change := DocumentChange{c.Skill, c.Part, c.Kind, c.Breaking, c.Name, c.words(), c.Tries, nil}
		if w := c.Witness; w != nil {
			change.Witness = &DocumentWitness{w.Value.Compact(), documentProblems(w.Problems), w.Label, w.Shown}
		}
		d.Changes = append(d.Changes, change)
	}
	return d
}

func documentProblems(list []schema.Problem) (problems []DocumentProblem) {
	for _, p := range list {
		problems = append(problems, DocumentProblem{p.Pointer, p.Keyword, p.Message()})
	}
	return problems
}

// tag marks the cases.
const tag = "diff"

// Cases send the witnesses of inputs to the new agent, which passes if it still takes what callers of the old card send, and what
// its card says that it takes now. agent is named in them; "" for the one of the command line.
func (r *Report) Cases(agent string) (list []*casefile.Case) {
	for _, c := range r.Changes {
		if c.Part != Input || c.Witness == nil {
			continue
		}
		w, verb := c.Witness, "the new card rejects it"
		if c.Kind == Widened {
			verb = "the old card rejected it"
		}
		name := c.Skill.Line(0).String() + " input " + string(c.Kind)
		for _, p := range w.Problems {
			name += " " + safe.Text(p.Pointer).Line(0).String() + " " + p.Keyword
		}
		kase := &casefile.Case{
			Name: name, Why: verb + ": " + problemWords(w.Problems), Agent: agent, Skill: c.Skill.Exact(), Tags: []string{tag},
			Repeat: 1, PassRate: big.NewRat(1, 1),
			Input:  casefile.Input{Data: w.Value.Compact(), Invalid: c.Kind == Narrowed},
			Expect: casefile.Expect{States: []string{casefile.AcceptedState}},
		}
		if c.isOneOfSeveral {
			kase.Schema = c.Name.Exact()
		}
		list = append(list, kase)
	}
	return list
}
