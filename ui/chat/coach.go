package chat

// Coach implements kit.Coach.
func (s *Screen) Coach() string {
	switch {
	case s.pane.hasFocus:
		return "Press Tab: it goes back to writing."
	case s.turns.isRunning():
		return ""
	case len(s.turns.approvals()) > 0:
		return "Press Enter: it chooses the answer."
	case s.turns.isAsked() && s.turns.last().HasForm():
		return "Press Enter: it opens the form."
	case s.turns.isAsked():
		return "Type your answer, then press Enter."
	}
	return "Type a message, then press Enter."
}
