package chat

import (
	"strings"

	tea "charm.land/bubbletea/v2"

	"a2aform/internal/safe"
	"a2aform/ui/kit"
)

// consent is what the user agrees to before the first message: the price that the card names, and extensions that the agent requires and
// a2aform does not know.
type consent struct {
	host                 *kit.Host
	toPrice, toExtension bool
}

// ask asks for what the user has not agreed to, and goes on with send. It reports false where there is nothing to ask.
func (c *consent) ask(of *recipient, send func() tea.Cmd) bool {
	missing, price := of.agent.Missing(), kit.PriceNotice(of.agent)
	switch {
	case len(missing) > 0 && !c.toExtension:
		c.askForExtensions(missing, of, send)
	case price != "" && !c.toPrice:
		c.askForPrice(price, send)
	default:
		return false
	}
	return true
}

// askForExtensions asks what to do about extensions that the agent requires and
// a2aform does not know.
func (c *consent) askForExtensions(missing []safe.Raw, of *recipient, send func() tea.Cmd) {
	c.host.Overlay = kit.NewChooser(c.host, "The agent requires what a2aform does not know: "+kit.Joined(missing, ", "),
		[]string{"activate and send", "send without     "}, []string{"its rules are yours to follow", "the agent may refuse"},
		func(i int) tea.Cmd {
			if i == 0 {
				agent, err := of.agent.Complying()
				if err != nil {
					c.host.Status = kit.Status{Text: err.Error(), Bad: true}
					return nil
				}
				of.agent = agent
			}
			c.toExtension = true
			return send()
		})
}

// askForPrice asks before the first message to an agent that names a price.
func (c *consent) askForPrice(price string, send func() tea.Cmd) {
	c.host.Overlay = kit.NewChooser(c.host, kit.Sentence(price), []string{"send      ", "do not send"}, []string{"and do not ask again in this chat", "what you wrote stays"},
		func(i int) tea.Cmd {
			if i != 0 {
				return nil
			}
			c.toPrice = true
			return send()
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
