package ui

import (
	"time"

	tea "charm.land/bubbletea/v2"
)

// How often the screen is drawn anew for what nobody asked for: events of an
// agent, spinners, the answers of commands. A few at once are drawn as they come;
// in no second are there more than both together.
const (
	paceRate  = 25 // a second, in the long run
	paceBurst = 5
)

// pace bounds how often the screen is drawn, whatever an agent sends. A key is
// drawn at once, and counts.
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
	p.left = min(p.left+now.Sub(p.filled).Seconds()*paceRate, paceBurst)
	p.filled = now
	if _, ok := msg.(dueFrame); ok {
		p.waiting = false
	}
	p.held = p.left < 1 && !isAtOnce(msg)
	if !p.held {
		p.left = max(p.left-1, 0)
		return nil
	}
	if p.waiting {
		return nil
	}
	p.waiting = true
	return tea.Tick(time.Duration((1-p.left)/paceRate*float64(time.Second))+time.Millisecond, func(time.Time) tea.Msg { return dueFrame{} })
}

// isAtOnce reports what the user did, or the terminal.
func isAtOnce(msg tea.Msg) bool {
	switch msg.(type) {
	case tea.KeyPressMsg, tea.PasteMsg, tea.MouseMsg, tea.WindowSizeMsg, tea.ResumeMsg:
		return true
	}
	return false
}
