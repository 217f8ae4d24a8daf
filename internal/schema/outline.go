package schema

import (
	"bytes"
	"encoding/json"
	"slices"
	"strings"

	"a2aform/internal/jsonindex"
	"a2aform/internal/ojson"
	"a2aform/internal/safe"
)

// maxOutline is how many bytes of a schema are read to outline it.
const maxOutline = 256 << 10

// CountFields is how many members an object schema declares at its root, as far as
// that can be seen without decoding it: its properties, behind one reference into
// the same document. It is 0 where that says nothing. The text must be JSON.
func CountFields(raw []byte) int {
	return countMembers(rootKeyword(raw, "properties"))
}

// StatesNoObject reports that the type of a schema at its root excludes objects, as
// far as that can be seen without decoding it, as in [CountFields]. The text must be
// JSON.
func StatesNoObject(raw []byte) bool {
	var types []string
	stated := rootKeyword(raw, "type")
	if name, isText := unquotedName(stated); isText {
		types = []string{name}
	} else if json.Unmarshal(stated, &types) != nil {
		return false
	}
	return len(types) > 0 && !slices.ContainsFunc(types, func(name string) bool { return !slices.Contains(otherTypes, name) })
}

// otherTypes are the types but for object. Any other name may be a slip.
var otherTypes = []string{"array", "string", "number", "integer", "boolean", "null"}

// TitleOf is the title of a schema at its root, as far as that can be seen without decoding
// it; empty for none. The text must be JSON.
func TitleOf(raw []byte) safe.Raw {
	title, _ := unquotedName(rootKeyword(raw, "title"))
	return safe.Text(title)
}

// IsListSchema reports that the type of a schema at its root is array, as in [TitleOf].
func IsListSchema(raw []byte) bool {
	name, _ := unquotedName(rootKeyword(raw, "type"))
	return name == "array"
}

// rootKeyword is a keyword of an object schema, or of the one that its root refers to
// in the same document; nil for none.
func rootKeyword(raw []byte, keyword string) []byte {
	if len(raw) > maxOutline {
		return nil
	}
	root := bytes.TrimSpace(raw)
	if len(root) == 0 || root[0] != '{' {
		return nil
	}
	var own, ref []byte
	for c := jsonindex.Walk(root); c.Next(); {
		switch {
		case c.Is(keyword):
			own = c.Value
		case c.Is("$ref"):
			ref = c.Value
		}
	}
	if target, isText := unquotedName(ref); isText {
		return jsonindex.Member(locateOutline(root, target), keyword)
	}
	return own
}

// locateOutline is the value that a reference into the document points at, nil for none.
func locateOutline(root []byte, ref string) []byte {
	pointer, ok := strings.CutPrefix(ref, "#")
	if !ok || !strings.HasPrefix(pointer, "/") {
		return nil
	}
	at := root
	for _, token := range ojson.Tokens(pointer) {
		at = jsonindex.Member(at, token)
	}
	return at
}

// unquotedName is the text of a JSON string.
func unquotedName(raw []byte) (string, bool) {
	if len(raw) == 0 || raw[0] != '"' {
		return "", false
	}
	var text string
	err := json.Unmarshal(raw, &text)
	return text, err == nil
}

// countMembers is how many members an object has, 0 for any other value.
func countMembers(raw []byte) (n int) {
	if len(raw) == 0 || raw[0] != '{' {
		return 0
	}
	for c := jsonindex.Walk(raw); c.Next(); {
		n++
	}
	return n
}

// OutlineField is a field of a form, as far as it can be seen without decoding the schema.
type OutlineField struct {
	Name, Title safe.Raw // TitleOf may be empty
	Required    bool
}

// OutlineFields are the members that an object schema declares at its root, as counted by
// [CountFields], in the order of the schema.
func OutlineFields(raw []byte) (fields []OutlineField) {
	properties := bytes.TrimSpace(rootKeyword(raw, "properties"))
	if len(properties) == 0 || properties[0] != '{' {
		return nil
	}
	var required []string
	if json.Unmarshal(rootKeyword(raw, "required"), &required) != nil {
		required = nil
	}
	for c := jsonindex.Walk(properties); c.Next(); {
		name := c.Name()
		f := OutlineField{Name: safe.Text(name), Required: slices.Contains(required, name)}
		if value := bytes.TrimSpace(c.Value); len(value) > 0 && value[0] == '{' {
			if title, isText := unquotedName(jsonindex.Member(value, "title")); isText {
				f.Title = safe.Text(title)
			}
		}
		fields = append(fields, f)
	}
	return fields
}
