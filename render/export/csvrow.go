package export

import (
	"io"

	"a2aform/internal/ojson"
	"a2aform/internal/safe"
)

// Cell is what a row has in a column.
type Cell struct{ Column, Text safe.Raw }

// Cells are the columns that CSV has for a value, as those of a row.
func Cells(v *ojson.Value) (cells []Cell) {
	if !v.Exists() {
		return nil
	}
	for _, m := range (valueList{v}).members(0) {
		flatten(m.Name, m.Value, func(path string, v *ojson.Value) {
			cells = append(cells, Cell{safe.Text(path), safe.Text(cellText(v))})
		})
	}
	return cells
}

// CSVWriter writes rows of CSV with the rules of [CSV] for cells: what is no text for a table is shown as symbols, and no
// cell is taken for a formula.
type CSVWriter struct{ out *exporter }

// NewCSVWriter returns a writer of rows. [CSVWriter.Flush] is called last.
func NewCSVWriter(w io.Writer) *CSVWriter { return &CSVWriter{newExporter(w, CSV)} }

// Row writes a row.
func (w *CSVWriter) Row(cells []safe.Raw) error {
	texts := make([]string, len(cells))
	for i, c := range cells {
		texts[i] = c.Exact() //nolint:forbidigo // cleaned where it is written
	}
	w.out.cells(texts, CSV)
	return w.out.err
}

// Flush writes what is not written yet.
func (w *CSVWriter) Flush() error { return w.out.end(nil) }
