package ui

import (
	"fmt"
	"strings"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"

	"a2aform/ui/kit"
)

// The smallest terminal in which the screens are legible.
const (
	minWidth  = 36
	minHeight = 10
)

// isTooSmall reports a terminal on which no screen is legible.
func (a *App) isTooSmall() bool {
	return a.Width > 0 && (a.Width < minWidth || a.Height < minHeight)
}

func (a *App) tooSmall() string {
	next := "ctrl+c quits"
	if a.quitting {
		next = a.Status.Text
	}
	text := fmt.Sprintf("too small: %d×%d\nneeds %d×%d\n%s", a.Width, a.Height, minWidth, minHeight, ansi.Wrap(next, a.Width, ""))
	lines := strings.Split(text, "\n")
	for i, l := range lines {
		lines[i] = ansi.Truncate(l, a.Width, "")
	}
	return strings.Join(lines[:min(len(lines), max(a.Height, 1))], "\n")
}

// dispatch handles a message, unless the terminal is too small to show its effect.
func (a *App) dispatch(msg tea.Msg) tea.Cmd {
	if a.isBlocked(msg) {
		return a.handleTooSmall(msg)
	}
	return a.handle(msg)
}

// isBlocked reports input whose effect the user cannot see, because the terminal is
// too small. Typed text passes: it may precede the change of size.
func (a *App) isBlocked(msg tea.Msg) bool {
	if !a.isTooSmall() {
		return false
	}
	isText := a.Overlay == nil && a.Top().IsTyping()
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

// handleTooSmall handles input in a terminal that is too small: only quitting works.
func (a *App) handleTooSmall(msg tea.Msg) tea.Cmd {
	a.Status = kit.Status{}
	if press, ok := msg.(tea.KeyPressMsg); ok && key.Matches(press, kit.Keys.Quit) {
		return a.quit()
	}
	a.quitting = false
	return nil
}
