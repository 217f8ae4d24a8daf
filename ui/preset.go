package ui

import (
	"fmt"

	tea "charm.land/bubbletea/v2"

	"a2aform/formgen"
)

// openPresets lists the presets and the ways to fill in a file; 1 to 9 take one
// at once.
func (s *formScreen) openPresets() {
	var labels []string
	var uses []func() tea.Cmd
	add := func(label string, use func() tea.Cmd) {
		labels = append(labels, fmt.Sprintf("%d  %s", len(labels)+1, label))
		uses = append(uses, use)
	}
	for i, p := range s.presets {
		add(p.Label, func() tea.Cmd { return s.usePreset(i) })
	}
	for _, x := range s.loadTargets() {
		add("from a file … into "+nameOf(x), func() tea.Cmd { return s.askForFile(x) })
	}
	title := "Fill in an example or a file"
	if len(s.presets) == 0 {
		title = "Fill in a file; this skill has no examples that are JSON"
	}
	o := newChooser(s.app, title, labels, nil, func(i int) tea.Cmd { return uses[i]() })
	o.digits = true
	s.app.overlay = o
}

// loadTargets are the places that a file can fill in.
func (s *formScreen) loadTargets() []*formgen.Field {
	root := s.form.Root()
	if x := s.loadTarget(); x != root {
		return []*formgen.Field{root, x}
	}
	return []*formgen.Field{root}
}

// usePreset fills the form. What was there comes back with undo.
func (s *formScreen) usePreset(i int) tea.Cmd {
	s.form.Load(s.presets[i].Value)
	s.resetPages()
	s.app.status = status{text: fmt.Sprintf("example %d filled in; ctrl+z brings back what was there", i+1)}
	return s.changed()
}
