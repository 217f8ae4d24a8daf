package form

import (
	"a2aform/internal/ojson"
	"a2aform/internal/safe"
)

// jsonLines returns the lines of a value, safe to show.
func jsonLines(v *ojson.Value) []string {
	var lines []string
	addJSONLines(&lines, v, "", "", "")
	return lines
}

// addJSONLines adds the lines of v, behind a name and before a comma.
func addJSONLines(lines *[]string, v *ojson.Value, indent, name, comma string) {
	line := func(text string) {
		*lines = append(*lines, safe.Text(text).Line(safe.CellLimit()).String())
	}
	if v.Len() == 0 || !v.Is(ojson.Object) && !v.Is(ojson.Array) {
		line(indent + name + string(v.Compact()) + comma)
		return
	}
	opening, closing := "[", "]"
	if v.Is(ojson.Object) {
		opening, closing = "{", "}"
	}
	line(indent + name + opening)
	for i, m := range v.Members() {
		label := string(ojson.NewString(m.Name).Compact()) + ": "
		addJSONLines(lines, m.Value, indent+"  ", label, commaAfter(i, v.Len()))
	}
	for i, item := range v.Items() {
		addJSONLines(lines, item, indent+"  ", "", commaAfter(i, v.Len()))
	}
	line(indent + closing + comma)
}

func commaAfter(i, n int) string {
	if i == n-1 {
		return ""
	}
	return ","
}
