package chat

import (
	"slices"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/dustin/go-humanize/english"

	"a2aform/a2aclient/a2a"
	"a2aform/internal/run"
	"a2aform/internal/run/transcript"
	"a2aform/internal/safe"
	"a2aform/internal/store/runfile"
	"a2aform/render"
	"a2aform/ui/kit"
)

// conversation is the turns of a chat, in the order in which they began.
type conversation []*turn

// turn is one message of the user and what came of it.
type turn struct {
	task kit.Task
	text string
	as   *run.AnswerAs // what the answer is to be; nil for anything
	with []string      // files, as they are shown
	at   time.Time
	view turnView

	isRecorded bool // it was read from its file
}

// now is the task as it goes on: one that was taken up again has another screen.
func (t *turn) now() kit.Task {
	for t.task.Successor() != nil {
		t.task = t.task.Successor()
	}
	return t.task
}

// shows reports whether a task is one of the turns.
func (c conversation) shows(task kit.Task) bool {
	return slices.ContainsFunc(c, func(t *turn) bool { return t.now() == task })
}

// newest is the turn that was sent last; nil for none.
func (c conversation) newest() *turn {
	if len(c) == 0 {
		return nil
	}
	return c[len(c)-1]
}

// last is the task of the turn that goes on, or went on last; nil for none.
func (c conversation) last() kit.Task {
	if t := c.newest(); t != nil {
		return t.now()
	}
	return nil
}

func (c conversation) isRunning() bool {
	t := c.last()
	return t != nil && !c.isRecorded() && !t.Snapshot().Phase.IsOver() && t.Snapshot().Phase != run.Paused
}

// isPaused reports that the next message goes on with the last task.
func (c conversation) isPaused() bool {
	t := c.last()
	return t != nil && !c.isRecorded() && t.Snapshot().Phase == run.Paused
}

// isAsked reports that the agent has asked something.
func (c conversation) isAsked() bool { return c.isPaused() && !c.last().Snapshot().AwaitsNext() }

// contextID is the context of the chat, as the agent named it last; empty before it did.
func (c conversation) contextID() safe.Raw {
	for _, t := range slices.Backward(c) {
		if id := t.now().Snapshot().ContextID; !id.IsEmpty() {
			return id
		}
	}
	return safe.Raw{}
}

// approvals are the answers to whether a tool may run, nil where the agent does not ask that.
func (c conversation) approvals() []a2a.Approval {
	form, ok := c.questionForm()
	if !ok {
		return nil
	}
	return form.Approvals()
}

// questionForm is the form with which the agent asks.
func (c conversation) questionForm() (form a2a.Form, ok bool) {
	if !c.isAsked() || c.last().Snapshot().Question == nil {
		return form, false
	}
	return c.last().Snapshot().Question.Form()
}

// turnOf is a turn of a task that is there already.
func turnOf(task kit.Task, isRecorded bool) *turn {
	now := task.Snapshot()
	return &turn{
		task: task, text: now.Plan.Message().Block(0).String(), as: now.Plan.AnswerAs, with: shownFiles(now.Plan.Files),
		at: now.Started, isRecorded: isRecorded,
	}
}

// waitingTask is the task of a chat that was read from its files, if it waits: the next message answers it.
func (c conversation) waitingTask() safe.Raw {
	if !c.isRecorded() || c.last().Snapshot().Phase != run.Paused {
		return safe.Raw{}
	}
	return c.last().Snapshot().TaskID
}

// isRecorded reports that the last turn was read from its file, so that nothing of it goes on.
func (c conversation) isRecorded() bool { return len(c) > 0 && c.newest().isRecorded }

// isIgnored reports that the last message asked for JSON beside its text, and the answer has none.
func (c conversation) isIgnored() bool {
	t := c.newest()
	return t != nil && t.as != nil && !t.as.InText && isAnswered(t.now()) && !isAsAsked(t.now())
}

// transcript are the turns to be written as Markdown.
func (c conversation) transcript() []transcript.Turn {
	list := make([]transcript.Turn, len(c))
	for i, t := range c {
		task := t.now()
		list[i] = transcript.Turn{At: t.at, Text: t.text, Files: t.with, Now: task.Snapshot(), Document: task.Document()}
	}
	return list
}

