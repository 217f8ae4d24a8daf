package ui

import (
	"slices"

	tea "charm.land/bubbletea/v2"
	"charm.land/lipgloss/v2"

	"a2aform/ui/kit"
)

// wheelLines is how far a notch of the wheel moves a window.
const wheelLines = 3

// wheeler is a screen that moves its window by itself; others take the wheel as
// arrow keys.
type wheeler interface{ Wheel(lines int) }

// clicker is a screen that takes clicks, at a column and a line of its area.
type clicker interface {
	Click(column, line int) (kit.Action, tea.Cmd)
}

// toggleMouse takes the mouse from the terminal, or gives it back: while we have
// it, text is selected with shift held in most terminals.
func (a *App) toggleMouse() {
	a.mouse = !a.mouse
	text := "the mouse is the terminal's again: it selects text"
	if a.mouse {
		text = "the wheel works here"
		switch a.Top().(type) {
		case clicker, kit.Pointer:
			text = "clicks and the wheel work here"
		}
		text += "; shift selects text in most terminals"
	}
	a.Status = kit.Status{Text: text}
}

func (a *App) mouseMode() tea.MouseMode {
	if a.mouse {
		return tea.MouseModeCellMotion
	}
	return tea.MouseModeNone
}

// Wheel moves what is on top.
func (a *App) Wheel(msg tea.MouseWheelMsg) tea.Cmd {
	name, lines := "down", wheelLines
	switch msg.Button {
	case tea.MouseWheelUp:
		name, lines = "up", -wheelLines
	case tea.MouseWheelDown:
	default:
		return nil
	}
	if s, ok := a.Top().(wheeler); ok && a.Overlay == nil {
		s.Wheel(lines)
		return nil
	}
	if a.Overlay == nil && a.Top().IsTyping() {
		return nil // an arrow would move the cursor of what is typed
	}
	var cmds []tea.Cmd
	for range wheelLines {
		cmds = append(cmds, a.handle(kit.KeyPress(name)))
	}
	return tea.Batch(cmds...)
}

// bodyColumn is the column of the terminal at which a screen begins, after the margin.
const bodyColumn = 1

// bodyLine is the line of the terminal at which a screen begins, below the header.
func (a *App) bodyLine() int {
	if a.HasRule() {
		return 2
	}
	return 1
}

func (a *App) Click(msg tea.MouseClickMsg) tea.Cmd {
	if msg.Button != tea.MouseLeft {
		return nil
	}
	a.Status, a.quitting = kit.Status{}, false
	switch msg.Y {
	case 0:
		return a.clickHeader(msg.X)
	case a.Height - 1:
		if b, ok := a.footerKeyAt(msg.X); ok {
			return a.handle(kit.KeyPress(b.Keys()[0]))
		}
		return nil
	}
	column, line := msg.X-bodyColumn, msg.Y-a.bodyLine()
	if line >= a.cutAt {
		line += a.cut
	}
	if _, height := a.Room(); line < 0 || line >= height {
		return nil
	}
	if a.Overlay != nil {
		return a.ClickOverlay(column, line)
	}
	side, column := a.screens.sideAt(column)
	switch s := side.(type) {
	case clicker:
		act, cmd := s.Click(column, line)
		if side != a.Top() {
			a.screens.otherSide() // after the click: what has the keys may take more lines
		}
		return tea.Batch(cmd, a.Perform(act))
	case kit.Pointer:
		if s.Point(column, line) {
			return a.handle(kit.KeyPress("enter"))
		}
	}
	return nil
}

// clickHeader goes back to the screen whose title is at a column of the header, or opens what
// the header counts there.
func (a *App) clickHeader(column int) tea.Cmd {
	if a.Overlay != nil {
		return nil
	}
	if cmd, isCount := a.clickCount(column); isCount {
		return cmd
	}
	end := trailColumn + lipgloss.Width(a.trail())
	for _, s := range slices.Backward(a.screens.crumbs()) {
		title := s.Title()
		if title == "" {
			continue
		}
		begin := max(end-lipgloss.Width(title), trailColumn)
		if column >= begin && column < end {
			return a.nav.goTo(s)
		}
		end = begin - lipgloss.Width(crumbGap)
	}
	return nil
}
