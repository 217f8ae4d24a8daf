package ui

import (
	"slices"
	"strings"
	"time"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"a2aform/a2aclient"
	"a2aform/internal/run"
	"a2aform/internal/safe"
	"a2aform/internal/widget/shortcut"
	"a2aform/internal/widget/textline"
)

// chatScreen is a conversation in plain text with a skill, or with the agent
// itself. Each turn is a run, and all of them belong to one context.
type chatScreen struct {
	base
	agent *a2aclient.Agent
	skill *a2aclient.Skill // nil for the agent itself
	area  textline.Area
	files []a2aclient.FilePart // that go with the next message
	turns []*turn
	asked bool // about extensions that are required and not known

	drafts      drafts
	seen        string           // the text when it was last looked at
	edit        uint64           // counts its changes
	inFlight    bool             // the draft is that of a message on its way
	unconfirmed *unconfirmedText // what was sent, and whose outcome is unknown

	body     scroll
	scrolled bool // the user chose what to look at
	onTurns  bool // they have the focus, and letters are keys
	cursor   int  // in turns
}

// turn is one message of the user and what came of it.
type turn struct {
	task sessionTask
	text string
	with []string // files, as they are shown
	at   time.Time
	view turnView
}

// now is the task as it goes on: one that was taken up again has another screen.
func (t *turn) now() sessionTask {
	for t.task.Successor() != nil {
		t.task = t.task.Successor()
	}
	return t.task
}

// shows reports whether a task is one of the turns.
func (s *chatScreen) shows(task sessionTask) bool {
	return slices.ContainsFunc(s.turns, func(t *turn) bool { return t.now() == task })
}

// maxLines is how many lines a text area keeps; more would be cut.
const maxLines = 10_000

func newChat(h *host, agent *a2aclient.Agent, skill *a2aclient.Skill) *chatScreen {
	area := textline.NewArea()
	area.ShowLineNumbers = false
	area.MaxHeight = maxLines
	area.Prompt = "┃ "
	area.Placeholder = "Write to the agent"
	if skill != nil {
		if i := slices.IndexFunc(skill.Examples, isWords); i >= 0 {
			area.Placeholder = "for example: " + line(skill.Examples[i])
		}
	}
	area.KeyMap.InsertNewline.SetKeys("alt+enter", "shift+enter", "ctrl+j")
	colourArea(&area.Model, h.styles)
	area.Focus()
	return &chatScreen{base: base{host: h}, agent: agent, skill: skill, area: area}
}

// isWords reports an example that is no JSON, which belongs into the form.
func isWords(example safe.Raw) bool { return !strings.HasPrefix(line(example), "{") }

func (s *chatScreen) update(msg tea.Msg) (action, tea.Cmd) {
	act, cmd := s.handle(msg)
	return act, tea.Batch(cmd, s.keepDraft())
}

func (s *chatScreen) handle(msg tea.Msg) (action, tea.Cmd) {
	switch msg := msg.(type) {
	case writtenMsg:
		return s.takeWritten(msg), nil
	case saveDraftMsg:
		return action{}, s.saveDraft()
	case draftSavedMsg:
		return s.draftSaved(msg), nil
	case editedMsg:
		return s.edited(msg), nil
	case completionsMsg:
		msg.show()
		return action{}, nil
	case attachedMsg:
		return s.attached(msg), nil
	case tea.KeyPressMsg:
		if s.onTurns {
			return s.pressTurns(msg)
		}
		return s.pressText(msg)
	}
	return action{}, s.write(msg)
}

// write gives a message to the text.
func (s *chatScreen) write(msg tea.Msg) (cmd tea.Cmd) {
	s.area, cmd = s.area.Update(msg)
	s.size()
	return cmd
}

// last is the turn that goes on, or went on last; nil for none.
func (s *chatScreen) last() sessionTask {
	if len(s.turns) == 0 {
		return nil
	}
	return s.turns[len(s.turns)-1].now()
}

func (s *chatScreen) isRunning() bool {
	t := s.last()
	return t != nil && !t.Snapshot().Phase.IsOver() && t.Snapshot().Phase != run.Paused
}

func (s *chatScreen) isAsked() bool {
	t := s.last()
	return t != nil && t.Snapshot().Phase == run.Paused
}

