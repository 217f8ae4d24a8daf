package ui

import (
	"context"
	"image/color"
	"slices"
	"sync"
	"time"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/colorprofile"
	"github.com/charmbracelet/x/ansi"

	"a2aform/a2aclient"
	"a2aform/internal/run"
	"a2aform/internal/safego"
	"a2aform/internal/store"
	"a2aform/internal/widget/shortcut"
	"a2aform/ui/agent"
	"a2aform/ui/form"
	"a2aform/ui/kit"
	"a2aform/ui/task"
)

// App is the whole program: the tea.Model of all screens.
type App struct {
	*kit.Host
	cancel context.CancelFunc
	mu     sync.Mutex // held while anything is changed or drawn

	screens *screens
	desk    *desk
	nav     *navigator
	themes  *themes
	coach   coach

	filling *form.Screen // the form that is filled in for another program; nil for all else

	mouse       bool      // is ours
	pasted      time.Time // last
	quitting    bool      // ctrl+c was pressed once
	failed      error     // why the program had to stop
	renderErr   *safego.Fault
	reported    bool // renderErr is in a file
	kept        keptFrame
	attention   attention
	frames      frameLimiter
	dialogQuiet kit.Quiet // of a dialog that opened by itself
}

// New is the program, not started yet. It ends with ctx.
func New(ctx context.Context, opts kit.Options) *App {
	if opts.Dial == nil {
		opts.Dial = func(ctx context.Context, card *a2aclient.Card, keep *store.Store, way kit.DialOptions) (*a2aclient.Agent, []string, error) {
			if way.Endpoint != "" {
				return run.Dial(ctx, card, keep, a2aclient.WithEndpoint(way.Endpoint))
			}
			return run.Dial(ctx, card, keep)
		}
	}
	term := kit.TermColors{Dark: true}
	a := &App{desk: &desk{forms: map[kit.FormID]kit.Screen{}}, mouse: opts.Mouse}
	a.Host = &kit.Host{Options: opts, Styles: kit.NewStyles(opts.Theme, opts.OwnTheme, term), Background: color.Black, Endpoints: map[string]string{}, EphemeralURLs: map[string]bool{}, Origins: kit.Origins{}, Borders: kit.NewBorders(opts.Store)}
	a.themes = &themes{host: a.Host, term: term, restyle: a.restyle}
	a.themes.spellOut()
	a.coach = coach{a.Host}
	a.Act = a.Perform
	a.Context, a.cancel = context.WithCancel(ctx)
	a.screens = &screens{host: a.Host}
	a.nav = newNavigator(a.Host, a.screens, a.desk)
	a.Nav = a.nav
	a.screens.open = []kit.Screen{firstScreen(a.Host)}
	return a
}

// firstScreen is what the program begins with.
func firstScreen(h *kit.Host) kit.Screen {
	switch o := &h.Options; {
	case o.Replay != nil:
		return task.NewReplay(h, o.Replay)
	case o.Show != nil:
		return newDocumentScreen(h, o.Show)
	}
	return agent.NewConnect(h, h.Options.Ref)
}

// Err says why the program had to stop by itself, nil if it did not.
func (a *App) Err() error { return a.failed }

// Top is the screen that has the keys.
func (a *App) Top() kit.Screen { return a.screens.Top() }

// Init asks the terminal for its background and opens the agent.
func (a *App) Init() tea.Cmd {
	cmds := []tea.Cmd{tea.RequestBackgroundColor, a.Top().Init(), a.prune()}
	if a.Options.Show != nil {
		cmds = append(cmds, a.Options.Show.Validate(a.Top()))
	}
	return kit.RecoverCmd(tea.Batch(cmds...))
}

// Update handles what concerns the whole program and gives the rest to the
// overlay or to the screen on top. A fault of ours ends the program in good
// order instead of leaving a stack trace on the terminal.
func (a *App) Update(msg tea.Msg) (model tea.Model, cmd tea.Cmd) {
	defer kit.RecoverTo(func(fault *safego.Fault) { model, cmd = a, a.fail(fault) })
	a.mu.Lock()
	defer a.mu.Unlock()
	if k, isKey := msg.(tea.KeyPressMsg); isKey {
		msg = kit.Latin(k)
	}
	open := a.Overlay
	cmd = tea.Batch(kit.RecoverCmd(a.dispatch(msg)), a.reportRenderErr())
	cmd = tea.Batch(cmd, a.guardDialog(msg, open))
	a.screens.follow()
	cmd = tea.Batch(cmd, a.screens.more())
	a.makeRoom()
	if a.Options.Timer != nil {
		return a, cmd // who has a clock of its own chooses the frames
	}
	if due := a.frames.take(msg, time.Now()); due != nil {
		cmd = tea.Batch(cmd, due)
	}
	return a, cmd
}

