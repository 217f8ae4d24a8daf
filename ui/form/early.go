package form

import (
	tea "charm.land/bubbletea/v2"

	"a2aform/ui/kit"
)

// maxEarlyKeys bounds the keys that are kept while the schema is read.
const maxEarlyKeys = 64

// early is what was typed or pasted before there was a form.
type early []tea.Msg

// keep stores what is typed or pasted before there is a form to type in.
func (e *early) keep(msg tea.Msg) {
	switch msg.(type) {
	case tea.KeyPressMsg, tea.PasteMsg:
		if len(*e) < maxEarlyKeys {
			*e = append(*e, msg)
		}
	}
}

// typeEarly types what was kept into the form that is ready now, before any later key can
// come. It ends where that leads to another screen; a dialog that it opens gets the rest.
func (s *Screen) typeEarly(act kit.Action) (kit.Action, tea.Cmd) {
	early, open := s.early, s.Host.Overlay
	s.early = nil
	var cmds []tea.Cmd
	for i, msg := range early {
		next, cmd := s.Update(msg)
		cmds = append(cmds, cmd)
		if next != (kit.Action{}) {
			act = next
		}
		if act.Push != nil || act.Pop > 0 {
			break
		}
		if s.Host.Overlay != open {
			cmds = append(cmds, again(early[i+1:]))
			break
		}
	}
	return act, tea.Batch(cmds...)
}

// again sends messages to the program once more, one after the other.
func again(msgs []tea.Msg) tea.Cmd {
	cmds := make([]tea.Cmd, len(msgs))
	for i, msg := range msgs {
		cmds[i] = func() tea.Msg { return msg }
	}
	return tea.Sequence(cmds...)
}
