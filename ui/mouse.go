package ui

import tea "charm.land/bubbletea/v2"

// wheelLines is how far a notch of the wheel moves a window.
const wheelLines = 3

// wheeler is a screen that moves its window by itself; others take the wheel as
// arrow keys.
type wheeler interface{ wheel(lines int) }

// clicker is a screen that takes clicks, at a column and a line of its room.
type clicker interface {
	click(column, line int) (action, tea.Cmd)
}

// toggleMouse takes the mouse from the terminal, or gives it back: while we have
// it, text is selected with shift held in most terminals.
func (a *App) toggleMouse() {
	a.mouse = !a.mouse
	text := "the mouse is the terminal's again: it selects text"
	if a.mouse {
		text = "the wheel works here"
		switch a.top().(type) {
		case clicker, pointer:
			text = "clicks and the wheel work here"
		}
		text += "; shift selects text in most terminals"
	}
	a.status = status{text: text}
}

func (a *App) mouseMode() tea.MouseMode {
	if a.mouse {
		return tea.MouseModeCellMotion
	}
	return tea.MouseModeNone
}

// wheel moves what is on top.
func (a *App) wheel(msg tea.MouseWheelMsg) tea.Cmd {
	name, lines := "down", wheelLines
	switch msg.Button {
	case tea.MouseWheelUp:
		name, lines = "up", -wheelLines
	case tea.MouseWheelDown:
	default:
		return nil
	}
	if s, ok := a.top().(wheeler); ok && a.overlay == nil {
		s.wheel(lines)
		return nil
	}
	if a.overlay == nil && a.top().isTyping() {
		return nil // an arrow would move the cursor of what is typed
	}
	var cmds []tea.Cmd
	for range wheelLines {
		cmds = append(cmds, a.handle(keyPress(name)))
	}
	return tea.Batch(cmds...)
}

// bodyLine is the line of the terminal at which a screen begins, below the header
// and its rule; bodyColumn is where, behind the margin.
const bodyLine, bodyColumn = 2, 1

func (a *App) click(msg tea.MouseClickMsg) tea.Cmd {
	if msg.Button != tea.MouseLeft {
		return nil
	}
	a.status, a.quitting = status{}, false
	column, line := msg.X-bodyColumn, msg.Y-bodyLine
	if _, height := a.room(); line < 0 || line >= height {
		return nil
	}
	if o := a.overlay; o != nil {
		if o.picker == nil {
			return nil
		}
		return a.chose(o, o.picker.Click(line))
	}
	switch s := a.top().(type) {
	case clicker:
		act, cmd := s.click(column, line)
		return tea.Batch(cmd, a.perform(act))
	case pointer:
		if s.point(column, line) {
			return a.handle(keyPress("enter"))
		}
	}
	return nil
}
