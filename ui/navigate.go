package ui

import (
	"bytes"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"a2aform/a2aclient"
	"a2aform/a2aclient/a2a"
	"a2aform/formgen"
	qadiff "a2aform/internal/qa/diff"
	"a2aform/internal/run"
	"a2aform/internal/safe"
	"a2aform/render"
	"a2aform/render/value"
	"a2aform/ui/chat"
	"a2aform/ui/form"
	"a2aform/ui/history"
	"a2aform/ui/kit"
	"a2aform/ui/qa"
	"a2aform/ui/result"
	tablescreen "a2aform/ui/table"
	"a2aform/ui/task"
)

// Top is the screen that is shown.
func (a *App) Top() kit.Screen { return a.screens.Top() }

// IsOpen implements the navigation of [kit.Host].
func (a *App) IsOpen(s kit.Screen) bool { return a.screens.IsOpen(s) }

// Depth implements the navigation of [kit.Host].
func (a *App) Depth() int { return a.screens.Depth() }

// ReplaceTop implements the navigation of [kit.Host].
func (a *App) ReplaceTop(s kit.Screen) tea.Cmd {
	a.screens.replaceTop(s)
	return s.Init()
}

// OpenForm opens a form; one that was opened before comes back as it was left.
func (a *App) OpenForm(id kit.FormID, agent *a2aclient.Agent, skill *a2aclient.Skill, input *a2aclient.Input) kit.Action {
	kept := a.desk.form(id)
	if kept != nil && !bytes.Equal(kept.Input.Schema, input.Schema) { // the user attached another one
		kept.Release()
		delete(a.desk.forms, id)
		kept = nil
	}
	if kept != nil {
		kept.Follow(agent, skill, input)
	}
	act := kit.Action{Push: a.desk.kept(id, func() kit.Screen {
		s := form.New(a.Host, agent, skill, input)
		s.Chat = kit.FormID{Ref: id.Ref, Skill: id.Skill, Input: kit.PlainText}
		return s
	})}
	if kept != nil && kept.WasEdited() {
		act.Status = kit.Infof("The form is as you left it. %s offers a blank one.", kit.Sentence(kit.Keys.Presets.Help().Key)).Status
	}
	return act
}

// OpenExample opens a form filled in with an example.
func (a *App) OpenExample(id kit.FormID, agent *a2aclient.Agent, skill *a2aclient.Skill, input *a2aclient.Input, example int) kit.Action {
	act := a.OpenForm(id, agent, skill, input)
	if s, ok := act.Push.(*form.Screen); ok {
		act.Status = kit.Status{}
		s.StartFrom(example)
	}
	return act
}

// OpenChat opens a chat; one that was opened before comes back as it was left.
func (a *App) OpenChat(id kit.FormID, agent *a2aclient.Agent, skill *a2aclient.Skill) kit.Action {
	if kept, ok := a.desk.forms[id].(*chat.Screen); ok {
		kept.Follow(agent, skill)
	}
	return kit.Action{Push: a.desk.kept(id, func() kit.Screen { return chat.New(a.Host, agent, skill) })}
}

// WriteBack implements the navigation of [kit.Host].
func (a *App) WriteBack(t kit.Task) kit.Action {
	if c := a.desk.chat(func(c *chat.Screen) bool { return c.Shows(t) }); c != nil {
		return kit.Action{Push: c}
	}
	now := t.Snapshot()
	id := kit.FormID{Ref: now.ContextID.Line(0).String(), Skill: skillID(now.Plan.Skill), Input: kit.PlainText}
	return kit.Action{Push: a.desk.kept(id, func() kit.Screen { return chat.GoOn(a.Host, t) })}
}

// AnswerForm implements the navigation of [kit.Host].
func (a *App) AnswerForm(agent *a2aclient.Agent, question func() safe.Raw, asked a2a.Form, submit func(data []byte, secret bool) kit.Action) kit.Screen {
	input := &a2aclient.Input{Name: safe.Text("The agent's question"), Schema: asked.Schema}
	use := &form.Use{Button: "Answer", About: "Sends the answer. The task goes on with it.", Do: submit, Origin: formgen.Asked, Question: question}
	return form.NewFor(a.Host, agent, nil, input, asked.Prefill, use)
}

// StartTask implements the navigation of [kit.Host].
func (a *App) StartTask(r *run.Run, from kit.Sender) kit.Task {
	t := task.New(a.Host, r)
	t.From = from
	if f := form.Of(from); f != nil {
		t.SentFrom = f
	}
	a.desk.AddTask(t)
	return t
}

