package schema

import (
	"strings"

	"a2aform/internal/ojson"
)

// mostOutlined is how many bytes of a schema are read to outline it.
const mostOutlined = 256 << 10

// CountFields is how many members an object schema declares at its root, as far as
// that can be told without compiling it: its properties, behind one reference into
// the same document. It is 0 where that says nothing.
func CountFields(raw []byte) int {
	if len(raw) > mostOutlined {
		return 0
	}
	root, err := ojson.Parse(raw, ojson.DataLimits)
	if err != nil {
		return 0
	}
	at := root
	if ref := root.Get("$ref"); ref.Is(ojson.String) {
		pointer, ok := strings.CutPrefix(ref.Text(), "#")
		if !ok || !strings.HasPrefix(pointer, "/") {
			return 0
		}
		at = root.At(pointer)
	}
	if properties := at.Get("properties"); properties.Is(ojson.Object) {
		return properties.Len()
	}
	return 0
}
