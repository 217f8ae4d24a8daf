package ui

import (
	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"a2aform/a2aclient"
	"a2aform/internal/run"
	"a2aform/internal/store"
	"a2aform/internal/widget/shortcut"
	"a2aform/render"
)

// nav leads from one family of screens to the others, which do not know one another. Its
// methods belong to Update.
type nav interface {
	perform(act action) tea.Cmd
	top() screen
	isOpen(s screen) bool        // on the stack of screens
	depth() int                  // of that stack
	replaceTop(s screen) tea.Cmd // also where it is the only screen

	// openForm and openChat open what id names: as it was left, or for the first time.
	openForm(id formID, agent *a2aclient.Agent, skill *a2aclient.Skill, input *a2aclient.Input) action
	openChat(id formID, agent *a2aclient.Agent, skill *a2aclient.Skill) action
	// answerForm is a form whose data goes to submit in place of the review.
	answerForm(agent *a2aclient.Agent, form a2aclient.Form, submit func(data []byte, secret bool) action) screen
	// fillAgain opens what was sent in an earlier run: its form, its chat or the review.
	fillAgain(r resend) action

	// startTask is the screen of a run that was started. What becomes of its message is
	// told to from, where that is not nil.
	startTask(r *run.Run, from sender) sessionTask
	addTask(t sessionTask)
	sessionTasks() []sessionTask // the newest first
	reopen(t sessionTask) tea.Cmd
	shows(t sessionTask) bool // it, its result or its chat is open
	recorded(m recordedRun) action
	play(p *Playback) action
	openTraffic(w *run.Wire) action

	openShown(shown *Shown) action
	newResult(document func() *render.Document) resultView
	openFile(name string, file render.File) action
	openGrid(name string, g *render.Grid) action
	openQuery(write exporter) action
	openTree(name string, root *render.Node, path []int) action

	openHistory() tea.Cmd
	historyKey(b key.Binding) shortcut.Key
	openCards() []openCard
}

// sessionTask is a task of this session.
type sessionTask interface {
	screen
	Run() *run.Run
	Snapshot() *run.Snapshot
	Document() *render.Document
	Successor() sessionTask // the task that took this one up again; nil for none
	Standing() string       // in words
	CountChunks() int       // of the artifacts

	Cancel() (action, tea.Cmd)
	WantsCredentials() bool
	GiveCredentials() action
	HasForm() bool    // the agent asks with a form
	OpenForm() action // that
	OpenResult() action
	ClearAnswer()
}

// resultView is the screen of a result that grows.
type resultView interface {
	screen
	Changed() tea.Cmd // more has come in
}

// growingTable is the screen of a table that grows with the result it is a part of.
type growingTable interface {
	screen
	Renew(g *render.Grid) tea.Cmd
}

// openCard is a card on the stack of screens.
type openCard struct {
	Card  *a2aclient.Card
	Agent *a2aclient.Agent // nil where it cannot be spoken to
	Way   DialOptions
}

// recordedRun is a run that was read from its file.
type recordedRun struct {
	Recording *run.Recording
	Run       *run.Run // at its end; nil where it is to be played
	Document  *render.Document
}

// resend is what was sent in an earlier run, and the agent to send it to once more.
type resend struct {
	Agent *a2aclient.Agent
	Run   store.RunInfo
	Input store.RunLine
	Rerun bool // as it was: where the schema is the same, its review opens
}
