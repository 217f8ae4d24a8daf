package ui

import (
	"time"

	tea "charm.land/bubbletea/v2"

	"a2aform/ui/kit"
	"a2aform/ui/task"
)

// How often the screen is drawn because of what an agent sends. A few frames at
// once are drawn as they come; no second has more than both together.
const (
	frameRate  = 25 // a second, in the long run
	frameBurst = 5
)

// frameLimiter limits the frames that an agent causes, however much it sends. Frames that
// the user, the terminal or a command of ours causes are drawn at once and do not
// count.
type frameLimiter struct {
	left    float64   // frames that may be drawn now
	filled  time.Time // when left was right
	dropped bool      // what is on the screen stays there
	waiting bool      // for a frameMsg
	shown   tea.View  // last
}

// frameMsg says that a frame that was dropped may be drawn.
type frameMsg struct{}

// take decides whether msg is drawn now, and gives what brings about that it is
// drawn later.
func (f *frameLimiter) take(msg tea.Msg, now time.Time) tea.Cmd {
	if _, ok := msg.(frameMsg); ok {
		f.waiting = false
	} else if !isStreamed(msg) {
		f.dropped = false
		return nil
	}
	f.left = min(f.left+now.Sub(f.filled).Seconds()*frameRate, frameBurst)
	f.filled = now
	f.dropped = f.left < 1
	if !f.dropped {
		f.left--
		return nil
	}
	if f.waiting {
		return nil
	}
	f.waiting = true
	return tea.Tick(time.Duration((1-f.left)/frameRate*float64(time.Second))+time.Millisecond, func(time.Time) tea.Msg { return frameMsg{} })
}

// isStreamed reports whether msg comes because an agent sent something.
func isStreamed(msg tea.Msg) bool {
	answer, ok := msg.(kit.ScreenMsg)
	if !ok {
		return false
	}
	switch answer.Msg.(type) {
	case task.WakeMsg, task.MeasureMsg:
		return true
	}
	return false
}
