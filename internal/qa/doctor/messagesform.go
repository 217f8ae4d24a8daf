package doctor

import (
	"bytes"
	"encoding/json"
	"slices"
	"sync"

	"a2aform/a2aclient"
	"a2aform/internal/ojson"
	"a2aform/internal/qa/gen"
	"a2aform/internal/safe"
	"a2aform/internal/schema"
)

const (
	// samples is how many generated values OS3.4 sends.
	samples = 5
	// maxInvalid is how many invalid values OS3.3 sends.
	maxInvalid = 20
)

// structural are the keywords of OS3.5. OS3.3 takes all others.
var structural = []string{"required", "type", "additionalProperties", "unevaluatedProperties"}

// form is a form with a named schema, and values for it.
type form struct {
	engine *engine
	skill  *a2aclient.Skill // nil for the agent itself
	input  *a2aclient.Input
	doc    *schema.Document
	name   string
	valid  []json.RawMessage // the first one is the base; at least one
	// invalid are values with one fault each: of the structural keywords and the others.
	invalid []gen.Case
	problem string // why there are no values; "" for none

	baseline func() *reply // what comes of the base
}

// forms are the forms that the checks are about, each schema once.
func (e *engine) forms() (list []*form) {
	card := e.agent.Card()
	var seen []safe.Raw
	add := func(skill *a2aclient.Skill, inputs []a2aclient.Input) {
		for i := range inputs {
			in := &inputs[i]
			if in.Name.IsEmpty() || in.IsGuess || in.IsAttached || slices.Contains(seen, in.Name) {
				continue
			}
			seen = append(seen, in.Name)
			list = append(list, e.newForm(skill, in))
		}
	}
	for i := range card.Skills {
		add(&card.Skills[i], card.Skills[i].Inputs)
	}
	add(nil, card.Inputs)
	return list
}

func (e *engine) newForm(skill *a2aclient.Skill, in *a2aclient.Input) *form {
	f := &form{engine: e, skill: skill, input: in, name: "the agent"}
	if skill != nil {
		f.name = exact(skill.ID)
		if len(skill.Inputs) > 1 {
			f.name += " " + exact(in.Name)
		}
	}
	f.baseline = sync.OnceValue(func() *reply { return e.send(probe{form: f, parts: []json.RawMessage{f.part(f.valid[0])}}) })
	var err error
	if f.doc, err = schema.Load(in.Schema); err == nil {
		err = f.doc.Compile()
	}
	if err != nil {
		f.problem = "its schema cannot be used: " + err.Error()
		return f
	}
	f.findValid()
	if len(f.valid) == 0 {
		f.problem = "no valid value was found"
		return f
	}
	f.findInvalid()
	return f
}

// findValid collects values: the examples of the card, and generated ones.
func (f *form) findValid() {
	add := func(v *ojson.Value, err error) {
		if err != nil || !v.Is(ojson.Object) || len(f.doc.Validate(v)) > 0 {
			return
		}
		text := json.RawMessage(v.Compact())
		if !slices.ContainsFunc(f.valid, func(old json.RawMessage) bool { return string(old) == string(text) }) {
			f.valid = append(f.valid, text)
		}
	}
	if f.skill != nil {
		for _, example := range f.skill.Examples {
			add(ojson.Parse([]byte(exact(example)), ojson.DataLimits))
		}
	}
	for i := range uint64(samples) {
		add(gen.Sample(f.doc, seed+i))
	}
	if len(f.valid) == 0 {
		add(gen.Smallest(f.doc))
	}
}

// findInvalid collects invalid values, one for each keyword.
func (f *form) findInvalid() {
	base, _ := ojson.Parse(f.valid[0], ojson.DataLimits) // it was written
	g, err := gen.New(f.doc, gen.Options{Base: base, Seed: seed, Invalid: true})
	if err != nil {
		return
	}
	seen := map[string]bool{}
	for c := range g.Cases() {
		if c.Kind != gen.Invalid || seen[c.Keyword] || len(c.Also) > 0 || !c.Whole.Is(ojson.Object) {
			continue
		}
		seen[c.Keyword] = true
		f.invalid = append(f.invalid, c)
	}
}

// faults are the invalid values of the structural keywords, or of the others.
func (f *form) faults(isStructural bool) (list []gen.Case) {
	for _, c := range f.invalid {
		if slices.Contains(structural, c.Keyword) == isStructural && len(list) < maxInvalid {
			list = append(list, c)
		}
	}
	return list
}

// part is a data part with the tag of the form.
func (f *form) part(data json.RawMessage) json.RawMessage { return f.tagged(data, f.input.Tag) }

func (f *form) tagged(data json.RawMessage, tag safe.Raw) json.RawMessage {
	return f.engine.agent.EncodePart(a2aclient.Part{Data: data, Tag: tag})
}

// hasTag reports whether the name of a schema leaves with the data: HTTP+JSON of A2A 0.3 has no place for it, so that no agent can know
// the schema that the data is to fit.
func (f *form) hasTag() bool {
	data := f.valid[0]
	return !bytes.Equal(f.tagged(data, f.undeclared()), f.engine.agent.EncodePart(a2aclient.Part{Data: data}))
}

// undeclared is a tag whose schema the card does not have.
func (f *form) undeclared() safe.Raw {
	return safe.Text("application/json;schema=" + exact(f.input.Name) + "NotDeclared")
}

// send sends parts for the form.
func (f *form) send(parts ...json.RawMessage) *reply {
	return f.engine.send(probe{form: f, parts: parts})
}

// usable are the forms with values.
func (e *engine) usable() []*form {
	return slices.DeleteFunc(slices.Clone(e.list), func(f *form) bool { return f.problem != "" })
}
