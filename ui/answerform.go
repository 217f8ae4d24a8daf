package ui

import (
	"bytes"

	"a2aform/a2aclient"
	"a2aform/internal/safe"
)

// newAnswerForm is the form that an agent asks its question with. What is filled
// in goes to the task that asked, as data without a tag.
func newAnswerForm(t *taskScreen, f a2aclient.Form) *formScreen {
	s := newForm(t.app, t.snapshot.Plan.Agent, nil, &a2aclient.Input{Name: safe.Text("the agent's question"), Schema: f.Schema})
	s.prefill = f.Prefill
	s.answer = func(data []byte, secret bool) action {
		answer := t.run.Answer
		if secret {
			answer = t.run.AnswerInPrivate
		}
		if err := answer("", data); err != nil {
			return errorf("%s", err)
		}
		t.clearAnswer()
		if secret {
			t.answerForm = nil
		}
		return action{pop: 1}
	}
	return s
}

// form is the form that the agent asks with, where it does.
func (s *taskScreen) form() (a2aclient.Form, bool) { return s.snapshot.Question.Form() }

// openForm opens the form that the agent asks with. One that was opened before comes
// back as it was left, also where it was answered and the agent asks with it again.
func (s *taskScreen) openForm() action {
	f, ok := s.form()
	if !ok {
		return errorf("write an answer first")
	}
	if s.answerForm == nil || !bytes.Equal(s.askedSchema, f.Schema) || !bytes.Equal(s.answerForm.prefill, f.Prefill) {
		s.answerForm, s.askedSchema = newAnswerForm(s, f), f.Schema
	}
	return action{push: s.answerForm}
}
