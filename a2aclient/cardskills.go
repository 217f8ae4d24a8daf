package a2aclient

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"a2aform/a2aclient/a2a"
	"a2aform/internal/ojson"
	"a2aform/internal/safe"
	"a2aform/internal/schema"
)

// forms lists the skills, and for each, and for the agent itself, what it takes
// and gives.
func (r *cardReader) forms() {
	r.inputModes = modesOf(r.root.Get("defaultInputModes"))
	r.outputModes = modesOf(r.root.Get("defaultOutputModes"))
	own := r.inputs(safe.Raw{}, r.inputModes, "the agent's own input mode")
	r.Inputs = own.forms
	r.Text = own.text || len(r.inputModes) == 0
	r.form = r.extensionForm()
	r.Outputs = r.outputs(r.outputModes, "the agent's own output mode")
	r.OnlySchemas = r.areSchemas(r.outputModes)
	for i, v := range r.root.Get("skills").Items() {
		if v.Is(ojson.String) && v.Text() != "" { // a word in place of a skill
			v = ojson.NewObject(ojson.Member{Name: "id", Value: v})
		}
		if v.Is(ojson.Object) {
			r.Skills = append(r.Skills, r.skill(fmt.Sprintf("/skills/%d", i), v, r.outputModes))
		}
	}
	r.named("skills")
	for i, v := range r.root.Get("capabilities").Items() {
		switch {
		case r.Dialect == DialectSessions:
			r.Skills = append(r.Skills, r.capability(v))
		case v.Get("name").Is(ojson.String), v.Get("id").Is(ojson.String):
			r.Skills = append(r.Skills, r.skill(fmt.Sprintf("/capabilities/%d", i), v, r.outputModes))
		}
	}
	if len(r.Skills) == 0 {
		r.named("entrypoints") // of lucid-agents
	}
	if len(r.Inputs)+len(r.Skills) == 0 {
		r.Inputs = r.formInputs(safe.Raw{})
	}
}

// extensionForm is the form that an extension of AgentStack declares for the agent, nil where there is none.
func (r *cardReader) extensionForm() *Input {
	for _, e := range r.root.Get("capabilities").Get("extensions").Items() {
		uri := e.Get("uri").Text()
		form, notices, ok := a2a.CardForm(uri, e.Get("params"))
		for _, notice := range notices {
			r.warn("%s", notice)
		}
		if ok {
			return &Input{Schema: form.Schema, Form: &form, Rule: "form of the extension " + safe.Text(uri).Line(200).String()}
		}
	}
	return nil
}

// formInputs is that form as an input of a skill, or of the agent itself for an empty id.
func (r *cardReader) formInputs(skill safe.Raw) []Input {
	if r.form == nil {
		return nil
	}
	in := *r.form
	in.SkillID = skill
	return []Input{in}
}

// named adds the skills that a member of the card has by their ids, in an object in place of a list.
func (r *cardReader) named(member string) {
	for _, m := range r.root.Get(member).Members() {
		if !m.Value.Is(ojson.Object) {
			continue
		}
		v := m.Value
		if !v.Get("id").Exists() {
			v = ojson.NewObject(append([]ojson.Member{{Name: "id", Value: ojson.NewString(m.Name)}}, v.Members()...)...)
		}
		r.Skills = append(r.Skills, r.skill(ojson.Pointer("/"+member, m.Name), v, r.outputModes))
	}
}

