package ui

import (
	"fmt"
	"time"

	tea "charm.land/bubbletea/v2"

	"a2aform/formgen"
	"a2aform/internal/ojson"
	"a2aform/internal/safe"
	"a2aform/internal/store"
)

// lastRunMsg is what was last filled in for the skill of a form, which goes onto
// the list that was opened.
type lastRunMsg struct {
	list   *overlay
	preset formgen.Preset
}

// openPresets lists the presets and the ways to fill in a file; 1 to 9 take one
// at once. What was filled in for the last run joins them, once it is found.
func (s *formScreen) openPresets() tea.Cmd {
	s.listPresets(nil)
	keep, list := s.app.opts.Store, s.app.overlay
	if keep == nil || s.agent == nil || s.answer != nil {
		return nil
	}
	of := store.Inputs{Source: safe.Text(s.agent.Card().Source), Agent: s.agent.Card().Name, Schema: store.Digest(s.input.Schema)}
	if s.skill != nil {
		of.Skill = s.skill.ID
	}
	return later(s, func() tea.Msg {
		info, data, err := keep.LastInput(of)
		if err != nil {
			return nil // there is none, or none that can be read: the list is as useful without
		}
		v, err := ojson.Parse(data, ojson.DataLimits)
		if err != nil {
			return nil
		}
		return lastRunMsg{list, formgen.Preset{Label: "last run, " + ago(info.Time, time.Now()) + ": " + formgen.InSentence(v), Value: v}}
	})
}

// lastRun puts the last run at the end of the list, where the numbers of the
// others stay as they are.
func (s *formScreen) lastRun(m lastRunMsg) {
	if s.app.overlay == m.list {
		s.listPresets(&m.preset)
	}
}

func (s *formScreen) listPresets(last *formgen.Preset) {
	var labels []string
	var uses []func() tea.Cmd
	add := func(label string, use func() tea.Cmd) {
		labels = append(labels, fmt.Sprintf("%d  %s", len(labels)+1, label))
		uses = append(uses, use)
	}
	for i, p := range s.presets {
		add(p.Label, func() tea.Cmd { return s.usePreset(p, fmt.Sprintf("example %d", i+1)) })
	}
	for _, x := range s.loadTargets() {
		add("from a file … into "+nameOf(x), func() tea.Cmd { return s.askForFile(x) })
	}
	if last != nil {
		add(last.Label, func() tea.Cmd { return s.usePreset(*last, "the last run") })
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
func (s *formScreen) usePreset(p formgen.Preset, name string) tea.Cmd {
	s.form.LoadFrom(p.Value, formgen.Example)
	s.resetPages()
	s.app.status = status{text: name + " filled in; ctrl+z brings back what was there"}
	return s.changed()
}
