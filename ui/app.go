package ui

import (
	"context"
	"image/color"
	"runtime/debug"
	"slices"
	"sync"
	"time"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/colorprofile"

	"a2aform/a2aclient"
	"a2aform/internal/run"
	"a2aform/internal/safego"
	"a2aform/internal/store"
)

// App is the whole program: the only tea.Model.
type App struct {
	*host
	cancel context.CancelFunc
	mu     sync.Mutex // held while anything is changed or drawn

	termColors termColors // what the styles were made for

	stack []screen
	tasks []*taskScreen // of this session, the last one first
	forms map[formID]screen

	mouse     bool      // is ours
	pasted    time.Time // last
	quitting  bool      // ctrl+c was pressed once
	failed    error     // why the program had to stop
	renderErr *safego.Fault
	reported  bool // renderErr is in a file
	frames    frameLimiter
}

// New is the program, not started yet. It ends with ctx.
func New(ctx context.Context, opts Options) *App {
	if opts.Dial == nil {
		opts.Dial = func(ctx context.Context, card *a2aclient.Card, keep *store.Store, _ DialOptions) (*a2aclient.Agent, []string, error) {
			return run.Dial(ctx, card, keep)
		}
	}
	term := termColors{Dark: true}
	a := &App{termColors: term, forms: map[formID]screen{}, mouse: opts.Mouse}
	a.host = &host{opts: opts, styles: newStyles(opts.Theme, term), nav: a, background: color.Black, ephemeralURLs: map[string]bool{}, knownOrigins: knownOrigins{}}
	a.ctx, a.cancel = context.WithCancel(ctx)
	a.stack = []screen{newConnect(a.host, opts.Ref)}
	if opts.Show != nil {
		a.stack = []screen{newShown(a.host, opts.Show)}
	}
	if opts.Replay != nil {
		a.stack = []screen{newReplay(a.host, opts.Replay)}
	}
	return a
}

// Err says why the program had to stop by itself, nil if it did not.
func (a *App) Err() error { return a.failed }

// Init asks the terminal for its background and opens the agent.
func (a *App) Init() tea.Cmd {
	return recoverCmd(tea.Batch(tea.RequestBackgroundColor, a.top().init(), a.prune()))
}

// Update handles what concerns the whole program and gives the rest to the
// overlay or to the screen on top. A fault of ours ends the program in good
// order instead of leaving a stack trace on the terminal.
func (a *App) Update(msg tea.Msg) (model tea.Model, cmd tea.Cmd) {
	debug.SetPanicOnFault(true)
	defer recoverTo(func(fault error) { model, cmd = a, a.fail(fault) })
	a.mu.Lock()
	defer a.mu.Unlock()
	cmd = tea.Batch(recoverCmd(a.dispatch(msg)), a.reportRenderErr())
	if t, ok := a.top().(*taskScreen); ok {
		cmd = tea.Batch(cmd, t.more())
	}
	if due := a.frames.take(msg, time.Now()); due != nil {
		cmd = tea.Batch(cmd, due)
	}
	return a, cmd
}

// fail ends the program, in good order.
func (a *App) fail(fault error) tea.Cmd {
	a.failed = fault
	return tea.Quit
}

func (a *App) handle(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case tea.WindowSizeMsg:
		a.width, a.height = msg.Width, msg.Height
		a.layout()
		return nil
	case tea.BackgroundColorMsg:
		if msg.Color != nil {
			a.background = msg.Color
		}
		a.setTheme(termColors{Dark: msg.IsDark(), ANSI16: a.termColors.ANSI16})
		return nil
	case tea.ColorProfileMsg:
		a.colourless = msg.Profile < colorprofile.ANSI
		a.setTheme(termColors{Dark: a.termColors.Dark, ANSI16: msg.Profile <= colorprofile.ANSI})
		return nil
	case screenMsg, readTaskMsg, unusedMsg, keptRunsMsg, frameMsg, faultMsg:
		return a.handleAnswer(msg)
	case tea.MouseWheelMsg:
		return a.wheel(msg)
	case tea.MouseClickMsg:
		return a.click(msg)
	case tea.MouseMsg:
		return nil
	case tea.PasteMsg:
		a.pasted = time.Now()
	case tea.KeyPressMsg:
		a.status = status{}
		if a.isOfPaste(msg) {
			return nil
		}
		if cmd, done := a.global(msg); done {
			return cmd
		}
	}
	if a.overlay != nil {
		return a.updateOverlay(msg)
	}
	return a.send(a.top(), msg)
}