func (r *cardReader) skill(at string, v *ojson.Value, defaultOutputs []string) Skill {
	s := Skill{
		ID: raw(v.Get("id")), Name: raw(v.Get("name")), Description: raw(v.Get("description")),
		Tags: raws(v.Get("tags")), Examples: raws(v.Get("examples")),
	}
	for _, name := range []*safe.Raw{&s.Name, &s.ID} { // cards by hand have one of the two
		for _, other := range []safe.Raw{s.ID, s.Name, raw(v.Get("title"))} {
			if name.IsEmpty() {
				*name = other
			}
		}
	}
	s.Requirements = requirementsOf(v.Get("securityRequirements"), v.Get("security"))
	modes, rule := modesOf(v.Get("inputModes")), "the skill's input mode"
	if len(modes) == 0 {
		modes, rule = r.inputModes, "the agent's input mode, as the skill names none,"
	}
	for _, m := range modes {
		s.InputModes = append(s.InputModes, safe.Text(m))
	}
	in := r.inputs(s.ID, modes, rule)
	s.Inputs, s.JSON = in.forms, in.json
	s.Text = in.text || len(modes) == 0
	outputs, rule := modesOf(v.Get("outputModes")), "the skill's output mode"
	if len(outputs) == 0 {
		outputs, rule = defaultOutputs, "the agent's output mode, as the skill names none,"
	}
	s.outputModes, s.Outputs = outputs, r.outputs(outputs, rule)
	s.OnlySchemas = r.areSchemas(outputs)
	r.ownSchemas(&s, at, v, len(modesOf(v.Get("outputModes"))) == 0)
	if len(s.Inputs) == 0 {
		s.Inputs = r.formInputs(s.ID)
	}
	if len(s.Inputs) == 0 {
		s.Inputs = guessedInputs(&s)
	}
	s.Text = s.Text || s.JSON && len(s.Inputs) == 0
	return s
}

// guessedInputs is a form made of those examples of a skill that are JSON, where the card
// declares no schema. A skill that takes only JSON has none without them: frameworks declare JSON for agents that read
// texts, and fail on data.
func guessedInputs(s *Skill) []Input {
	var examples []*ojson.Value
	for _, e := range s.Examples {
		if v := schema.ExampleOf(e.Exact()); v != nil {
			examples = append(examples, v)
		}
	}
	in := Input{SkillID: s.ID, IsGuess: true, AsText: !s.JSON, Rule: fmt.Sprintf("guessed from %d JSON examples, other values can be sent too", len(examples))}
	switch {
	case s.Text && len(examples) == 0:
		return templateInputs(s)
	case !s.Text && !s.JSON, len(examples) == 0:
		return nil
	default:
		in.Schema = schema.Infer(examples)
	}
	if len(examples) == 1 {
		in.Rule = "guessed from 1 JSON example, other values can be sent too"
	}
	return []Input{in}
}

// JSONInput is the input for data of which the card declares nothing: of a skill, or of the agent itself for an empty id.
func JSONInput(skill safe.Raw) Input {
	return Input{SkillID: skill, IsGuess: true, Schema: json.RawMessage("true"), Rule: "any JSON: the card declares no schema for it"}
}

// templateInputs is a form of what the texts of a skill have in common, where there is anything: of the parameters that its
// description lists, else of its examples.
func templateInputs(s *Skill) []Input {
	in := Input{SkillID: s.ID, IsGuess: true, AsText: true}
	guessed := func(from string) []Input {
		in.GuessedFrom, in.Rule = from, "guessed from "+from+", any text can be sent too"
		return []Input{in}
	}
	var ok bool
	if in.Template, in.Schema, ok = schema.TemplateOfParameters(s.Description.Exact()); ok {
		return guessed("the description")
	}
	texts := make([]string, len(s.Examples))
	for i, e := range s.Examples {
		texts[i] = e.Exact()
	}
	if in.Template, in.Schema, ok = schema.TemplateOf(texts); ok {
		return guessed("the examples")
	}
	return nil
}

// capability is a skill of seed 003.
func (r *cardReader) capability(v *ojson.Value) Skill {
	s := Skill{ID: raw(v.Get("type")), Description: raw(v.Get("description")), Text: true}
	s.Name = s.ID
	if p := v.Get("parameters"); looksLikeSchema(p) {
		s.Inputs = []Input{{SkillID: s.ID, Schema: p.Compact(), Rule: "schema from capabilities[].parameters"}}
	} else if text := string(p.Compact()); p.Len() > 0 {
		if len(text) > maxFact {
			text = strings.ToValidUTF8(text[:maxFact], "") + "…"
		}
		s.Facts = safe.Text(text)
	}
	return s
}

// accepted is what a list of input modes lets in.
type accepted struct {
	forms      []Input
	text, json bool
}

