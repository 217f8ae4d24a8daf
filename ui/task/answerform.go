package task

import (
	"bytes"
	"slices"
	"strings"

	"a2aform/a2aclient/a2a"
	"a2aform/internal/ojson"
	"a2aform/internal/safe"
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
	act := kit.Action{}
	if s.answerForm == nil || !bytes.Equal(s.formOf.Schema, f.Schema) || !bytes.Equal(s.formOf.Prefill, f.Prefill) {
		s.formOf = f
		if prefill, some := withLastAnswer(f, s.lastForm); some {
			f.Prefill = prefill
			act = kit.Infof("fields that you answered before are filled in")
		}
		s.answerForm = s.Host.Nav.AnswerForm(s.snapshot.Plan.Agent, s.questionText, f, s.submit)
	}
	act.Push = s.answerForm
	return act
}

// questionText is what the agent asks in words, with the instructions of its form.
func (s *Screen) questionText() safe.Raw {
	if s.snapshot.Question == nil { // the agent went on
		return safe.Raw{}
	}
	var texts []string
	for _, p := range s.snapshot.Question.Parts {
		if p.Kind == a2a.PartText {
			texts = append(texts, p.Text.Exact()) //nolint:forbidigo // joined, and cleaned where it is drawn
		}
	}
	if f, _ := s.form(); !f.Instructions.IsEmpty() {
		texts = append(texts, f.Instructions.Exact()) //nolint:forbidigo // as above
	}
	return safe.Text(strings.Join(texts, "\n"))
}

// withLastAnswer returns the prefill of a form with those members of the last answer whose names
// the form has, and which the agent did not fill in itself; some says that there are any.
func withLastAnswer(f a2a.Form, last []byte) (prefill []byte, some bool) {
	schema, err := ojson.Parse(f.Schema, ojson.DataLimits)
	if err != nil || last == nil {
		return nil, false
	}
	answered, err := ojson.Parse(last, ojson.DataLimits)
	if err != nil {
		return nil, false
	}
	given, err := ojson.Parse(f.Prefill, ojson.DataLimits)
	if err != nil {
		given = ojson.NewObject()
	}
	members := slices.Clone(given.Members())
	for _, m := range answered.Members() {
		if schema.Get("properties").Get(m.Name).Exists() && !given.Get(m.Name).Exists() {
			members, some = append(members, m), true
		}
	}
	return ojson.NewObject(members...).Compact(), some
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
	s.lastForm = data
	if secret {
		s.answerForm, s.lastForm = nil, nil
	}
	return kit.Action{Pop: 1}
}
