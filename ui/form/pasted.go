package form

import (
	tea "charm.land/bubbletea/v2"

	"a2aform/formgen"
	"a2aform/ui/kit"
)

// pasted is a text that was pasted into one field and fits several of the form.
type pasted struct {
	formgen.Pasted
	msg tea.PasteMsg
}

// offerPasted asks what to do with a text that fits several fields, false for any other.
func (e *valueEditor) offerPasted(msg tea.PasteMsg) bool {
	p, ok := e.form.ReadPasted(msg.Content)
	if ok {
		e.pasted = &pasted{p, msg}
	}
	return ok
}

// decidePasted fills in the fields with enter. Any other key puts the text where the focus is, and all but esc do there what they do.
func (e *valueEditor) decidePasted(press tea.KeyPressMsg) (act kit.Action, cmd tea.Cmd, done bool) {
	p := e.pasted
	e.pasted = nil
	if press.String() == "enter" {
		e.form.FillInPasted(p.Pasted)
		e.page().Refresh()
		e.sizePage()
		return kit.Infof("%s filled in; ctrl+z takes them back", kit.Plural(p.Fields(), "field is", "fields are")), nil, true
	}
	if !e.onButton() {
		_, cmd = e.page().Update(p.msg)
	}
	e.sizePage()
	return kit.Action{}, cmd, press.String() == "esc"
}
