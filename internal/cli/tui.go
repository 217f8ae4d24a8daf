package cli

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"runtime"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"
	"github.com/charmbracelet/x/term"

	"a2aform/a2aclient"
	"a2aform/internal/demo"
	"a2aform/internal/safe"
	"a2aform/internal/safego"
	"a2aform/internal/store"
	"a2aform/internal/widget/ascii"
	"a2aform/internal/widget/pasteguard"
	"a2aform/ui"
	"a2aform/ui/kit"
)

// framesPerSecond is the most that Bubble Tea draws; at 60 a key waits half a
// frame longer (research: performance).
const framesPerSecond = 120

// pasteGuard is how long behind a paste nothing is sent.
const pasteGuard = 100 * time.Millisecond

// runTUI opens the terminal program. Without a terminal it says what to do
// instead.
func runTUI(ctx context.Context, s *Streams, flags *preferenceFlags, o kit.Options) error {
	config, err := flags.config(s)
	if err != nil {
		return err
	}
	if why := s.noTerminal(); why != "" {
		return usagef("%s, so the screens cannot be shown\n"+
			"  without a terminal use: a2aform --plain AGENT, a2aform card AGENT, a2aform skills AGENT, a2aform send AGENT --skill ID --set NAME=VALUE", why)
	}
	o = preferences(o, config)
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	if o.Demo == nil {
		o.Demo = startDemo(ctx)
	}
	o.Store = s.store()
	o.Notify = notification(config.Notify, s.Getenv)
	o.Hints = o.Hints && !o.Store.HadResult()
	o.Dir = workingDir()
	o.Open = openAddress
	o.PasteGuard = pasteGuard
	o.ASCII = ascii.Wanted(s.Getenv)
	safego.Go(warmWidths)
	return s.play(ctx, ui.New(ctx, o))
}

// screens are [ui.App], or what a test makes of it.
type screens interface {
	tea.Model
	Save()
	Close()
	Err() error
}

// play shows the screens until they end, or ctx does.
func (s *Streams) play(ctx context.Context, app screens) error {
	defer app.Close()
	captured, end := s.captureStderr()
	defer end()
	restore, raw := s.terminalState()
	defer restore() // before a report, also where Bubble Tea did not end in time
	if raw {
		defer s.warnRaw()
	}
	// Signals end ctx (see live), which Bubble Tea is not given: it would close the
	// input while it is read (https://github.com/charmbracelet/bubbletea/issues/1599).
	program := tea.NewProgram(app, tea.WithoutSignalHandler(),
		tea.WithFPS(framesPerSecond), tea.WithInput(s.keys()), tea.WithOutput(s.Out))
	defer pauses(program, app.Save)()
	ended := make(chan error, 1)
	safego.Go(func() {
		_, err := program.Run()
		ended <- err
	})
	select {
	case err := <-ended:
		return exitErr(app, err, captured)
	case <-ctx.Done():
	}
	app.Save() // before anything that may wait for the terminal
	safego.Go(program.Quit)
	select {
	case err := <-ended:
		return cmp.Or(exitErr(app, err, captured), context.Canceled)
	case <-time.After(quitTimeout): // the terminal is not read
	}
	return context.Canceled
}

// keys are what is typed, as the screens are to read it.
func (s *Streams) keys() io.Reader {
	if in, ok := s.In.(pasteguard.File); ok {
		return pasteguard.New(in)
	}
	return s.In
}

// quitTimeout is how long Bubble Tea may take to leave the terminal.
const quitTimeout = time.Second

// terminalState returns a function that restores the terminal to its present state, and
// whether that state is how a killed program leaves it.
func (s *Streams) terminalState() (restore func(), raw bool) {
	in, ok := s.In.(term.File)
	if !ok {
		return func() {}, false
	}
	state, err := term.GetState(in.Fd())
	if err != nil {
		return func() {}, false
	}
	return func() { _ = term.Restore(in.Fd(), state) }, isRaw(state) // nothing else is left to be tried
}

