package draw

import (
	"slices"
	"testing"

	"github.com/charmbracelet/x/ansi"

	"a2aform/internal/ojson"
	"a2aform/render"
	"a2aform/render/rendertest/documents"
	"a2aform/render/table"
)

// TestCorpusIsDrawn draws the valid instances of real schemas: no problem is found, no line
// is too wide, and each scalar can be reached with its exact text.
func TestCorpusIsDrawn(t *testing.T) {
	documents.Corpus(t, func(file string, d *render.Document, data []byte) {
		if d.Problems() > 0 {
			t.Errorf("%s: %d problems", file, d.Problems())
		}
		v, err := ojson.Parse(data, ojson.DataLimits)
		if err != nil {
			t.Fatal(err)
		}
		for _, width := range []int{40, 120} {
			drawing := Document(d, width, Plain)
			for _, line := range drawing.Lines {
				if ansi.StringWidth(line) > width {
					t.Errorf("%s at %d: %q", file, width, line)
				}
			}
			if lost := lostLeaf(drawing, v); lost != nil {
				t.Errorf("%s at %d: %s is neither drawn nor behind a link", file, width, lost.Compact())
			}
		}
	})
}

// TestWantedColumnsAreInFrames wants at least 80 % of the columns that a person looks for first, over all real tables, in what a run, the
// history, a slide and a picture show of them, and at most a fifth of their cells cut. The names of columns that are hidden are said, and every line has its width.
func TestWantedColumnsAreInFrames(t *testing.T) {
	for _, width := range []int{76, 96, 116, 156} {
		wanted, lacking, all, cutCells := 0, 0, 0, 0
		documents.Tables(t, "../table/testdata/tables", func(name string, g *table.Table, first []string) {
			frame := Frame(&render.Document{Sections: []render.Section{{Blocks: []render.Block{g}}}}, width, Plain)
			for _, line := range frame.Lines {
				if ansi.StringWidth(line) > width {
					t.Errorf("%s at %d: %q", name, width, line)
				}
			}
			c := newCanvas(width, Plain)
			c.frame = frame
			l := c.layoutGrid(g, 0, g.Rows())
			l.fit(g, width, 0)
			lacks := slices.DeleteFunc(slices.Clone(first), func(name string) bool {
				return slices.ContainsFunc(l.columns, func(p columnLayout) bool { return g.Columns()[p.col].Key.Line(0).String() == name })
			})
			for _, p := range l.columns {
				if !slices.Contains(first, g.Columns()[p.col].Key.Line(0).String()) {
					continue
				}
				for _, d := range p.cells {
					if all++; cells(d.text) > p.text {
						cutCells++
					}
				}
			}
			if wanted, lacking = wanted+len(first), lacking+len(lacks); 2*len(lacks) > len(first) {
				t.Errorf("%s at %d cells lacks %v", name, width, lacks)
			}
		})
		t.Logf("%d cells: %d of %d wanted columns are in sight", width, wanted-lacking, wanted)
		if 5*lacking > wanted {
			t.Errorf("%d cells: %d of %d wanted columns are in sight", width, wanted-lacking, wanted)
		}
		t.Logf("%d cells: %d of %d wanted cells are cut", width, cutCells, all)
		if 5*cutCells > all {
			t.Errorf("%d cells: %d of %d wanted cells are cut", width, cutCells, all)
		}
	}
}
