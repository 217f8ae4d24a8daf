package kit

import (
	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"a2aform/a2aclient"
	"a2aform/a2aclient/a2a"
	"a2aform/internal/ojson"
	"a2aform/internal/run"
	"a2aform/internal/safe"
	"a2aform/internal/store/runfile"
	"a2aform/render"
	"a2aform/render/export"
	"a2aform/render/table"
	"a2aform/render/value"
)

// nav leads from one family of screens to the others, which do not know one another. Its
// methods belong to Update.
type nav interface {
	Top() Screen
	IsOpen(s Screen) bool        // on the stack of screens
	Depth() int                  // of that stack
	ReplaceTop(s Screen) tea.Cmd // also where it is the only screen

	// OpenForm and OpenChat open what id names: as it was left, or for the first time.
	OpenForm(id FormID, agent *a2aclient.Agent, skill *a2aclient.Skill, input *a2aclient.Input) Action
	// OpenFrom is OpenForm, filled in with the example or preset of that number.
	OpenFrom(id FormID, agent *a2aclient.Agent, skill *a2aclient.Skill, input *a2aclient.Input, number int) Action
	OpenChat(id FormID, agent *a2aclient.Agent, skill *a2aclient.Skill) Action
	// AnswerForm is a form whose data goes to submit in place of the review.
	AnswerForm(agent *a2aclient.Agent, question func() safe.Raw, form a2a.Form, submit func(data []byte, secret bool) Action) Screen
	// FillAgain opens what was sent in an earlier run: its form, its chat or the review.
	FillAgain(r Resend) Action
	// AboveCard opens what act opens above the card of its agent, which goes to that skill. An agent that is not open takes the place of
	// what is.
	AboveCard(o Reopened, skill safe.Raw, act Action) Action
	// FillIn opens the form or the chat, filled in with what a plan sends; key tells it from others, about is what the status line
	// says.
	FillIn(plan *run.Plan, key, about string) Action
	// UseIn asks in which form of the open agents, or of the saved ones, something of a result is used, and opens that, filled in; about says in words
	// what it is, and from where in the result. It is taken in a command.
	UseIn(about string, from runfile.FedBy, take func() (*ojson.Value, error)) tea.Cmd
	// Repeat opens the review of a message that a run of this session sent.
	Repeat(plan *run.Plan, of safe.Raw) Action
	IsAboveForm(s Screen) bool                   // esc leads from it to the form that it came from
	ToForm() Action                              // goes there from the run on top
	EditPlan(plan *run.Plan, of safe.Raw) Action // opens the form, or the chat, with what a run sent, see [CanEdit]
	IsNamedBelow(s Screen, name string) bool     // the title of a screen below it begins with the name

	// StartTask returns the screen of a run that was started. It reports to from what becomes
	// of the message, if from is not nil.
	StartTask(r *run.Run, from Sender) Task
	WriteBack(t Task) Action // opens a chat that goes on in the context of a task
	AddTask(t Task)
	SessionTasks() []Task // the newest first
	Reopen(t Task) tea.Cmd
	Shows(t Task) bool // it, its result or its chat is open
	Recorded(m RecordedRun) Task
	// OpenEarlierChat opens a chat whose messages are runs that were read from their files; it goes on with the agent.
	OpenEarlierChat(agent *a2aclient.Agent, skill safe.Raw, runs []RecordedRun) Action
	Play(p *Playback) Action
	OpenTraffic(w *run.Traffic) Action

	OpenDocument(doc *NamedDocument) Action
	OpenFile(name string, file render.File) Action
	OpenList(name string, list List) Action
	NewTablePart(owner Screen, name, about string, list List) TablePart
	OpenQuery(about string, write Exporter) Action // about what write writes, in words
	OpenJSON(name string, root *value.Node, path []int) Action

	OpenCases() tea.Cmd
	RunCase(path string) tea.Cmd    // of a file that was just written
	CanRunCase(plan *run.Plan) bool // the agent of the plan is open
	SaveCaseKey(s Screen) Key
	// RunExports are what the run on the screen is exported as, with the rows of its tables in an order. Why says why there is none.
	RunExports() (choices func(order export.Order) []ExportChoice, why string)
	OpenDoctor() tea.Cmd // the findings about the card that is open

	// OpenDiff compares a and b: runs as the store finds them, or golden:FILE.
	OpenDiff(a, b string) Action
	OpenHistory() tea.Cmd
	HistoryKey(b key.Binding) Key
	OpenCards() []OpenCard
}

