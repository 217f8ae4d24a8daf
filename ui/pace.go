package ui

import (
	"time"

	tea "charm.land/bubbletea/v2"
)

// How often the screen is drawn because of what an agent sends. A few frames at
// once are drawn as they come; no second has more than both together.
const (
	paceRate  = 25 // a second, in the long run
	paceBurst = 5
)

// pace limits the frames that an agent causes, however much it sends. Frames that
// the user, the terminal or a command of ours causes are drawn at once and do not
// count.
type pace struct {
	left    float64   // frames that may be drawn now
	filled  time.Time // when left was right
	held    bool      // what is on the screen stays there
	waiting bool      // for a dueFrame
	shown   tea.View  // last
}

// dueFrame comes when a frame that was held may be drawn.
type dueFrame struct{}

// take decides whether msg is drawn now, and gives what brings about that it is
// drawn later.
func (p *pace) take(msg tea.Msg, now time.Time) tea.Cmd {
	if _, ok := msg.(dueFrame); ok {
		p.waiting = false
	} else if !isStreamed(msg) {
		p.held = false
		return nil
	}
	p.left = min(p.left+now.Sub(p.filled).Seconds()*paceRate, paceBurst)
	p.filled = now
	p.held = p.left < 1
	if !p.held {
		p.left--
		return nil
	}
	if p.waiting {
		return nil
	}
	p.waiting = true
	return tea.Tick(time.Duration((1-p.left)/paceRate*float64(time.Second))+time.Millisecond, func(time.Time) tea.Msg { return dueFrame{} })
}

// isStreamed reports whether msg comes because an agent sent something.
func isStreamed(msg tea.Msg) bool {
	answer, ok := msg.(addressed)
	if !ok {
		return false
	}
	switch answer.msg.(type) {
	case wakeMsg, moreMsg:
		return true
	}
	return false
}
