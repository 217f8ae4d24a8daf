package task

import (
	"fmt"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"a2aform/ui/kit"
)

// window is a part of the screen that scrolls by itself.
type window struct {
	kit.Scroll
	scrolled bool // the user chose what to look at
	follow   bool // the end, whatever comes
	seen     int  // lines that there were when the user last saw the end
}

// place sets the window after its lines have changed. Until the user scrolls, it shows line
// top and what is below it; who follows sees the end.
func (w *window) place(height, top int) {
	w.Height = height
	switch {
	case w.follow:
		w.Top = w.Count()
	case !w.scrolled:
		w.Top = top
	}
	w.Clamp()
	if !w.scrolled || w.follow {
		w.seen = w.Count()
	}
}

// setFollow goes to the end and stays there, or stays here.
func (w *window) setFollow(on bool) {
	w.follow = on
	if on {
		w.scrolled = true
		w.place(w.Height, 0)
	}
}

// news says how many lines were added below the window since the user was there.
func (w *window) news() string {
	n := min(w.Count()-w.seen, w.HiddenLines())
	if !w.scrolled || w.follow || n <= 0 {
		return ""
	}
	return fmt.Sprintf("↓ %d new, end follows", n)
}

// window is the one that the keys move.
func (s *Screen) window() *window {
	switch {
	case !s.shown().hasPanes():
		return &s.body
	case s.shown().isOnResult() && !s.result.isTable():
		return &s.artifact
	}
	return &s.messages
}

// place puts the drawn lines on screen. At first the beginning of the results is in view,
// where the columns have their titles; of the messages it is the end.
func (s *Screen) place() {
	if s.shown().hasPanes() {
		s.artifact.Set(s.result.lines)
		s.messages.Set(s.usageLines())
		s.arrange(len(s.bottom()))
		return
	}
	usage := s.usageLines()
	s.body.Set(append(usage, s.result.lines...))
	top := s.body.Count()
	if len(s.result.lines) > 0 {
		top = s.timeline.Count() + len(usage) + 1 // past the empty line before the results
	}
	s.body.place(max(s.Height-len(s.HeaderLines())-len(s.bottom()), 1), top)
}

// scroll moves the window. At the end it follows what comes.
func (s *Screen) scroll(msg tea.KeyPressMsg) {
	w := s.window()
	if !w.scrolled && !w.follow {
		w.seen = w.Count()
	}
	if w.Press(msg) {
		w.scrolled = true
		down := key.Matches(msg, kit.Keys.Down, kit.Keys.PageDown, kit.Keys.Bottom)
		w.setFollow(down && w.HiddenLines() == 0 && !s.snapshot.Phase.IsOver())
	}
}

// Wheel moves the window by so many lines.
func (s *Screen) Wheel(lines int) {
	name := "down"
	if lines < 0 {
		name, lines = "up", -lines
	}
	for range lines {
		if s.shown().hasTableFocus() {
			s.result.table.Update(kit.KeyPress(name))
			continue
		}
		s.scroll(kit.KeyPress(name))
	}
}

// following is the mark of a window that moves with what comes, "" for none.
func (s *Screen) following() string {
	if s.snapshot.Phase.IsOver() || s.replay.atEnd() || s.reply.isOpen || !s.body.follow && (s.body.scrolled || len(s.result.lines) > 0) {
		return ""
	}
	return "⇣ follow"
}

// News says how many lines were added below the window since the user was there.
func (s *Screen) News() string {
	if s.shown().isZoomed() {
		return ""
	}
	return s.window().news()
}

// HiddenLines counts the lines below the window.
func (s *Screen) HiddenLines() int {
	if s.shown().isZoomed() {
		return 0
	}
	return s.window().HiddenLines()
}
