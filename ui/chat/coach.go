package chat

// Coach implements kit.Coach.
func (s *Screen) Coach() string {
	switch {
	case s.onTurns:
		return "Press tab: it goes back to writing."
	case s.isRunning():
		return ""
	}
	return "Type a message, then press enter."
}
