package form

import (
	tea "charm.land/bubbletea/v2"
	"charm.land/lipgloss/v2"

	"a2aform/ui/kit"
)

// copyAs offers the message in the forms that other programs take.
func (s *Review) copyAs() kit.Action {
	switch {
	case s.plan.Private:
		return kit.Errorf("the data holds a secret, and it is not copied")
	case s.failed != nil:
		return kit.Errorf("this cannot be sent: %s", s.failed)
	}
	labels := []string{"a curl command", "an a2aform command", "an a2a command"}
	notes := []string{"secrets as $VARIABLES", "validates again before sending", "for a2a, the program of the A2A project"}
	forms := []func() (string, error){s.plan.Curl, func() (string, error) { return s.plan.Command(), nil }, s.plan.StandardCommand}
	if s.plan.Data != nil {
		labels, notes = append(labels, "JSON"), append(notes, "the data alone")
		forms = append(forms, func() (string, error) { return string(s.plan.Data), nil })
	}
	s.Host.Overlay = kit.NewChooser(s.Host, "Copy the message as", padAll(labels), notes, func(i int) tea.Cmd {
		text, err := forms[i]()
		if err != nil {
			return s.Host.Perform(kit.Errorf("%s", err))
		}
		act, cmd := s.Host.Copy(labels[i], text)
		return tea.Batch(s.Host.Perform(act), cmd)
	})
	return kit.Action{}
}

// padAll makes labels equally wide, so that their notes are in one column.
func padAll(labels []string) []string {
	widest := 0
	for _, l := range labels {
		widest = max(widest, lipgloss.Width(l))
	}
	padded := make([]string, len(labels))
	for i, l := range labels {
		padded[i] = kit.Pad(l, widest)
	}
	return padded
}
