package ui

import (
	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"
)

// resultScreen shows the artifacts of a run on the whole screen.
type resultScreen struct {
	base
	task   *taskScreen
	asJSON bool
	lines  scroll
}

func newResult(a *App, t *taskScreen) *resultScreen {
	return &resultScreen{base: base{app: a}, task: t}
}

// changed says that more has come in.
func (s *resultScreen) changed() {
	if s.width > 0 {
		s.draw()
	}
}

func (s *resultScreen) draw() {
	doc := s.task.document
	if doc == nil {
		return
	}
	if s.asJSON {
		s.lines.set(doc.JSON(s.width, s.styles().render))
		return
	}
	s.lines.set(doc.Lines(s.width, s.styles().render))
}

func (s *resultScreen) update(msg tea.Msg) (action, tea.Cmd) {
	press, ok := msg.(tea.KeyPressMsg)
	if !ok {
		return action{}, nil
	}
	switch {
	case key.Matches(press, keys.Back):
		return s.back(), nil
	case key.Matches(press, keys.Toggle):
		s.asJSON = !s.asJSON
		s.lines.top = 0
		s.draw()
	default:
		s.lines.press(press)
	}
	return action{}, nil
}

func (s *resultScreen) layout(w, h int) {
	s.base.layout(w, h)
	s.lines.height = h
	s.draw()
}

func (s *resultScreen) restyle() { s.draw() }

func (s *resultScreen) view() string { return s.lines.view() }

func (s *resultScreen) below() int { return s.lines.below() }

func (s *resultScreen) title() string { return "result" }

func (s *resultScreen) keys() []key.Binding {
	return append([]key.Binding{keys.Toggle, keys.Back}, scrollKeys...)
}
