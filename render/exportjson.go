package render

import (
	"bytes"
	"encoding/json"

	"a2aform/internal/jsonindex"
	"a2aform/internal/ojson"
)

// documentJSON writes the data parts exactly as they came: one as it is, several
// as the items of an array, as are the values of a file of JSON Lines.
func (e *exporter) documentJSON(d *Document) error {
	if lines := linesOf(d); lines != nil {
		e.gridJSON(newExtract(lines, Selection{}))
		return nil
	}
	var parts [][]byte
	for _, s := range d.Sections {
		for _, p := range s.parts {
			if p.Kind == DataPart {
				parts = append(parts, p.Data)
			}
		}
	}
	switch len(parts) {
	case 0:
		return errNoData
	case 1:
		e.bytes(parts[0])
		if !bytes.HasSuffix(parts[0], []byte("\n")) {
			e.write("\n")
		}
		return nil
	}
	for i, data := range parts {
		e.write([]string{"[", ",\n"}[min(i, 1)])
		e.bytes(bytes.TrimSpace(data))
	}
	e.write("]\n")
	return nil
}

// linesOf is the grid of a file of JSON Lines, nil for any other document.
func linesOf(d *Document) *Grid {
	for _, b := range d.Blocks() {
		if g, ok := b.(*Grid); ok && len(g.parts) == 1 {
			if r, lazy := g.parts[0].(*indexRows); lazy && r.index.Shape() == jsonindex.Lines {
				return g
			}
		}
	}
	return nil
}

// documentLines writes each row of a list on a line, and every other value on
// one.
func (e *exporter) documentLines(d *Document) error {
	found := false
	for _, b := range d.Blocks() {
		if head := b.Head(); !head.Data || head.Nested {
			continue
		}
		found = true
		switch b := b.(type) {
		case *JSON:
			return errUnreadable
		case *Fields:
			e.line(b.value)
		case *Grid:
			e.gridLines(newExtract(b, Selection{}))
		}
	}
	if !found {
		return errNoData
	}
	return nil
}

func (e *exporter) line(v *ojson.Value) {
	e.bytes(v.Compact())
	e.write("\n")
}

// gridLines writes a row a line; a map is one value, not rows, unless columns of
// it were selected.
func (e *exporter) gridLines(t extract) {
	if t.isMap && t.isWhole {
		e.gridJSON(t)
		return
	}
	for i := range t.Rows() {
		if e.err != nil {
			return
		}
		e.bytes(t.rowJSON(i))
		e.write("\n")
	}
}

// gridJSON writes an array of the rows, an object of the rows of a map.
func (e *exporter) gridJSON(t extract) {
	open, end := "[", "]\n"
	if t.isMap {
		open, end = "{", "}\n"
	}
	e.write(open)
	for i := range t.Rows() {
		if e.err != nil {
			return
		}
		if i > 0 {
			e.write(",")
		}
		if t.isMap {
			e.bytes(ojson.NewString(t.rowKey(i)).Compact())
			e.write(":")
		}
		e.bytes(t.rowJSON(i))
	}
	e.write(end)
}

// rowJSON is a row as compact JSON, every literal as it came: all of it, or the
// selected columns as an object.
func (t extract) rowJSON(row int) []byte {
	if t.isWhole {
		return t.rowText(row)
	}
	var members []ojson.Member
	for col, column := range t.columns {
		if v := t.Cell(row, col).Value; v.Exists() && !column.IsDerived() {
			members = append(members, ojson.Member{Name: column.exportName(), Value: v})
		}
	}
	return ojson.NewObject(members...).Compact()
}

// rowText is a row on one line: one of a large list as it came, where that is one
// line, else compact. What is no JSON at all is copied.
func (t extract) rowText(row int) []byte {
	text := t.rowBytes(row)
	if text == nil {
		return t.Value(row).Compact()
	}
	if bytes.IndexByte(text, '\n') < 0 && bytes.IndexByte(text, '\r') < 0 {
		return text
	}
	var line bytes.Buffer
	if json.Compact(&line, text) == nil {
		return line.Bytes()
	}
	return bytes.Map(func(r rune) rune {
		if r == '\n' || r == '\r' {
			return ' '
		}
		return r
	}, text)
}

// rowBytes are a row of a large list as it came.
func (t extract) rowBytes(row int) []byte {
	part, i := t.at(row)
	if picked, ok := part.(*pickedRows); ok {
		part, i = picked.at(i)
	}
	if r, lazy := part.(*indexRows); lazy {
		return r.index.Item(i)
	}
	return nil
}
