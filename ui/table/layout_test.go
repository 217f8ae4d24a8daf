package table

import (
	"testing"

	"a2aform/ui/kit"
)

// Where the row at the cursor and a chart are, and how wide the table is beside them, follows from the size and from what is open.
func TestLayout(t *testing.T) {
	t.Parallel()
	left := func(b kit.Border) int { return b.Usual }
	for _, tt := range []struct {
		what                                    string
		of                                      space
		table, side, foot                       int
		isFramed, isCovered, isBeside, hasChart bool
	}{
		{what: "a table alone", of: space{width: 80, height: 24}, table: 80, foot: 1, isFramed: true},
		{what: "one on a small screen", of: space{width: 50, height: 10}, table: 50, foot: 2},
		{what: "one on a very small screen", of: space{width: 50, height: 7}, table: 50, foot: 1},
		{what: "a row in the place of the table", of: space{width: 80, height: 24, isRowOpen: true}, table: 80, foot: 1, isFramed: true, isCovered: true},
		{what: "a row beside the table", of: space{width: 100, height: 30, isRowOpen: true}, table: 60, side: 40, foot: 1, isFramed: true, isBeside: true},
		{what: "a chart in the place of the table", of: space{width: 100, height: 30, isChartOpen: true}, table: 100, foot: 1, isFramed: true, isBeside: true, isCovered: true, hasChart: true},
		{what: "a chart beside the table", of: space{width: 160, height: 45, isChartOpen: true}, table: 104, side: 56, foot: 1, isFramed: true, isBeside: true, hasChart: true},
		{what: "a row in the place of the chart", of: space{width: 160, height: 45, isChartOpen: true, isRowOpen: true}, table: 104, side: 56, foot: 1, isFramed: true, isBeside: true},
		{what: "a table in a pane of another screen", of: space{width: 160, height: 45, dock: dock{90, 30}, isRowOpen: true}, table: 90, foot: 1, isFramed: true, isCovered: true},
	} {
		tt.of.left = left
		l := layoutOf(tt.of)
		if l.table != tt.table || l.side() != tt.side || l.foot != tt.foot || l.isFramed != tt.isFramed || l.isCovered() != tt.isCovered || l.isRowBeside != tt.isBeside || l.hasChart != tt.hasChart {
			t.Errorf("%s: the table has %d columns and %d beside it, %d lines below, %+v", tt.what, l.table, l.side(), l.foot, l)
		}
	}
}
