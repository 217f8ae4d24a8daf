package form

import (
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
	as := func(label, note string, text func() (string, error)) kit.Copyable {
		return kit.Copyable{Label: label, Note: note, What: label, Text: text}
	}
	forms := []kit.Copyable{
		as("a curl command", "secrets as $VARIABLES", s.plan.Curl),
		as("an a2aform command", "validates again before sending", func() (string, error) { return s.plan.Command(), nil }),
		as("an a2a command", "for a2a, the program of the A2A project", s.plan.StandardCommand),
	}
	if s.plan.Data != nil {
		forms = append(forms, as("JSON", "the data alone", func() (string, error) { return string(s.plan.Data), nil }))
	}
	s.Host.AskCopy("Copy the message as", forms, 0)
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