func (r *cardReader) inputs(skill safe.Raw, modes []string, rule string) accepted {
	var a accepted
	for _, declared := range modes {
		m := a2a.ParseMediaType(declared)
		a.text = a.text || m.IsText()
		if !m.IsJSON() {
			continue
		}
		if !m.HasSchema {
			a.json = true
			continue
		}
		schema, ok := r.Schema(m.Schema)
		if !ok {
			continue
		}
		a.forms = append(a.forms, Input{SkillID: skill, Name: safe.Text(m.Schema), Tag: safe.Text(declared), Schema: schema, Rule: rule + " and " + r.place(m.Schema)})
	}
	return a
}

func (r *cardReader) outputs(modes []string, rule string) []Output {
	var list []Output
	for _, declared := range modes {
		m := a2a.ParseMediaType(declared)
		if !m.HasSchema {
			continue
		}
		if _, ok := r.Schema(m.Schema); !ok {
			continue
		}
		out := Output{Name: safe.Text(m.Schema), Rule: rule + " and " + r.place(m.Schema)}
		if !slices.ContainsFunc(list, func(o Output) bool { return o.Name == out.Name && o.Rule == out.Rule }) {
			list = append(list, out)
		}
	}
	return list
}

// areSchemas reports whether each of the output modes, at least one, names a schema of the card.
func (r *cardReader) areSchemas(modes []string) bool {
	return len(modes) > 0 && !slices.ContainsFunc(modes, func(declared string) bool {
		_, ok := r.Schema(a2a.ParseMediaType(declared).Schema)
		return !ok
	})
}

// place is where a declared schema lies on the card.
func (r *cardReader) place(name string) string { return r.Schemas[r.byName[name]].Place }

// modesOf are the strings of a list; anything else in it is passed over.
func modesOf(v *ojson.Value) []string {
	var list []string
	for _, item := range v.Items() {
		if item.Is(ojson.String) {
			list = append(list, item.Text())
		}
	}
	return list
}

// TakesFiles reports whether the skill declares a mode that files come under.
func (s *Skill) TakesFiles() bool {
	return slices.ContainsFunc(s.InputModes, func(m safe.Raw) bool { return a2a.ParseMediaType(m.Exact()).IsFile() })
}

// TakesFiles reports whether the agent as a whole declares a mode that files come
// under.
func (c *Card) TakesFiles() bool {
	return slices.ContainsFunc(c.inputModes, func(m string) bool { return a2a.ParseMediaType(m).IsFile() })
}

// TakesMore reports whether the agent as a whole takes what none of its skills takes: a form, or text where no skill is a
// chat.
func (c *Card) TakesMore() bool {
	isChat := func(s Skill) bool { return s.Text && len(s.Inputs) == 0 }
	return len(c.Inputs) > 0 || len(c.Skills) == 0 || c.Text && !slices.ContainsFunc(c.Skills, isChat)
}

// withSchemas is the card with the schemas of the user in place of its own.
func (c *Card) withSchemas(inputs, outputs []Input) *Card {
	if len(inputs)+len(outputs) == 0 {
		return c
	}
	changed := *c
	changed.Skills = slices.Clone(c.Skills)
	for _, in := range inputs {
		if in.SkillID.IsEmpty() {
			in.AsText = c.Text && !slices.ContainsFunc(c.inputModes, isJSONMode)
			changed.Inputs = []Input{in}
			continue
		}
		for i := range changed.Skills {
			if s := &changed.Skills[i]; s.ID == in.SkillID {
				in.AsText = s.Text && !s.JSON && len(s.Inputs) == 0 || len(s.Inputs) > 0 && s.Inputs[0].AsText
				s.Inputs = []Input{in}
			}
		}
	}
	for _, out := range outputs {
		attached := []Output{{Rule: out.Rule, Attached: out.Schema}}
		if s := changed.Skill(out.SkillID.Exact()); s != nil {
			s.Outputs = attached
		} else if out.SkillID.IsEmpty() {
			changed.Outputs = attached
		}
	}
	return &changed
}

func isJSONMode(declared string) bool { return a2a.ParseMediaType(declared).IsJSON() }
