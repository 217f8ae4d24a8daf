package ui

import (
	"bytes"

	"a2aform/a2aclient"
)

// form is the form that the agent asks with, where it does.
func (s *taskScreen) form() (a2aclient.Form, bool) { return s.snapshot.Question.Form() }

// HasForm reports a task whose agent asks with a form.
func (s *taskScreen) HasForm() bool {
	_, ok := s.form()
	return ok
}

// OpenForm opens the form that the agent asks with. One that was opened before comes
// back as it was left, also where it was answered and the agent asks with it again.
func (s *taskScreen) OpenForm() action {
	f, ok := s.form()
	if !ok {
		return errorf("write an answer first")
	}
	if s.answerForm == nil || !bytes.Equal(s.asked.Schema, f.Schema) || !bytes.Equal(s.asked.Prefill, f.Prefill) {
		s.answerForm, s.asked = s.host.nav.answerForm(s.snapshot.Plan.Agent, f, s.submit), f
	}
	return action{push: s.answerForm}
}

// submit answers with what was filled in, as data without a tag.
func (s *taskScreen) submit(data []byte, secret bool) action {
	answer := s.run.Answer
	if secret {
		answer = s.run.AnswerInPrivate
	}
	if err := answer("", data); err != nil {
		return errorf("%s", err)
	}
	s.ClearAnswer()
	if secret {
		s.answerForm = nil
	}
	return action{pop: 1}
}
