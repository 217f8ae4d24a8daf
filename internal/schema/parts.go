package schema

import (
	"errors"
	"strconv"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"a2aform/internal/ojson"
	"a2aform/internal/schema/message"
	"a2aform/internal/schema/normalize"
)

// manySchemas is how many schemas make it worth while to compile them one by
// one.
const manySchemas = 500

// apart are the keywords whose schemas may be compiled one by one.
var apart = []string{"properties", "dependentSchemas", "allOf", "anyOf", "oneOf"}

// part is a keyword whose schemas are compiled one by one.
type part struct {
	at, keyword string
	object      map[string]any // the schema as the validator reads it
	value       any            // what the keyword holds, all of it
}

// errOnePart says that a schema is better compiled as a whole.
var errOnePart = errors.New("not in parts")

// compileChunks compiles a large schema part by part: the validator's compiler looks
// through all schemas of one compilation for each of them, so that 20,000 at
// once take seconds. First the schema is compiled without what holds many others,
// then each of those, which finds the rest done.
func (c compiler) compileChunks(r *normalize.Normalizer, many int) (*jsonschema.Schema, error) {
	if r.Schemas < many {
		return nil, errOnePart
	}
	// A pointer to nothing makes the compiler read and validate the documents.
	var nothing *jsonschema.JSONPointerNotFoundError
	if _, err := c.Compile(message.BaseURL + "#/\x00"); !errors.As(err, &nothing) {
		return nil, errOnePart
	}
	parts := c.takeOut(r, many)
	if len(parts) == 0 {
		return nil, errOnePart
	}
	compiled, err := c.Compile(message.BaseURL)
	if err != nil {
		return nil, err
	}
	for _, p := range parts {
		if err := c.reattach(p); err != nil {
			return nil, err
		}
	}
	return compiled, nil
}

// takeOut removes what holds the most schemas, but for what references lead to.
func (c compiler) takeOut(r *normalize.Normalizer, many int) []part {
	kept := r.Targets()
	var parts []part
	for _, s := range r.Largest(many) {
		object, _ := lookup(c.documents[message.BaseURL], s.At).(map[string]any)
		for _, keyword := range apart {
			if s.HasKeyword(keyword) && object[keyword] != nil {
				parts = append(parts, part{s.At, keyword, object, object[keyword]})
			}
		}
	}
	taken := parts[:0]
	for _, p := range parts {
		if p.takeOut(kept) {
			taken = append(taken, p)
		}
	}
	return taken
}

// takeOut removes what the keyword holds. A list goes as a whole or not at all.
func (p part) takeOut(kept map[string]bool) bool {
	at := ojson.Pointer(p.at, p.keyword)
	switch value := p.value.(type) {
	case map[string]any:
		left := map[string]any{}
		for name, sub := range value {
			if kept[ojson.Pointer(at, name)] {
				left[name] = sub
			}
		}
		p.object[p.keyword] = left
		return true
	case []any:
		if kept[at] {
			return false
		}
		delete(p.object, p.keyword)
		// An object without members would be read as the schema true.
		p.object["$comment"] = ""
		return true
	}
	return false
}

// reattach compiles what was taken out of a schema.
func (c compiler) reattach(p part) error {
	outer, err := c.Compile(message.BaseURL + "#" + normalize.EscapeFragment(p.at))
	if err != nil {
		return err
	}
	p.object[p.keyword] = p.value
	switch value := p.value.(type) {
	case map[string]any:
		into := outer.Properties
		if p.keyword == "dependentSchemas" {
			into = outer.DependentSchemas
		}
		for name := range value {
			if into[name] != nil {
				continue
			}
			if into[name], err = c.inner(p, name); err != nil {
				return err
			}
		}
	case []any:
		list := make([]*jsonschema.Schema, len(value))
		for i := range value {
			if list[i], err = c.inner(p, strconv.Itoa(i)); err != nil {
				return err
			}
		}
		outer.AllOf, outer.AnyOf, outer.OneOf = orElse(p, "allOf", list, outer.AllOf), orElse(p, "anyOf", list, outer.AnyOf), orElse(p, "oneOf", list, outer.OneOf)
	}
	return nil
}

func orElse(p part, keyword string, list, other []*jsonschema.Schema) []*jsonschema.Schema {
	if p.keyword == keyword {
		return list
	}
	return other
}

func (c compiler) inner(p part, token string) (*jsonschema.Schema, error) {
	at := ojson.Pointer(ojson.Pointer(p.at, p.keyword), token)
	return c.Compile(message.BaseURL + "#" + normalize.EscapeFragment(at))
}

// lookup is the value at a pointer.
func lookup(v any, pointer string) any {
	for _, token := range ojson.Tokens(pointer) {
		switch inner := v.(type) {
		case map[string]any:
			v = inner[token]
		case []any:
			i, err := strconv.Atoi(token)
			if err != nil || i < 0 || i >= len(inner) {
				return nil
			}
			v = inner[i]
		default:
			return nil
		}
	}
	return v
}
