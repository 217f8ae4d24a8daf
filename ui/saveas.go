package ui

import (
	"errors"
	"path/filepath"
	"strings"

	tea "charm.land/bubbletea/v2"

	"a2aform/a2aclient"
	"a2aform/internal/safe"
	"a2aform/internal/store"
)

// savedAgentMsg says what became of saving an agent under a name.
type savedAgentMsg struct {
	from *overlay
	name string
	err  error
}

func (m savedAgentMsg) action() action {
	if m.err != nil {
		m.from.prompt.Complain(safe.Text(m.err.Error()).Line(0).String())
		return action{}
	}
	m.from.host.overlay = nil
	return infof("saved as %s: a2aform %s opens it, on the command line too", m.name, m.name)
}

// askToSave asks for the name under which an agent is saved; the answer goes to s
// as a savedAgentMsg.
func (h *host) askToSave(s screen, ref string) {
	keep := h.opts.Store
	o := newPrompt(h, "save", "Save "+safe.Text(ref).Line(120).String()+" as", "a name of letters, digits, - and _; it opens the agent from here on", "")
	o.entered = func(name string) tea.Cmd {
		name = strings.TrimSpace(name)
		return h.files.trackWrites(later(s, func() tea.Msg { return savedAgentMsg{o, name, saveAgent(keep, name, ref)} }))
	}
	h.overlay = o
}

func saveAgent(keep *store.Store, name, ref string) error {
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
	return keep.SaveAgent(store.Saved{Name: name, URL: address, Card: file})
}