// dispatch handles a message, unless the terminal is too small to show its effect.
func (a *App) dispatch(msg tea.Msg) tea.Cmd {
	if a.isBlocked(msg) {
		return a.handleTooSmall(msg)
	}
	return a.handle(msg)
}

// isBlocked reports input whose effect the user cannot see, because the terminal is
// too small. Typed text passes: it may precede the change of size.
func (a *App) isBlocked(msg tea.Msg) bool {
	if !isTooSmall(a.Host) {
		return false
	}
	isText := a.Overlay == nil && a.Top().IsTyping()
	switch msg := msg.(type) {
	case tea.KeyPressMsg:
		return !isText || msg.Text == ""
	case tea.PasteMsg:
		return !isText
	case tea.MouseMsg:
		return true
	}
	return false
}

// handleTooSmall handles input in a terminal that is too small: only quitting works.
func (a *App) handleTooSmall(msg tea.Msg) tea.Cmd {
	a.Status = kit.Status{}
	if press, ok := msg.(tea.KeyPressMsg); ok && key.Matches(press, kit.Keys.Quit) {
		return a.quit()
	}
	a.quitting = false
	return nil
}

// guardDialog lets a dialog that has opened by itself, and not by a key, ignore keys until they were quiet: the user types
// something else.
func (a *App) guardDialog(msg tea.Msg, before *kit.Overlay) tea.Cmd {
	if a.Overlay == nil || a.Overlay == before {
		return nil
	}
	a.dialogQuiet = kit.Quiet{}
	switch msg := msg.(type) {
	case tea.KeyPressMsg, tea.PasteMsg, tea.MouseMsg:
		return nil
	case suitedMsg:
		if msg.isAwaited {
			return nil // it gets what was typed before there was a list
		}
	case kit.ScreenMsg:
		if _, isTyped := msg.Msg.(form.ReadyMsg); isTyped {
			return nil // by what was typed before there was a form
		}
	}
	return a.dialogQuiet.BeginWith(a.after, a.Options.HoldGuard)
}

// after is a message to the program after a while.
func (a *App) after(d time.Duration, msg tea.Msg) tea.Cmd {
	if a.Options.Timer != nil {
		return a.Options.Timer(d, msg)
	}
	return tea.Tick(d, func(time.Time) tea.Msg { return msg })
}

// fail ends the program, in good order.
func (a *App) fail(fault error) tea.Cmd {
	a.failed = fault
	return tea.Quit
}

// handle is what the program does with a message; what is none of its own goes to the dialog,
// else to the screen on top.
func (a *App) handle(msg tea.Msg) tea.Cmd { //nolint:gocyclo // one flat switch
	if _, isKey := msg.(tea.KeyPressMsg); !isKey || a.Overlay == nil {
		a.kept.behind = nil // a key goes to the dialog alone
	}
	if cmd, isOurs := a.Copied(msg); isOurs {
		return cmd
	}
	switch msg := msg.(type) {
	// What the terminal says of itself.
	case tea.WindowSizeMsg:
		a.Width, a.Height = msg.Width, msg.Height
		a.Layout()
		return nil
	case tea.BackgroundColorMsg:
		if msg.Color != nil {
			a.Background = msg.Color
		}
		a.themes.setTerm(kit.TermColors{Dark: msg.IsDark(), ANSI16: a.themes.term.ANSI16, Background: msg.Color})
		return nil
	case tea.ModeReportMsg:
		if msg.Mode == ansi.ModeUnicodeCore && msg.Value != ansi.ModeNotRecognized && msg.Value != ansi.ModePermanentlyReset {
			a.kept.fitted.useGraphemes()
		}
		return nil
	case tea.ColorProfileMsg:
		a.NoColor = msg.Profile < colorprofile.ANSI
		a.themes.setTerm(kit.TermColors{Dark: a.themes.term.Dark, ANSI16: msg.Profile <= colorprofile.ANSI, Background: a.themes.term.Background})
		return nil
	case tea.BlurMsg:
		a.attention.isAway = true
		return nil
	case tea.FocusMsg:
		a.attention = attention{}
		return nil

	// What commands of ours bring back.
	case kit.ScreenMsg:
		return a.deliver(msg)
	case readTaskMsg:
		return a.nav.openRead(msg)
	case suitedMsg:
		early, cmd := a.nav.offerInTime(msg)
		for _, press := range early {
			cmd = tea.Batch(cmd, a.pressed(press))
		}
		return cmd
	case filledEachMsg:
		return a.nav.filledEach(msg)
	case openedForUseMsg:
		return a.nav.openedForUse(msg)
	case kit.UnusedMsg:
		a.Propose(msg)
		return nil
	case keptRunsMsg:
		a.showKeptRuns(msg)
		return nil
	case themeKeptMsg:
		a.themes.kept(msg)
		return nil
	case hintsKeptMsg:
		a.coach.kept(msg)
		return nil
	case kit.ReturnedMsg:
		if msg.Fault == "" {
			return nil
		}
		return a.Perform(kit.Errorf("%s", msg.Fault))
	case frameMsg:
		return nil
	case kit.QuietMsg:
		a.dialogQuiet.Hear(msg)
		return nil
	case kit.FaultMsg:
		return a.fail(msg.Fault)

	// What the user does.
	case tea.MouseWheelMsg:
		return a.Wheel(msg)
	case tea.MouseClickMsg:
		return a.Click(msg)
	case tea.MouseMsg:
		return nil
	case tea.PasteMsg:
		a.pasted = time.Now()
	case tea.KeyPressMsg:
		return tea.Batch(a.coach.end(a.Top()), a.pressed(msg))
	}
	if a.Overlay != nil {
		return a.UpdateOverlay(msg)
	}
	return a.send(a.Top(), msg)
}

