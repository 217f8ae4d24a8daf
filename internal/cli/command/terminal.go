package command

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/term"

	"a2aform/internal/safe"
	"a2aform/internal/safego"
	"a2aform/internal/widget/pasteguard"
)

// framesPerSecond is the most that Bubble Tea draws; at 60 a key waits half a
// frame longer (research: performance).
const framesPerSecond = 120

// Terminal is where the screens are shown.
type Terminal struct {
	In       io.Reader
	Out, Err io.Writer
	Warn     func(text string) // writes a line to Err

	// OwnsProcess says that the program has its process for itself, so that its standard
	// error may be redirected while the screens are shown.
	OwnsProcess bool
}

// Screens are [a2aform/ui.App], or what a test makes of it.
type Screens interface {
	tea.Model
	Save()
	Close()
	Err() error
}

// Play shows the screens until they end, or ctx does. It leaves the terminal as it was.
func (t Terminal) Play(ctx context.Context, app Screens) error {
	defer app.Close()
	captured, end := t.captureStderr()
	defer end()
	restore, raw := t.terminalState()
	defer restore() // before a report, also where Bubble Tea did not end in time
	if raw {
		defer t.warnRaw()
	}
	// Signals end ctx, which Bubble Tea is not given: it would close the
	// input while it is read (https://github.com/charmbracelet/bubbletea/issues/1599).
	program := tea.NewProgram(app, tea.WithoutSignalHandler(),
		tea.WithFPS(framesPerSecond), tea.WithInput(t.keys()), tea.WithOutput(t.Out))
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
func (t Terminal) keys() io.Reader {
	if in, ok := t.In.(pasteguard.File); ok {
		return pasteguard.New(in)
	}
	return t.In
}

// quitTimeout is how long Bubble Tea may take to leave the terminal.
const quitTimeout = time.Second

// terminalState returns a function that restores the terminal to its present state, and
// whether that state is how a killed program leaves it.
func (t Terminal) terminalState() (restore func(), raw bool) {
	in, ok := t.In.(term.File)
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
func (t Terminal) warnRaw() {
	_, _ = io.WriteString(t.Err, "\r") // it matters only for the looks
	t.Warn("note: the terminal was in raw mode when a2aform started, perhaps because a program was killed: type reset")
	_, _ = io.WriteString(t.Err, "\r")
}

// maxCaptured is how much of the captured text is read, in bytes.
const maxCaptured = 64 << 10

// captureStderr redirects the standard error of the process to a temporary file, so that
// nothing is written into the middle of a screen: Bubble Tea writes its panics there. It
// does nothing for a program that shares the process with others.
func (t Terminal) captureStderr() (file *os.File, end func()) {
	if !t.OwnsProcess {
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
func exitErr(app Screens, err error, captured *os.File) error {
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
