package ui

import (
	"fmt"
	"slices"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/dustin/go-humanize/english"

	"a2aform/internal/demo"
	"a2aform/internal/limit"
	"a2aform/internal/run"
	"a2aform/internal/safe"
	"a2aform/internal/store"
	"a2aform/internal/widget/shortcut"
	"a2aform/ui/chat"
	"a2aform/ui/form"
	"a2aform/ui/kit"
	"a2aform/ui/qa"
	"a2aform/ui/task"
)

// desk is the work of the session. It goes on, and is kept, while its screens are not open.
type desk struct {
	tasks []*task.Screen // the last one first
	forms map[kit.FormID]kit.Screen
	cases []*qa.List // of the agents whose cases were opened
}

// AddTask adds a task that was started.
func (d *desk) AddTask(t kit.Task) {
	if t, ok := t.(*task.Screen); ok {
		d.tasks = slices.Insert(d.tasks, 0, t)
	}
}

// SessionTasks are the tasks, the newest first.
func (d *desk) SessionTasks() []kit.Task {
	all := make([]kit.Task, len(d.tasks))
	for i, t := range d.tasks {
		all[i] = t
	}
	return all
}

// running counts the tasks that go on.
func (d *desk) running() int {
	return d.count(nil, func(now *run.Snapshot) bool { return now.Phase == run.Sending || now.Phase == run.Working })
}

// waiting counts the tasks that wait for the user, but for the one on a screen, nil for none.
func (d *desk) waiting(but kit.Screen) int {
	return d.count(but, func(now *run.Snapshot) bool { return now.Phase == run.Paused && !now.AwaitsNext() })
}

func (d *desk) count(but kit.Screen, is func(*run.Snapshot) bool) int {
	n := 0
	for _, t := range d.tasks {
		if kit.Screen(t) != but && is(t.Snapshot()) {
			n++
		}
	}
	return n
}

// unfinished says what becomes of tasks that go on or wait when the program ends; "" for none. The demo agent may end with it.
func (d *desk) unfinished() string {
	n := d.running()
	switch {
	case n == 0 && d.waiting(nil) > 0:
		return "a task waits for your answer"
	case n == 0:
		return ""
	case slices.ContainsFunc(d.tasks, func(t *task.Screen) bool { return demo.IsDemo(t.Snapshot().Plan.Agent.Card().Raw) }):
		return english.Plural(n, "task is", "tasks are") + " still running"
	case n == 1:
		return "1 task is still running; it continues on the agent"
	}
	return fmt.Sprintf("%d tasks are still running; they continue on the agent", n)
}

// unsent names a form that was not sent; "" for none. One that is no draft comes first.
func (d *desk) unsent() string {
	said := ""
	for _, s := range d.forms {
		f, ok := s.(kit.DraftSaver)
		switch {
		case !s.IsDirty():
		case ok && f.Persisted():
			said = "Not sent, saved as a draft: " + s.Title()
		default:
			return "Not sent: " + s.Title()
		}
	}
	return said
}

// runsCases reports that test cases are running.
func (d *desk) runsCases() bool { return slices.ContainsFunc(d.cases, (*qa.List).IsRunning) }

// keeps reports that a screen is there for the whole session.
func (d *desk) keeps(s kit.Screen) bool {
	return d.isForm(func(f kit.Screen) bool { return f == s }) || slices.ContainsFunc(d.tasks, func(t *task.Screen) bool { return kit.Screen(t) == s && t.File == "" })
}

// isForm reports a form or a chat of a kind.
func (d *desk) isForm(isKind func(kit.Screen) bool) bool {
	for _, s := range d.forms {
		if isKind(s) {
			return true
		}
	}
	return false
}

// kept is a form or a chat, made the first time.
func (d *desk) kept(id kit.FormID, create func() kit.Screen) kit.Screen {
	s, ok := d.forms[id]
	if !ok {
		s = create()
		d.forms[id] = s
	}
	return s
}

// form is the form with an id, nil for none.
func (d *desk) form(id kit.FormID) *form.Screen {
	f, _ := d.forms[id].(*form.Screen)
	return f
}

// chat is a chat of a kind, nil for none.
func (d *desk) chat(isKind func(*chat.Screen) bool) *chat.Screen {
	for _, s := range d.forms {
		if c, ok := s.(*chat.Screen); ok && isKind(c) {
			return c
		}
	}
	return nil
}

// casesOf returns the list of the test cases of an agent. A list that was opened before keeps its state.
func (d *desk) casesOf(h *kit.Host, open kit.OpenCard) *qa.List {
	for _, l := range d.cases {
		if l.IsOf(open) {
			l.UseCard(open)
			return l
		}
	}
	l := qa.NewList(h, open)
	d.cases = append(d.cases, l)
	return l
}

// restyle tells the screens that the styles are others.
func (d *desk) restyle() {
	for _, s := range d.forms {
		s.Restyle()
	}
	for _, t := range d.tasks {
		if t.File == "" {
			t.Restyle()
		}
	}
}

