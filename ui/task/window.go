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

// windows are the parts of a run that scroll by themselves, as they are laid out.
type windows struct {
	body     window // without panes: the timeline and the result
	messages window // the timeline
	artifact window // the result
	focus    focus
	layout   layout
}

// clear leaves nothing of what was shown; above are the lines of the timeline.
func (w *windows) clear(above *timeline) {
	w.body, w.messages, w.artifact = window{}, window{}, window{}
	w.body.Above, w.messages.Above = above, above
}

// current is the one that the keys move.
func (w *windows) current(v shown) *window {
	switch {
	case !v.hasPanes():
		return &w.body
	case v.isOnResult() && !v.isTable:
		return &w.artifact
	}
	return &w.messages
}

// ofResult is the one with the result, which has so many lines, and how many lines are above it there.
func (w *windows) ofResult(v shown, lines int) (in *kit.Scroll, above int) {
	if v.hasPanes() {
		return &w.artifact.Scroll, 0
	}
	return &w.body.Scroll, w.body.Count() - lines
}

// stay keeps the window of the result where it is.
func (w *windows) stay() { w.artifact.scrolled, w.body.scrolled = true, true }

// goOn shows what comes now.
func (w *windows) goOn() {
	for _, each := range []*window{&w.body, &w.messages, &w.artifact} {
		each.scrolled, each.follow = false, false
	}
}

// arrange lays the parts out and gives them their sizes.
func (w *windows) arrange(f facts, v shown) {
	w.layout = layoutOf(f)
	l := &w.layout
	place := func(w *window, r kit.Rect, frame, top int) { w.place(max(r.Height-frame, 1), top) }
	switch {
	case l.window.IsShown():
		place(w.current(v), l.window, 0, w.messages.Count())
	case l.tail.IsShown():
		place(&w.messages, l.tail, 0, w.messages.Count())
	default:
		place(&w.messages, l.messages, kit.FrameHeight, w.messages.Count())
	}
	place(&w.artifact, l.result, kit.FrameHeight, 0)
}

// scroll moves the window with the keys. At its end it follows what comes, unless nothing does.
func (w *windows) scroll(msg tea.KeyPressMsg, v shown) {
	in := w.current(v)
	if !in.scrolled && !in.follow {
		in.seen = in.Count()
	}
	if in.Press(msg) {
		in.scrolled = true
		down := key.Matches(msg, kit.Keys.Down, kit.Keys.PageDown, kit.Keys.Bottom)
		in.setFollow(down && in.HiddenLines() == 0 && !v.isOver)
	}
}

// place puts the drawn lines on screen. At first the beginning of the results is in view,
// where the columns have their titles; of the messages it is the end.
func (s *Screen) place() {
	if s.shown().hasPanes() {
		s.windows.artifact.Set(s.result.lines)
		s.windows.messages.Set(s.usage())
		s.arrange(len(s.bottom()))
		return
	}
	usage := s.usage()
	s.windows.body.Set(append(usage, s.result.lines...))
	top := s.windows.body.Count()
	if len(s.result.lines) > 0 {
		top = s.timeline.Count() + len(usage) + 1 // past the empty line before the results
	}
	s.windows.body.place(max(s.Height-len(s.header().lines())-len(s.bottom()), 1), top)
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
		s.windows.scroll(kit.KeyPress(name), s.shown())
	}
}

// News says how many lines were added below the window since the user was there.
func (s *Screen) News() string {
	if s.shown().isZoomed() {
		return ""
	}
	return s.windows.current(s.shown()).news()
}

// HiddenLines counts the lines below the window.
func (s *Screen) HiddenLines() int {
	if s.shown().isZoomed() {
		return 0
	}
	return s.windows.current(s.shown()).HiddenLines()
}
