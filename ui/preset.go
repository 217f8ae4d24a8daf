package ui

import (
	"fmt"

	tea "charm.land/bubbletea/v2"

	"a2aform/a2aclient"
	"a2aform/formgen"
	"a2aform/internal/ojson"
)

// preset is an example of the skill that fills the form.
type preset struct {
	label string
	value *ojson.Value
}

// presetsOf are the examples of a skill that are JSON objects or arrays; seed
// 000 gives them as text.
func presetsOf(skill *a2aclient.Skill) []preset {
	if skill == nil {
		return nil
	}
	var presets []preset
	for _, example := range skill.Examples {
		v, err := ojson.Parse([]byte(example.Exact()), ojson.DataLimits)
		if err == nil && (v.Is(ojson.Object) || v.Is(ojson.Array)) {
			presets = append(presets, preset{formgen.Summary(v), v})
		}
	}
	return presets
}

// openPresets lists the presets; 1 to 9 take one at once.
func (s *formScreen) openPresets() action {
	if len(s.presets) == 0 {
		return say("this skill has no examples that are JSON")
	}
	labels := make([]string, len(s.presets))
	for i, p := range s.presets {
		labels[i] = fmt.Sprintf("%d  %s", i+1, p.label)
	}
	o := newChooser(s.app, "Fill in an example", labels, nil, s.usePreset)
	o.digits = true
	s.app.overlay = o
	return action{}
}

// usePreset fills the form. What was there comes back with undo.
func (s *formScreen) usePreset(i int) tea.Cmd {
	s.form.Load(s.presets[i].value)
	s.resetPages()
	s.app.status = status{text: fmt.Sprintf("example %d filled in; ctrl+z brings back what was there", i+1)}
	return s.edited()
}
