package qa

import (
	"cmp"

	"a2aform/internal/qa/casefile"
	"a2aform/internal/safe"
	"a2aform/internal/widget/shortcut"
	"a2aform/ui/kit"
)

func (s *List) Help() []string {
	return []string{
		"The test cases of this repository that concern the agent: files in " + safe.Text(casefile.DefaultDir).Line(80).String() + ". A case says what to send and what to expect of the answer.",
		"",
		"enter sends the case at the cursor and checks what comes back; R runs all, or those that space has marked. o opens the input in the form.",
		"",
		"g makes values at the edges of a skill's schema, valid and invalid, and shows how the agent takes each. a2aform cases generate writes them to files.",
		"",
		"S on a review, a result or a run of the history saves it as a case. e opens a file in your editor ($VISUAL or $EDITOR).",
		"",
		"Last, Pass and p95 describe the last time that a case ran, here or with a2aform test.",
	}
}

func (s *List) Keys() []shortcut.Key {
	if s.filtering {
		return shortcut.On(kit.Bind("Filter", "enter"), kit.Bind("All cases", "esc"))
	}
	it, some := s.current()
	const none = "there is no case here"
	isCase := some && it.entry != nil
	all := listKeys.RunAll
	if len(s.marked) > 0 {
		all.SetHelp("R", "Run marked")
	}
	why, cannot := s.why(), s.cannotGenerate()
	back := kit.Keys.Back
	if s.filter.Value() != "" {
		back.SetHelp("esc", "All cases")
	}
	return append([]shortcut.Key{
		shortcut.When(listKeys.Run, isCase && why == "", cmp.Or(why, none)),
		shortcut.When(all, why == "", why),
		shortcut.When(listKeys.Mark, isCase, none),
		shortcut.When(listKeys.Generate, cannot == "", cannot),
		shortcut.When(listKeys.Edit, some, none),
		shortcut.When(listKeys.Form, isCase && s.open.Agent != nil, none),
		shortcut.When(listKeys.Filter, len(s.items) > 0, none),
		shortcut.When(listKeys.Last, s.Run != nil, "no case was run yet"),
		{Binding: back},
	}, kit.ScrollKeys...)
}
