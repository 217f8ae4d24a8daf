package kit

import (
	"a2aform/a2aclient"
	"a2aform/formgen"
	"a2aform/internal/safe"
)

// FormID identifies a form of the session.
type FormID struct {
	Ref   string
	Skill safe.Raw
	Input int      // index of the form, or one of the two below
	Name  safe.Raw // of its schema: another card may have others in the same locations
}

// What a skill takes besides its forms.
const (
	PlainText = -1 // the chat
	AnyJSON   = -2 // the editor of JSON without a schema
)

// Presets are the examples of a skill that fill in one of its forms.
func Presets(skill *a2aclient.Skill, input *a2aclient.Input) []formgen.Preset {
	switch {
	case skill == nil:
		return nil
	case input.Template == nil:
		return formgen.Presets(skill.Examples)
	}
	var presets []formgen.Preset
	for _, v := range input.Template.Examples() {
		presets = append(presets, formgen.Preset{Label: safe.Text(input.Template.Text(v)).Line(0).String(), Value: v})
	}
	return presets
}

// JSONInput is the input of a skill, or of the agent for nil, for which the card declares
// nothing.
func JSONInput(skill *a2aclient.Skill) a2aclient.Input {
	if skill == nil {
		return a2aclient.JSONInput(safe.Raw{})
	}
	return a2aclient.JSONInput(skill.ID)
}
