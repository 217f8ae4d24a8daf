package ui

import "a2aform/internal/safe"

// newShown is the screen of a result from elsewhere: a table as one, what cannot
// be read whole as a tree, anything else as blocks.
func newShown(h *host, shown *Shown) screen {
	name := shown.Name.Line(0).String()
	blocks := shown.Document.Blocks()
	if len(blocks) == 1 {
		alone := openBlocks(h, name, blocks).push
		if table, ok := alone.(*gridScreen); ok {
			table.whole = shown.Document
		}
		return alone
	}
	if roots := shown.Document.Trees(); shown.Document.Err() != nil && len(roots) == 1 && roots[0].Len() > 0 {
		t := newTree(h, name, roots[0], nil) // too large, or broken somewhere: as far as it goes
		t.trouble = "not read whole: " + safe.Text(shown.Document.Err().Error()).Line(0).String()
		return t
	}
	p := newBlockView(h, name, shown.Document.Draw)
	p.whole = shown.Document
	return p
}
