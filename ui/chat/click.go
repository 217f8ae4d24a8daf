package chat

import "slices"

// firstTurnLine is the line of the screen at which the turns begin, below their title.
const firstTurnLine = 1

// Point goes to a turn, or back to the message. It reports that the turn had the focus
// already, so that a second click opens what came of it.
func (s *Screen) Point(_, line int) bool {
	at := line - firstTurnLine
	if at < 0 || at >= s.turnsHeight || len(s.turns) == 0 {
		s.onTurns = false
		return false
	}
	next, isStart := slices.BinarySearch(s.starts, s.body.Top+at)
	turn := next
	if !isStart {
		turn--
	}
	wasThere := s.onTurns && s.cursor == turn
	s.onTurns, s.cursor = true, min(max(turn, 0), len(s.turns)-1)
	return wasThere
}
