package ui

import (
	"a2aform/internal/safe"
	"a2aform/ui/grid"
	"a2aform/ui/kit"
	"a2aform/ui/result"
)

// newShown is the screen of a result from elsewhere: a table as one, what cannot
// be read whole as a tree, anything else as blocks.
func newShown(h *kit.Host, shown *kit.Shown) kit.Screen {
	name := shown.Name.Line(0).String()
	blocks := shown.Document.Blocks()
	if len(blocks) == 1 {
		alone := kit.OpenBlocks(h, name, blocks).Push
		if table, ok := alone.(*grid.Screen); ok {
			table.Whole = shown.Document
		}
		return alone
	}
	if roots := shown.Document.Trees(); shown.Document.Err() != nil && len(roots) == 1 && roots[0].Len() > 0 {
		t := result.NewTree(h, name, roots[0], nil) // too large, or broken somewhere: as far as it goes
		t.Trouble = "not read whole: " + safe.Text(shown.Document.Err().Error()).Line(0).String()
		return t
	}
	p := kit.NewBlockView(h, name, shown.Document.Draw)
	p.Whole = shown.Document
	return p
}
