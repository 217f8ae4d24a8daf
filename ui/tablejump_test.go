//go:build !race

package ui

import (
	"bytes"
	"fmt"
	"testing"

	tea "charm.land/bubbletea/v2"

	"a2aform/internal/safe"
	widget "a2aform/internal/widget/grid"
	"a2aform/render"
	"a2aform/ui/kit"
	"a2aform/ui/table"
)

// wideTable is the program with a table of 50 columns on its screen, 120×40,
// whose rows are read as they are looked at.
func wideTable(tb testing.TB) (*App, *table.Screen) {
	tb.Helper()
	const rows = 3_000
	var b bytes.Buffer
	for row := range rows {
		b.WriteString("[{,{"[min(row, 1)*2 : min(row, 1)*2+2])
		for col := range 10 {
			fmt.Fprintf(&b, `"a%d":%d,"b%d":-%d.25,"c%d":"name \"%d\"","d%d":"漢字 %d","e%d":{"x":[%d]},`, col, row*7919%1_000_003, col, row, col, row, col, row%100, col, row)
		}
		b.Truncate(b.Len() - 1)
		b.WriteByte('}')
	}
	b.WriteByte(']')
	app := New(tb.Context(), kit.Options{Show: &kit.NamedDocument{Name: safe.Text("wide"), Document: render.Open(b.Bytes(), render.Schema{})}})
	tb.Cleanup(app.Close)
	app.Update(tea.WindowSizeMsg{Width: 120, Height: 40})
	s, ok := app.Top().(*table.Screen)
	if !ok {
		tb.Fatalf("the table is shown as %T", app.Top())
	}
	s.Rows.Table().Load(tb.Context())
	app.View()
	return app, s
}

// counted counts the cells that a table asks for.
type counted struct {
	widget.Source

	cells int
}

func (c *counted) Cell(row, col int) widget.Cell {
	c.cells++
	return c.Source.Cell(row, col)
}

func TestTableReadsVisibleCells(t *testing.T) {
	_, s := wideTable(t)
	source := &counted{Source: s.Source()}
	s.Table.Show(source)
	s.Table.GoTo(2_000, 0)
	s.Table.View()
	source.cells = 0
	s.Table.GoTo(1_000, 0)
	s.Table.View()
	if most := 40 * 120 / 5; source.cells == 0 || source.cells > most {
		t.Errorf("%d cells were asked for, at most %d", source.cells, most)
	}
}
