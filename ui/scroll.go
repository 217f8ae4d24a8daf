package ui

import (
	"slices"
	"strings"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"
)

// scroll is a window over lines.
type scroll struct {
	lines  []string
	top    int
	height int
	looked int // the line that was last revealed
}

func (s *scroll) set(lines []string) {
	s.lines = lines
	s.clamp()
}

// reveal moves the window so that a line is in it, with some lines before it.
func (s *scroll) reveal(line int) {
	s.looked = line
	if line < s.top || line >= s.top+s.height {
		s.top = line - s.height/4
	}
	s.clamp()
}

func (s *scroll) clamp() { s.top = max(min(s.top, len(s.lines)-s.height), 0) }

// below counts the lines under the window.
func (s *scroll) below() int { return max(len(s.lines)-s.height-s.top, 0) }

// press moves the window; false means that the key is none of its own.
func (s *scroll) press(msg tea.KeyPressMsg) bool {
	switch {
	case key.Matches(msg, keys.Up):
		s.top--
	case key.Matches(msg, keys.Down):
		s.top++
	case key.Matches(msg, keys.PageUp):
		s.top -= max(s.height-1, 1)
	case key.Matches(msg, keys.PageDown):
		s.top += max(s.height-1, 1)
	case key.Matches(msg, keys.Top):
		s.top = 0
	case key.Matches(msg, keys.Bottom):
		s.top = len(s.lines)
	default:
		return false
	}
	s.clamp()
	return true
}

func (s *scroll) view() string {
	s.clamp()
	end := min(s.top+s.height, len(s.lines))
	return strings.Join(s.lines[s.top:end], "\n")
}

// scrollKeys are the keys of a window. Help and the palette list them; the
// footer leaves its room to others.
var scrollKeys = []key.Binding{keys.Up, keys.Down, keys.PageUp, keys.PageDown, keys.Top, keys.Bottom}

func isScrollKey(b key.Binding) bool {
	return slices.ContainsFunc(scrollKeys, func(k key.Binding) bool { return k.Help() == b.Help() })
}

// padLines makes a text at least so many lines high.
func padLines(text string, height int) string {
	return text + strings.Repeat("\n", max(height-1-strings.Count(text, "\n"), 0))
}
