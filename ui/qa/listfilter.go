package qa

import (
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"a2aform/ui/kit"
)

func (s *List) pressFilter(msg tea.KeyPressMsg) {
	switch msg.String() {
	case "esc":
		s.filter.SetValue("")
		s.sift()
		fallthrough
	case "enter":
		s.filtering = false
		s.filter.Blur()
		s.clamp()
	case "up", "down", "pgup", "pgdown":
		s.cursor, _ = kit.MoveCursor(msg, s.cursor, len(s.shown), s.rows())
		s.clamp()
	default:
		s.typed(msg)
	}
}

// typed passes typed or pasted text to the filter.
func (s *List) typed(msg tea.Msg) {
	s.filter, _ = s.filter.Update(msg) // its commands only make the cursor blink
	s.sift()
}

// sift lists the items that contain all words of the filter.
func (s *List) sift() {
	words := strings.Fields(strings.ToLower(s.filter.Value()))
	s.shown = s.shown[:0]
	for i := range s.items {
		if !slices.ContainsFunc(words, func(w string) bool { return !strings.Contains(s.items[i].text, w) }) {
			s.shown = append(s.shown, i)
		}
	}
	s.cursor = max(min(s.cursor, len(s.shown)-1), 0)
	s.clamp()
}
