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
func (s *Screen) buttons() []command {
	review := command{"Review & send", "Shows what will be sent, word for word. Nothing leaves this machine before you confirm it there.", kit.Keys.Review}
	if s.use != nil {
		review = command{s.use.Button, s.use.About, kit.Keys.Review}
	}
	start := command{"Start from…", "Fills in an example, a preset, your last run or a file. Ctrl+z brings back what was there.", kit.Keys.Presets}
	if len(s.pages) > 1 {
		return []command{{"Done", "Goes back to the form. What you filled in stays.", kit.Keys.Back}, review}
	}
	if s.use != nil && s.agent == nil {
		return []command{review} // examples and runs are of an agent
	}
	return []command{review, start}
}

// onButton reports that a button has the focus, not a row of the form.
func (s *Screen) onButton() bool { return s.button > 0 }

// focusButton puts the focus on a button, counted from 1, or back into the form with 0.
func (s *Screen) focusButton(n int) {
	s.button = n
	s.page().Blur(n > 0)
}

// pressButton handles the keys of the buttons; false leaves a key to the form.
func (s *Screen) pressButton(msg tea.KeyPressMsg) (kit.Action, tea.Cmd, bool) {
	all := s.buttons()
	switch name := msg.String(); {
	case name == "enter" || name == "space":
		act, cmd, _ := s.press(kit.KeyPress(all[s.button-1].on.Keys()[0]))
		return act, cmd, true
	case name == "up", (name == "left" || name == "shift+tab") && s.button == 1:
		s.focusButton(0)
	case name == "left" || name == "shift+tab":
		s.focusButton(s.button - 1)
	case name == "right" || name == "down" || name == "tab":
		s.focusButton(min(s.button+1, len(all)))
	case msg.Text != "":
		return kit.Infof("Press enter for “%s”, or ↑ to go back to the fields.", all[s.button-1].label), nil, true
	case key.Matches(msg, huhform.Keys.Undo):
		s.focusButton(0)
		return kit.Action{}, nil, false
	default:
		return kit.Action{}, nil, false
	}
	return kit.Action{}, nil, true
}

// drawn are the buttons as they are drawn.
func (s *Screen) drawn() []kit.Button {
	all := s.buttons()
	drawn := make([]kit.Button, len(all))
	for i, b := range all {
		drawn[i] = kit.Button{Label: b.label, Key: b.on.Help().Key}
	}
	return drawn
}

// buttonLine draws the buttons.
func (s *Screen) buttonLine() string {
	return s.Styles().Button.Line(s.drawn(), s.button-1, s.Width)
}

// clickButton does what the button at a column is for.
func (s *Screen) clickButton(column int) (kit.Action, tea.Cmd) {
	n := kit.ButtonAt(s.drawn(), column)
	if n < 0 {
		return kit.Action{}, nil
	}
	act, cmd, _ := s.press(kit.KeyPress(s.buttons()[n].on.Keys()[0]))
	return act, cmd
}
