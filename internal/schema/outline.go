package schema

import (
	"encoding/json"
	"slices"
	"strings"

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
	var own, ref []byte
	r := ojson.NewReader(raw)
	for r.Enter('{'); r.Member(); {
		switch value := r.Value(); string(r.Key) {
		case keyword:
			own = value
		case "$ref":
			ref = value
		}
	}
	if target, isText := unquotedName(ref); isText {
		return ojson.Find(locateOutline(raw, target), keyword)
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
		at = ojson.Find(at, token)
	}
	return at
}

// unquotedName is the text of a JSON string.
func unquotedName(raw []byte) (string, bool) {
	if !ojson.IsString(raw) {
		return "", false
	}
	return ojson.TextOf(raw), true
}

// countMembers is how many members an object has, 0 for any other value.
func countMembers(raw []byte) (n int) {
	r := ojson.NewReader(raw)
	for r.Enter('{'); r.Member(); r.Value() {
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
	var required []string
	if json.Unmarshal(rootKeyword(raw, "required"), &required) != nil {
		required = nil
	}
	properties := ojson.NewReader(rootKeyword(raw, "properties"))
	for properties.Enter('{'); properties.Member(); {
		name := string(properties.Key)
		f := OutlineField{Name: safe.Text(name), Required: slices.Contains(required, name)}
		if title, isText := unquotedName(ojson.Find(properties.Value(), "title")); isText {
			f.Title = safe.Text(title)
		}
		fields = append(fields, f)
	}
	return fields
}
