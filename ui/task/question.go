package task

import (
	"slices"

	"a2aform/a2aclient/a2a"
	"a2aform/internal/safe"
	"a2aform/ui/kit"
)

// question is what an agent asks, laid out: drawing takes long where it is many
// parts.
type question struct {
	of            *a2a.Message
	width, height int
	drawn         []string
}

// lines are the words of the question that the task waits with, of many parts the
// last ones: where they are more than the screen is high, the others would be cut.
func (q *question) lines(s *Screen) []string {
	of := s.snapshot.Question
	if q.of != of || q.width != s.bottomWidth() || q.height != s.Height {
		*q = question{of, s.bottomWidth(), s.Height, nil}
		q.Layout(s.Styles())
	}
	return slices.Clip(q.drawn)
}

func (q *question) Layout(st *kit.Styles) {
	if q.of == nil {
		return
	}
	for _, p := range slices.Backward(q.of.Parts) {
		if p.Kind != a2a.PartText {
			continue
		}
		if len(q.drawn) > q.height {
			break
		}
		q.drawn = slices.Concat(kit.Wrap(p.Text.Block(safe.TextLimit()).String(), q.width, 4, st.Strong), q.drawn)
	}
}
