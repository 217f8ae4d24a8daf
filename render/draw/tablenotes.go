package draw

import (
	"a2aform/internal/limit"
	"a2aform/render/table"
	"a2aform/render/value"
)

// tableProblems says below a table what its marks mean.
func (c *canvas) tableProblems(g *table.Table) {
	for i, p := range g.Head().Problems {
		if i == limit.Problems.Int() {
			c.put(piece{"… " + value.Count(len(g.Head().Problems)-i, "more problem"), c.style.Bad})
			break
		}
		if table.RowOf(p) < 0 {
			c.stop()
		}
		c.prose(g.Wording(p), 0, value.Mark+" ", c.style.Bad)
	}
}

// duplicates says below a table which names came again in its rows.
func (c *canvas) duplicates(g *table.Table, from, to int) {
	drawn := 0
	for _, p := range g.MapDuplicates() {
		c.prose(value.Wording(p), 0, value.CautionMark+" ", c.style.Warn)
	}
	for row := from; row < to; row++ {
		for _, p := range g.RowDuplicates(row) {
			if drawn++; drawn <= limit.Problems.Int() {
				c.prose(g.Wording(p), 0, value.CautionMark+" ", c.style.Warn)
			}
		}
	}
	if more := drawn - limit.Problems.Int(); more > 0 {
		c.put(piece{"… " + value.Count(more, "more name") + " that came several times", c.style.Warn})
	}
}

// Headings are the titles of a table's columns with their units. Columns whose titles look
// alike once they are cut to width cells have the names of their members instead.
func Headings(g *table.Table, width int) []string {
	headings := make([]string, len(g.Columns()))
	times := map[string]int{}
	for i, c := range g.Columns() {
		headings[i] = c.Heading()
		times[cut(headings[i], width)]++
	}
	for i, c := range g.Columns() {
		if times[cut(headings[i], width)] > 1 && !c.Key.IsEmpty() {
			headings[i] = c.Key.Line(0).String()
		}
	}
	return headings
}
