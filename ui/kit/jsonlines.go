package kit

import (
	"strconv"
	"strings"

	"a2aform/internal/ojson"
	"a2aform/internal/safe"
)

// JSONLine is a line of indented JSON, safe to show, and the JSON pointer of the value that begins on it. A line that only ends a value
// has none, as the line of the whole value.
type JSONLine struct{ Text, At string }

// LinesOfJSON is a value as indented JSON. It ends after so many lines; 0 for no limit.
func LinesOfJSON(v *ojson.Value, most int) []JSONLine {
	w := jsonWriter{most: most}
	w.write(v, "", "", "", "")
	return w.lines
}

// JSONLines are the texts of [LinesOfJSON].
func JSONLines(v *ojson.Value) []string {
	lines := LinesOfJSON(v, 0)
	texts := make([]string, len(lines))
	for i := range lines {
		texts[i] = lines[i].Text
	}
	return texts
}

// LineOfJSON is the line of a place, or of the nearest one around it below the whole value.
func LineOfJSON(lines []JSONLine, at string) (int, bool) {
	for at != "" {
		for i := range lines {
			if lines[i].At == at {
				return i, true
			}
		}
		at = at[:strings.LastIndexByte(at, '/')]
	}
	return 0, false
}

type jsonWriter struct {
	lines []JSONLine
	most  int
}

// write adds the lines of a value at a place, behind a name and before a comma.
func (w *jsonWriter) write(v *ojson.Value, at, indent, before, after string) {
	isFull := func() bool { return w.most > 0 && len(w.lines) >= w.most }
	if isFull() {
		return
	}
	add := func(text, at string) {
		if isFull() {
			return
		}
		w.lines = append(w.lines, JSONLine{safe.Text(text).Line(safe.CellLimit()).String(), at})
	}
	if v.Len() == 0 || !v.Is(ojson.Object) && !v.Is(ojson.Array) {
		add(indent+before+string(ojson.AsSent(v.Compact()))+after, at)
		return
	}
	opening, closing := "[", "]"
	if v.Is(ojson.Object) {
		opening, closing = "{", "}"
	}
	comma := func(i int) string {
		if i+1 < v.Len() {
			return ","
		}
		return ""
	}
	add(indent+before+opening, at)
	for i, m := range v.Members() {
		w.write(m.Value, ojson.Pointer(at, m.Name), indent+"  ", string(ojson.NewString(m.Name).Compact())+": ", comma(i))
	}
	for i, item := range v.Items() {
		w.write(item, ojson.Pointer(at, strconv.Itoa(i)), indent+"  ", "", comma(i))
	}
	add(indent+closing+after, "")
}