// pressed handles a key.
func (a *App) pressed(msg tea.KeyPressMsg) tea.Cmd {
	a.Status = kit.Status{}
	if a.isOfPaste(msg) {
		return nil
	}
	if !key.Matches(msg, kit.Keys.Quit) && a.nav.keepEarly(msg) {
		return nil
	}
	if cmd, done := a.global(msg); done {
		return cmd
	}
	switch {
	case a.Overlay != nil && a.dialogQuiet.IsWaiting():
		a.Status = kit.Status{Text: "The key came as this dialog opened, and was ignored. Press it again."}
		return a.dialogQuiet.BeginWith(a.after, a.Options.HoldGuard)
	case a.Overlay != nil:
		return a.UpdateOverlay(msg)
	}
	return a.send(a.Top(), msg)
}

// global handles the keys that work everywhere.
func (a *App) global(msg tea.KeyPressMsg) (tea.Cmd, bool) {
	if key.Matches(msg, kit.Keys.Quit) || a.isPlain(msg, kit.PlainKeys.Quit) && a.screens.Depth() == 1 {
		return a.quit(), true
	}
	a.quitting = false
	if a.Overlay != nil {
		return nil, false
	}
	if a.isPlain(msg, kit.PlainKeys.Back) {
		return a.send(a.Top(), kit.KeyPress("esc")), true
	}
	if msg.Text != "" && !kit.IsFree(a.Top(), msg.String()) {
		return nil, false
	}
	act, cmd, done := kit.Press(msg, slices.Concat(a.added(), a.everywhere(), []kit.Key{kit.On(kit.Keys.Palette, a.openPalette)}))
	return tea.Batch(cmd, a.Perform(act)), done
}

// isPlain reports that a key is the letter of a binding, and that nothing on the screen
// takes it.
func (a *App) isPlain(msg tea.KeyPressMsg, b key.Binding) bool {
	letter := b.Keys()[0]
	return msg.String() == letter && a.Overlay == nil && kit.IsFree(a.Top(), letter)
}

// quit leaves the program; while something would be lost, only when asked
// twice.
func (a *App) quit() tea.Cmd {
	if reason := a.unfinished(); reason != "" && !a.quitting {
		a.quitting = true
		a.Status = kit.Status{Text: reason + ". Ctrl+C again quits.", Bad: true}
		return nil
	}
	a.cancel()
	return tea.Quit
}

// unfinished is what would be lost, or goes on, when the program ends; "" for nothing.
func (a *App) unfinished() string {
	if tasks := a.desk.unfinished(); tasks != "" {
		return tasks
	}
	if a.filling != nil && a.filling.IsDirty() {
		return "Nothing was printed"
	}
	if a.screens.sendsEach() {
		return "messages for each row are being sent; no more are sent when you quit"
	}
	if a.desk.runsCases() {
		return "test cases are running; they stop when you quit"
	}
	return a.desk.unsent()
}

