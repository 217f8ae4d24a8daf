package ui

import (
	"fmt"

	tea "charm.land/bubbletea/v2"
)

// openPresets lists the presets; 1 to 9 take one at once.
func (s *formScreen) openPresets() action {
	if len(s.presets) == 0 {
		return say("this skill has no examples that are JSON")
	}
	labels := make([]string, len(s.presets))
	for i, p := range s.presets {
		labels[i] = fmt.Sprintf("%d  %s", i+1, p.Label)
	}
	o := newChooser(s.app, "Fill in an example", labels, nil, s.usePreset)
	o.digits = true
	s.app.overlay = o
	return action{}
}

// usePreset fills the form. What was there comes back with undo.
func (s *formScreen) usePreset(i int) tea.Cmd {
	s.form.Load(s.presets[i].Value)
	s.resetPages()
	s.app.status = status{text: fmt.Sprintf("example %d filled in; ctrl+z brings back what was there", i+1)}
	return s.changed()
}