// warnRaw warns of a terminal that was raw before the program began, where a line feed
// alone does not return to the first column.
func (s *Streams) warnRaw() {
	_, _ = io.WriteString(s.Err, "\r") // it matters only for the looks
	s.warn("note: the terminal was in raw mode when a2aform started, perhaps because a program was killed: type reset")
	_, _ = io.WriteString(s.Err, "\r")
}

// maxCaptured is how much of the captured text is read, in bytes.
const maxCaptured = 64 << 10

// captureStderr redirects the standard error of the process to a temporary file, so that
// nothing is written into the middle of a screen: Bubble Tea writes its panics there. It
// does nothing for a program that shares the process with others.
func (s *Streams) captureStderr() (file *os.File, end func()) {
	if !s.isProcess {
		return nil, func() {}
	}
	file, err := os.CreateTemp("", "a2aform-")
	if err != nil {
		return nil, func() {}
	}
	_ = os.Remove(file.Name()) // it lives on until it is closed
	before := os.Stderr
	os.Stderr = file
	return file, func() {
		os.Stderr = before
		_ = file.Close()
	}
}

// capturedText returns what was captured.
func capturedText(file *os.File) string {
	if file == nil {
		return ""
	}
	text, _ := io.ReadAll(io.NewSectionReader(file, 0, maxCaptured)) // what can be read
	return string(text)
}

// exitErr returns the error of the screens, by what Bubble Tea reports of its own end.
func exitErr(app screens, err error, captured *os.File) error {
	switch {
	case app.Err() != nil:
		return app.Err()
	case errors.Is(err, tea.ErrProgramPanic):
		return &safego.Fault{Cause: err.Error(), Stack: capturedText(captured)}
	case errors.Is(err, tea.ErrInterrupted), errors.Is(err, tea.ErrProgramKilled):
		return context.Canceled
	case err != nil:
		return fmt.Errorf("the terminal cannot be used: %s", safe.Text(err.Error()).Line(0))
	}
	return nil
}

// screens are the options of the screens that speak to agents as the flags have
// it.
func (f *connectFlags) screens(s *Streams) (o kit.Options, err error) {
	if _, err := f.options(); err != nil {
		return o, err
	}
	o.Fetch, err = f.identity()
	o.Fetch = append(o.Fetch, s.network()...)
	o.Dial = func(ctx context.Context, card *a2aclient.Card, keep *store.Store, way kit.DialOptions) (*a2aclient.Agent, []string, error) {
		return f.forAgent(way).dial(ctx, s, card, keep)
	}
	return o, err
}

// forAgent is the flags for one agent of the screens.
func (f *connectFlags) forAgent(way kit.DialOptions) *connectFlags {
	g := *f
	if way.Anonymous {
		g.credentials, g.cert, g.key = credentialFlags{}, "", ""
	}
	g.adopt(way.Saved)
	if way.Anonymous {
		g.credentials.headers = nil
	}
	return &g
}

// warmWidths asks for the width of a character outside Latin, for which
// go-runewidth first builds a table in 2 ms. Bubble Tea would build it while it
// draws the first frame; here it is built while Bubble Tea waits for its first
// tick.
func warmWidths() { ansi.StringWidthWc("─") }

// noTerminal says why the screens cannot be shown, "" if they can.
func (s *Streams) noTerminal() string {
	switch {
	case !s.InTTY:
		return "standard input is not a terminal"
	case !s.OutTTY:
		return "standard output is not a terminal"
	case s.Getenv("TERM") == "dumb":
		return "the terminal is dumb (TERM=dumb)"
	case s.isDumb():
		return "the terminal does not say what it is (TERM is empty)"
	}
	return ""
}

// isDumb reports a terminal that can show lines alone, as far as anybody knows.
// That of Windows has no name.
func (s *Streams) isDumb() bool {
	name := s.Getenv("TERM")
	return name == "dumb" || name == "" && runtime.GOOS != "windows"
}

// startDemo starts the demo agent when it is first asked for.
func startDemo(ctx context.Context) func() (string, error) {
	var server *demo.Server
	return func() (string, error) {
		if server != nil {
			return server.URL, nil
		}
		started, err := demo.Start(ctx, "", demo.Options{Pace: demo.DefaultPace})
		if err != nil {
			return "", err
		}
		server = started
		return server.URL, nil
	}
}
