package draw

import (
	"bytes"
	"encoding/json"

	"a2aform/internal/limit"
	"a2aform/internal/ojson"
	"a2aform/internal/safe"
	"a2aform/render/value"
)

// json draws a value over as many lines as it takes; what is too long for a line
// goes on in the next one, so that nothing is lost.
func (c *canvas) json(data []byte) {
	var indented bytes.Buffer
	if len(data) > limit.JSONBytes.Int() || indentedSize(data) > limit.JSONBytes.Int() || json.Indent(&indented, data, "", "  ") != nil {
		indented.Reset()
		indented.Write(data)
	}
	block := safe.Text(string(ojson.AsSent(indented.Bytes()))).Block(limit.JSONBytes.Int())
	for _, line := range block.Lines() {
		wrapped, paint := wrap(line.String(), c.width), c.style.Text
		if len(wrapped) == 1 && c.style.JSON != nil && indented.Len() <= maxColored {
			paint = c.style.JSON
		}
		for _, l := range wrapped {
			c.put(piece{l, paint})
		}
	}
	if block.Cut() {
		c.put(piece{"cut here: the value has " + value.Grouped(len(data)) + " bytes", c.style.Warn})
	}
}

// maxColored is up to how many bytes a value has the colors of JSON, which take several times
// its memory.
const maxColored = 128 << 10

// indentedSize is about how many bytes a JSON text has when it is indented: deep
// ones grow by the square of their depth.
func indentedSize(data []byte) int {
	size, depth, quoted := len(data), 0, false
	for i := 0; i < len(data); i++ {
		switch c := data[i]; {
		case quoted && c == '\\':
			i++
		case c == '"':
			quoted = !quoted
		case quoted:
		case c == '{' || c == '[':
			depth++
			size += 2*depth + 1
		case c == '}' || c == ']':
			depth--
			size += 2*depth + 1
		case c == ',':
			size += 2*depth + 1
		case c == ':':
			size++
		}
	}
	return size
}