// files are the files of the result, else those that came with what the agent said last on the way.
func (t *turn) files() []render.File {
	if doc := t.now().Document(); doc != nil {
		if files := doc.Files(); len(files) > 0 {
			return files
		}
	}
	return t.now().Snapshot().SaidFiles
}

// toldBefore are the notices below the turns before one: what an agent does with each answer is told once.
func (c conversation) toldBefore(t *turn) map[string]bool {
	told := map[string]bool{}
	for _, before := range c {
		if before == t {
			break
		}
		if doc := before.now().Document(); doc != nil {
			for _, b := range doc.Blocks() {
				if n, ok := b.(*render.Notice); ok {
					told[n.Text] = true
				}
			}
		}
	}
	return told
}

// wantsCredentials reports that the agent waits for them.
func (c conversation) wantsCredentials() bool { return c.last() != nil && c.last().WantsCredentials() }

// earlierMsg are the chats with the agent that are kept.
type earlierMsg struct {
	chats [][]runfile.Info
	err   error
}

// earlierReadMsg is one of them.
type earlierReadMsg struct {
	skill safe.Raw
	runs  []kit.RecordedRun
	err   error
}

// maxFirstWords is how much of a first message is listed, in columns: what is behind it fits in 80 columns too.
const maxFirstWords = 32

// maxEarlier is how many chats are listed.
const maxEarlier = 100

// findEarlier looks for the chats with the agent that are kept.
func (s *Screen) findEarlier() tea.Cmd {
	keep, card := s.Host.Options.Store, s.with.agent.Card()
	return kit.Later(s, func() tea.Msg {
		chats, err := keep.Chats(safe.Text(card.Source), card.Name)
		return earlierMsg{chats, err}
	})
}

// chooseEarlier asks which of the chats to go on with. The one on the screen is not among them.
func (s *Screen) chooseEarlier(m earlierMsg) kit.Action {
	if m.err != nil {
		return kit.Errorf("%s", safe.Text(m.err.Error()).Line(0))
	}
	now := s.turns.contextID()
	chats := slices.DeleteFunc(m.chats, func(runs []runfile.Info) bool { return runs[0].ContextID == now })
	if len(chats) == 0 {
		return kit.Infof("there are no earlier chats with this agent")
	}
	chats = chats[:min(len(chats), maxEarlier)]
	labels, notes := make([]string, len(chats)), make([]string, len(chats))
	for i, runs := range chats {
		labels[i] = runs[0].Asked.Line(maxFirstWords).String()
		notes[i] = kit.Ago(runs[len(runs)-1].Time, time.Now()) + ", " + english.Plural(len(runs), "message", "messages")
	}
	s.Host.Overlay = kit.NewChooserAt(s.Host, "Earlier chats", labels, notes, 0, func(i int) tea.Cmd {
		runs := chats[i]
		return kit.Later(s, func() tea.Msg {
			list, err := kit.ReadRuns(runs)
			return earlierReadMsg{runs[len(runs)-1].Skill, list, err}
		})
	})
	return kit.Action{}
}

// openEarlier goes on with a chat that was read, in place of the one on the screen.
func (s *Screen) openEarlier(m earlierReadMsg) kit.Action {
	switch {
	case m.err != nil:
		return kit.Errorf("%s", safe.Text(m.err.Error()).Line(0))
	case s.turns.isRunning():
		return kit.Errorf("%s", stillWorking())
	}
	if skill := s.with.agent.Card().Skill(m.skill.Exact()); skill != nil || m.skill.IsEmpty() { //nolint:forbidigo // looked up, not drawn
		s.with.skill = skill
	}
	s.UseRuns(m.runs)
	return kit.Infof("the chat goes on where it stood")
}

// UseRuns makes runs that were read from their files the messages of the chat.
func (s *Screen) UseRuns(runs []kit.RecordedRun) {
	s.turns, s.pane = nil, turnPane{}
	for _, r := range runs {
		s.turns = append(s.turns, turnOf(s.Host.Nav.Recorded(r), true))
	}
	if last := s.turns.newest(); s.wish.as == nil {
		s.wish.as = last.as
	}
}

// IsSameChat reports that both go on in the same context.
func (s *Screen) IsSameChat(other *Screen) bool {
	return !s.turns.contextID().IsEmpty() && s.turns.contextID() == other.turns.contextID() && s.with.agent.Interface() == other.with.agent.Interface()
}
