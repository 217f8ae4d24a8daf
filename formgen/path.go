package formgen

import (
	"net/url"
	"strings"

	"a2aform/internal/ojson"
)

// FindPath is the field that a path of another program means, such as
// "message.parts[0].data.items[2].amount", "$.items[2].amount" or "/items/2/amount":
// the end of it that names a field, else the end that comes closest. It is nil where
// no part of the path is a field.
func (f *Form) FindPath(path string) *Field {
	if fragment, ok := strings.CutPrefix(path, "#"); ok && strings.HasPrefix(fragment, "/") { // RFC 6901 §6
		path = fragment
		if plain, err := url.PathUnescape(fragment); err == nil {
			path = plain
		}
	}
	tokens := strings.FieldsFunc(path, func(c rune) bool { return strings.ContainsRune(`./[]"'$`, c) })
	if strings.HasPrefix(path, "/") {
		tokens = ojson.Tokens(path)
	}
	var closest *Field
	for depth := 0; len(tokens) > 0; tokens = tokens[1:] {
		field, exact := f.nearestTo(tokens)
		if exact {
			return field
		}
		if n := len(ojson.Tokens(field.Pointer())); n > depth {
			closest, depth = field, n
		}
	}
	return closest
}
