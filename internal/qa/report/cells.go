package report

import (
	"a2aform/internal/qa/runner"
	"a2aform/internal/safe"
	"a2aform/render/export"
)

// cellsOf are the cells of a case's row.
func cellsOf(r *runner.Result) (cells []export.Cell) {
	for _, c := range r.Case.Cells {
		cells = append(cells, export.Cell{Column: safe.Text(c.Name), Text: safe.Text(c.Text)})
	}
	return cells
}
