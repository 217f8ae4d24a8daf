package task

// maxPastAnswers is how many answers to a task are offered again.
const maxPastAnswers = 20

// pastAnswer is a line that was sent as an answer.
type pastAnswer struct {
	text   string
	isData bool
}

// pastAnswers are the answers to a task, so that one can be given again.
type pastAnswers struct {
	list []pastAnswer // the last one first
	next int          // in list: which one is offered next
}

func (p *pastAnswers) add(a pastAnswer) {
	kept := p.list[:min(len(p.list), maxPastAnswers-1)]
	p.list, p.next = append([]pastAnswer{a}, kept...), 0
}

// recallAnswer puts an earlier answer into the line, with each press an older one.
func (s *Screen) recallAnswer() {
	p := &s.answers
	a := p.list[p.next%len(p.list)]
	p.next++
	s.dataMode = a.isData
	s.answer.SetValue(a.text)
	s.answer.CursorEnd()
}

// ClearAnswer clears what was asked.
func (s *Screen) ClearAnswer() {
	s.answer.SetValue("")
	s.answering = false
	for _, w := range []*window{&s.body, &s.messages, &s.artifact} {
		w.scrolled, w.follow = false, false
	}
}
