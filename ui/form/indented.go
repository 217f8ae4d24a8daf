package form

import (
	"strconv"

	"a2aform/internal/ojson"
	"a2aform/internal/safe"
)

// jsonLine is a line of indented JSON.
type jsonLine struct {
	Text    string // safe to show
	Pointer string // of the value, a JSON Pointer
	IsValue bool   // the line has the value, not its opening or closing bracket
}

// jsonLines returns the lines of a value.
func jsonLines(v *ojson.Value) []jsonLine {
	var lines []jsonLine
	addJSONLines(&lines, v, "", "", "", "")
	return lines
}

// addJSONLines adds the lines of v, behind a name and before a comma.
func addJSONLines(lines *[]jsonLine, v *ojson.Value, pointer, indent, name, comma string) {
	line := func(text string, isValue bool) {
		*lines = append(*lines, jsonLine{safe.Text(text).Line(safe.CellLimit()).String(), pointer, isValue})
	}
	if v.Len() == 0 || !v.Is(ojson.Object) && !v.Is(ojson.Array) {
		line(indent+name+string(v.Compact())+comma, true)
		return
	}
	opening, closing := "[", "]"
	if v.Is(ojson.Object) {
		opening, closing = "{", "}"
	}
	line(indent+name+opening, false)
	for i, m := range v.Members() {
		label := string(ojson.NewString(m.Name).Compact()) + ": "
		addJSONLines(lines, m.Value, ojson.Pointer(pointer, m.Name), indent+"  ", label, commaAfter(i, v.Len()))
	}
	for i, item := range v.Items() {
		addJSONLines(lines, item, ojson.Pointer(pointer, strconv.Itoa(i)), indent+"  ", "", commaAfter(i, v.Len()))
	}
	line(indent+closing+comma, false)
}

func commaAfter(i, n int) string {
	if i == n-1 {
		return ""
	}
	return ","
}
