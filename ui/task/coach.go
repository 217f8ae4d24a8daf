package task

import "a2aform/internal/run"

// Coach implements kit.Coach.
func (s *Screen) Coach() string {
	switch {
	case s.replay != nil:
		return ""
	case s.reply.isOpen && s.HasForm():
		return "Press Enter: it opens the form of the answer."
	case s.reply.isOpen:
		return "Type an answer, then press Enter."
	case s.result.isTable() && s.snapshot.Phase.IsOver():
		return "Here is your result. Press ?: it shows what you can do with it."
	case s.result.isThere() && s.snapshot.Phase.IsOver() && s.result.cannotOpen() == "":
		return "Press Tab, then Enter: it opens a part of the result."
	case s.result.isThere() && s.snapshot.Phase.IsOver():
		return "Here is your result. Press ?: it shows what you can do with it."
	case s.snapshot.Phase == run.Interrupted:
		return ""
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
