// Package result has the screens of what an agent gave: the result, its data as JSON, the
// answer to a jq query, one file, and the question before an address is opened in the browser.
package result

import (
	"slices"

	tea "charm.land/bubbletea/v2"

	"a2aform/render"
	"a2aform/render/draw"
	"a2aform/render/table"
	"a2aform/ui/kit"
)

// Screen shows the artifacts of a run on the whole screen.
type Screen struct {
	*kit.BlockView
	document func() *render.Document
	tables   []partTable // that were opened from here
}

// partTable is a table that was opened from a result.
type partTable struct {
	screen kit.GrowingTable
	link   int // of the drawing
}

// New is the screen of a document, which may be another one each time.
func New(h *kit.Host, document func() *render.Document) *Screen {
	s := &Screen{document: document}
	s.BlockView = kit.NewBlockView(h, "Result", s.drawn)
	s.Self = s
	return s
}

func (s *Screen) drawn(width int, style draw.Style) *draw.Drawing {
	doc := s.document()
	if doc == nil {
		return &draw.Drawing{}
	}
	return draw.Document(doc, width, style)
}

func (s *Screen) Init() tea.Cmd {
	s.Whole = s.document()
	return nil
}

// Changed draws what has come in, here and in the tables that were opened from here.
func (s *Screen) Changed() tea.Cmd {
	s.Whole = s.document()
	s.Redraw()
	s.tables = slices.DeleteFunc(s.tables, func(t partTable) bool { return !s.Host.Nav.IsOpen(t.screen) })
	var cmds []tea.Cmd
	for _, t := range s.tables {
		if g := s.tableAt(t.link); g != nil {
			cmds = append(cmds, t.screen.Renew(kit.List{Table: g}))
		}
	}
	return tea.Batch(cmds...)
}

// tableAt is the table of a link as it is now; nil where there is none any more.
func (s *Screen) tableAt(link int) (g *table.Table) {
	if link < len(s.Drawing.Links) {
		g, _ = s.Drawing.Links[link].Block.(*table.Table)
	}
	return g
}

func (s *Screen) Update(msg tea.Msg) (kit.Action, tea.Cmd) {
	act, cmd := s.BlockView.Update(msg)
	if table, ok := act.Push.(kit.GrowingTable); ok {
		s.tables = append(s.tables, partTable{table, s.Link})
	}
	return act, cmd
}

func (s *Screen) Keys() []kit.Key {
	return append(s.BlockView.Keys(), s.Host.Nav.SaveCaseKey(s))
}