// send gives a message to a screen and does what it asks for. Only the screen
// on top may show another one: nobody is to be led away by an answer that came
// late.
func (a *App) send(s kit.Screen, msg tea.Msg) tea.Cmd {
	act, cmd := s.Update(msg)
	if s != a.Top() {
		return cmd
	}
	return tea.Batch(cmd, a.Perform(act))
}

// deliver hands an answer to its screen if that is still there. Forms and tasks
// are there for the whole session, also while nobody looks. Once the program ends,
// answers only say that it does: a draft must not take that for the agent's word.
func (a *App) deliver(m kit.ScreenMsg) tea.Cmd {
	if a.Context.Err() != nil || !a.screens.IsOpen(m.To) && !a.desk.keeps(m.To) {
		return nil
	}
	if _, ok := m.Msg.(task.WakeMsg); ok {
		before := phaseOf(m.To)
		cmd := a.send(m.To, m.Msg)
		return tea.Batch(cmd, a.attention.notify(m.To, before, a.Options.Notify), a.desk.releaseFinished())
	}
	return a.send(m.To, m.Msg)
}

// Perform changes the stack as a screen asked.
func (a *App) Perform(act kit.Action) tea.Cmd {
	if act.Status.Text != "" {
		a.Status = act.Status
	}
	if act.Pop > 0 && act.Push == nil && a.screens.Depth() == 1 {
		if a.filling != nil {
			return a.quit()
		}
		a.Status = kit.Status{Text: "this is the first screen; " + shortcut.InProse(kit.Keys.Quit) + " quits"}
	}
	if act.Push == nil {
		act.Pop = a.screens.back(act.Pop)
	}
	left := a.screens.pop(act.Pop)
	if act.Below != nil {
		a.screens.push(act.Below, nil)
	}
	if act.Push != nil {
		a.screens.push(act.Push, left)
		a.Overlay = nil
	}
	if act.Pop > 0 || act.Push != nil {
		a.Layout()
	}
	switch {
	case act.Below != nil:
		return tea.Batch(act.Below.Init(), act.Push.Init())
	case act.Push != nil:
		return act.Push.Init()
	}
	if act.Pop == 0 {
		return nil
	}
	released := a.desk.releaseFinished()
	if l, ok := a.Top().(kit.Loader); ok {
		return tea.Batch(released, l.Load()) // there may be more by now
	}
	return released
}

// isOfPaste reports an enter that came with what was pasted, and says so.
func (a *App) isOfPaste(msg tea.KeyPressMsg) bool {
	if msg.Code != tea.KeyEnter || time.Since(a.pasted) >= a.Options.PasteGuard {
		return false
	}
	a.Status = kit.Status{Text: "Enter came with pasted text, and was ignored"}
	return true
}

// makeRoom lays the screens out anew where the status takes more lines than before, or fewer.
func (a *App) makeRoom() {
	if a.Width == 0 || isTooSmall(a.Host) {
		return
	}
	if n := len(a.frame().statusLines()) - 1; n != a.ExtraLines {
		a.ExtraLines = n
		a.kept.behind = nil
		a.Layout()
	}
}

// Layout gives everything that is shown its size.
func (a *App) Layout() {
	if a.Overlay != nil {
		a.Overlay.Layout()
	}
	a.screens.layout()
}

// restyle draws everything in other styles.
func (a *App) restyle() {
	a.kept.behind = nil
	for _, s := range a.screens.open {
		s.Restyle()
	}
	a.desk.restyle()
}

// Save writes what was filled in and is not on the disk yet. It may be called
// from any goroutine, also while the terminal takes nothing.
func (a *App) Save() {
	var group sync.WaitGroup
	savers, _ := a.toClose()
	for _, k := range savers {
		safego.GoGroup(&group, k.save)
	}
	group.Wait()
}

// Close saves, and ends all runs and requests. Call it after the program has
// ended.
func (a *App) Close() {
	a.cancel()
	var group sync.WaitGroup
	savers, runs := a.toClose()
	for _, k := range savers {
		safego.GoGroup(&group, func() {
			k.save()
			k.release()
		})
	}
	for _, r := range runs {
		safego.GoGroup(&group, r.Close)
	}
	group.Wait()
	a.Writes.End()
}

// toClose are the forms and the runs of the session. Update may still run, so they
// are looked at under the lock.
func (a *App) toClose() (forms []unsavedForm, runs []*run.Run) {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.desk.toClose()
}
