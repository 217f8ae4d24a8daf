package ui

import (
	"slices"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"a2aform/a2aclient"
	"a2aform/internal/run"
	"a2aform/internal/widget/shortcut"
	"a2aform/render"
)

// top is the screen that is shown.
func (a *App) top() screen { return a.stack[len(a.stack)-1] }

func (a *App) isOpen(s screen) bool { return slices.Contains(a.stack, s) }

func (a *App) depth() int { return len(a.stack) }

func (a *App) replaceTop(s screen) tea.Cmd {
	a.stack[len(a.stack)-1] = s
	a.layout()
	return s.init()
}

// openForm opens a form; one that was opened before comes back as it was left.
func (a *App) openForm(id formID, agent *a2aclient.Agent, skill *a2aclient.Skill, input *a2aclient.Input) action {
	return a.openKept(id, func() screen { return newForm(a.host, agent, skill, input) })
}

// openChat opens a chat; one that was opened before comes back as it was left.
func (a *App) openChat(id formID, agent *a2aclient.Agent, skill *a2aclient.Skill) action {
	return a.openKept(id, func() screen { return newChat(a.host, agent, skill) })
}

// openKept opens a screen that is kept for the whole session, and makes it the first time.
func (a *App) openKept(id formID, create func() screen) action {
	s, ok := a.forms[id]
	if !ok {
		s = create()
		a.forms[id] = s
	}
	return action{push: s}
}

func (a *App) answerForm(agent *a2aclient.Agent, asked a2aclient.Form, submit func(data []byte, secret bool) action) screen {
	return newAnswerForm(a.host, agent, asked, submit)
}

func (a *App) startTask(r *run.Run, from sender) sessionTask {
	t := newTask(a.host, r)
	t.from = from
	a.addTask(t)
	return t
}

func (a *App) addTask(t sessionTask) {
	if t, ok := t.(*taskScreen); ok {
		a.tasks = slices.Insert(a.tasks, 0, t)
	}
}

func (a *App) sessionTasks() []sessionTask {
	all := make([]sessionTask, len(a.tasks))
	for i, t := range a.tasks {
		all[i] = t
	}
	return all
}

// reopen brings a task's screen to the top; that of a released run is read from its file.
func (a *App) reopen(t sessionTask) tea.Cmd {
	if t, ok := t.(*taskScreen); ok && t.file != "" {
		return a.readTask(t)
	}
	for i, s := range a.stack {
		if s == screen(t) {
			return a.perform(action{pop: len(a.stack) - 1 - i})
		}
	}
	return a.perform(action{push: t})
}

func (a *App) recorded(m recordedRun) action { return action{push: newRecorded(a.host, m)} }

func (a *App) play(p *Playback) action { return action{push: newReplay(a.host, p)} }

func (a *App) openTraffic(w *run.Wire) action { return action{push: newWire(a.host, w)} }

func (a *App) openShown(shown *Shown) action { return action{push: newShown(a.host, shown)} }

func (a *App) newResult(document func() *render.Document) resultView {
	return newResult(a.host, document)
}

func (a *App) openFile(name string, file render.File) action {
	return action{push: newFileScreen(a.host, name, file)}
}

func (a *App) openGrid(name string, g *render.Grid) action {
	return action{push: newGridScreen(a.host, name, g)}
}

func (a *App) openQuery(write exporter) action { return action{push: newQuery(a.host, write)} }

func (a *App) openTree(name string, root *render.Node, path []int) action {
	return action{push: newTree(a.host, name, root, path)}
}

// historyKey is a key that opens the history.
func (a *App) historyKey(b key.Binding) shortcut.Key {
	if _, there := a.top().(*historyScreen); there {
		return shortcut.When(b, false, "this is the history")
	}
	return shortcut.When(b, a.opts.Store != nil, "without a home directory nothing is kept")
}

// openHistory shows the history; one that is open already comes back.
func (a *App) openHistory() tea.Cmd {
	if a.opts.Store == nil {
		a.status = status{text: "without a home directory nothing is kept", bad: true}
		return nil
	}
	for i, s := range a.stack {
		if h, ok := s.(*historyScreen); ok {
			return tea.Batch(a.perform(action{pop: len(a.stack) - 1 - i}), h.load())
		}
	}
	return a.perform(action{push: newHistory(a.host)})
}

// openCards are the cards on the stack of screens.
func (a *App) openCards() (open []openCard) {
	for _, s := range a.stack {
		if c, ok := s.(*cardScreen); ok {
			open = append(open, c.opened())
		}
	}
	return open
}
