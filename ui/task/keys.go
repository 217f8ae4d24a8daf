package task

import (
	"slices"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"a2aform/internal/widget/shortcut"
	"a2aform/ui/kit"
)

var _ = kit.RegisterKeys("task", &keys)

// keys are those of the task besides those of all screens.
var keys = struct{ Pane, Zoom, Edit, Rerun key.Binding }{
	Pane:  kit.Bind("Switch pane", "tab", "shift+tab"),
	Zoom:  kit.Bind("Hide the messages", "z"),
	Edit:  kit.Bind("Edit & resend", "e"),
	Rerun: kit.Bind("Run again", "r"),
}

// resultKey opens what came in.
func (s *Screen) resultKey() key.Binding {
	if s.hasTable() {
		return kit.Bind("Open table", "enter")
	}
	return kit.Bind("Open result", "enter")
}

// canRerun reports a task of this session that is over and can be started again.
func (s *Screen) canRerun() bool {
	return s.replay == nil && s.snapshot.Phase.IsOver() && s.snapshot.Plan.CanRepeat() && !s.snapshot.CanRetry
}

// canEdit reports one that ended badly, and whose form is below.
func (s *Screen) canEdit() bool {
	return s.canRerun() && !s.isComplete() && s.Host.Nav.IsAboveForm(s)
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
		shortcut.When(keys.Edit, s.canEdit(), "the task goes on, or its form is not open"),
		shortcut.When(kit.Keys.EndWait, s.snapshot.MoreMayCome, "only a session that is still active has a wait to end"),
		shortcut.When(s.resultKey(), hasResult, noResult),
		kit.JSONKey(s.document),
		shortcut.When(keys.Rerun, s.canRerun(), "the task goes on, or it was not started here"),
		shortcut.When(kit.Keys.Cancel, !s.snapshot.Phase.IsOver(), "the task is over"),
		s.Host.Nav.SaveCaseKey(s),
		{Binding: kit.Keys.Back},
		shortcut.When(kit.Keys.Follow, !s.snapshot.Phase.IsOver(), "the task is over"),
		{Binding: kit.Keys.Wire},
		shortcut.When(keys.Pane, hasResult, noResult),
	}, kit.ScrollKeys...)
}

// pressKey gives a key to the part of the screen that has the focus.
func (s *Screen) pressKey(msg tea.KeyPressMsg) (kit.Action, tea.Cmd) {
	switch {
	case s.hasTableFocus():
		return s.pressTable(msg)
	case s.replay != nil:
		return s.pressReplay(msg)
	}
	return s.press(msg)
}

// pressAgain handles the keys that send once more, or end the wait for the agent.
func (s *Screen) pressAgain(msg tea.KeyPressMsg) (act kit.Action, done bool) {
	switch {
	case key.Matches(msg, kit.Keys.Resend) && s.run.CanRetry():
		s.askToResend()
		return act, true
	case key.Matches(msg, keys.Edit) && s.canEdit():
		return s.Back(), true
	case key.Matches(msg, keys.Rerun) && s.canRerun():
		return s.Host.Nav.Repeat(s.snapshot.Plan), true
	}
	return act, key.Matches(msg, kit.Keys.EndWait) && s.run.EndWait()
}
