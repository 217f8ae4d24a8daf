package chat

// Coach implements kit.Coach.
func (s *Screen) Coach() string {
	switch {
	case s.pane.hasFocus:
		return "Press tab: it goes back to writing."
	case s.turns.isRunning():
		return ""
	case len(s.turns.approvals()) > 0:
		return "Press enter: it chooses the answer."
	case s.turns.isAsked() && s.turns.last().HasForm():
		return "Press enter: it opens the form."
	case s.turns.isAsked():
		return "Type your answer, then press enter."
	}
	return "Type a message, then press enter."
}
