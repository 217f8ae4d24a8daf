package export

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"

	"a2aform/internal/jsonindex"
	"a2aform/internal/ojson"
	"a2aform/render"
	"a2aform/render/table"
)

// errNoJSON says that nothing could be written as JSON.
var errNoJSON = errors.New("the data is no JSON; it can be exported as text")

// Value is the data of a document as JSON has it: of several values a list. It fails like [Document].
func Value(d *render.Document) (*ojson.Value, error) {
	var text bytes.Buffer
	out := newExporter(&text, Text) // that what JSON does not have stays as it can be read
	if err := out.end(out.documentJSON(d)); err != nil {
		return nil, err
	}
	return ojson.Parse(text.Bytes(), ojson.DataLimits)
}

// documentJSON writes the data parts exactly as they came: one as it is, several
// as the items of an array, as are the values of a file of JSON Lines.
func (e *exporter) documentJSON(d *render.Document) error {
	if lines := linesOf(d); lines != nil {
		e.tableJSON(newExtract(lines, table.Selection{}))
		return nil
	}
	var parts [][]byte
	for _, s := range d.Sections {
		for _, p := range s.Parts {
			if p.Kind == render.DataPart {
				parts = append(parts, p.Data)
			}
		}
	}
	switch len(parts) {
	case 0:
		return noData(JSON)
	case 1:
		if !isValid(d, parts[0]) {
			return errNoJSON
		}
		e.bytes(parts[0])
		if !bytes.HasSuffix(parts[0], []byte("\n")) {
			e.write("\n")
		}
		return nil
	}
	written := 0
	for i, data := range parts {
		if !ojson.IsValid(data) {
			e.noteInvalid("value", i, true)
			continue
		}
		e.write([]string{"[", ",\n"}[min(written, 1)])
		e.bytes(bytes.TrimSpace(data))
		written++
	}
	if written == 0 {
		return errNoJSON
	}
	e.write("]\n")
	return nil
}

// isValid reports whether the data of a document is JSON. The index of a large list knows.
func isValid(d *render.Document, data []byte) bool {
	for _, b := range d.Blocks() {
		if g, ok := b.(*table.Table); ok {
			if index := g.Index(); index != nil && index.IsComplete() && len(index.Data()) == len(data) {
				return index.IsJSON()
			}
		}
	}
	return ojson.IsValid(data)
}

// linesOf is the table of a file of JSON Lines, nil for any other document.
func linesOf(d *render.Document) *table.Table {
	for _, b := range d.Blocks() {
		if g, ok := b.(*table.Table); ok {
			if index := g.Index(); index != nil && index.Shape() == jsonindex.Lines {
				return g
			}
		}
	}
	return nil
}

// documentLines writes each row of a list on a line, and every other value on
// one.
func (e *exporter) documentLines(d *render.Document) error {
	found := false
	var invalid error
	for i := range d.Sections {
		blocks, err := readableBlocks(&d.Sections[i])
		invalid = cmp.Or(invalid, err)
		for _, b := range blocks {
			found = true
			switch b := b.(type) {
			case *render.Fields:
				e.line(b.Value())
			case *table.Table:
				e.tableLines(newExtract(b, table.Selection{}))
			}
		}
	}
	if !found && invalid == nil {
		return noData(JSONL)
	}
	return invalid
}

func (e *exporter) line(v *ojson.Value) {
	e.bytes(v.Compact())
	e.write("\n")
}

// tableLines writes a row a line; a map is one value, not rows, unless columns of
// it were selected.
func (e *exporter) tableLines(t extract) {
	if t.IsMap() && t.IsWhole {
		e.tableJSON(t)
		return
	}
	valid, err := t.ValidRows()
	e.err = errors.Join(e.err, err)
	for i := range valid {
		if e.err != nil {
			return
		}
		if !valid[i] {
			e.noteInvalid("row", i, true)
			continue
		}
		e.bytes(t.rowJSON(i))
		e.write("\n")
	}
}

// tableJSON writes an array of the rows, an object of the rows of a map.
func (e *exporter) tableJSON(t extract) {
	open, end := "[", "]\n"
	if t.IsMap() {
		open, end = "{", "}\n"
	}
	e.write(open)
	valid, err := t.ValidRows()
	e.err = errors.Join(e.err, err)
	written := 0
	for i := range valid {
		if e.err != nil {
			return
		}
		if !valid[i] {
			e.noteInvalid("row", i, true)
			continue
		}
		if written > 0 {
			e.write(",")
		}
		written++
		if t.IsMap() {
			e.bytes(ojson.NewString(t.RowKey(i)).Compact())
			e.write(":")
		}
		e.bytes(t.rowJSON(i))
	}
	e.write(end)
}

// rowJSON is a row as compact JSON, every literal as it came: all of it, or the
// selected columns as an object.
func (e extract) rowJSON(row int) []byte {
	if e.IsWhole {
		return e.rowText(row)
	}
	var members []ojson.Member
	for col, column := range e.Columns() {
		if v := e.Cell(row, col).Value; v.Exists() && !column.IsDerived() {
			members = append(members, ojson.Member{Name: column.ExportName(), Value: v})
		}
	}
	return ojson.NewObject(members...).Compact()
}

// rowText is a row on one line: one of a large list as it came, where that is one
// line, else compact.
func (e extract) rowText(row int) []byte {
	text := e.Text(row)
	if text == nil {
		return e.Value(row).Compact()
	}
	if bytes.IndexByte(text, '\n') < 0 && bytes.IndexByte(text, '\r') < 0 {
		return text
	}
	var line bytes.Buffer
	if json.Compact(&line, text) != nil {
		return text
	}
	return line.Bytes()
}
