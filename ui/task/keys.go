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
	Rerun: kit.Bind("Send again", "r"),

	WriteBack: kit.Bind("Reply", "m"),

	Earlier: kit.Bind("Previous in thread", "<"),
	Later:   kit.Bind("Next in thread", ">"),
	Share:   kit.Bind("Export the thread…"),
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
	again, noResult := s.sendAgain(), kit.Unless(s.result.isThere(), "no result has come yet")
	isOver := kit.Unless(!s.snapshot.Phase.IsOver(), "the task is over")
	resend, resendLater := []kit.Key{again.editKey(), again.rerunKey()}, []kit.Key(nil)
	if again.isComplete { // what came is the next to look at
		resend, resendLater = nil, resend
	}
	reply, replyLater := []kit.Key{again.writeBackKey()}, []kit.Key(nil)
	if s.snapshot.Reply == nil { // the answer is no message, which may ask something
		reply, replyLater = nil, reply
	}
	exports := s.exports(noResult)
	return slices.Concat([]kit.Key{
		s.signIn.key(kit.Keys.Credentials, s.GiveCredentials),
		again.resendKey(s.again),
	}, resend, reply, []kit.Key{
		kit.When(kit.Keys.EndWait, kit.Unless(s.snapshot.MoreMayCome, "only a session that is still active has a wait to end"), func() { s.run.EndWait() }),
		kit.When(s.result.key(), s.result.cannotOpen(), s.openResult),
		exports.ExportKey(),
		s.copyKey(exports),
	}, resendLater, []kit.Key{
		kit.When(kit.Keys.Cancel, isOver, s.Cancel),
		kit.JSONKey(s.Host, s.result.document),
	}, replyLater, []kit.Key{
		s.Host.Nav.SaveCaseKey(s),
		s.BackKey(),
		kit.TrafficKey(s.Host, s.run.Traffic),
	}, s.paneKeys(noResult), s.resultKeys(exports), s.thread.keys(), kit.ScrollKeys, s.borderKeys())
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
		kit.On(kit.Keys.Answer, s.reply.answer),
		s.signIn.key(kit.Bind("Credentials", "alt+a"), s.GiveCredentials),
		kit.When(kit.Keys.LastAnswer, kit.Unless(len(s.reply.past) > 0, "nothing was answered yet"), s.reply.recallLast),
		kit.On(kit.Keys.AnswerJSON, func() { s.reply.isData = !s.reply.isData }),
		kit.On(kit.Bind("Cancel task", "ctrl+x"), s.Cancel),
		s.BackKey(),
	}, kit.ScrollKeys[:4]...)
}

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

// Coach implements kit.Coach.
func (s *Screen) Coach() string {
	switch {
	case s.replay != nil:
		return ""
	case s.reply.isOpen && s.HasForm():
		return "Press Enter: it opens the form of the answer."
	case s.reply.isOpen:
		return "Type an answer, then press Enter."
	case s.result.isTable() && s.snapshot.Phase.IsOver() && s.result.table.IsEmpty() && s.sendAgain().canEdit():
		return "Press o: it opens the form again."
	case s.result.isTable() && s.snapshot.Phase.IsOver():
		return "Here is your result. Press ?: it shows what you can do with it."
	case s.result.isThere() && s.snapshot.Phase.IsOver() && s.result.cannotOpen() == "":
		return "Press Tab, then Enter: it opens a part of the result."
	case s.result.isThere() && s.snapshot.Phase.IsOver():
		return "Here is your result. Press ?: it shows what you can do with it."
	case s.snapshot.Phase == run.Interrupted:
		return ""
	case s.snapshot.Phase == run.Errored:
		return "" // what next is said below it
	case s.sendAgain().canEdit():
		return "Press o: it opens the form again."
	case s.snapshot.Phase.IsOver():
		return "Press Esc: it goes back."
	}
	if s.progress.trouble() != "" {
		return "" // the line above says it
	}
	return "Wait a moment: the agent is working."
}
