package task

import (
	"slices"

	tea "charm.land/bubbletea/v2"

	"a2aform/render/draw"
	rendered "a2aform/render/table"
	"a2aform/ui/kit"
)

// parts are what a result has that can be opened, where it is no table.
type parts struct {
	kit.Links
	opened []openedTable
}

// openedTable is a table that was opened from the result, and grows with it.
type openedTable struct {
	screen kit.GrowingTable
	link   int
}

// renewOpened shows what has come in in the tables that were opened from here.
func (s *Screen) renewOpened() tea.Cmd {
	var cmds []tea.Cmd
	s.parts.opened = slices.DeleteFunc(s.parts.opened, func(t openedTable) bool { return !s.Host.Nav.IsOpen(t.screen) })
	for _, t := range s.parts.opened {
		if t.link >= len(s.parts.Drawing.Links) {
			continue
		}
		if g, ok := s.parts.Drawing.Links[t.link].Block.(*rendered.Table); ok {
			cmds = append(cmds, t.screen.Renew(kit.List{Table: g}))
		}
	}
	return tea.Batch(cmds...)
}

// drawParts draws the result; nil where there is none, or where it is a table, which draws itself.
func (s *Screen) drawParts() []string {
	if !s.hasResult() || s.hasTable() && s.hasPanes() {
		s.parts.Show(&draw.Drawing{})
		return nil
	}
	style := s.Styles().Render
	if s.hasPanes() {
		s.framed = draw.Frame(s.document, kit.LinkRoom(s.artifactWidth()), style)
		s.parts.Show(&s.framed.Drawing)
		return s.parts.Lines(s.Styles())
	}
	s.parts.Show(draw.Document(s.document, kit.LinkRoom(s.Width), style))
	return append([]string{""}, s.parts.Lines(s.Styles())...)
}

// resultWindow is the window with the result, and how many lines are above it there.
func (s *Screen) resultWindow() (w *kit.Scroll, above int) {
	if s.hasPanes() {
		return &s.artifact.Scroll, 0
	}
	return &s.body.Scroll, s.body.Count() - len(s.parts.Drawing.Lines)
}

// look does something with the window of the result: it stays where that leads.
func (s *Screen) look(do func(w *kit.Scroll, above int) kit.Action) kit.Action {
	act := do(s.resultWindow())
	s.artifact.scrolled, s.body.scrolled = true, true
	s.results = s.withSign()
	s.place()
	return act
}

// withSign are the lines of the result with the sign at the chosen link.
func (s *Screen) withSign() []string {
	lines := s.parts.Lines(s.Styles())
	if !s.hasPanes() {
		return append([]string{""}, lines...)
	}
	return lines
}

// openPart opens the chosen part.
func (s *Screen) openPart() kit.Action {
	act := s.look(func(w *kit.Scroll, above int) kit.Action { return s.parts.Open(s.Host, w, above) })
	if t, ok := act.Push.(kit.GrowingTable); ok {
		s.parts.opened = append(s.parts.opened, openedTable{t, s.parts.Chosen})
	}
	return act
}

// nextPart goes to the next part of the result or the one before, and past the last one to the messages.
func (s *Screen) nextPart(by int) kit.Action {
	links, chosen := len(s.parts.Drawing.Links), s.parts.Chosen
	isLast := chosen < 0 && by < 0 || chosen >= 0 && (chosen+by < 0 || chosen+by >= links)
	switch {
	case s.hasPanes() && (!s.isOnArtifact() || links == 0 || isLast):
		s.parts.Chosen = -1
		s.switchPane()
		s.results = s.withSign()
		s.place()
		return kit.Action{}
	case links == 0:
		return kit.Action{}
	}
	return s.look(func(w *kit.Scroll, above int) kit.Action { return s.parts.Next(by, w, above) })
}

func (s *Screen) nextProblem(by int) func() kit.Action {
	return func() kit.Action {
		if s.hasPanes() {
			s.focus = onArtifact
		}
		return s.look(func(w *kit.Scroll, above int) kit.Action { return s.parts.NextProblem(by, w, above) })
	}
}

// resultKeys are those of a result that is no table.
func (s *Screen) resultKeys(none string) []kit.Key {
	name := s.Name()
	noProblem := none
	if none == "" {
		noProblem = s.parts.NoProblem()
	}
	return []kit.Key{
		kit.When(kit.Keys.Export, none, func() {
			kit.AskExport(s, s.Host, "the result", name, kit.ExporterOf(s.document, name, s.Width))
		}),
		kit.When(kit.Keys.Query, none, func() kit.Action {
			return s.Host.Nav.OpenQuery("the whole result", kit.QueryExporterOf(s.document, name, s.Width))
		}),
		kit.When(kit.BlockKeys.NextProblem, noProblem, s.nextProblem(1)),
		kit.When(kit.BlockKeys.PreviousProblem, noProblem, s.nextProblem(-1)),
	}
}
