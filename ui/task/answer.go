package task

import (
	"strings"

	"a2aform/internal/ojson"
	"a2aform/ui/kit"
)

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
