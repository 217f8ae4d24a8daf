package kit

import (
	"slices"
	"strings"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"a2aform/internal/widget/shortcut"
)

// Scroll is a window over lines.
type Scroll struct {
	Above  drawer // lines before the others, drawn only where they are in the window; nil for none
	Lines  []string
	Top    int
	Height int
	looked int // the line that was last revealed
}

// drawer is lines that can be drawn one by one.
type drawer interface {
	Count() int
	Draw(from, to int) []string
}

// Count is the number of all lines.
func (s *Scroll) Count() int { return s.countAbove() + len(s.Lines) }

func (s *Scroll) countAbove() int {
	if s.Above == nil {
		return 0
	}
	return s.Above.Count()
}

// Set replaces the lines.
func (s *Scroll) Set(lines []string) {
	s.Lines = lines
	s.Clamp()
}

// Reveal moves the window so that a line is in it, with some lines before it. It is not the last one in the window: a status line
// may take that.
func (s *Scroll) Reveal(line int) {
	s.looked = line
	if line < s.Top || line >= s.Top+s.Height-1 {
		s.Top = line - s.Height/4
	}
	s.Clamp()
}

// Clamp keeps the window within the lines.
func (s *Scroll) Clamp() { s.Top = max(min(s.Top, s.Count()-s.Height), 0) }

// HiddenLines counts the lines under the window.
func (s *Scroll) HiddenLines() int { return max(s.Count()-s.Height-s.Top, 0) }

// Press moves the window; false means that the key is none of its own.
func (s *Scroll) Press(msg tea.KeyPressMsg) bool {
	switch {
	case key.Matches(msg, Keys.Up):
		s.Top--
	case key.Matches(msg, Keys.Down):
		s.Top++
	case key.Matches(msg, Keys.PageUp):
		s.Top -= max(s.Height-1, 1)
	case key.Matches(msg, Keys.PageDown):
		s.Top += max(s.Height-1, 1)
	case key.Matches(msg, Keys.Top):
		s.Top = 0
	case key.Matches(msg, Keys.Bottom):
		s.Top = s.Count()
	default:
		return false
	}
	s.Clamp()
	return true
}

func (s *Scroll) View() string {
	s.Clamp()
	above, end := s.countAbove(), min(s.Top+s.Height, s.Count())
	if s.Top >= above {
		return strings.Join(s.Lines[s.Top-above:end-above], "\n")
	}
	lines := s.Above.Draw(s.Top, min(end, above))
	return strings.Join(append(lines, s.Lines[:max(end-above, 0)]...), "\n")
}

// ScrollKeys are the keys of a window. Help and the palette list them; the
// footer leaves its space to others.
var ScrollKeys = Shown(shortcut.On(Keys.Up, Keys.Down, Keys.PageUp, Keys.PageDown, Keys.Top, Keys.Bottom)...)

// borderKeys are all that move a border; the footer leaves them out, too.
var borderKeys = Shown(shortcut.On(Keys.BorderLeft, Keys.BorderRight, PlainKeys.BorderLeft, PlainKeys.BorderRight)...)

// IsScrollKey reports one of [ScrollKeys], or a key that moves a border.
func IsScrollKey(b Key) bool {
	return slices.ContainsFunc(slices.Concat(ScrollKeys, borderKeys), func(k Key) bool { return k.Help() == b.Help() })
}

// PadLines makes a text at least so many lines high.
func PadLines(text string, height int) string {
	return text + strings.Repeat("\n", max(height-1-strings.Count(text, "\n"), 0))
}
