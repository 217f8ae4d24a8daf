package a2aclient

import (
	"fmt"
	"strings"

	"a2aform/internal/ojson"
	"a2aform/internal/safe"
	"a2aform/internal/schema"
)

// SkillSchema is a schema of a skill that no mode names.
type SkillSchema struct {
	Pointer string   // where it is in the card
	Name    safe.Raw // empty for a schema without one
	Schema  *ojson.Value
	Told    string // what the card has in place of the schema, see [schema.Meant]; "" for a schema
	IsInput bool
	// IsPrivate says that no version of A2A, and no extension that we know, has schemas there.
	IsPrivate bool
}

// schemaPlace is a place where cards keep the schemas of a skill.
type schemaPlace struct {
	// object is the object that has them, and its pointer; nil where there is none.
	object        func(root *ojson.Value, id, at string, skill *ojson.Value) (string, *ojson.Value)
	input, output []string // the names of its members, in any spelling; the first one that is there counts
	outputs       string   // the name of a member that has output schemas by their names, "" for none
}

// schemaPlaces are the places that are known. The first one with a schema counts.
var schemaPlaces = []schemaPlace{
	{ // seed 001; private spellings of many cards; parameters as tools of MCP and OpenAI have them
		object: func(_ *ojson.Value, _, at string, skill *ojson.Value) (string, *ojson.Value) { return at, skill },
		input:  []string{"inputSchema", "xInputSchema", "parameters", "inputs", "arguments", "params"},
		output: []string{"outputSchema", "xOutputSchema", "outputs", "returns"},
	},
	{ // both in one member
		object: func(_ *ojson.Value, _, at string, skill *ojson.Value) (string, *ojson.Value) {
			return at + "/schema", skill.Get("schema")
		},
		input:  []string{"input", "inputSchema"},
		output: []string{"output", "outputSchema"},
	},
	{
		object: func(_ *ojson.Value, _, at string, skill *ojson.Value) (string, *ojson.Value) { return at, skill },
		input:  []string{"schema"},
	},
	{ // mcp-mesh
		object: func(_ *ojson.Value, _, at string, skill *ojson.Value) (string, *ojson.Value) {
			return at + "/metadata", skill.Get("metadata")
		},
		input:  []string{"inputSchema", "parameters"},
		output: []string{"outputSchema"},
	},
	{ // lucid-agents
		object: func(root *ojson.Value, id, _ string, _ *ojson.Value) (string, *ojson.Value) {
			return ojson.Pointer("/entrypoints", id), root.Get("entrypoints").Get(id)
		},
		input:  []string{"inputSchema", "input"},
		output: []string{"outputSchema", "output"},
	},
	{ // agboss
		object: func(root *ojson.Value, id, _ string, _ *ojson.Value) (string, *ojson.Value) {
			for i, e := range root.Get("capabilities").Get("extensions").Items() {
				if v := e.Get("params").Get("skills").Get(id); v.Exists() {
					return ojson.Pointer(fmt.Sprintf("/capabilities/extensions/%d/params/skills", i), id), v
				}
			}
			return "", nil
		},
		input:   []string{"input", "inputSchema"},
		output:  []string{"output", "outputSchema"},
		outputs: "outputs",
	},
}

// SkillSchemas returns the schemas that a card has for a skill apart from those that its modes
// name: at most one input and one output without a name, and outputs with names. The root has
// the names of A2A, see [CorrectNames]; at is the pointer of the skill.
func SkillSchemas(root *ojson.Value, at string, skill *ojson.Value) (found []SkillSchema) {
	id := skill.Get("id").Text()
	hasInput, hasOutput := false, false
	add := func(name safe.Raw, m ojson.Member, object, told string, isInput bool) {
		pointer := ojson.Pointer(object, m.Name)
		isPrivate := m.Name != "inputSchema" && m.Name != "outputSchema" || object != at || !strings.HasPrefix(at, "/skills/")
		found = append(found, SkillSchema{Pointer: pointer, Name: name, Schema: m.Value, Told: told, IsInput: isInput, IsPrivate: isPrivate})
	}
	for _, place := range schemaPlaces {
		pointer, object := place.object(root, id, at, skill)
		if m, told, ok := firstSchema(object, place.input); ok && !hasInput {
			hasInput = true
			add(safe.Raw{}, m, pointer, told, true)
		}
		if m, told, ok := firstSchema(object, place.output); ok && !hasOutput {
			hasOutput = true
			add(safe.Raw{}, m, pointer, told, false)
		}
		if place.outputs == "" {
			continue
		}
		for _, m := range object.Get(place.outputs).Members() {
			add(safe.Text(m.Name), m, ojson.Pointer(pointer, place.outputs), "", false)
		}
	}
	return found
}

// firstSchema returns the first member with one of the names, in any spelling, that is a schema or means one, see [schema.Meant].
func firstSchema(object *ojson.Value, names []string) (m ojson.Member, told string, ok bool) {
	for _, name := range names {
		for _, m := range object.Members() {
			isSaid := name == "inputSchema" || name == "outputSchema" // under other names there are plain facts, too
			if normalKey(m.Name) != normalKey(name) {
				continue
			}
			if made, told := schema.Meant(m.Value); told != "" && made.Is(ojson.Object) && (isSaid || looksLikeSchema(made)) {
				return ojson.Member{Name: m.Name, Value: made}, told, true
			}
			if m.Value.Is(ojson.Object) && (isSaid || looksLikeSchema(m.Value)) {
				return m, "", true
			}
		}
	}
	return ojson.Member{}, "", false
}

// looksLikeSchema reports whether a value is a schema rather than plain facts: seed 003
// puts both under parameters.
func looksLikeSchema(v *ojson.Value) bool {
	return v.Get("properties").Is(ojson.Object) || v.Get("$schema").Is(ojson.String) || v.Get("$ref").Is(ojson.String)
}

// ownSchemas adds the schemas of a skill that no mode names. They are all that it gives where it
// has no output modes of its own.
func (r *cardReader) ownSchemas(s *Skill, at string, v *ojson.Value, isAll bool) {
	for _, found := range SkillSchemas(r.root, at, v) {
		rule := "schema from " + placeName(found.Pointer)
		if found.Told != "" {
			r.warn("%s: %s", placeName(found.Pointer), found.Told)
		}
		switch {
		case found.IsInput:
			s.Inputs = append(s.Inputs, Input{SkillID: s.ID, Schema: found.Schema.Compact(), Rule: rule, IsPrivate: found.IsPrivate})
		case found.Name.IsEmpty():
			s.Output = found.Schema.Compact()
			s.OnlySchemas = s.OnlySchemas || isAll
			s.Outputs = append(s.Outputs, Output{Rule: rule})
		default:
			name := found.Name.Exact()
			if _, known := r.Schema(name); !known {
				r.addSchema(name, found.Schema.Compact(), "the extension's params")
			}
			s.Outputs = append(s.Outputs, Output{Name: found.Name, Rule: rule})
		}
	}
}

// placeName is a pointer of the card as it is shown, such as skills[].parameters.
func placeName(pointer string) string {
	name := ""
	for i, token := range ojson.Tokens(pointer) {
		switch {
		case strings.Trim(token, "0123456789") == "":
			name += "[]"
		case i > 0:
			name += "." + token
		default:
			name += token
		}
	}
	return safe.Text(name).Line(80).String()
}
