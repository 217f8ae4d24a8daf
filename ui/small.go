package ui

import (
	"fmt"
	"strings"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"
)

// The least terminal in which the screens are legible.
const (
	leastWidth  = 36
	leastHeight = 10
)

// isTooSmall reports a terminal on which no screen is legible.
func (a *App) isTooSmall() bool {
	return a.width > 0 && (a.width < leastWidth || a.height < leastHeight)
}

func (a *App) tooSmall() string {
	next := "ctrl+c quits"
	if a.quitting {
		next = a.status.text
	}
	text := fmt.Sprintf("too small: %d×%d\nneeds %d×%d\n%s", a.width, a.height, leastWidth, leastHeight, ansi.Wrap(next, a.width, ""))
	lines := strings.Split(text, "\n")
	for i, l := range lines {
		lines[i] = ansi.Truncate(l, a.width, "")
	}
	return strings.Join(lines[:min(len(lines), max(a.height, 1))], "\n")
}

// heed handles a message, unless it does what cannot be seen.
func (a *App) heed(msg tea.Msg) tea.Cmd {
	if a.isUnseen(msg) {
		return a.unseen(msg)
	}
	return a.handle(msg)
}

// isUnseen reports that a user does something and cannot see what. Text only fills
// in: it may have been typed before the terminal became small.
func (a *App) isUnseen(msg tea.Msg) bool {
	if !a.isTooSmall() {
		return false
	}
	isText := a.overlay == nil && a.top().isTyping()
	switch msg := msg.(type) {
	case tea.KeyPressMsg:
		return !isText || msg.Text == ""
	case tea.PasteMsg:
		return !isText
	case tea.MouseMsg:
		return true
	}
	return false
}

// unseen takes what is done where nothing can be seen: only the way out works.
func (a *App) unseen(msg tea.Msg) tea.Cmd {
	a.status = status{}
	if press, ok := msg.(tea.KeyPressMsg); ok && key.Matches(press, keys.Quit) {
		return a.quit()
	}
	a.quitting = false
	return nil
}
