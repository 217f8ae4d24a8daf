package form

import (
	"fmt"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"

	"a2aform/formgen"
	"a2aform/formgen/huhform"
	"a2aform/internal/ojson"
	"a2aform/internal/safe"
	"a2aform/internal/store"
	"a2aform/internal/store/runfile"
	"a2aform/internal/widget/shortcut"
	"a2aform/ui/kit"
)

// lastRunMsg is what was last filled in for the skill of a form, which goes onto
// the list that was opened.
type lastRunMsg struct {
	list   *kit.Overlay
	preset formgen.Preset
}

// hasRunMsg says that there is an earlier run of the form.
type hasRunMsg struct{}

// offer is one way to fill in the form.
type offer struct {
	label, note string
	use         func() tea.Cmd
}

// openPresets lists the ways to fill in the form. What was filled in for the last run joins them, once it is found.
func (s *Screen) openPresets() tea.Cmd {
	s.list(s.offers(nil))
	list := s.Host.Overlay
	return s.readLastRun(func(at time.Time, v *ojson.Value) tea.Msg {
		return lastRunMsg{list, formgen.Preset{Label: "Last run, " + kit.Ago(at, time.Now()) + ": " + formgen.NewPreset(v).Label, Value: v}}
	})
}

// findRun finds out whether there is an earlier run.
func (s *Screen) findRun() tea.Cmd {
	return s.readLastRun(func(time.Time, *ojson.Value) tea.Msg { return hasRunMsg{} })
}

// readLastRun reads what was filled in for the last run, and makes a message of it. There is none where nothing was, or where it cannot be
// read: the form is as useful without.
func (s *Screen) readLastRun(message func(time.Time, *ojson.Value) tea.Msg) tea.Cmd {
	keep := s.Host.Options.Store
	if keep == nil || s.agent == nil || s.use != nil {
		return nil
	}
	of := runfile.Inputs{Source: safe.Text(s.agent.Card().Source), Agent: s.agent.Card().Name, Schema: s.Input.Schema}
	if s.skill != nil {
		of.Skill = s.skill.ID
	}
	return kit.Later(s, func() tea.Msg {
		info, data, err := keep.LastInput(of)
		if err != nil {
			return nil
		}
		v, err := ojson.Parse(data, ojson.DataLimits)
		if err != nil {
			return nil
		}
		return message(info.Time, v)
	})
}

// list shows the offers. The starts have the numbers that they have on the card, and take them as keys.
func (s *Screen) list(offers []offer) {
	labels, notes := make([]string, len(offers)), make([]string, len(offers))
	numbered := min(len(s.presets)+len(s.saved), kit.MaxStarts)
	for i, o := range offers {
		labels[i], notes[i] = o.label, o.note
		switch {
		case i < numbered:
			labels[i] = fmt.Sprintf("%d  %s", i+1, o.label)
		case numbered > 0:
			labels[i] = "   " + o.label
		}
	}
	o := kit.NewChooser(s.Host, "Start from…", padAll(labels), notes, func(i int) tea.Cmd { return offers[i].use() })
	o.Digits = numbered
	s.Host.Overlay = o
}

// start is a value that the form is filled in with: an example of the skill, or a preset of the user.
type start struct {
	label, note string
	what        string // it is, in a sentence
	from        formgen.Origin
	value       *ojson.Value // nil for a preset that is damaged
}

// startsOf are the examples of a skill, then the presets of the user.
func startsOf(examples []formgen.Preset, saved []store.Preset) (starts []start) {
	for i, p := range examples {
		starts = append(starts, start{p.Label, "example", fmt.Sprintf("example %d", i+1), formgen.Example, p.Value})
	}
	for _, p := range saved {
		v, _ := ojson.Parse(p.Value, ojson.DataLimits)
		starts = append(starts, start{kit.PresetName(p.Name), "preset", "preset “" + kit.PresetName(p.Name) + "”", formgen.Saved, v})
	}
	return starts
}

// offers are the starts, the last run if it is known, files, and an empty form.
func (s *Screen) offers(last *formgen.Preset) []offer {
	var offers []offer
	add := func(p start) {
		offers = append(offers, offer{p.label, p.note, func() tea.Cmd {
			s.fillIn(p)
			return s.changed()
		}})
	}
	for _, p := range startsOf(s.presets, s.saved) {
		add(p)
	}
	if last != nil {
		add(start{label: last.Label, what: "last run", from: formgen.LastRun, value: last.Value})
	}
	for _, x := range s.editor.loadTargets() {
		offers = append(offers, offer{loadLabel(x), "", func() tea.Cmd { return s.editor.askForFile(x) }})
	}
	if len(s.saved) > 0 {
		offers = append(offers, offer{"Remove a preset…", "", func() tea.Cmd {
			s.removePreset()
			return nil
		}})
	}
	return append(offers, offer{"Blank form", "", s.empty})
}

// loadLabel offers a file for a location.
func loadLabel(x *formgen.Field) string {
	if x.Parent() == nil {
		return "Load from file…"
	}
	return "Load " + nameOf(x) + " from file…"
}

// fillIn fills the form with a whole value. What was there comes back with undo.
func (s *Screen) fillIn(p start) {
	if p.value == nil {
		s.Host.Status = kit.Status{Text: kit.Sentence(p.what) + " is damaged.", Bad: true}
		return
	}
	s.Form.LoadFrom(p.value, p.from)
	s.editor.reset()
	s.Host.Status = kit.Status{Text: kit.Sentence(p.what) + " loaded. " + undoes()}
}

// StartFrom fills the form in with the example or preset of that number, at once or when the form is ready.
func (s *Screen) StartFrom(number int) {
	s.startFrom = number
	if s.Form != nil {
		s.loadStart()
	}
}

// loadStart fills in what was asked for.
func (s *Screen) loadStart() {
	all, i := startsOf(s.presets, s.saved), s.startFrom-1
	if s.startFrom = 0; i < len(all) {
		s.fillIn(all[i])
	}
}

// empty makes the form what it was before anything was filled in.
func (s *Screen) empty() tea.Cmd {
	s.Form.Clear()
	s.editor.reset()
	s.Host.Status = kit.Status{Text: "The form is blank. " + undoes()}
	return s.changed()
}

// undoes says how what was loaded is taken back.
func undoes() string { return kit.Sentence(shortcut.InProse(huhform.Keys.Undo)+" undoes it") + "." }

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
			return presetsOf(keep, of, "Saved preset “"+kit.PresetName(name)+"”. It is under Start from… ("+shortcut.InProse(kit.Keys.Presets)+").", err)
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
		labels[i] = kit.PresetName(p.Name)
	}
	of, keep := s.formOf(), s.Host.Options.Store
	s.Host.Overlay = kit.NewChooser(s.Host, "Remove which preset?", labels, nil, func(i int) tea.Cmd {
		name := s.saved[i].Name
		return s.Host.Writes.TrackWrites(kit.Later(s, func() tea.Msg {
			return presetsOf(keep, of, "preset "+kit.PresetName(name)+" is removed", keep.RemovePreset(of, name))
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
