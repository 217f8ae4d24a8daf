package refusal

import (
	tea "charm.land/bubbletea/v2"

	"a2aform/ui/kit"
)

// Ask asks whether a value is sent although it breaks its schema. Send gets the notice for the review.
func Ask(h *kit.Host, err error, send func(notice string) tea.Cmd) kit.Action {
	h.Overlay = kit.NewChooser(h, "The value breaks its schema. Send it to see whether the agent rejects it?",
		[]string{"no ", "yes"}, []string{"go on editing", "review it, with this problem"}, func(i int) tea.Cmd {
			if i == 0 {
				return nil
			}
			return send("it breaks its schema: " + err.Error())
		})
	return kit.Action{}
}
