package qa

import (
	"cmp"

	tea "charm.land/bubbletea/v2"

	"a2aform/internal/qa/casefile"
	"a2aform/internal/safe"
	"a2aform/internal/widget/shortcut"
	"a2aform/ui/kit"
)

func (s *List) Help() []string {
	return []string{
		"The test cases of this repository that concern the agent: files in " + safe.Text(casefile.DefaultDir).Line(80).String() + ". A case says what to send and what to expect of the answer. S on a review, a result or a run of the history saves it as a case.",
		"",
		"Generated values are at the edges of a skill's schema, valid and invalid; the run shows how the agent takes each. a2aform cases generate writes them to files.",
		"",
		"Last, Pass and p95 describe the last time that a case ran, here or with a2aform test.",
	}
}

func (s *List) Keys() []kit.Key {
	k := listKeys
	if s.Filtering {
		return kit.Shown(shortcut.On(kit.Named(kit.SearchKeys.Take, "Filter"), kit.Named(kit.SearchKeys.Leave, "All cases"))...)
	}
	it, some := s.current()
	none := kit.Unless(some, "there is no case here")
	noCase := none
	if some && it.entry == nil {
		noCase = "this file has a problem; F4 opens it in your editor"
	}
	all, back := k.RunAll, kit.Keys.Back
	if len(s.marked) > 0 {
		all = kit.Named(all, "Run marked")
	}
	if s.IsFiltered() {
		back = kit.Named(back, "All cases")
	}
	return append([]kit.Key{
		kit.When(k.Run, cmp.Or(s.why(), noCase), func() kit.Action { return s.start([]*casefile.File{it.entry.File}) }),
		kit.When(all, s.why(), s.runAll),
		kit.When(k.Mark, noCase, func() { s.mark(it) }),
		kit.When(k.Generate, s.cannotGenerate(), s.generate),
		kit.When(k.Edit, none, func() (kit.Action, tea.Cmd) { return edit(s.Host, s, it.path()) }),
		kit.When(k.Form, cmp.Or(noCase, kit.Unless(s.open.Agent != nil, "the agent cannot be spoken to")), func() tea.Cmd { return fillIn(s.Host, s, s.open.Agent, it.entry.Case) }),
		kit.When(k.Filter, kit.Unless(len(s.items) > 0, "there are no cases"), s.StartFilter),
		kit.When(k.Last, kit.Unless(s.Run != nil, "no case was run yet"), func() kit.Action { return kit.Action{Push: s.Run} }),
		kit.On(back, s.goBack),
	}, kit.ScrollKeys...)
}
