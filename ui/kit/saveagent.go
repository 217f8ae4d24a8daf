package kit

import (
	"errors"
	"path/filepath"
	"strings"

	tea "charm.land/bubbletea/v2"

	"a2aform/a2aclient"
	"a2aform/internal/safe"
	"a2aform/internal/store"
)

// SavedAgentMsg says what became of saving an agent under a name.
type SavedAgentMsg struct {
	from *Overlay
	name string
	err  error
}

// Action closes the prompt, or shows in it why nothing was saved.
func (m SavedAgentMsg) Action() Action {
	if m.err != nil {
		m.from.Prompt.Complain(safe.Text(m.err.Error()).Line(0).String())
		return Action{}
	}
	m.from.Host.Overlay = nil
	return Infof("saved as %s: a2aform %s opens it, on the command line too", m.name, m.name)
}

// Name is the name that the agent was saved under; "" where it was not saved.
func (m SavedAgentMsg) Name() string {
	if m.err != nil {
		return ""
	}
	return m.name
}

// AskToSave asks for the name under which an agent is saved, with its card, nil where that is
// not known; the answer goes to s as a [SavedAgentMsg].
func (h *Host) AskToSave(s Screen, ref string, card []byte) {
	keep := h.Options.Store
	o := NewPrompt(h, "save", "Save "+safe.Text(ref).Line(120).String()+" as", "a name of letters, digits, - and _; it opens the agent from here on", "")
	o.Entered = func(name string) tea.Cmd {
		name = strings.TrimSpace(name)
		return h.Writes.TrackWrites(Later(s, func() tea.Msg { return SavedAgentMsg{o, name, saveAgent(keep, name, ref, card)} }))
	}
	h.Overlay = o
}

func saveAgent(keep *store.Store, name, ref string, card []byte) error {
	if keep == nil {
		return errors.New("there is no home directory to save it in: set HOME or A2AFORM_HOME")
	}
	address, file, err := a2aclient.Locate(ref)
	if err != nil {
		return err
	}
	if file != "" {
		if file, err = filepath.Abs(file); err != nil {
			return err
		}
	}
	agent := store.Saved{Name: name, URL: address, Card: file}
	if err := keep.SaveAgent(agent); err != nil || card == nil {
		return err
	}
	_ = keep.StoreOwnCard(agent, card) // else the first card that is opened by the name is stored
	return nil
}
