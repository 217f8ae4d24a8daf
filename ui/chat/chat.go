// Package chat has the screen of a chat: messages in plain text, each of them a task, which
// all belong to one context.
package chat

import (
	"cmp"
	"slices"
	"time"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"a2aform/a2aclient"
	"a2aform/internal/run"
	"a2aform/internal/safe"
	"a2aform/internal/widget/shortcut"
	"a2aform/ui/kit"
)

// Screen is a chat in plain text with a skill, or with the agent
// itself. Each turn is a run, and all of them belong to one context.
type Screen struct {
	kit.Base
	with    recipient
	message composer
	turns   conversation
	pane    turnPane // of them
	wish    answerWish
	draft   draft
	consent consent
	cancel  cancel
}

// Shows reports whether a task is one of the turns.
func (s *Screen) Shows(task kit.Task) bool { return s.turns.shows(task) }

// Follow has the chat send to an agent that is spoken to at another address now.
func (s *Screen) Follow(agent *a2aclient.Agent, skill *a2aclient.Skill) {
	if s.with.agent.Interface() != agent.Interface() {
		s.with = recipient{agent, skill}
	}
}

// New is a chat with a skill, or with the agent itself where skill is nil.
func New(h *kit.Host, agent *a2aclient.Agent, skill *a2aclient.Skill) *Screen {
	s := &Screen{Base: kit.Base{Host: h}, with: recipient{agent, skill}}
	s.message = newComposer(h, s, &s.with)
	s.wish = answerWish{host: h, to: s, with: &s.with}
	s.draft = draft{host: h, to: s, of: &s.message}
	s.consent, s.cancel = consent{host: h}, cancel{host: h, to: s}
	return s
}

// GoOn is a chat that goes on in the context of a task, which is its first turn.
func GoOn(h *kit.Host, task kit.Task) *Screen {
	now := task.Snapshot()
	s := New(h, now.Plan.Agent, now.Plan.Skill)
	s.turns = []*turn{turnOf(task, false)}
	return s
}

// StartWith writes a text as the next message, unless the user has written something.
func (s *Screen) StartWith(text string) { s.message.startWith(text) }

// SetText puts a text in the place of what is written.
func (s *Screen) SetText(text string) { s.message.setText(text) }

// Text is what is written.
func (s *Screen) Text() string { return s.message.text() }

// UseAnswerAs has the next messages ask for such answers; nil for any.
func (s *Screen) UseAnswerAs(as *run.AnswerAs) { s.wish.as = as }

// Init looks for a draft, and for what the answers are to be.
func (s *Screen) Init() tea.Cmd { return tea.Batch(s.wish.load(), s.draft.find(&s.with)) }

// Unsaved implements [kit.DraftSaver].
func (s *Screen) Unsaved() (save func()) { return s.draft.unsaved() }

// Release implements [kit.DraftSaver].
func (s *Screen) Release() { s.draft.release() }

// Persisted implements [kit.DraftSaver].
func (s *Screen) Persisted() bool { return s.draft.isPersisted() }

func (s *Screen) Update(msg tea.Msg) (kit.Action, tea.Cmd) {
	act, cmd := s.handle(msg)
	return act, tea.Batch(cmd, s.draft.keep(), s.wish.noteWorking(s.turns.newest()))
}

func (s *Screen) handle(msg tea.Msg) (kit.Action, tea.Cmd) {
	switch msg := msg.(type) {
	case writtenMsg:
		return s.draft.restore(msg), nil
	case kit.SaveDraftMsg:
		return kit.Action{}, s.draft.save()
	case kit.DraftSavedMsg:
		return s.draft.saved(msg), nil
	case kit.SavedMsg:
		return s.Host.Saved(msg), nil
	case kit.EditedMsg:
		return s.message.edited(msg), nil
	case kit.CompletionsMsg:
		msg.Show()
		return kit.Action{}, nil
	case attachedMsg:
		return s.message.attached(msg), nil
	case fileTextMsg:
		return msg.copied(s.Host)
	case droppedMsg:
		s.message.dropped = msg
		return kit.Action{}, nil
	case tea.PasteMsg:
		return kit.Action{}, tea.Batch(s.message.Update(msg), s.message.lookForFile(msg.Content))
	case stoppedMsg:
		return s.cancel.stopped(msg), nil
	case earlierMsg:
		return s.chooseEarlier(msg), nil
	case earlierReadMsg:
		return s.openEarlier(msg), nil
	case answerAsMsg:
		return s.wish.loaded(msg), nil
	case tea.KeyPressMsg:
		return s.press(msg)
	}
	return kit.Action{}, s.message.Update(msg)
}

