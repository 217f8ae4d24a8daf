package task

import (
	"strings"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"a2aform/internal/ojson"
	"a2aform/ui/kit"
)

// pressAnswer handles a key while the answer to a question is typed.
func (s *Screen) pressAnswer(msg tea.KeyPressMsg) (kit.Action, tea.Cmd) {
	switch {
	case key.Matches(msg, kit.Keys.AnswerJSON):
		s.dataMode = !s.dataMode
		return kit.Action{}, nil
	case key.Matches(msg, kit.Keys.LastAnswer):
		return s.recallAnswer(), nil
	case key.Matches(msg, kit.Keys.Answer):
		return s.sendAnswer(), nil
	case msg.String() == "up", msg.String() == "down", msg.String() == "pgup", msg.String() == "pgdown":
		s.scroll(msg)
		return kit.Action{}, nil
	}
	var cmd tea.Cmd
	s.answer, cmd = s.answer.Update(msg)
	return kit.Action{}, cmd
}

// sendAnswer answers the paused task, by text or by data without a tag.
func (s *Screen) sendAnswer() kit.Action {
	text := s.answer.Value()
	if strings.TrimSpace(text) == "" {
		return s.OpenForm()
	}
	var data []byte
	if s.dataMode {
		v, err := ojson.Parse([]byte(text), ojson.DataLimits)
		if err != nil {
			return kit.Errorf("the answer is not JSON: %s", err)
		}
		text, data = "", v.Compact()
	}
	if err := s.run.Answer(text, data); err != nil {
		return kit.Errorf("%s", err)
	}
	s.answers.add(pastAnswer{s.answer.Value(), s.dataMode})
	s.ClearAnswer()
	return kit.Action{}
}
