package form

import (
	"strings"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"
	"charm.land/lipgloss/v2"
	"github.com/charmbracelet/x/ansi"

	"a2aform/formgen/huhform"
	"a2aform/ui/kit"
)

// buttonLines are the lines that the buttons take below the form.
const buttonLines = 1

// button is a command of the form that is always in sight. Its key works everywhere.
type button struct {
	label, about string
	on           key.Binding
}

// buttons are those of the page: the last things one does with a form.
func (s *Screen) buttons() []button {
	review := button{"Review & send", "Shows what will be sent, word for word. Nothing leaves this machine before you confirm it there.", kit.Keys.Review}
	if s.answer != nil {
		review = button{"Answer", "Sends the answer. The task goes on with it.", kit.Keys.Review}
	}
	start := button{"Start from…", "Fills in an example, a preset, your last run or a file. Ctrl+z brings back what was there.", kit.Keys.Presets}
	if len(s.pages) > 1 {
		return []button{{"Done", "Goes back to the form. What you filled in stays.", kit.Keys.Back}, review}
	}
	return []button{review, start}
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

// buttonLine draws the buttons.
func (s *Screen) buttonLine() string {
	st := s.Styles()
	var line strings.Builder
	for i, b := range s.buttons() {
		text := "[ " + b.label + "  " + b.on.Help().Key + " ]"
		switch {
		case s.button == i+1:
			text = st.Badge.Render(text)
		case i == 0:
			text = "[ " + st.Strong.Render(b.label) + "  " + st.Key.Render(b.on.Help().Key) + " ]"
		default:
			text = "[ " + b.label + "  " + st.Key.Render(b.on.Help().Key) + " ]"
		}
		line.WriteString(" " + text + " ")
	}
	return ansi.Truncate(line.String(), s.Width, "…")
}

// buttonAt is the button at a column of their line, counted from 1; 0 for none.
func (s *Screen) buttonAt(column int) int {
	for i, b := range s.buttons() {
		width := lipgloss.Width("[ "+b.label+"  "+b.on.Help().Key+" ]") + 2
		if column < width {
			return i + 1
		}
		column -= width
	}
	return 0
}

// clickButton does what the button at a column is for.
func (s *Screen) clickButton(column int) (kit.Action, tea.Cmd) {
	n := s.buttonAt(column)
	if n == 0 {
		return kit.Action{}, nil
	}
	act, cmd, _ := s.press(kit.KeyPress(s.buttons()[n-1].on.Keys()[0]))
	return act, cmd
}