// ShownTask is the task of the turn at the cursor, else of the last one; nil for none.
func (s *Screen) ShownTask() kit.Task {
	if t := s.chosen(); t != nil {
		return t.now()
	}
	return nil
}

// press is a key of the turns or of the text, whichever has the focus.
func (s *Screen) press(msg tea.KeyPressMsg) (kit.Action, tea.Cmd) {
	if s.pane.hasFocus {
		s.pane.isScrolled = false
	} else if msg.String() == "enter" && s.message.breakLine() {
		return kit.Action{}, nil
	}
	if act, cmd, done := kit.Press(msg, s.Keys()); done {
		return act, cmd
	}
	switch {
	case s.pane.press(msg, len(s.turns)):
		return kit.Action{}, nil
	case msg.String() == "up" && s.message.text() == "" && len(s.turns) > 0:
		s.message.setText(s.turns.newest().text)
		return kit.Action{}, nil
	}
	return kit.Action{}, s.message.Update(msg)
}

// editTurn writes the message at the cursor anew, to change it and send it.
func (s *Screen) editTurn() {
	text := s.chosen().text
	s.pane.leave()
	s.message.setText(text)
}

// send sends what was written: as the answer where the agent waits for one, else
// as the next turn.
func (s *Screen) send() (kit.Action, tea.Cmd) {
	text, isEmpty := s.message.text(), s.message.isEmpty()
	switch {
	case isEmpty && len(s.turns.approvals()) > 0:
		return s.chooseApproval(), nil
	case isEmpty && s.turns.isAsked():
		return s.turns.last().OpenForm(), nil
	case isEmpty:
		return kit.Errorf("write something first"), nil
	case s.turns.isRunning() && !s.turns.last().Run().EndWait():
		return kit.Errorf("the agent is still at the last message: wait for it, or esc stops it"), nil
	case s.turns.isPaused():
		return s.sendAnswer(text), nil
	}
	plan := &run.Plan{Agent: s.with.agent, Skill: s.with.skill, Text: text, Files: s.message.files, ContextID: s.turns.contextID(), TaskID: s.turns.waitingTask(), AnswerAs: s.wish.of(text)}
	if id := s.draft.idOf(text); id != "" {
		plan.Request().MessageID = id
	}
	if _, err := plan.Preview(); err != nil {
		return kit.Errorf("this cannot be sent: %s", safe.Text(err.Error()).Line(300)), nil
	}
	again := func() tea.Cmd {
		act, cmd := s.send()
		return tea.Batch(s.Host.Perform(act), cmd)
	}
	if s.consent.ask(&s.with, again) {
		return kit.Action{}, nil
	}
	return kit.Action{}, s.begin(plan)
}

// begin starts a turn. Its task is kept among those of the session.
func (s *Screen) begin(plan *run.Plan) tea.Cmd {
	out, opts := s.draft.send(plan), s.Host.RunOptions()
	opts.Leaving = out.leaving()
	task := s.Host.Nav.StartTask(run.Start(s.Host.Context, plan, opts), out)
	s.turns = append(s.turns, &turn{task: task, text: plan.Request().Text, as: plan.AnswerAs, with: shownFiles(plan.Files), at: time.Now()})
	s.clear()
	return task.Init()
}

// writeSchema writes the last message again, with the schema in it, to be sent as a new one.
func (s *Screen) writeSchema() kit.Action {
	if !s.message.isBlank() {
		return kit.Errorf("send or delete what you have written first")
	}
	last := s.turns.newest()
	s.message.setText(last.as.Text(last.text))
	return kit.Infof("Enter sends this as a new message")
}

