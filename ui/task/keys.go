package task

import (
	"slices"

	"charm.land/bubbles/v2/key"

	"a2aform/internal/widget/shortcut"
	"a2aform/ui/kit"
)

// keys are those of the task besides those of all screens.
var keys = struct{ Pane, Zoom key.Binding }{
	Pane: kit.Bind("Switch pane", "tab", "shift+tab"),
	Zoom: kit.Bind("Full screen", "z"),
}

// resultKey opens what came in.
func (s *Screen) resultKey() key.Binding {
	if kit.OnlyTable(s.document) != nil {
		return kit.Bind("Open table", "enter")
	}
	return kit.Bind("Open result", "enter")
}

func (s *Screen) Keys() []shortcut.Key {
	switch {
	case s.hasTableFocus():
		return s.tableKeys()
	case s.replay != nil:
		return s.replayKeys()
	}
	const notAsked = "the agent asks for no credentials"
	if s.answering {
		credentials := shortcut.When(kit.Bind("Credentials", "alt+a"), s.WantsCredentials(), notAsked)
		return slices.Concat(shortcut.On(kit.Keys.Answer), []shortcut.Key{credentials},
			[]shortcut.Key{shortcut.When(kit.Keys.LastAnswer, len(s.answers.list) > 0, "nothing was answered yet")},
			shortcut.On(kit.Keys.AnswerJSON, kit.Bind("Cancel task", "ctrl+x"), kit.Keys.Back), kit.ScrollKeys[:4])
	}
	hasResult, noResult := s.hasResult(), "no result has come yet"
	return append([]shortcut.Key{
		shortcut.When(kit.Keys.Credentials, s.WantsCredentials(), notAsked),
		shortcut.When(kit.Keys.Resend, s.snapshot.CanRetry, "only a message with an unknown outcome is sent again"),
		shortcut.When(kit.Keys.EndWait, s.snapshot.MoreMayCome, "only a session that is still active has a wait to end"),
		shortcut.When(s.resultKey(), hasResult, noResult),
		shortcut.When(kit.Keys.Toggle, hasResult, noResult),
		shortcut.When(kit.Keys.Cancel, !s.snapshot.Phase.IsOver(), "the task is over"),
		{Binding: kit.Keys.Back},
		shortcut.When(kit.Keys.Follow, !s.snapshot.Phase.IsOver(), "the task is over"),
		{Binding: kit.Keys.Wire},
		shortcut.When(keys.Pane, hasResult, noResult),
	}, kit.ScrollKeys...)
}
