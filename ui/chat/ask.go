package chat

import (
	"strings"

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
				agent, err := s.with.agent.Complying()
				if err != nil {
					s.Host.Status = kit.Status{Text: err.Error(), Bad: true}
					return nil
				}
				s.with.agent = agent
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

// chooseApproval asks whether the tool may run, and answers the agent.
func (s *Screen) chooseApproval() kit.Action {
	form, _ := s.turns.questionForm()
	title, _, _ := strings.Cut(form.Instructions.Block(0).String(), "\n")
	choices := form.Approvals()
	var labels []string
	for _, c := range choices {
		labels = append(labels, c.Title)
	}
	task := s.turns.last()
	ask := kit.NewChooser(s.Host, title, labels, nil, func(i int) tea.Cmd {
		if err := task.Run().AnswerForm(form, choices[i].Value, false); err != nil {
			return s.Host.Perform(kit.Errorf("%s", err))
		}
		task.ClearAnswer()
		return nil
	})
	ask.Low, ask.Colored = true, true // the difference that it asks about stays in sight
	s.Host.Overlay = ask
	return kit.Action{}
}
