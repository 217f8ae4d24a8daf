package form

import (
	"a2aform/formgen"
	"a2aform/formgen/huhform"
	"a2aform/ui/kit"
)

// openParts is the screen of the message's parts.
func (s *Screen) openParts() *partsScreen {
	value := func() string {
		if huhform.HoldsSecret(s.Form, s.Form.Root()) {
			return ""
		}
		return s.Form.Root().JSON()
	}
	return newPartsScreen(s.Host, &s.parts, partsOf{
		Name: s.Title(), Card: s.agent.Card(), Skill: s.skill, Tag: s.Input.Tag, AsText: s.Input.AsText,
		Value: value, Changed: s.keepDraft,
	})
}

// edits counts the changes of the form and of the parts around it.
func (s *Screen) edits() uint64 { return s.Form.Edit() + s.parts.Edits() }

// draft is the form with the parts around it, as [Screen.Init] restores them.
func (s *Screen) draft() any {
	return struct {
		formgen.Draft
		Parts []MessagePart `json:"parts,omitempty"`
	}{s.Form.Draft(), s.parts.Saved()}
}

// openPartsScreen shows the parts of the message.
func (s *Screen) openPartsScreen() kit.Action { return kit.Action{Push: s.openParts()} }