// pressText is a key while the text has the focus.
func (s *chatScreen) pressText(msg tea.KeyPressMsg) (action, tea.Cmd) {
	switch {
	case key.Matches(msg, keys.Back):
		return s.back(), nil
	case key.Matches(msg, chatKeys.Send):
		return s.send()
	case key.Matches(msg, keys.Editor):
		return s.openEditor()
	case key.Matches(msg, chatKeys.Attach):
		return action{}, s.askToAttach()
	case key.Matches(msg, chatKeys.Detach):
		return s.detach(), nil
	case key.Matches(msg, chatKeys.Fresh):
		return s.startAnew(), nil
	case key.Matches(msg, chatKeys.Cancel) && s.isRunning():
		return s.last().Cancel()
	case key.Matches(msg, chatKeys.Credentials):
		return s.giveCredentials(), nil
	case msg.String() == "tab", msg.String() == "shift+tab":
		s.onTurns = len(s.turns) > 0
		s.cursor = max(len(s.turns)-1, 0)
		return action{}, nil
	case msg.String() == "pgup", msg.String() == "pgdown":
		s.scrolled = s.body.press(msg) && s.body.hiddenLines() > 0
		return action{}, nil
	}
	return action{}, s.write(msg)
}

// pressTurns is a key while the turns have the focus.
func (s *chatScreen) pressTurns(msg tea.KeyPressMsg) (action, tea.Cmd) {
	task := s.turns[s.cursor].now()
	s.scrolled = false
	switch {
	case key.Matches(msg, keys.Back), msg.String() == "tab", msg.String() == "shift+tab":
		s.onTurns = false
	case key.Matches(msg, keys.Up):
		s.cursor = max(s.cursor-1, 0)
	case key.Matches(msg, keys.Down):
		s.cursor = min(s.cursor+1, len(s.turns)-1)
	case key.Matches(msg, keys.Top):
		s.cursor = 0
	case key.Matches(msg, keys.Bottom):
		s.cursor = len(s.turns) - 1
	case key.Matches(msg, chatKeys.Task):
		return action{push: task}, nil
	case key.Matches(msg, keys.Result):
		return task.OpenResult(), nil
	case key.Matches(msg, keys.Wire):
		return s.host.nav.openTraffic(task.Run().Wire()), nil
	case key.Matches(msg, keys.Cancel):
		return task.Cancel()
	default:
		s.scrolled = s.body.press(msg)
	}
	return action{}, nil
}

// send sends what was written: as the answer where the agent waits for one, else
// as the next turn.
func (s *chatScreen) send() (action, tea.Cmd) {
	text := s.area.Value()
	isEmpty := strings.TrimSpace(text) == "" && len(s.files) == 0
	switch {
	case isEmpty && s.isAsked():
		return s.last().OpenForm(), nil
	case isEmpty:
		return errorf("write something first"), nil
	case s.isRunning() && !s.last().Run().EndWait():
		return errorf("the agent is still at the last message: wait for it, or ctrl+x asks it to cancel"), nil
	case s.isAsked():
		return s.sendAnswer(text), nil
	}
	plan := &run.Plan{Agent: s.agent, Skill: s.skill, Text: text, Files: s.files, ContextID: s.contextID()}
	if s.unconfirmed != nil && s.unconfirmed.text == text {
		plan.Request().MessageID = s.unconfirmed.id
	}
	if _, err := plan.Preview(); err != nil {
		return errorf("this cannot be sent: %s", safe.Text(err.Error()).Line(300)), nil
	}
	if missing := s.agent.Missing(); len(missing) > 0 && !s.asked {
		s.askForExtensions(missing)
		return action{}, nil
	}
	return action{}, s.begin(plan)
}

// begin starts a turn. Its task is kept among those of the session.
func (s *chatScreen) begin(plan *run.Plan) tea.Cmd {
	out, opts := &said{screen: s, text: plan.Text, files: plan.Files, edit: s.edit}, s.host.runOptions()
	s.inFlight, opts.Leaving = true, out.leaving()
	task := s.host.nav.startTask(run.Start(s.host.ctx, plan, opts), out)
	s.turns = append(s.turns, &turn{task: task, text: plan.Text, with: shownFiles(plan.Files), at: time.Now()})
	s.clear()
	return task.init()
}

// sendAnswer answers the task that waits.
func (s *chatScreen) sendAnswer(text string) action {
	if err := s.last().Run().AnswerWithFiles(text, s.files); err != nil {
		return errorf("%s", err)
	}
	s.last().ClearAnswer()
	s.clear()
	return action{}
}

// clear takes away what was sent.
func (s *chatScreen) clear() {
	s.area.Reset()
	s.files, s.scrolled = nil, false
	s.size()
}

