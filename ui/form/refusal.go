package form

import (
	"errors"

	tea "charm.land/bubbletea/v2"

	"a2aform/formgen"
	"a2aform/formgen/words"
	"a2aform/ui/kit"
)

// maxNamed is how many fields are named that differ from a schema that is a guess.
const maxNamed = 3

// doubtsOf says where a value differs from a schema that is a guess.
func doubtsOf(err error) (texts []string) {
	var refused *formgen.Refused
	if errors.As(err, &refused) {
		for _, p := range refused.Problems[:min(len(refused.Problems), maxNamed)] {
			if p.Problem.Keyword == "required" {
				texts = append(texts, p.Field.Path()+" is empty, but every example has it")
				continue
			}
			texts = append(texts, p.Field.Path()+" is not as in the examples: "+words.Brief(p.Field, p.Problem))
		}
	}
	return texts
}

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
