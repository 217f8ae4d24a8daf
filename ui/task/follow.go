package task

import (
	"fmt"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"a2aform/ui/kit"
)

// place puts the drawn lines on screen. Until the user scrolls, the beginning of
// the results stays in view, where the columns have their titles; before there
// are any, the end of the timeline. Who follows sees the end of everything.
func (s *Screen) place() {
	s.body.Height = max(s.Height-len(s.HeaderLines())-len(s.bottom()), 1)
	s.body.Set(s.results)
	switch {
	case s.follow:
		s.body.Top = s.body.Count()
	case s.scrolled:
	case len(s.results) > 0:
		s.body.Top = s.timeline.Count() + 1 // past the empty line before the results
	default:
		s.body.Top = s.body.Count()
	}
	s.body.Clamp()
	if !s.scrolled || s.follow {
		s.seen = s.body.Count()
	}
}

// scroll moves the window. At the end it follows what comes.
func (s *Screen) scroll(msg tea.KeyPressMsg) {
	if !s.scrolled && !s.follow {
		s.seen = s.body.Count()
	}
	if s.body.Press(msg) {
		s.scrolled = true
		down := key.Matches(msg, kit.Keys.Down, kit.Keys.PageDown, kit.Keys.Bottom)
		s.setFollow(down && s.body.HiddenLines() == 0 && !s.snapshot.Phase.IsOver())
	}
}

// setFollow goes to the end and stays there, or stays here.
func (s *Screen) setFollow(on bool) {
	s.follow = on
	if on {
		s.scrolled = true
		s.place()
	}
}

// following is the mark of a window that moves with what comes, "" for none.
func (s *Screen) following() string {
	if s.snapshot.Phase.IsOver() || s.replay.atEnd() || s.answering || !s.follow && (s.scrolled || len(s.results) > 0) {
		return ""
	}
	return "⇣ follow"
}

// News says how many lines were added below the window since the user was there.
func (s *Screen) News() string {
	n := min(s.body.Count()-s.seen, s.body.HiddenLines())
	if !s.scrolled || s.follow || n <= 0 {
		return ""
	}
	return fmt.Sprintf("↓ %d new, f follows", n)
}