// sendAnswer answers the task that waits.
func (s *Screen) sendAnswer(text string) kit.Action {
	if err := s.turns.last().Run().AnswerWithFiles(text, s.message.files); err != nil {
		return kit.Errorf("%s", err)
	}
	s.turns.last().ClearAnswer()
	s.clear()
	return kit.Action{}
}

// clear takes away what was sent, and shows what comes of it.
func (s *Screen) clear() {
	s.message.clear()
	s.pane.isScrolled = false
}

// startAnew begins another chat; the runs of this one stay in the history.
func (s *Screen) startAnew() kit.Action {
	if s.turns.isRunning() {
		return kit.Errorf("%s", stillWorking())
	}
	s.turns, s.pane = nil, turnPane{}
	return kit.Infof("a new chat; the one before is in the history: %s", shortcut.InProse(kit.Keys.History))
}

func stillWorking() string {
	return "the agent is still at the last message; " + shortcut.InProse(kit.Keys.History) + " lists it"
}

// cannotLeave says why no other chat can come in place of this one, "" where it can.
func (s *Screen) cannotLeave() string { return kit.Unless(!s.turns.isRunning(), stillWorking()) }

// giveCredentials opens the task that wants them, and asks for them there.
func (s *Screen) giveCredentials() kit.Action {
	t := s.turns.last()
	s.Host.Perform(kit.Action{Push: t})
	return t.GiveCredentials()
}

func (s *Screen) Title() string { return s.with.title() }

func (s *Screen) IsTyping() bool { return !s.pane.hasFocus }
func (s *Screen) IsDirty() bool  { return s.message.text() != "" || len(s.message.files) > 0 }

var _ = kit.RegisterKeys("chat", &chatKeys)

// chatKeys are the keys of a chat.
var chatKeys = struct{ Send, Attach, Detach, Fresh, Cancel, Stop, Leave, Credentials, Turns, NewLine, AnswerAs, InText, CopyAnswer, CopyCode, CopyChat, ExportChat, SaveFile, SaveHere, OpenFile, OpenHere, CopyFile, Edit, Earlier key.Binding }{
	Send:        kit.Bind("Send", "enter", "ctrl+s"),
	NewLine:     kit.Bind("New line", "alt+enter", "ctrl+j"),
	Attach:      kit.Bind("Attach a file", "alt+o"),
	Detach:      kit.Bind("Remove a file", "alt+x"),
	Fresh:       kit.Bind("New chat", "ctrl+n"),
	Cancel:      kit.Bind("Cancel task", "ctrl+x"),
	Stop:        kit.Bind("Stop", "esc", "ctrl+x"),
	Leave:       kit.Bind("Back, without stopping"),
	Credentials: kit.Bind("Credentials", "alt+a"),
	AnswerAs:    kit.Bind("Answer as…", "alt+a"),
	InText:      kit.Bind("Ask again", "alt+w"),
	Turns:       kit.Bind("Switch pane", "tab", "shift+tab"),
	Edit:        kit.Bind("Edit and ask again", "o"),
	Earlier:     kit.Bind("Earlier chats"),
	CopyAnswer:  kit.Bind("Copy the answer"),
	CopyCode:    kit.Bind("Copy code"),
	CopyChat:    kit.Bind("Copy the chat as Markdown"),
	ExportChat:  kit.Bind("Export the chat"),
	SaveFile:    kit.Bind("Save file", "alt+s"),
	SaveHere:    kit.Bind("Save file", "s", "alt+s"),
	OpenFile:    kit.Bind("Open file"),
	OpenHere:    kit.Bind("Open file", "f"),
	CopyFile:    kit.Bind("Copy file"),
}

