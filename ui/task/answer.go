package task

import "a2aform/ui/kit"

// HasForm implements [kit.Task].
func (s *Screen) HasForm() bool {
	_, ok := s.reply.asked()
	return ok
}

// OpenForm implements [kit.Task].
func (s *Screen) OpenForm() kit.Action { return s.reply.openForm(s.submit) }

// sendAnswer answers the paused task; an empty line opens the form that the agent asks with.
func (s *Screen) sendAnswer() kit.Action {
	if s.reply.isEmpty() {
		return s.OpenForm()
	}
	if err := s.reply.send(s.run); err != nil {
		return kit.Errorf("%s", err)
	}
	s.ClearAnswer()
	return kit.Action{}
}

// submit answers with what was filled in.
func (s *Screen) submit(data []byte, secret bool) kit.Action {
	if err := s.reply.sendForm(s.run, data, secret); err != nil {
		return kit.Errorf("%s", err)
	}
	s.ClearAnswer()
	return kit.Action{Pop: 1}
}

// ClearAnswer clears what was written, and shows what comes now.
func (s *Screen) ClearAnswer() {
	s.reply.clear()
	s.windows.goOn()
}
