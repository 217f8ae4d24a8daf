package ui

import (
	"fmt"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"
)

// place puts the drawn lines on screen. Until the user scrolls, the beginning of
// the results stays in view, where the columns have their titles; before there
// are any, the end of the timeline. Who follows sees the end of everything.
func (s *taskScreen) place() {
	s.body.height = max(s.height-len(s.top())-len(s.bottom()), 1)
	s.body.set(s.results)
	switch {
	case s.follow:
		s.body.top = s.body.count()
	case s.scrolled:
	case len(s.results) > 0:
		s.body.top = s.timeline.count() + 1 // past the empty line before the results
	default:
		s.body.top = s.body.count()
	}
	s.body.clamp()
	if !s.scrolled || s.follow {
		s.seen = s.body.count()
	}
}

// scroll moves the window. At the end it follows what comes.
func (s *taskScreen) scroll(msg tea.KeyPressMsg) {
	if !s.scrolled && !s.follow {
		s.seen = s.body.count()
	}
	if s.body.press(msg) {
		s.scrolled = true
		down := key.Matches(msg, keys.Down, keys.PageDown, keys.Bottom)
		s.setFollow(down && s.body.hiddenLines() == 0 && !s.snapshot.Phase.IsOver())
	}
}

// setFollow goes to the end and stays there, or stays here.
func (s *taskScreen) setFollow(on bool) {
	s.follow = on
	if on {
		s.scrolled = true
		s.place()
	}
}

// following is the mark of a window that moves with what comes, "" for none.
func (s *taskScreen) following() string {
	if s.snapshot.Phase.IsOver() || s.replay.atEnd() || s.answering || !s.follow && (s.scrolled || len(s.results) > 0) {
		return ""
	}
	return "⇣ follow"
}

// news tells of lines that came under the window since somebody looked there.
func (s *taskScreen) news() string {
	n := min(s.body.count()-s.seen, s.body.hiddenLines())
	if !s.scrolled || s.follow || n <= 0 {
		return ""
	}
	return fmt.Sprintf("↓ %d new, f follows", n)
}