func (s *Screen) Keys() []kit.Key {
	k := chatKeys
	if s.pane.hasFocus {
		return s.turnKeys()
	}
	none := kit.Unless(len(s.turns) > 0, "nothing was sent yet")
	noCredentials := kit.Unless(s.turns.wantsCredentials(), "the agent has not asked for any")
	var first []kit.Key
	last := []kit.Key{kit.When(k.Cancel, kit.Unless(s.turns.isPaused(), "no task is running"), s.stopLast), s.BackKey()}
	if s.turns.isRunning() {
		first, last = []kit.Key{kit.On(k.Stop, s.stopLast)}, []kit.Key{kit.On(k.Leave, s.Back)}
	}
	first = append(first, kit.When(s.sendKey(), s.cannotSend(), s.send))
	return slices.Concat(first, s.files().keys(), []kit.Key{
		kit.When(k.InText, kit.Unless(s.turns.isIgnored(), "the last message asked for no JSON, or has it"), s.writeSchema),
		kit.When(k.Credentials, noCredentials, s.giveCredentials),
		kit.When(k.AnswerAs, kit.Unless(noCredentials != "", "the agent asks for credentials"), s.wish.choose).In(kit.More),
		s.message.attachKey(),
		kit.When(k.Detach, kit.Unless(len(s.message.files) > 0, "no file is attached"), s.message.detach),
		kit.When(k.Turns, none, func() { s.pane.focus(len(s.turns)) }),
		kit.When(k.Fresh, none, s.startAnew),
		kit.When(k.Earlier, cmp.Or(kit.Unless(s.Host.Options.Store != nil, "without a home directory nothing is kept"), s.cannotLeave()), s.findEarlier),
		{Key: shortcut.Key{Binding: k.NewLine}},
		kit.On(kit.Keys.Editor, s.message.openEditor),
	}, s.copies().keys(), last)
}

// stopLast stops the last turn.
func (s *Screen) stopLast() (kit.Action, tea.Cmd) { return s.cancel.stop(s.turns.last()) }

// sendKey is named by what it does with the message, or without one where the agent asks.
func (s *Screen) sendKey() key.Binding {
	switch isEmpty := s.message.isEmpty(); {
	case isEmpty && len(s.turns.approvals()) > 0:
		return kit.Named(chatKeys.Send, "Choose")
	case isEmpty && s.turns.isAsked() && s.turns.last().HasForm():
		return kit.Named(chatKeys.Send, "Open the form")
	}
	return chatKeys.Send
}

// cannotSend says why the next message has to wait, "" where it does not.
func (s *Screen) cannotSend() string {
	waits := s.turns.isRunning() && !s.turns.last().Snapshot().MoreMayCome
	return kit.Unless(!waits, "the agent is still at the last message: wait for it, or esc stops it")
}

// turnKeys are those of the turn at the cursor.
func (s *Screen) turnKeys() []kit.Key {
	t := s.chosen().now()
	return slices.Concat([]kit.Key{
		kit.On(kit.Named(kit.Keys.Result, "Open"), func() kit.Action { return kit.Action{Push: t} }),
		kit.When(kit.Keys.Cancel, kit.Unless(!t.Snapshot().Phase.IsOver(), "the task has ended"), func() (kit.Action, tea.Cmd) { return s.cancel.stop(t) }),
	}, s.files().keys(), s.copies().keys(), []kit.Key{
		kit.When(chatKeys.Edit, kit.Unless(s.message.text() == "", "a message is being written"), s.editTurn),
		kit.On(chatKeys.Turns, s.pane.leave),
		kit.On(kit.Keys.Back, s.pane.leave),
		kit.TrafficKey(s.Host, func() *run.Traffic { return t.Run().Traffic() }),
	}, kit.ScrollKeys)
}

// firstTurnLine is the line of the screen at which the turns begin, below their title.
const firstTurnLine = 1

// Point goes to a turn, or back to the message. It reports that the turn had the focus
// already, so that a second click opens what came of it.
func (s *Screen) Point(_, line int) bool { return s.pane.point(line-firstTurnLine, len(s.turns)) }

// Coach implements kit.Coach.
func (s *Screen) Coach() string {
	switch {
	case s.pane.hasFocus:
		return "Press Tab: it goes back to writing."
	case s.turns.isRunning():
		return ""
	case len(s.turns.approvals()) > 0:
		return "Press Enter: it chooses the answer."
	case s.turns.isAsked() && s.turns.last().HasForm():
		return "Press Enter: it opens the form."
	case s.turns.isAsked():
		return "Type your answer, then press Enter."
	case len(s.turns) > 0: // one knows now
		return ""
	}
	return "Type a message, then press Enter."
}
