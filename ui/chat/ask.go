package chat

import (
	tea "charm.land/bubbletea/v2"

	"a2aform/internal/safe"
	"a2aform/ui/kit"
)

// askForExtensions asks what to do about extensions that the agent requires and
// a2aform does not know.
func (s *Screen) askForExtensions(missing []safe.Raw) {
	s.Host.Overlay = kit.NewChooser(s.Host, "The agent requires what a2aform does not know: "+kit.Joined(missing, ", "),
		[]string{"activate and send", "send without     "}, []string{"its rules are yours to follow", "the agent may refuse"},
		func(i int) tea.Cmd {
			if i == 0 {
				agent, err := s.agent.Complying()
				if err != nil {
					s.Host.Status = kit.Status{Text: err.Error(), Bad: true}
					return nil
				}
				s.agent = agent
			}
			s.asked = true
			act, cmd := s.send()
			return tea.Batch(s.Host.Perform(act), cmd)
		})
}

// askForPrice asks before the first message to an agent that names a price.
func (s *Screen) askForPrice(price string) {
	s.Host.Overlay = kit.NewChooser(s.Host, kit.Sentence(price), []string{"send      ", "do not send"}, []string{"and do not ask again in this chat", "what you wrote stays"},
		func(i int) tea.Cmd {
			if i != 0 {
				return nil
			}
			s.agreed = true
			act, cmd := s.send()
			return tea.Batch(s.Host.Perform(act), cmd)
		})
}