// contextID is the conversation as the agent named it last, empty before it did.
func (s *chatScreen) contextID() safe.Raw {
	for _, t := range slices.Backward(s.turns) {
		if id := t.now().Snapshot().ContextID; !id.IsEmpty() {
			return id
		}
	}
	return safe.Raw{}
}

// startAnew begins another conversation; the tasks of this one stay among those
// of the session.
func (s *chatScreen) startAnew() action {
	switch {
	case len(s.turns) == 0:
		return infof("this is a new conversation")
	case s.isRunning():
		return errorf("the agent is still at the last message; f5 lists it among the tasks")
	}
	s.turns, s.cursor, s.scrolled = nil, 0, false
	return infof("a new conversation; f5 lists the tasks of the one before")
}

// askForExtensions asks what to do about extensions that the agent requires and
// a2aform does not know.
func (s *chatScreen) askForExtensions(missing []safe.Raw) {
	s.host.overlay = newChooser(s.host, "The agent requires what a2aform does not know: "+joined(missing, ", "),
		[]string{"activate and send", "send without     "}, []string{"its rules are yours to follow", "the agent may refuse"},
		func(i int) tea.Cmd {
			if i == 0 {
				agent, err := s.agent.Complying()
				if err != nil {
					s.host.status = status{text: err.Error(), bad: true}
					return nil
				}
				s.agent = agent
			}
			s.asked = true
			act, cmd := s.send()
			return tea.Batch(s.host.perform(act), cmd)
		})
}

// giveCredentials opens the task that wants them, and asks for them there.
func (s *chatScreen) giveCredentials() action {
	t := s.last()
	if t == nil || !t.WantsCredentials() {
		return infof("the agent has not asked for credentials")
	}
	s.host.perform(action{push: t})
	return t.GiveCredentials()
}

// openEditor opens the text in the user's editor.
func (s *chatScreen) openEditor() (action, tea.Cmd) {
	cmd, err := edit(s.host.ctx, s, editedMsg{before: s.area.Value()}, ".md")
	if err != nil {
		return errorf("%s", err), nil
	}
	return action{}, cmd
}

func (s *chatScreen) edited(m editedMsg) action {
	switch {
	case m.err != nil:
		return errorf("%s", m.err)
	case m.text == m.before:
		return infof("the editor changed nothing")
	}
	s.area.SetValue(m.text)
	s.size()
	return infof("the text was edited")
}

func (s *chatScreen) title() string {
	if s.skill == nil {
		return "The agent itself"
	}
	return line(s.skill.Name)
}

func (s *chatScreen) isTyping() bool { return !s.onTurns }
func (s *chatScreen) isDirty() bool  { return s.area.Value() != "" || len(s.files) > 0 }

// chatKeys are the keys of a conversation.
var chatKeys = struct{ Send, Attach, Detach, Fresh, Cancel, Credentials, Turns, Task, NewLine key.Binding }{
	Send:        bind("send", "enter", "ctrl+s"),
	NewLine:     bind("new line", "alt+enter"),
	Attach:      bind("attach a file", "alt+o"),
	Detach:      bind("remove a file", "alt+x"),
	Fresh:       bind("new conversation", "ctrl+n"),
	Cancel:      bind("cancel task", "ctrl+x"),
	Credentials: bind("credentials", "alt+a"),
	Turns:       bind("turns", "tab"),
	Task:        bind("the task", "o"),
}

func (s *chatScreen) keys() []shortcut.Key {
	running := s.isRunning()
	const none = "nothing was sent yet"
	if s.onTurns {
		t := s.turns[s.cursor].now()
		cancel := shortcut.When(keys.Cancel, !t.Snapshot().Phase.IsOver(), "the task has ended")
		return slices.Concat(shortcut.On(bind("open", "enter"), chatKeys.Task, keys.Wire), []shortcut.Key{cancel}, shortcut.On(bind("write", "tab"), keys.Back), scrollKeys)
	}
	wants := s.last() != nil && s.last().WantsCredentials()
	return []shortcut.Key{
		shortcut.When(chatKeys.Send, !running, "the agent is still at the last message"),
		shortcut.When(chatKeys.Cancel, running, "no task is running"),
		shortcut.When(chatKeys.Credentials, wants, "the agent has not asked for any"),
		{Binding: chatKeys.Attach},
		shortcut.When(chatKeys.Detach, len(s.files) > 0, "no file is attached"),
		shortcut.When(chatKeys.Turns, len(s.turns) > 0, none),
		shortcut.When(chatKeys.Fresh, len(s.turns) > 0, none),
		{Binding: chatKeys.NewLine},
		{Binding: keys.Editor},
		{Binding: keys.Back},
	}
}