// AddTask implements the navigation of [kit.Host].
func (a *App) AddTask(t kit.Task) { a.desk.AddTask(t) }

// SessionTasks implements the navigation of [kit.Host].
func (a *App) SessionTasks() []kit.Task { return a.desk.SessionTasks() }

// Reopen brings a task's screen to the top; that of a released run is read from its file.
func (a *App) Reopen(t kit.Task) tea.Cmd {
	if t, ok := t.(*task.Screen); ok && t.File != "" {
		return a.readTask(t)
	}
	if a.screens.IsOpen(t) {
		return a.Perform(kit.Action{Pop: a.screens.above(t)})
	}
	return a.Perform(kit.Action{Push: t})
}

// Recorded implements the navigation of [kit.Host].
func (a *App) Recorded(m kit.RecordedRun) kit.Task { return task.NewRecorded(a.Host, m) }

// OpenEarlierChat implements the navigation of [kit.Host].
func (a *App) OpenEarlierChat(to *a2aclient.Agent, skill safe.Raw, runs []kit.RecordedRun) kit.Action {
	used, _, ok := skillOf(to.Card(), skill)
	if !ok {
		return kit.Errorf("the agent has no skill %s any more", skill.Line(60))
	}
	c := chat.New(a.Host, to, used)
	c.UseRuns(runs)
	if open := a.desk.chat(func(o *chat.Screen) bool { return o.IsSameChat(c) }); open != nil {
		return kit.Action{Push: open}
	}
	id := kit.FormID{Ref: runs[len(runs)-1].Run.Snapshot().ContextID.Line(0).String(), Skill: skill, Input: kit.PlainText}
	return kit.Action{Push: a.desk.kept(id, func() kit.Screen { return c })}
}

// Play implements the navigation of [kit.Host].
func (a *App) Play(p *kit.Playback) kit.Action { return kit.Action{Push: task.NewReplay(a.Host, p)} }

// OpenTraffic implements the navigation of [kit.Host].
func (a *App) OpenTraffic(w *run.Traffic) kit.Action {
	return kit.Action{Push: task.NewTraffic(a.Host, w)}
}

// OpenDiff implements the navigation of [kit.Host].
func (a *App) OpenDiff(from, to string, rules *qadiff.Rules) kit.Action {
	return kit.Action{Push: qa.NewDiff(a.Host, from, to, rules)}
}

// OpenDocument implements the navigation of [kit.Host].
func (a *App) OpenDocument(doc *kit.NamedDocument) kit.Action {
	return kit.Action{Push: newDocumentScreen(a.Host, doc)}
}

// OpenFile implements the navigation of [kit.Host].
func (a *App) OpenFile(name string, file render.File) kit.Action {
	return kit.Action{Push: result.NewFile(a.Host, name, file)}
}

// OpenList implements the navigation of [kit.Host].
func (a *App) OpenList(name string, list kit.List) kit.Action {
	return kit.Action{Push: tablescreen.New(a.Host, name, list)}
}

// NewTablePart implements the navigation of [kit.Host].
func (a *App) NewTablePart(owner kit.Screen, name, about string, list kit.List) kit.TablePart {
	return tablescreen.NewPart(a.Host, owner, name, about, list)
}

// OpenQuery implements the navigation of [kit.Host].
func (a *App) OpenQuery(about string, write kit.Exporter) kit.Action {
	return kit.Action{Push: result.NewQuery(a.Host, about, write)}
}

// OpenJSON implements the navigation of [kit.Host].
func (a *App) OpenJSON(name string, root *value.Node, path []int) kit.Action {
	return kit.Action{Push: result.NewJSON(a.Host, name, root, path)}
}

// HistoryKey is a key that opens the history.
func (a *App) HistoryKey(b key.Binding) kit.Key {
	why := kit.Unless(a.Options.Store != nil, "without a home directory nothing is kept")
	if _, there := a.Top().(*history.Screen); there {
		why = "this is the history"
	}
	return kit.When(b, why, a.OpenHistory)
}

// OpenHistory shows the history; one that is open already comes back.
func (a *App) OpenHistory() tea.Cmd {
	if a.Options.Store == nil {
		a.Status = kit.Status{Text: "without a home directory nothing is kept", Bad: true}
		return nil
	}
	for _, s := range a.screens.open {
		if h, ok := s.(*history.Screen); ok {
			return tea.Batch(a.Perform(kit.Action{Pop: a.screens.above(h)}), h.Load())
		}
	}
	return a.Perform(kit.Action{Push: history.New(a.Host)})
}

// OpenCards implements the navigation of [kit.Host].
func (a *App) OpenCards() []kit.OpenCard { return a.screens.OpenCards() }
