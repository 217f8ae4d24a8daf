package schema

import (
	"slices"
	"strings"

	"a2aform/internal/ojson"
	"a2aform/internal/schema/normalize"
)

// Meant returns the schema that a value in place of one means, and in our words what the value is: JSON in a
// text, a list of parameters, a tool with its schema, or members without "properties" around them. Told is "" where the
// value is used as it is.
func Meant(v *ojson.Value) (schema *ojson.Value, told string) {
	var notes []string
	for range 3 { // a tool as a text, with members alone
		made, note := meantOnce(v)
		if note == "" {
			break
		}
		v, notes = made, append(notes, note)
	}
	return v, strings.Join(notes, "; ")
}

func meantOnce(v *ojson.Value) (schema *ojson.Value, told string) {
	switch {
	case v.Is(ojson.String):
		if inner, err := ojson.Parse([]byte(strings.TrimSpace(v.Text())), normalize.SchemaLimits); err == nil && (inner.Is(ojson.Object) || inner.Is(ojson.Array)) {
			return inner, "the schema is a text; it is read as JSON"
		}
	case v.Is(ojson.Array):
		if made, ok := ofParameters(v); ok {
			return made, "the schema is a list of parameters; they are read as the fields"
		}
	case v.Is(ojson.Object) && !isSchemaDocument(v):
		if inner, name := ofTool(v); inner != nil {
			return inner, "the document is a tool; its " + name + " is read as the schema"
		}
		if isShorthand(v) {
			return objectOf(v.Members(), nil), `the schema has fields without "properties" around them; they are read as the fields`
		}
	case v.Get("type").Text() == "function" && v.Get("properties") == nil: // of OpenAI
		if inner, name := ofTool(v.Get("function")); inner != nil {
			return inner, "the document is a tool; its " + name + " is read as the schema"
		}
		if inner, name := ofTool(v); inner != nil {
			return inner, "the document is a tool; its " + name + " is read as the schema"
		}
	}
	return v, ""
}

// toolSchemas are the members that have the input of a tool, as MCP, Anthropic and OpenAI have them.
var toolSchemas = []string{"inputSchema", "input_schema", "parameters"}

// ofTool is the schema of a tool's input, and the name of its member; nil for what is no tool.
func ofTool(v *ojson.Value) (schema *ojson.Value, member string) {
	if !v.Get("name").Is(ojson.String) {
		return nil, ""
	}
	for _, name := range toolSchemas {
		if inner := v.Get(name); inner.Is(ojson.Object) {
			return inner, name
		}
	}
	return nil, ""
}

// parameterNames are the members that name a parameter in a list of them.
var parameterNames = []string{"name", "key", "id", "field", "param"}

// ofParameters is the schema that a list of parameters means: each has a name, and a type or a schema.
func ofParameters(list *ojson.Value) (schema *ojson.Value, ok bool) {
	var fields []ojson.Member
	var required []*ojson.Value
	for _, item := range list.Items() {
		named := slices.IndexFunc(parameterNames, func(member string) bool { return item.Get(member).Is(ojson.String) })
		if named < 0 || !isTyped(item) && !item.Get("schema").Is(ojson.Object) {
			return nil, false
		}
		name := item.Get(parameterNames[named])
		if name.Text() == "" || slices.ContainsFunc(fields, func(m ojson.Member) bool { return m.Name == name.Text() }) {
			return nil, false
		}
		if item.Get("required").Bool() {
			required = append(required, name)
		}
		var members []ojson.Member
		for _, m := range item.Members() {
			switch m.Name {
			case parameterNames[named], "required", "in":
			case "schema": // a parameter of OpenAPI
				members = append(members, m.Value.Members()...)
			default:
				members = append(members, m)
			}
		}
		fields = append(fields, ojson.Member{Name: name.Text(), Value: ojson.NewObject(members...)})
	}
	return objectOf(fields, required), len(fields) > 0
}

// objectOf is the schema of an object with these fields.
func objectOf(fields []ojson.Member, required []*ojson.Value) *ojson.Value {
	members := []ojson.Member{{Name: "type", Value: ojson.NewString("object")}, {Name: "properties", Value: ojson.NewObject(fields...)}}
	if len(required) > 0 {
		members = append(members, ojson.Member{Name: "required", Value: ojson.NewArray(required...)})
	}
	return ojson.NewObject(members...)
}

// isShorthand reports an object whose members are all schemas, by their types, and none of them is a keyword: a field may be
// called "title" where its value is no title.
func isShorthand(v *ojson.Value) bool {
	return v.Len() > 0 && !slices.ContainsFunc(v.Members(), func(m ojson.Member) bool {
		if strings.HasPrefix(m.Name, "$") || strings.HasPrefix(m.Name, "x-") || normalize.HoldsSchemas(m.Name) {
			return true
		}
		_, isType := normalize.TypeNamed(m.Value.Text())
		isWord := m.Value.Is(ojson.String) && isType && !normalize.IsKeyword(m.Name)
		return !isTyped(m.Value) && !isWord
	})
}

// isTyped reports an object that says, as a schema does, of which type a value is.
func isTyped(v *ojson.Value) bool {
	kind := v.Get("type")
	if kind.Is(ojson.String) {
		_, known := normalize.TypeNamed(kind.Text())
		return known
	}
	return kind.Is(ojson.Array) || v.Get("enum").Is(ojson.Array) || v.Get("properties").Is(ojson.Object) || v.Get("$ref").Is(ojson.String) ||
		v.Get("anyOf").Is(ojson.Array) || v.Get("oneOf").Is(ojson.Array)
}
