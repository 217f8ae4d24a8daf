package form

import (
	"errors"
	"fmt"
	"strings"

	tea "charm.land/bubbletea/v2"

	"a2aform/formgen"
	"a2aform/formgen/huhform"
	"a2aform/formgen/words"
	"a2aform/internal/widget/shortcut"
	"a2aform/ui/kit"
)

// maxNamed is how many empty fields a refusal names.
const maxNamed = 3

// refusalText says in a sentence or two why a form cannot be sent.
func refusalText(err error, refused *formgen.Refused) string {
	if refused == nil || len(refused.Problems) == 0 {
		return kit.Sentence(err.Error()) + "."
	}
	var names []string
	for _, p := range refused.Problems {
		if p.Problem.Keyword != "required" {
			return kit.Sentence(err.Error()) + "." + nextKey(len(refused.Problems))
		}
		if len(names) < maxNamed {
			names = append(names, p.Field.Path())
		}
	}
	n := len(refused.Problems)
	if n == 1 {
		return fmt.Sprintf("The required field %s is empty.", names[0])
	}
	list := strings.Join(names, ", ")
	if n > len(names) {
		list += fmt.Sprintf(" and %d more", n-len(names))
	}
	return fmt.Sprintf("%d required fields are empty: %s.%s", n, list, nextKey(n))
}

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

// nextKey names the key that goes on to the next problem.
func nextKey(problems int) string {
	if problems < 2 {
		return ""
	}
	return " " + shortcut.InProse(huhform.Keys.NextProblem) + " goes on."
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
