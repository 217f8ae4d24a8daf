package form

import (
	"fmt"
	"time"

	tea "charm.land/bubbletea/v2"

	"a2aform/formgen"
	"a2aform/formgen/huhform"
	"a2aform/internal/ojson"
	"a2aform/internal/safe"
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

// offer is one way to fill in the form.
type offer struct {
	label, note string
	use         func() tea.Cmd
}

// openPresets lists the ways to fill in the form; 1 to 9 take one at once. What
// was filled in for the last run joins them, once it is found.
func (s *Screen) openPresets() tea.Cmd {
	s.list(s.offers(nil))
	keep, list := s.Host.Options.Store, s.Host.Overlay
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
			return nil // there is none, or none that can be read: the list is as useful without
		}
		v, err := ojson.Parse(data, ojson.DataLimits)
		if err != nil {
			return nil
		}
		return lastRunMsg{list, formgen.Preset{Label: "Last run, " + kit.Ago(info.Time, time.Now()) + ": " + formgen.NewPreset(v).Label, Value: v}}
	})
}

// lastRun puts the last run onto the list, where the numbers of what is above it stay as they are, whatever field has the focus.
func (s *Screen) lastRun(m lastRunMsg) {
	if s.Host.Overlay == m.list {
		s.list(s.offers(&m.preset))
	}
}

func (s *Screen) list(offers []offer) {
	labels, notes := make([]string, len(offers)), make([]string, len(offers))
	for i, o := range offers {
		labels[i], notes[i] = fmt.Sprintf("%d  %s", i+1, o.label), o.note
	}
	o := kit.NewChooser(s.Host, "Start from…", padAll(labels), notes, func(i int) tea.Cmd { return offers[i].use() })
	o.Digits = true
	s.Host.Overlay = o
}

// offers are the user's presets, the examples of the skill, an empty form, the last run if it is known, and files.
func (s *Screen) offers(last *formgen.Preset) []offer {
	var offers []offer
	for _, p := range s.saved {
		offers = append(offers, offer{shownName(p.Name), "preset", func() tea.Cmd {
			v, err := ojson.Parse(p.Value, ojson.DataLimits)
			if err != nil {
				return s.Host.Perform(kit.Errorf("this preset is damaged: %s", err))
			}
			return s.fillIn(v, formgen.Saved, "preset “"+shownName(p.Name)+"”")
		}})
	}
	for i, p := range s.presets {
		offers = append(offers, offer{p.Label, "example", func() tea.Cmd {
			return s.fillIn(p.Value, formgen.Example, fmt.Sprintf("example %d", i+1))
		}})
	}
	offers = append(offers, offer{"Blank form", "", s.empty})
	if last != nil {
		offers = append(offers, offer{last.Label, "", func() tea.Cmd { return s.fillIn(last.Value, formgen.LastRun, "last run") }})
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
	return offers
}

// loadLabel offers a file for a location.
func loadLabel(x *formgen.Field) string {
	if x.Parent() == nil {
		return "Load from file…"
	}
	return "Load " + nameOf(x) + " from file…"
}

// fillIn fills the form with a whole value. What was there comes back with undo.
func (s *Screen) fillIn(v *ojson.Value, from formgen.Origin, what string) tea.Cmd {
	s.Form.LoadFrom(v, from)
	s.editor.reset()
	s.Host.Status = kit.Status{Text: kit.Sentence(what) + " loaded. " + undoes()}
	return s.changed()
}

// StartFrom fills the form in with the example at that place, at once or when the form is
// ready.
func (s *Screen) StartFrom(example int) {
	s.startFrom = example + 1
	if s.Form != nil {
		s.loadExample()
	}
}

// loadExample fills in the example that was asked for.
func (s *Screen) loadExample() {
	i := s.startFrom - 1
	s.startFrom = 0
	if i >= 0 && i < len(s.presets) {
		s.Form.LoadFrom(s.presets[i].Value, formgen.Example)
		s.editor.reset()
		s.Host.Status = kit.Status{Text: fmt.Sprintf("Example %d loaded. %s", i+1, undoes())}
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