// maxUnrecorded is how many bytes the finished runs of a session may hold in memory
// that are in no file: those with a secret, or of a session that records nothing.
const maxUnrecorded = 48 << 20

// releaseFinished gives back the memory of finished runs that are on no screen. A
// recorded one is read from its file when it is opened again. Of the others the
// results stay, within [maxUnrecorded]: those of the oldest are dropped first.
func (d *desk) releaseFinished() tea.Cmd {
	var cmds []tea.Cmd
	held := 0
	for _, t := range d.tasks { // the newest comes first
		switch {
		case !t.CanRelease():
		case t.Run().CompleteFile() != "":
			t.Release(t.Run().CompleteFile())
		default:
			if t.IsWatched() {
				cmds = append(cmds, t.Shrink())
			}
			if held += t.Run().Size(); held > maxUnrecorded {
				held -= t.Run().Size()
				cmds = append(cmds, t.DropResults())
			}
		}
	}
	return tea.Batch(cmds...)
}

// unsavedForm is a form or a chat at the end of the program.
type unsavedForm struct{ save, release func() }

// toClose are the forms and the runs to end with the program. What waits for the disk is left to the caller.
func (d *desk) toClose() (forms []unsavedForm, runs []*run.Run) {
	for _, s := range d.forms {
		if f, ok := s.(kit.DraftSaver); ok {
			forms = append(forms, unsavedForm{f.Unsaved(), f.Release})
		}
	}
	for _, t := range d.tasks {
		if t.Run() != nil {
			runs = append(runs, t.Run())
		}
	}
	return forms, runs
}

// Shows reports whether a task is on the stack of screens, or a turn of a chat
// is, or one that its form leads back to.
func (n *navigator) Shows(open kit.Task) bool {
	t, ok := open.(*task.Screen)
	if !ok {
		return false
	}
	if t == n.ranBefore.run {
		return true
	}
	isIt := func(s kit.Screen) bool {
		switch s := s.(type) {
		case *task.Screen:
			return s == t
		case *chat.Screen:
			return s.Shows(t)
		}
		return false
	}
	return n.has(isIt) || n.isForm(isIt)
}

// readTaskMsg is a finished task of the session, as it was read from its file.
type readTaskMsg struct {
	task     *task.Screen
	top      kit.Screen // that was on top when the task was asked for
	recorded kit.RecordedRun
	err      error
}

// readTask reads a released run from its file.
func (n *navigator) readTask(t *task.Screen) tea.Cmd {
	path, top := t.File, n.Top()
	n.host.Status = kit.Status{Text: "reading the run …"}
	return func() tea.Msg {
		m := readTaskMsg{task: t, top: top}
		if m.recorded.Recording, m.err = run.OpenRecording(path); m.err == nil {
			m.recorded.Run = m.recorded.Recording.Run()
			m.recorded.Document = m.recorded.Run.Document()
		}
		return m
	}
}

// openRead shows it, unless the user has gone to another screen.
func (n *navigator) openRead(m readTaskMsg) tea.Cmd {
	if n.Top() != m.top {
		return nil
	}
	if n.host.Status = (kit.Status{}); m.err != nil {
		n.host.Status = kit.Status{Text: safe.Text(m.err.Error()).Line(0).String(), Bad: true}
		return nil
	}
	return n.host.Perform(kit.Action{Push: n.Recorded(m.recorded)})
}

// prune deletes, in the background, what killed programs left behind, and the runs that
// are older than the user wants to keep.
func (a *App) prune() tea.Cmd {
	keep, age := a.Options.Store, a.Options.KeepRuns
	if keep == nil {
		return nil
	}
	return a.Writes.TrackWrites(func() tea.Msg {
		keep.Sweep()
		if age > 0 {
			_, _ = keep.PruneRuns(store.Prune{Before: time.Now().Add(-age)}) // what could not be deleted now goes the next time
		}
		deleted, _ := keep.LimitRuns()
		cut, _ := keep.CutOff(time.Now().Add(-recently)) // the history says what cannot be read
		return keptRunsMsg{deleted: len(deleted), cutOff: len(cut)}
	})
}

// recently is for how long after its beginning a run that was cut off is announced when
// the program starts.
const recently = 24 * time.Hour

// keptRunsMsg is what the program found in the history when it started.
type keptRunsMsg struct {
	deleted int // old runs, to keep the history within its limit
	cutOff  int // runs that a2aform did not see to their end
}

func (a *App) showKeptRuns(m keptRunsMsg) {
	switch {
	case m.cutOff > 0:
		a.Status = kit.Status{Text: fmt.Sprintf("%s cut off when a2aform ended: %s opens the history, where Follow live goes on with the task", english.Plural(m.cutOff, "run was", "runs were"), shortcut.InProse(kit.Keys.History))}
	case m.deleted > 0:
		a.Status = kit.Status{Text: fmt.Sprintf("%s deleted: the history is kept within %s; %s", english.Plural(m.deleted, "old run was", "old runs were"), limit.History, limit.History.Hint())}
	}
}
