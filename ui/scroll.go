package ui

import (
	"slices"
	"strings"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"a2aform/internal/widget/shortcut"
)

// scroll is a window over lines.
type scroll struct {
	above  drawer // lines before the others, drawn only where they are in the window; nil for none
	lines  []string
	top    int
	height int
	looked int // the line that was last revealed
}

// drawer is lines that can be drawn one by one.
type drawer interface {
	count() int
	draw(from, to int) []string
}

// count is the number of lines, all told.
func (s *scroll) count() int { return s.countAbove() + len(s.lines) }

func (s *scroll) countAbove() int {
	if s.above == nil {
		return 0
	}
	return s.above.count()
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

func (s *scroll) clamp() { s.top = max(min(s.top, s.count()-s.height), 0) }

// hiddenLines counts the lines under the window.
func (s *scroll) hiddenLines() int { return max(s.count()-s.height-s.top, 0) }

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
		s.top = s.count()
	default:
		return false
	}
	s.clamp()
	return true
}

func (s *scroll) view() string {
	s.clamp()
	above, end := s.countAbove(), min(s.top+s.height, s.count())
	if s.top >= above {
		return strings.Join(s.lines[s.top-above:end-above], "\n")
	}
	lines := s.above.draw(s.top, min(end, above))
	return strings.Join(append(lines, s.lines[:max(end-above, 0)]...), "\n")
}

// scrollKeys are the keys of a window. Help and the palette list them; the
// footer leaves its room to others.
var scrollKeys = shortcut.On(keys.Up, keys.Down, keys.PageUp, keys.PageDown, keys.Top, keys.Bottom)

func isScrollKey(b shortcut.Key) bool {
	return slices.ContainsFunc(scrollKeys, func(k shortcut.Key) bool { return k.Help() == b.Help() })
}

// padLines makes a text at least so many lines high.
func padLines(text string, height int) string {
	return text + strings.Repeat("\n", max(height-1-strings.Count(text, "\n"), 0))
}
