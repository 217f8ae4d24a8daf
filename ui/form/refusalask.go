package form

import (
	tea "charm.land/bubbletea/v2"

	"a2aform/ui/kit"
)

// askRefused asks whether a value is sent although it breaks its schema. Send gets the notice for the review.
func askRefused(h *kit.Host, err error, send func(notice string) tea.Cmd) kit.Action {
	h.Overlay = kit.NewChooser(h, "This breaks its schema. Send it anyway?",
		[]string{"no ", "yes"}, []string{"go on editing", "review it first, to see whether the agent rejects it"}, func(i int) tea.Cmd {
			if i == 0 {
				return nil
			}
			return send("it breaks its schema: " + err.Error())
		})
	return kit.Action{}
}
