package chat

// firstTurnLine is the line of the screen at which the turns begin, below their title.
const firstTurnLine = 1

// Point goes to a turn, or back to the message. It reports that the turn had the focus
// already, so that a second click opens what came of it.
func (s *Screen) Point(_, line int) bool { return s.pane.point(line-firstTurnLine, len(s.turns)) }
