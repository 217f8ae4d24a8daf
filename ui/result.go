package ui

import (
	"slices"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"a2aform/internal/safe"
	"a2aform/internal/widget/shortcut"
	"a2aform/render"
)

// resultScreen shows the artifacts of a run on the whole screen.
type resultScreen struct {
	*blockView
	task   *taskScreen
	asJSON bool
}

func newResult(a *App, t *taskScreen) *resultScreen {
	s := &resultScreen{task: t}
	s.blockView = newBlockView(a, "result", s.drawn)
	s.self = s
	return s
}

func (s *resultScreen) drawn(width int, style render.Style) *render.Drawing {
	doc := s.task.document
	switch {
	case doc == nil:
		return &render.Drawing{}
	case s.asJSON:
		return &render.Drawing{Lines: doc.JSON(width, style)}
	}
	return doc.Draw(width, style)
}

// changed says that more has come in, here and in the tables that were opened
// from here.
func (s *resultScreen) changed() tea.Cmd {
	s.whole = s.task.document
	s.redraw()
	var cmds []tea.Cmd
	for _, top := range s.app.stack {
		table, ok := top.(*gridScreen)
		if !ok || table.from != s || table.door >= len(s.drawing.Doors) {
			continue
		}
		if g, ok := s.drawing.Doors[table.door].Block.(*render.Grid); ok {
			cmds = append(cmds, table.renew(g))
		}
	}
	return tea.Batch(cmds...)
}

func (s *resultScreen) update(msg tea.Msg) (action, tea.Cmd) {
	if press, ok := msg.(tea.KeyPressMsg); ok && key.Matches(press, keys.Toggle) {
		s.asJSON = !s.asJSON
		s.lines.top, s.door = 0, -1
		s.redraw()
		return action{}, nil
	}
	act, cmd := s.blockView.update(msg)
	if table, ok := act.push.(*gridScreen); ok {
		table.from, table.door = s, s.door
	}
	return act, cmd
}

func (s *resultScreen) keys() []shortcut.Key {
	all := s.blockView.keys()
	return slices.Insert(all, 1, shortcut.Key{Binding: keys.Toggle})
}

// newShown is the screen of a result from elsewhere: a table as one, what cannot
// be read whole as a tree, anything else as blocks.
func newShown(a *App, shown *Shown) screen {
	name := shown.Name.Line(0).String()
	blocks := shown.Document.Blocks()
	if len(blocks) == 1 {
		alone := openBlocks(a, name, blocks).push
		if table, ok := alone.(*gridScreen); ok {
			table.whole = shown.Document
		}
		return alone
	}
	if roots := shown.Document.Trees(); shown.Document.Err() != nil && len(roots) == 1 && roots[0].Len() > 0 {
		t := newTree(a, name, roots[0], nil) // too large, or broken somewhere: as far as it goes
		t.trouble = "not read whole: " + safe.Text(shown.Document.Err().Error()).Line(0).String()
		return t
	}
	p := newBlockView(a, name, shown.Document.Draw)
	p.whole = shown.Document
	return p
}
