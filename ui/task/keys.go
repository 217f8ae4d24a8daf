package task

import (
	"slices"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"a2aform/internal/run"
	"a2aform/ui/kit"
)

var _ = kit.RegisterKeys("task", &keys)

// keys are those of the task besides those of all screens.
var keys = struct{ Pane, Back, Zoom, Edit, Rerun, WriteBack, Earlier, Later, Share key.Binding }{
	Pane:  kit.Bind("Switch pane", "tab"),
	Back:  kit.Bind("Previous pane", "shift+tab"),
	Zoom:  kit.Bind("Hide messages", "z"),
	Edit:  kit.Bind("Edit & resend", "o"),
	Rerun: kit.Bind("Run again", "r"),

	WriteBack: kit.Bind("Write back", "m"),

	Earlier: kit.Bind("Previous in thread", "<"),
	Later:   kit.Bind("Next in thread", ">"),
	Share:   kit.Bind("Share the thread…"),
}

// canRerun reports a task of this session that is over and can be started again.
func (s *Screen) canRerun() bool {
	return s.replay == nil && s.snapshot.Phase.IsOver() && s.snapshot.Plan.CanRepeat() && !s.snapshot.CanRetry
}

// canEdit reports one that ended badly, and whose form is below.
func (s *Screen) canEdit() bool {
	return s.canRerun() && !s.isComplete() && s.Host.Nav.IsAboveForm(s)
}

// Keys are those of the part of the screen that has the focus.
func (s *Screen) Keys() []kit.Key {
	switch {
	case s.shown().hasTableFocus():
		return s.tableKeys()
	case s.replay != nil:
		return s.replayKeys()
	case s.reply.isOpen:
		return s.answerKeys()
	}
	noResult := kit.Unless(s.result.isThere(), "no result has come yet")
	isOver := kit.Unless(!s.snapshot.Phase.IsOver(), "the task is over")
	return slices.Concat([]kit.Key{
		kit.When(kit.Keys.Credentials, s.noCredentials(), s.GiveCredentials),
		kit.When(kit.Keys.Resend, kit.Unless(s.snapshot.CanRetry, "only a message with an unknown outcome is sent again"), s.askToResend),
		kit.When(keys.Edit, kit.Unless(s.canEdit(), "the task goes on, or its form is not open"), s.Back),
		kit.When(kit.Keys.EndWait, kit.Unless(s.snapshot.MoreMayCome, "only a session that is still active has a wait to end"), s.endWait),
		kit.When(s.result.key(), s.result.cannotOpen(), s.openResult),
		kit.JSONKey(s.Host, s.result.document),
		s.writeBackKey(),
		s.rerunKey(),
		kit.When(kit.Keys.Cancel, isOver, s.Cancel),
		s.Host.Nav.SaveCaseKey(s),
		s.BackKey(),
		kit.On(kit.Keys.Wire, s.openTraffic),
	}, s.paneKeys(noResult), s.resultKeys(noResult), s.thread.keys(), kit.ScrollKeys, s.borderKeys())
}

// paneKeys lead from the messages to the result and through its parts.
func (s *Screen) paneKeys(noResult string) []kit.Key {
	return []kit.Key{
		kit.When(keys.Pane, noResult, func() kit.Action { return s.nextPart(1) }),
		kit.When(keys.Back, noResult, func() kit.Action { return s.nextPart(-1) }),
	}
}

// answerKeys are those while the answer to a question is typed.
func (s *Screen) answerKeys() []kit.Key {
	return append([]kit.Key{
		kit.On(kit.Keys.Answer, s.sendAnswer),
		kit.When(kit.Bind("Credentials", "alt+a"), s.noCredentials(), s.GiveCredentials),
		kit.When(kit.Keys.LastAnswer, kit.Unless(len(s.reply.past) > 0, "nothing was answered yet"), s.reply.recallLast),
		kit.On(kit.Keys.AnswerJSON, func() { s.reply.isData = !s.reply.isData }),
		kit.On(kit.Bind("Cancel task", "ctrl+x"), s.Cancel),
		s.BackKey(),
	}, kit.ScrollKeys[:4]...)
}

func (s *Screen) noCredentials() string {
	return kit.Unless(s.WantsCredentials(), "the agent asks for no credentials")
}

// rerunKey opens the review of the same message.
func (s *Screen) rerunKey() kit.Key {
	if s.replay.atEnd() {
		return s.replay.rerunKey()
	}
	return kit.When(keys.Rerun, kit.Unless(s.canRerun(), "the task goes on, or it was not started here"), func() kit.Action { return s.Host.Nav.Repeat(s.snapshot.Plan) })
}

// writeBackKey goes on in the context of the run, in a chat: an agent that answers with a message leaves no task to answer (A2A 1.0
// §3.4.3).
func (s *Screen) writeBackKey() kit.Key {
	now := s.snapshot
	canWrite := s.replay == nil && now.Phase.IsOver() && now.Phase != run.Errored && !now.ContextID.IsEmpty()
	return kit.When(keys.WriteBack, kit.Unless(canWrite, "the run goes on, has no context, or was not started here"), func() kit.Action { return s.Host.Nav.WriteBack(s) })
}

func (s *Screen) endWait() { s.run.EndWait() }

func (s *Screen) openTraffic() kit.Action { return s.Host.Nav.OpenTraffic(s.run.Traffic()) }

// press is a key for the part of the screen that has the focus.
func (s *Screen) press(msg tea.KeyPressMsg) (kit.Action, tea.Cmd) {
	if s.shown().hasTableFocus() {
		return s.pressTable(msg)
	}
	if act, cmd, done := kit.Press(msg, s.Keys()); done {
		return act, cmd
	}
	if s.reply.isOpen && !isScroll(msg) {
		return kit.Action{}, s.reply.Update(msg)
	}
	s.windows.scroll(msg, s.shown())
	return kit.Action{}, nil
}

// isScroll reports a key that moves what is above the answer while that is typed.
func isScroll(msg tea.KeyPressMsg) bool {
	return slices.Contains([]string{"up", "down", "pgup", "pgdown"}, msg.String())
}
