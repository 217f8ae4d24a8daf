package present

import (
	"context"

	"a2aform/render"
	"a2aform/render/draw"
	"a2aform/render/table"
)

// OnlyTable is the table of a result that has one, and not within a text; nil for others.
func OnlyTable(d *render.Document) (found *table.Table) {
	for _, b := range d.Blocks() {
		if g, ok := b.(*table.Table); ok {
			if found != nil || g.Head().InText {
				return nil
			}
			found = g
		}
	}
	return found
}

// ResultChart is the chart of the only table of a result.
type ResultChart struct {
	draw.TableChart
	Table  *table.Table
	Points *draw.ChartPoints
}

// ChartOf is the chart that the screen of the table shows first, if it draws numbers by names or times; nil where there is none.
func ChartOf(d *render.Document) *ResultChart {
	g := OnlyTable(d)
	if g == nil || g.Rows() < 2 {
		return nil
	}
	var shown []int
	for i := range g.Columns() {
		if !g.Columns()[i].IsDetail {
			shown = append(shown, i)
		}
	}
	if len(shown) == 0 {
		return nil
	}
	rows := g.View()
	for _, chart := range draw.ChartsOf(rows, shown, shown[0]) {
		if chart.Numbers < 0 || chart.By < 0 {
			continue
		}
		if points := chart.Read(context.Background(), rows); points.Bars() > 1 {
			return &ResultChart{chart, g, points}
		}
	}
	return nil
}
