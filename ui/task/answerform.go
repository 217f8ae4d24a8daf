package task

import (
	"bytes"

	"a2aform/a2aclient/a2a"
	"a2aform/ui/kit"
)

// form is the form that the agent asks with, where it does.
func (s *Screen) form() (a2a.Form, bool) { return s.snapshot.Question.Form() }

// HasForm reports a task whose agent asks with a form.
func (s *Screen) HasForm() bool {
	_, ok := s.form()
	return ok
}

// OpenForm opens the form that the agent asks with. One that was opened before comes
// back as it was left, also where it was answered and the agent asks with it again.
func (s *Screen) OpenForm() kit.Action {
	f, ok := s.form()
	if !ok {
		return kit.Errorf("write an answer first")
	}
	if s.answerForm == nil || !bytes.Equal(s.asked.Schema, f.Schema) || !bytes.Equal(s.asked.Prefill, f.Prefill) {
		s.answerForm, s.asked = s.Host.Nav.AnswerForm(s.snapshot.Plan.Agent, f, s.submit), f
	}
	return kit.Action{Push: s.answerForm}
}

// submit answers with what was filled in, as data without a tag.
func (s *Screen) submit(data []byte, secret bool) kit.Action {
	answer := s.run.Answer
	if secret {
		answer = s.run.AnswerInPrivate
	}
	if err := answer("", data); err != nil {
		return kit.Errorf("%s", err)
	}
	s.ClearAnswer()
	if secret {
		s.answerForm = nil
	}
	return kit.Action{Pop: 1}
}
