package ui

import (
	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"
)

// moveCursor is where a key moves the cursor of a list of n rows, of which page are
// in sight; false means that the key moves none.
func moveCursor(msg tea.KeyPressMsg, cursor, n, page int) (int, bool) {
	step := max(page-1, 1)
	switch {
	case key.Matches(msg, keys.Up):
		cursor--
	case key.Matches(msg, keys.Down):
		cursor++
	case key.Matches(msg, keys.PageUp):
		cursor -= step
	case key.Matches(msg, keys.PageDown):
		cursor += step
	case key.Matches(msg, keys.Top):
		cursor = 0
	case key.Matches(msg, keys.Bottom):
		cursor = n - 1
	default:
		return cursor, false
	}
	return max(min(cursor, n-1), 0), true
}
