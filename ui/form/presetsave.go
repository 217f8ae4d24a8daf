package form

import (
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"

	"a2aform/internal/safe"
	"a2aform/internal/store"
	"a2aform/internal/widget/shortcut"
	"a2aform/ui/kit"
)

// presetMsg is the result of saving or removing a preset.
type presetMsg struct {
	said string
	list []store.Preset
	err  error
}

// savePreset asks for a name and keeps what is reviewed under it.
func (s *Review) savePreset() kit.Action {
	if why := s.cannotSave(); why != "" {
		return kit.Errorf("%s", why)
	}
	of, keep, value, form := s.from.screen.formOf(), s.Host.Options.Store, s.plan.Data, s.from.screen
	o := kit.NewPrompt(s.Host, "save", "Save as a preset", "a name; "+shortcut.InProse(kit.Keys.Presets)+" in the form offers it from now on", "")
	o.Entered = func(name string) tea.Cmd {
		name = strings.TrimSpace(name)
		if name == "" {
			o.Prompt.Complain("a preset needs a name")
			return nil
		}
		s.Host.Overlay = nil
		return s.Host.Writes.TrackWrites(kit.Later(form, func() tea.Msg {
			err := keep.SavePreset(of, store.Preset{Name: name, Saved: time.Now(), Value: value})
			return presetsOf(keep, of, "Saved preset “"+shownName(name)+"”. It is under Start from… ("+shortcut.InProse(kit.Keys.Presets)+").", err)
		}))
	}
	s.Host.Overlay = o
	return kit.Action{}
}

// cannotSave says why there is no preset to be made, "" where there is.
func (s *Review) cannotSave() string {
	switch {
	case s.from == nil || s.plan.Data == nil:
		return "only what a form holds becomes a preset"
	case s.Host.Options.Store == nil:
		return "there is no home directory to keep presets in"
	case s.plan.Private:
		return "the data holds a secret, and presets are kept as they are"
	}
	return ""
}

// removePreset lists the saved presets, to take one away.
func (s *Screen) removePreset() {
	labels := make([]string, len(s.saved))
	for i, p := range s.saved {
		labels[i] = shownName(p.Name)
	}
	of, keep := s.formOf(), s.Host.Options.Store
	s.Host.Overlay = kit.NewChooser(s.Host, "Remove which preset?", labels, nil, func(i int) tea.Cmd {
		name := s.saved[i].Name
		return s.Host.Writes.TrackWrites(kit.Later(s, func() tea.Msg {
			return presetsOf(keep, of, "preset "+shownName(name)+" is removed", keep.RemovePreset(of, name))
		}))
	})
}

// presetsOf is how the presets of a form are after a change.
func presetsOf(keep *store.Store, of store.FormOf, said string, err error) presetMsg {
	if err != nil {
		return presetMsg{err: err}
	}
	list, err := keep.Presets(of)
	return presetMsg{said, list, err}
}

// presetsChanged takes the presets as they are now.
func (s *Screen) presetsChanged(m presetMsg) {
	if m.err != nil {
		s.Host.Status = kit.Status{Text: safe.Text(m.err.Error()).Line(0).String(), Bad: true}
		return
	}
	s.saved = m.list
	s.Host.Status = kit.Status{Text: m.said}
}

func shownName(name string) string { return safe.Text(name).Line(60).String() }
