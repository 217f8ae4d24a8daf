package ui

import (
	"a2aform/internal/safe"
	"a2aform/render/draw"
	"a2aform/ui/kit"
	"a2aform/ui/result"
	"a2aform/ui/table"
)

// newDocumentScreen returns the screen of a document that is no result of a task here: a
// table for a table, JSON for what cannot be read to its end, blocks for anything else.
func newDocumentScreen(h *kit.Host, doc *kit.NamedDocument) kit.Screen {
	name := doc.Name.Line(0).String()
	blocks := doc.Document.Blocks()
	list, isList := kit.ListIn(doc.Document)
	switch {
	case isList && doc.Document.Err() == nil:
		return table.New(h, name, list)
	case len(blocks) == 1 && len(doc.Document.Trees()) == 0:
		return kit.OpenBlocks(h, name, blocks).Push
	}
	if roots := doc.Document.Trees(); doc.Document.Err() != nil && len(roots) == 1 && roots[0].Len() > 0 {
		t := result.NewJSON(h, name, roots[0], nil) // too large, or broken somewhere: as far as it goes
		t.Trouble = "not read whole: " + safe.Text(doc.Document.Err().Error()).Line(0).String()
		return t
	}
	var p *kit.BlockView
	p = kit.NewBlockView(h, name, func(width int, style draw.Style) *draw.Drawing {
		return draw.Document(p.Whole, width, style)
	})
	p.Whole = doc.Document
	return p
}
