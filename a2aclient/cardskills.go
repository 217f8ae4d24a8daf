package a2aclient

import (
	"slices"
	"strings"

	"a2aform/internal/ojson"
	"a2aform/internal/safe"
)

// forms lists the skills, and for each, and for the agent itself, what it takes
// and gives.
func (r *cardReader) forms() {
	r.inputModes = modesOf(r.root["defaultInputModes"])
	outputModes := modesOf(r.root["defaultOutputModes"])
	own := r.inputs(safe.Raw{}, r.inputModes, "the agent's own input mode")
	r.Inputs = own.forms
	r.Text = own.text || len(r.inputModes) == 0
	r.Outputs = r.outputs(outputModes, "the agent's own output mode")
	for _, v := range r.root["skills"].Items() {
		if v.Is(ojson.Object) {
			r.Skills = append(r.Skills, r.skill(v, outputModes))
		} else {
			r.warn("a skill that is not an object was passed over")
		}
	}
	if r.Dialect == DialectSessions {
		for _, v := range r.root["capabilities"].Items() {
			r.Skills = append(r.Skills, r.capability(v))
		}
	}
	if len(r.Skills) == 0 {
		r.warn("the card lists no skills: the agent takes plain text at most")
	}
}

func (r *cardReader) skill(v *ojson.Value, defaultOutputs []string) Skill {
	s := Skill{
		ID: raw(v.Get("id")), Name: raw(v.Get("name")), Description: raw(v.Get("description")),
		Tags: raws(v.Get("tags")), Examples: raws(v.Get("examples")),
	}
	if s.Name.IsEmpty() {
		s.Name = s.ID
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
	s.Outputs = r.outputs(outputs, rule)
	if schema := v.Get("outputSchema"); schema.Is(ojson.Object) {
		s.Output = schema.Compact()
		s.Outputs = append(s.Outputs, Output{Rule: "the skill's outputSchema"})
	}
	if schema := v.Get("inputSchema"); schema.Is(ojson.Object) { // seed 001, and a private addition of some other cards
		s.Inputs = append(s.Inputs, Input{SkillID: s.ID, Schema: schema.Compact(), Rule: "the skill's inputSchema"})
	}
	return s
}

// capability is a skill of seed 003.
func (r *cardReader) capability(v *ojson.Value) Skill {
	s := Skill{ID: raw(v.Get("type")), Description: raw(v.Get("description")), Text: true}
	s.Name = s.ID
	if p := v.Get("parameters"); looksLikeSchema(p) {
		s.Inputs = []Input{{SkillID: s.ID, Schema: p.Compact(), Rule: "the capability's parameters"}}
	}
	return s
}

// looksLikeSchema reports whether a value is a schema rather than plain facts: seed 003
// puts both under parameters.
func looksLikeSchema(v *ojson.Value) bool {
	return v.Get("properties").Is(ojson.Object) || v.Get("$schema").Is(ojson.String) || v.Get("$ref").Is(ojson.String)
}

// accepted is what a list of input modes lets in.
type accepted struct {
	forms      []Input
	text, json bool
}

func (r *cardReader) inputs(skill safe.Raw, modes []string, rule string) accepted {
	var a accepted
	for _, declared := range modes {
		m := parseMode(declared)
		a.text = a.text || m.isText()
		if !m.isJSON() {
			continue
		}
		if !m.hasSchema {
			a.json = true
			continue
		}
		schema, ok := r.Schema(m.schema)
		if !ok {
			r.dangle(m.schema)
			continue
		}
		a.forms = append(a.forms, Input{SkillID: skill, Name: safe.Text(m.schema), Tag: safe.Text(declared), Schema: schema, Rule: rule + " and " + r.place(m.schema)})
	}
	return a
}

func (r *cardReader) outputs(modes []string, rule string) []Output {
	var list []Output
	for _, declared := range modes {
		m := parseMode(declared)
		if !m.hasSchema {
			continue
		}
		if _, ok := r.Schema(m.schema); !ok {
			r.dangle(m.schema)
			continue
		}
		out := Output{safe.Text(m.schema), rule + " and " + r.place(m.schema)}
		if !slices.Contains(list, out) {
			list = append(list, out)
		}
	}
	return list
}

// place is where a declared schema lies on the card.
func (r *cardReader) place(name string) string { return r.Schemas[r.byName[name]].Place }

// dangle warns, once a name, about a mode whose schema is not on the card.
func (r *cardReader) dangle(name string) {
	if !r.dangling[name] {
		r.dangling[name] = true
		r.warn("a mode names the schema %s, which the card does not have", safe.Text(name).Line(200))
	}
}

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

// mode is an input or output mode of a card, read as a media type.
type mode struct {
	kind      string // lower case, without parameters
	schema    string // the parameter "schema"
	hasSchema bool
}

// parseMode reads a media type leniently: spaces, quotes, other parameters and
// names that RFC 2045 would want quoted are all accepted.
func parseMode(s string) mode {
	kind, rest, _ := strings.Cut(s, ";")
	m := mode{kind: strings.ToLower(strings.TrimSpace(kind))}
	for rest != "" {
		var key, value string
		key, value, rest = parameter(rest)
		if strings.EqualFold(key, "schema") && value != "" {
			m.schema, m.hasSchema = value, true
		}
	}
	return m
}

// parameter splits the first "key=value" off s.
func parameter(s string) (key, value, rest string) {
	end := strings.IndexAny(s, "=;")
	if end < 0 {
		return strings.TrimSpace(s), "", ""
	}
	key = strings.TrimSpace(s[:end])
	if s[end] == ';' {
		return key, "", s[end+1:]
	}
	s = strings.TrimLeft(s[end+1:], " \t")
	if strings.HasPrefix(s, `"`) {
		value, rest = quoted(s[1:])
		_, rest, _ = strings.Cut(rest, ";")
		return key, value, rest
	}
	value, rest, _ = strings.Cut(s, ";")
	return key, strings.TrimSpace(value), rest
}

// quoted reads up to the closing quote, backslash escapes undone.
func quoted(s string) (value, rest string) {
	var sb strings.Builder
	for i := 0; i < len(s); i++ {
		switch {
		case s[i] == '"':
			return sb.String(), s[i+1:]
		case s[i] == '\\' && i+1 < len(s):
			i++
		}
		sb.WriteByte(s[i])
	}
	return sb.String(), ""
}

// isText reports whether plain text may be sent under the mode.
func (m mode) isText() bool {
	switch m.kind {
	case "text/plain", "text", "text/*", "*/*", "*":
		return true
	}
	return false
}

// isJSON reports whether the mode is JSON data.
func (m mode) isJSON() bool {
	return m.kind == "application/json" || m.kind == "json" || strings.HasSuffix(m.kind, "+json")
}

// isFile reports whether a file may be sent under the mode: it is neither plain
// text nor JSON.
func (m mode) isFile() bool {
	return m.kind == "*/*" || m.kind == "*" || strings.Contains(m.kind, "/") && !m.isText() && !m.isJSON()
}

// TakesFiles reports whether the skill declares a mode that files come under.
func (s *Skill) TakesFiles() bool {
	return slices.ContainsFunc(s.InputModes, func(m safe.Raw) bool { return parseMode(m.Exact()).isFile() })
}

// TakesFiles reports whether the agent as a whole declares a mode that files come
// under.
func (c *Card) TakesFiles() bool {
	return slices.ContainsFunc(c.inputModes, func(m string) bool { return parseMode(m).isFile() })
}
