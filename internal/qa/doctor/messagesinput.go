package doctor

import (
	"bytes"
	"encoding/json"
	"slices"
	"strconv"
	"strings"
	"sync"

	"a2aform/a2aclient"
	"a2aform/internal/ojson"
	"a2aform/internal/qa/check"
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

// tryAgain is what decides a check that got no answer.
const tryAgain = "an agent that answers"

// What is said of data that leaves without the name of its schema, and what decides a check then.
const (
	noTag          = "this binding cannot carry the name of the schema, so the agent cannot know it"
	anotherBinding = "an agent over another binding"
)

// maxNamed is how many of the values that fail a check are named.
const maxNamed = 3

// some are the first texts of a list.
func some(list []string) string {
	if more := len(list) - maxNamed; more > 0 {
		return strings.Join(list[:maxNamed], "; ") + "; and " + strconv.Itoa(more) + " more"
	}
	return strings.Join(list, "; ")
}

// withWords says how the agent answered, and what it said.
func withWords(r *reply) string {
	if words := said(r, 160); words != "" && r.now.Err == nil {
		return r.String() + ": “" + words + "”"
	}
	return r.String()
}

// said is what the agent said in text, on one line.
func said(r *reply, limit int) string {
	return safe.Text(strings.Join(strings.Fields(r.words()), " ")).Line(limit).String()
}

func isCrash(r *reply) bool { return r.how == check.Crashed }

// expectRejected adds the result of input that is to be rejected.
func (e *engine) expectRejected(id string, f *form, what string, r *reply) {
	switch {
	case r.how == check.Nothing:
		e.undecided(id, f, what+": "+r.String(), tryAgain, r)
	case r.how == check.Answered && !r.isRejected(f):
		e.undecided(id, f, what+": a message alone does not say whether it was rejected", "an agent that rejects by a state or an error", r)
	case r.isRejected(f):
		e.pass(id, f)
	case !f.hasTag():
		e.undecided(id, f, what+": "+noTag, anotherBinding, r)
	default:
		e.broken(id, f, what+": "+r.String(), r)
	}
}

// checkUndeclared sends valid data under the name of no schema (OS3.2).
func (e *engine) checkUndeclared(f *form) {
	r := f.send(f.tagged(f.valid[0], f.undeclared()))
	e.expectRejected("OS3.2", f, "valid data that names an undeclared schema", r)
}

// checkInvalid sends data with one fault each (OS3.3, OS3.5), and looks at what the agent says of it (OS3.9).
func (e *engine) checkInvalid(f *form) {
	e.checkFaults("OS3.3", f, f.faults(false))
	e.checkFaults("OS3.5", f, f.faults(true))
}

func (e *engine) checkFaults(id string, f *form, cases []gen.Case) {
	if len(cases) == 0 {
		e.undecided(id, f, "the schema has no keyword that this check can break", "a schema with more keywords")
		return
	}
	replies := sendAll(len(cases), func(i int) *reply { return f.send(f.part(json.RawMessage(cases[i].JSON()))) })
	var accepted, silent, unclear []string
	for i, r := range replies {
		c := &cases[i]
		switch {
		case r.isRejected(f):
			if r.words() == "" {
				silent = append(silent, safe.Text(c.Name).Line(80).String())
			}
		case r.how == check.Nothing || r.how == check.Answered:
			unclear = append(unclear, safe.Text(c.Name).Line(80).String()+": "+r.String())
		default:
			accepted = append(accepted, safe.Text(c.Name).Line(80).String()+": "+r.String())
		}
	}
	switch {
	case len(accepted) > 0 && !f.hasTag():
		e.undecided(id, f, "invalid data is not rejected: "+noTag, anotherBinding, replies...)
	case len(accepted) > 0:
		e.broken(id, f, "invalid data is not rejected: "+some(accepted), replies...)
	case len(unclear) > 0:
		e.undecided(id, f, "not every answer says whether the data was rejected: "+some(unclear), tryAgain, replies...)
	default:
		e.pass(id, f)
	}
	e.checkWords(id, f, replies, silent)
}

// checkWords looks at what rejections say. It is asked once for a form, of the structural faults where there are some.
func (e *engine) checkWords(id string, f *form, replies []*reply, silent []string) {
	rejected := 0
	for _, r := range replies {
		if r.isRejected(f) {
			rejected++
		}
	}
	switch {
	case id == "OS3.3" && len(f.faults(true)) > 0:
	case rejected == 0:
		e.undecided("OS3.9", f, "no invalid data was rejected", "an agent that rejects invalid data")
	case len(silent) > 0:
		e.broken("OS3.9", f, "rejected without a word: "+some(silent), replies...)
	default:
		e.pass("OS3.9", f)
	}
}

// checkValid sends the examples of the card and generated values (OS3.4).
func (e *engine) checkValid(f *form) {
	replies := sendAll(len(f.valid), func(i int) *reply {
		if i == 0 {
			return f.baseline()
		}
		return f.send(f.part(f.valid[i]))
	})
	var refused, unclear []string
	for i, r := range replies {
		switch {
		case r.how == check.Nothing || r.how == check.Answered:
			unclear = append(unclear, r.String())
		case !r.isTaken():
			refused = append(refused, safe.Text(string(f.valid[i])).Line(120).String()+": "+withWords(r))
		}
	}
	switch {
	case len(refused) > 0:
		e.broken("OS3.4", f, "valid data is not taken: "+some(refused), replies...)
	case len(unclear) > 0:
		e.undecided("OS3.4", f, "not every answer says whether the data was taken: "+unclear[0], tryAgain, replies...)
	default:
		e.pass("OS3.4", f)
	}
}
