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

// Click does what the user has clicked on.
func (a *App) Click(msg tea.MouseClickMsg) tea.Cmd {
	if msg.Button != tea.MouseLeft {
		return nil
	}
	a.Status, a.quitting = kit.Status{}, false
	f := a.frame()
	switch column, line := f.bodyAt(msg.X, msg.Y); {
	case msg.Y == 0 && a.Overlay != nil:
		return nil
	case msg.Y == 0:
		if f.isCountAt(msg.X) {
			return a.nav.OpenHistory()
		}
		if s := f.titleAt(msg.X); s != nil {
			return a.nav.goTo(s)
		}
		return nil
	case msg.Y == a.Height-1:
		if b, ok := f.keyAt(msg.X); ok {
			return a.handle(kit.KeyPress(b.Keys()[0]))
		}
		return nil
	case line < 0:
		return nil
	case a.Overlay != nil:
		return a.ClickOverlay(column, line)
	default:
		return a.clickScreen(column, line)
	}
}

// clickScreen does what is at a column and a line of the area of the screens.
func (a *App) clickScreen(column, line int) tea.Cmd {
	side, column := a.screens.sideAt(column)
	switch s := side.(type) {
	case clicker:
		isOther := side != a.Top() // a click may open a screen
		act, cmd := s.Click(column, line)
		if isOther {
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

// bodyColumn is the column of the terminal at which a screen begins, after the margin.
const bodyColumn = 1

// bodyAt is a place on the terminal in the area of the screens. The line is -1 outside of it.
func (f *frame) bodyAt(x, y int) (column, line int) {
	line = y - 1 // below the header
	if f.host.HasRule() {
		line--
	}
	if _, height := f.host.Room(); line < 0 || line >= height {
		return 0, -1
	}
	return x - bodyColumn, line
}

// titleAt is the screen whose title is at a column of the header, nil for none.
func (f *frame) titleAt(column int) kit.Screen {
	end := trailColumn + lipgloss.Width(f.trail())
	for _, s := range slices.Backward(f.screens.crumbs()) {
		title := s.Title()
		if title == "" {
			continue
		}
		begin := max(end-lipgloss.Width(title), trailColumn)
		if column >= begin && column < end {
			return s
		}
		end = begin - lipgloss.Width(crumbGap)
	}
	return nil
}
