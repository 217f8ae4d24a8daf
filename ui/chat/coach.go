package chat

// Coach implements kit.Coach.
func (s *Screen) Coach() string {
	switch {
	case s.onTurns:
		return "Press tab: it goes back to writing."
	case s.isRunning():
		return ""
	case len(s.approvals()) > 0:
		return "Press enter: it chooses the answer."
	case s.isAsked() && s.last().HasForm():
		return "Press enter: it opens the form."
	case s.isAsked():
		return "Type your answer, then press enter."
	}
	return "Type a message, then press enter."
}
