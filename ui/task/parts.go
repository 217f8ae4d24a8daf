package task

import "a2aform/ui/kit"

// look does something with the window of the result: it stays where that leads.
func (s *Screen) look(do func(w *kit.Scroll, above int) kit.Action) kit.Action {
	act := do(s.windows.ofResult(s.shown(), len(s.result.links.Drawing.Lines)))
	s.windows.stay()
	s.result.sign()
	s.place()
	return act
}

// openPart opens the chosen part.
func (s *Screen) openPart() kit.Action {
	return s.look(s.result.open)
}

// nextPart goes to the next part of the result or the one before, and past the last one to the messages.
func (s *Screen) nextPart(by int) kit.Action {
	links := &s.result.links
	switch {
	case s.shown().hasPanes() && (!s.shown().isOnResult() || s.result.isLast(by)):
		links.Chosen = -1
		s.switchPane()
		s.result.sign()
		s.place()
		return kit.Action{}
	case len(links.Drawing.Links) == 0:
		return kit.Action{}
	}
	return s.look(func(w *kit.Scroll, above int) kit.Action { return s.result.links.Next(by, w, above) })
}

func (s *Screen) nextProblem(by int) func() kit.Action {
	return func() kit.Action {
		if s.shown().hasPanes() {
			s.windows.focus = onArtifact
		}
		return s.look(func(w *kit.Scroll, above int) kit.Action { return s.result.links.NextProblem(by, w, above) })
	}
}

// resultKeys are those of a result that is no table.
func (s *Screen) resultKeys(none string) []kit.Key {
	exports := kit.DocumentExports(s.Host, s, s.result.document, s.Name(), s.Width, none)
	noProblem := none
	if none == "" {
		noProblem = s.result.links.NoProblem()
	}
	return append([]kit.Key{
		exports.ExportKey(),
		exports.QueryKey(),
		kit.UseKey(s.Host, s.result.document, "this result"),
		kit.When(kit.BlockKeys.NextProblem, noProblem, s.nextProblem(1)),
		kit.When(kit.BlockKeys.PreviousProblem, noProblem, s.nextProblem(-1)),
	}, exports.CommandKeys()...)
}
