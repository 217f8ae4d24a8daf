package ui

import (
	"slices"

	"a2aform/a2aclient"
	"a2aform/internal/safe"
)

// question is what an agent asks, laid out: drawing takes long where it is many
// parts.
type question struct {
	of            *a2aclient.Message
	width, height int
	drawn         []string
}

// lines are the words of the question that the task waits with, of many parts the
// last ones: where they are more than the screen is high, the others would be cut.
func (q *question) lines(s *taskScreen) []string {
	of := s.snapshot.Question
	if q.of != of || q.width != s.width || q.height != s.height {
		*q = question{of, s.width, s.height, nil}
		q.layout(s.styles())
	}
	return q.drawn
}

func (q *question) layout(st *styles) {
	if q.of == nil {
		return
	}
	for _, p := range slices.Backward(q.of.Parts) {
		if p.Kind != a2aclient.PartText {
			continue
		}
		if len(q.drawn) > q.height {
			break
		}
		q.drawn = slices.Concat(wrap(p.Text.Block(safe.TextLimit()).String(), q.width, 4, st.Strong), q.drawn)
	}
}
