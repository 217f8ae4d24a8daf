package form

import (
	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"a2aform/formgen/huhform"
	"a2aform/ui/kit"
)

// buttonLines are the lines that the buttons take below the form.
const buttonLines = 1

// command is what a button of the form does. Its key works everywhere.
type command struct {
	label, about string
	on           key.Binding
}

// buttons are those of the page: the last things one does with a form.
func (e *valueEditor) buttons() []command {
	all := e.owner.commands()
	if !e.isWhole() {
		return []command{{"Done", "Goes back to the form. What you filled in stays.", kit.Keys.Back}, all[0]}
	}
	return all
}

// onButton reports that a button has the focus, not a row of the form.
func (e *valueEditor) onButton() bool { return e.button > 0 }

// focusButton puts the focus on a button, counted from 1, or back into the form with 0.
func (e *valueEditor) focusButton(n int) {
	e.button, e.quiet = n, kit.Quiet{}
	e.page().Blur(n > 0)
}

// setAside takes the focus away from the form, or gives it back.
func (e *valueEditor) setAside(aside bool) {
	if e.isAside != aside {
		e.isAside = aside
		e.page().Blur(aside || e.onButton())
	}
}

// pressButton handles the keys of the buttons. The key that it returns is to be handled in place of msg, none where
// all is done.
func (e *valueEditor) pressButton(msg tea.KeyPressMsg) (kit.Action, tea.KeyPressMsg) {
	all := e.buttons()
	switch name := msg.String(); {
	case name == "enter" || name == "space":
		return kit.Action{}, kit.KeyPress(all[e.button-1].on.Keys()[0])
	case name == "up", (name == "left" || name == "shift+tab") && e.button == 1:
		e.focusButton(0)
	case name == "left" || name == "shift+tab":
		e.focusButton(e.button - 1)
	case name == "right" || name == "down" || name == "tab":
		e.focusButton(min(e.button+1, len(all)))
	case msg.Text != "":
		return kit.Infof("Press Enter for “%s”, or ↑ to go back to the fields.", all[e.button-1].label), tea.KeyPressMsg{}
	case key.Matches(msg, huhform.Keys.Undo, huhform.Keys.Redo):
		e.focusButton(0)
		return kit.Action{}, msg
	default:
		return kit.Action{}, msg
	}
	return kit.Action{}, tea.KeyPressMsg{}
}

// drawn are the buttons as they are drawn.
func (e *valueEditor) drawn() []kit.Button {
	all := e.buttons()
	drawn := make([]kit.Button, len(all))
	for i, b := range all {
		drawn[i] = kit.Button{Label: b.label, Key: b.on.Help().Key, IsOff: e.quiet.IsWaiting() && e.button == i+1}
	}
	return drawn
}

// buttonAt is the key of the button at a column, none where there is no button.
func (e *valueEditor) buttonAt(column int) tea.KeyPressMsg {
	n := kit.ButtonAt(e.drawn(), column)
	if n < 0 {
		return tea.KeyPressMsg{}
	}
	return kit.KeyPress(e.buttons()[n].on.Keys()[0])
}
