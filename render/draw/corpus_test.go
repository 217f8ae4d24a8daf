package draw

import (
	"testing"

	"github.com/charmbracelet/x/ansi"

	"a2aform/internal/ojson"
	"a2aform/render"
	"a2aform/render/rendertest/documents"
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