// handleAnswer handles what a command of ours brings back.
func (a *App) handleAnswer(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case screenMsg:
		return a.deliver(msg)
	case readTaskMsg:
		return a.openRead(msg)
	case unusedMsg:
		a.propose(msg)
	case keptRunsMsg:
		a.showKeptRuns(msg)
	case faultMsg:
		return a.fail(msg.fault)
	}
	return nil
}

// global handles the keys that work everywhere.
func (a *App) global(msg tea.KeyPressMsg) (tea.Cmd, bool) {
	if key.Matches(msg, keys.Quit) {
		return a.quit(), true
	}
	a.quitting = false
	if a.overlay != nil {
		return nil, false
	}
	switch {
	case key.Matches(msg, keys.Help):
		a.overlay = newHelp(a)
	case key.Matches(msg, keys.Palette):
		a.overlay = newPalette(a)
	case key.Matches(msg, keys.Tasks):
		a.openTasks()
	case key.Matches(msg, keys.Mouse):
		a.toggleMouse()
	case key.Matches(msg, keys.History):
		return a.openHistory(), true
	default:
		return nil, false
	}
	return nil, true
}

// quit leaves the program; while something would be lost, only when asked
// twice.
func (a *App) quit() tea.Cmd {
	if reason := a.unfinished(); reason != "" && !a.quitting {
		a.quitting = true
		a.status = status{text: reason + "; ctrl+c again quits", bad: true}
		return nil
	}
	a.cancel()
	return tea.Quit
}

func (a *App) unfinished() string {
	if n := a.running(); n > 0 {
		return plural(n, "task is", "tasks are") + " still running"
	}
	for _, t := range a.tasks {
		if t.Snapshot().Phase == run.Paused {
			return "a task waits for your answer"
		}
	}
	said := ""
	for _, s := range a.forms {
		f, ok := s.(draftSaver)
		switch {
		case !s.isDirty():
		case ok && f.persisted():
			said = "something was not sent; its draft is kept"
		default:
			return "a form is filled in and was not sent"
		}
	}
	return said
}

// running counts the tasks that go on.
func (a *App) running() int {
	n := 0
	for _, t := range a.tasks {
		if p := t.Snapshot().Phase; p == run.Sending || p == run.Working {
			n++
		}
	}
	return n
}

// send gives a message to a screen and does what it asks for. Only the screen
// on top may show another one: nobody is to be led away by an answer that came
// late.
func (a *App) send(s screen, msg tea.Msg) tea.Cmd {
	act, cmd := s.update(msg)
	if s != a.top() {
		return cmd
	}
	return tea.Batch(cmd, a.perform(act))
}

// deliver hands an answer to its screen if that is still there. Forms and tasks
// are there for the whole session, also while nobody looks. Once the program ends,
// answers only say that it does: a draft must not take that for the agent's word.
func (a *App) deliver(m screenMsg) tea.Cmd {
	if a.ctx.Err() != nil || !slices.Contains(a.stack, m.to) && !a.keeps(m.to) {
		return nil
	}
	cmd := a.send(m.to, m.msg)
	if _, ok := m.msg.(wakeMsg); ok {
		return tea.Batch(cmd, a.releaseFinished())
	}
	return cmd
}

func (a *App) keeps(s screen) bool {
	for _, form := range a.forms {
		if form == s {
			return true
		}
	}
	return slices.ContainsFunc(a.tasks, func(t *taskScreen) bool { return screen(t) == s && t.file == "" })
}

// perform changes the stack as a screen asked.
func (a *App) perform(act action) tea.Cmd {
	if act.status.text != "" {
		a.status = act.status
	}
	if act.pop > 0 && act.push == nil && len(a.stack) == 1 {
		a.status = status{text: "this is the first screen; ctrl+c quits"}
	}
	for range min(act.pop, len(a.stack)-1) {
		if s, ok := a.top().(interface{ left() }); ok {
			s.left()
		}
		a.stack = a.stack[:len(a.stack)-1]
	}
	if act.push != nil {
		a.stack = append(a.stack, act.push)
		a.overlay = nil
	}
	if act.pop > 0 || act.push != nil {
		a.layout()
	}
	if act.push != nil {
		return act.push.init()
	}
	if act.pop == 0 {
		return nil
	}
	released := a.releaseFinished()
	if l, ok := a.top().(loader); ok {
		return tea.Batch(released, l.load()) // there may be more by now
	}
	return released
}

// isOfPaste reports an enter that came with what was pasted, and says so.
func (a *App) isOfPaste(msg tea.KeyPressMsg) bool {
	if msg.Code != tea.KeyEnter || time.Since(a.pasted) >= a.opts.PasteGuard {
		return false
	}
	a.status = status{text: "enter came with what was pasted, and was not taken"}
	return true
}
