package kit

import (
	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"
)

// MoveCursor is where a key moves the cursor of a list of n rows, of which page are
// in sight; false means that the key moves none.
func MoveCursor(msg tea.KeyPressMsg, cursor, n, page int) (int, bool) {
	step := max(page-1, 1)
	switch {
	case key.Matches(msg, Keys.Up):
		cursor--
	case key.Matches(msg, Keys.Down):
		cursor++
	case key.Matches(msg, Keys.PageUp):
		cursor -= step
	case key.Matches(msg, Keys.PageDown):
		cursor += step
	case key.Matches(msg, Keys.Top):
		cursor = 0
	case key.Matches(msg, Keys.Bottom):
		cursor = n - 1
	default:
		return cursor, false
	}
	return max(min(cursor, n-1), 0), true
}