// CanEdit reports a plan all of which a form or a chat can show.
func CanEdit(plan *run.Plan) bool {
	return plan.Input != nil && plan.Data != nil || len(plan.Files)+len(plan.Parts) == 0
}

// Task is a task of this session.
type Task interface {
	Screen
	Run() *run.Run
	Snapshot() *run.Snapshot
	Document() *render.Document
	Successor() Task   // the task that took this one up again; nil for none
	PhaseText() string // how the run goes on or ended, in words

	WantsCredentials() bool
	GiveCredentials() Action
	HasForm() bool    // the agent asks with a form
	OpenForm() Action // that
	ClearAnswer()
}

// GrowingTable is the screen of a table that grows with the result it is a part of.
type GrowingTable interface {
	Screen
	Renew(list List) tea.Cmd
}

// TablePart is a table that is a part of its owner, a screen that gives it keys and
// messages.
type TablePart interface {
	GrowingTable
	// Dock puts the table into a pane of the owner; zero is all of it.
	Dock(width, height int, hasFocus bool)
	Docked() Pane   // that
	IsEmpty() bool  // no rows have come
	HasRow() bool   // the row at the cursor is open
	HasChart() bool // a chart is, where there is room for it
	// CompareWith marks what is not as in an earlier table, until other rows come.
	CompareWith(before *table.Table)
	// ShowLike shows rows, columns and cursor as in the table of an earlier result, as far as they are there: what is not may still come,
	// until CompareWith.
	ShowLike(earlier TablePart) tea.Cmd
	// Fits reports that no column is hidden in a pane of so many cells.
	Fits(width int) bool
	Order() export.Order // of its rows; nil for as they came
	StatusLine() string  // below the panes: the cell at the cursor, or which rows there are
	Click(column, line int) (Action, tea.Cmd)
	Left() // ends its work until Init
}

// OpenCard is a card on the stack of screens.
type OpenCard struct {
	Card  *a2aclient.Card
	Agent *a2aclient.Agent // nil where it cannot be spoken to
	Way   DialOptions
	Ref   string // as it was opened
}

// RecordedRun is a run that was read from its file.
type RecordedRun struct {
	Recording *run.Recording
	Run       *run.Run // at its end; nil where it is to be played
	Document  *render.Document
}

// ReadRuns reads the runs of a chat from their files, the newest [maxReadRuns].
func ReadRuns(runs []runfile.Info) (list []RecordedRun, err error) {
	for _, info := range runs[max(len(runs)-maxReadRuns, 0):] {
		rec, err := run.OpenRecording(info.Path)
		if err != nil {
			return nil, err
		}
		r := rec.Run()
		list = append(list, RecordedRun{Recording: rec, Run: r, Document: r.Document()})
	}
	return list, nil
}

// maxReadRuns is how many messages of an earlier chat are shown.
const maxReadRuns = 50

// Resend is what was sent in an earlier run, and the agent to send it to once more.
type Resend struct {
	Agent *a2aclient.Agent
	Run   runfile.Info
	Input runfile.Line
	Rerun bool // as it was: where the schema is the same, its review opens
}

// StartWith writes an example into the chat that an action opens.
func StartWith(act Action, example safe.Raw) Action {
	if c, ok := act.Push.(interface{ StartWith(text string) }); ok {
		c.StartWith(example.Block(0).String())
	}
	return act
}
