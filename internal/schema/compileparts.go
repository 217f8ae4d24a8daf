package schema

import (
	"errors"
	"strconv"
	"strings"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"a2aform/internal/ojson"
)

// manySchemas is how many schemas make it worth while to compile an object's
// properties one by one.
const manySchemas = 500

// part is an object whose properties are compiled one by one.
type part struct {
	at         string
	object     map[string]any // the schema as the judge reads it
	properties map[string]any // its properties, all of them
}

// errOnePart says that a schema is better compiled as a whole.
var errOnePart = errors.New("not in parts")

// inParts compiles a large schema part by part: the judge's compiler looks
// through all schemas of one compilation for each of them, so that 20,000 at
// once take seconds. First the schema is compiled without its many properties,
// then each of them, which finds the rest done.
func (c compiler) inParts(r *repair, many int) (*jsonschema.Schema, error) {
	if r.schemas < many {
		return nil, errOnePart
	}
	// A pointer to nothing makes the compiler read and judge the documents.
	var nothing *jsonschema.JSONPointerNotFoundError
	if _, err := c.Compile(location + "#/\x00"); !errors.As(err, &nothing) {
		return nil, errOnePart
	}
	parts := c.takeOut(r, many)
	if len(parts) == 0 {
		return nil, errOnePart
	}
	compiled, err := c.Compile(location)
	if err != nil {
		return nil, err //nolint:wrapcheck // it is compiled again
	}
	for _, p := range parts {
		if err := c.putBack(p); err != nil {
			return nil, err
		}
	}
	return compiled, nil
}

// takeOut removes the properties of the objects with the most schemas, but for
// those that references lead to.
func (c compiler) takeOut(r *repair, many int) []part {
	main := r.sources[location]
	sizes, kept := main.sizes(), r.targets()
	var parts []part
	for _, s := range main.order {
		if sizes[s] < many || !s.seen {
			continue
		}
		object, _ := lookup(c.documents[location], s.at).(map[string]any)
		if properties, _ := object["properties"].(map[string]any); len(properties) > 0 {
			parts = append(parts, part{s.at, object, properties})
		}
	}
	for _, p := range parts {
		left := map[string]any{}
		for name, sub := range p.properties {
			if kept[ojson.Pointer(p.at+"/properties", name)] {
				left[name] = sub
			}
		}
		p.object["properties"] = left
	}
	return parts
}

// putBack compiles the properties that were taken out of a schema.
func (c compiler) putBack(p part) error {
	outer, err := c.Compile(location + "#" + escapeFragment(p.at))
	if err != nil {
		return err //nolint:wrapcheck // it is compiled again
	}
	p.object["properties"] = p.properties
	if outer.Properties == nil {
		return nil // a sibling of a reference, which some dialects ignore
	}
	for name := range p.properties {
		if outer.Properties[name] != nil {
			continue
		}
		inner, err := c.Compile(location + "#" + escapeFragment(ojson.Pointer(p.at+"/properties", name)))
		if err != nil {
			return err //nolint:wrapcheck // it is compiled again
		}
		outer.Properties[name] = inner
	}
	return nil
}

// sizes are the numbers of schemas in each, itself included.
func (src *source) sizes() map[*site]int {
	sizes := make(map[*site]int, len(src.order))
	for i := len(src.order) - 1; i >= 0; i-- {
		s := src.order[i]
		sizes[s]++
		for _, h := range s.holds {
			sizes[s] += sizes[h.site]
		}
	}
	return sizes
}

// targets are the pointers of what references lead to, and of all around it.
func (r *repair) targets() map[string]bool {
	set := map[string]bool{}
	for _, f := range r.refs {
		if f.to == nil || f.to.src.url != location {
			continue
		}
		for at := f.to.at; at != "" && !set[at]; at = at[:strings.LastIndexByte(at, '/')] {
			set[at] = true
		}
	}
	return set
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
