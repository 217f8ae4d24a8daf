package ui

import (
	"slices"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"a2aform/internal/widget/shortcut"
	"a2aform/render"
)

// resultScreen shows the artifacts of a run on the whole screen.
type resultScreen struct {
	*blockView
	document func() *render.Document
	asJSON   bool
	tables   []partTable // that were opened from here
}

// partTable is a table that was opened from a result.
type partTable struct {
	screen growingTable
	link   int
}

// newResult is the screen of a document, which may be another one each time.
func newResult(h *host, document func() *render.Document) *resultScreen {
	s := &resultScreen{document: document}
	s.blockView = newBlockView(h, "result", s.drawn)
	s.self = s
	return s
}

func (s *resultScreen) drawn(width int, style render.Style) *render.Drawing {
	doc := s.document()
	switch {
	case doc == nil:
		return &render.Drawing{}
	case s.asJSON:
		return &render.Drawing{Lines: doc.JSON(width, style)}
	}
	return doc.Draw(width, style)
}

func (s *resultScreen) init() tea.Cmd {
	s.whole = s.document()
	return nil
}

// Changed draws what has come in, here and in the tables that were opened from here.
func (s *resultScreen) Changed() tea.Cmd {
	s.whole = s.document()
	s.redraw()
	s.tables = slices.DeleteFunc(s.tables, func(t partTable) bool { return !s.host.nav.isOpen(t.screen) })
	var cmds []tea.Cmd
	for _, t := range s.tables {
		if t.link >= len(s.drawing.Links) {
			continue
		}
		if g, ok := s.drawing.Links[t.link].Block.(*render.Grid); ok {
			cmds = append(cmds, t.screen.Renew(g))
		}
	}
	return tea.Batch(cmds...)
}

func (s *resultScreen) update(msg tea.Msg) (action, tea.Cmd) {
	if press, ok := msg.(tea.KeyPressMsg); ok && key.Matches(press, keys.Toggle) {
		s.asJSON = !s.asJSON
		s.lines.top, s.link = 0, -1
		s.redraw()
		return action{}, nil
	}
	act, cmd := s.blockView.update(msg)
	if table, ok := act.push.(growingTable); ok {
		s.tables = append(s.tables, partTable{table, s.link})
	}
	return act, cmd
}

func (s *resultScreen) keys() []shortcut.Key {
	all := s.blockView.keys()
	return slices.Insert(all, 1, shortcut.Key{Binding: keys.Toggle})
}
