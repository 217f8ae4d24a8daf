package command

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"strings"
	"syscall"
	"time"
	"unicode"
	"unicode/utf8"

	tea "charm.land/bubbletea/v2"
	"charm.land/lipgloss/v2"
	"github.com/charmbracelet/x/ansi"
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

// NewLines returns a writer for text on standard output. Each call of Write has complete lines. Where standard output is no terminal, the text
// is that of [Streams.Text].
func NewLines(s *Streams) io.Writer {
	if !s.OutTTY || s.IsDumb() {
		return s.Text()
	}
	w := &linesWriter{streams: s, colored: s.Getenv("NO_COLOR") == ""}
	if w.colored && s.IsProcess {
		lipgloss.EnableLegacyWindowsANSI(os.Stdout)
	}
	return w
}

type linesWriter struct {
	streams *Streams
	colored bool
}

func (w *linesWriter) Write(text []byte) (int, error) {
	var sb strings.Builder
	width := w.streams.Width()
	for line := range strings.Lines(string(text)) {
		content, end := strings.CutSuffix(line, "\n")
		sb.WriteString(w.line(content, width))
		if end {
			sb.WriteByte('\n')
		}
	}
	if _, err := io.WriteString(w.streams.Out, sb.String()); err != nil {
		return 0, err
	}
	return len(text), nil
}

// lineMarks are the colors of the signs that a line begins with.
var lineMarks = map[string]string{"✓": "32", "✗": "31", "!": "33", "~": "33", "?": "33", "–": "2", "·": "2", "+": "32", "-": "31", ">": "36"}

// maxLabel is how wide a label at the start of a line may be, with the spaces around it.
const maxLabel = 18

// line wraps a line and colors it: the mark, or the label, or the counts of a summary.
func (w *linesWriter) line(line string, width int) string {
	text := strings.TrimLeft(line, " ")
	indent := len(line) - len(text)
	sign, rest, _ := strings.Cut(text, " ")
	color := lineMarks[sign]
	before, label := line[:indent], ""
	if color != "" {
		before, text = before+w.paint(color, sign)+" ", rest
		indent += 2
	}
	label, text = cutLabel(text, color == "", maxLabel-indent)
	hang := indent + ansi.StringWidth(label)
	if indent > 0 && color == "" && label == "" {
		hang += 2
	}
	wrapped := wrapLine(text, width-hang, strings.Repeat(" ", hang))
	switch first, _ := utf8.DecodeRuneInString(text); {
	case color == "" && label != "" && unicode.IsLower(rune(label[0])):
		label = w.paint("2", label)
	case indent == 0 && label == "" && unicode.IsDigit(first) && strings.Contains(text, " · "):
		wrapped = w.paint("1", wrapped)
	}
	return before + label + wrapped
}

// cutLabel cuts what is set off with several spaces, or a word with a colon, and the spaces.
func cutLabel(text string, hasColon bool, limit int) (label, rest string) {
	end := strings.Index(text, "  ")
	if colon := strings.Index(text, ": "); hasColon && colon >= 0 && (end < 0 || colon < end) && !strings.Contains(text[:colon], " ") {
		end = colon + 1
	}
	if end <= 0 {
		return "", text
	}
	rest = strings.TrimLeft(text[end:], " ")
	if label = text[:len(text)-len(rest)]; rest == "" || ansi.StringWidth(label) > limit {
		return "", text
	}
	return label, rest
}

func (w *linesWriter) paint(color, text string) string {
	if !w.colored || text == "" {
		return text
	}
	return "\x1b[" + color + "m" + text + "\x1b[m"
}

// minWidth is what a line has at least behind its label.
const minWidth = 20

// wrapLine breaks text between words, or between short items of a list with dots, into lines that begin with the indentation. A word that is
// wider has a line of its own, so that the terminal's user can copy it.
func wrapLine(text string, width int, indent string) string {
	var sb strings.Builder
	width = max(width, minWidth)
	used := 0
	for rest := text; rest != ""; {
		word := strings.TrimLeft(rest, " ")
		end := len(rest) - len(word) + len(strings.SplitN(word, " ", 2)[0])
		if item := strings.Index(rest, lineDot+" "); item > 0 && ansi.StringWidth(rest[:item]) <= width/2 {
			end = item + len(lineDot)
		} else if item < 0 && strings.Contains(text, lineDot) && ansi.StringWidth(rest) <= width/2 {
			end = len(rest)
		}
		chunk := rest[:end]
		if cells := ansi.StringWidth(chunk); used > 0 && used+cells > width {
			sb.WriteString("\n" + indent)
			chunk, used = strings.TrimLeft(chunk, " "), 0
		}
		sb.WriteString(chunk)
		used += ansi.StringWidth(chunk)
		rest = rest[end:]
	}
	return sb.String()
}

const lineDot = " ·"

// shutdownTimeout is how long a command may take to end after a signal or a fault, before
// the process ends without it: a terminal or a pipe that is never read would hold it for
// ever.
const shutdownTimeout = 3 * time.Second

// SignalError says that a signal ended the program. To a context it is as if it had been
// canceled.
type SignalError struct{ Signal syscall.Signal }

func (e *SignalError) Error() string { return "interrupted by " + e.Signal.String() }

// Unwrap returns [context.Canceled].
func (*SignalError) Unwrap() error { return context.Canceled }

// ExitCode is the code of a process that the signal ended, as shells have it.
func (e *SignalError) ExitCode() int { return 128 + int(e.Signal) }

// causedError is the error of a command, and the signal or fault that ended it.
type causedError struct {
	error
	cause error
}

func (e *causedError) Unwrap() []error { return []error{e.error, e.cause} }

// RunWithSignals runs a command that ends in order after a signal, or when one of its
// goroutines fails. More signals change nothing: some come in pairs.
func RunWithSignals(work func(context.Context) error) error {
	ctx, cancel := context.WithCancelCause(context.Background())
	defer cancel(nil)
	signals := make(chan os.Signal, 1)
	for _, s := range []os.Signal{os.Interrupt, syscall.SIGTERM, syscall.SIGHUP, syscall.SIGQUIT} {
		if !signal.Ignored(s) { // as nohup wants it
			signal.Notify(signals, s)
		}
	}
	defer signal.Stop(signals)
	faults := make(chan *safego.Fault, 1)
	defer safego.OnPanic(func(f *safego.Fault) {
		select {
		case faults <- f:
		default: // one is enough to end
		}
	})()
	ended := make(chan error, 1)
	safego.Go(func() { ended <- recoverPanic(ctx, work) })
	var cause error
	select {
	case err := <-ended:
		return err
	case f := <-faults:
		cause = f
	case got := <-signals:
		number, _ := got.(syscall.Signal)
		cause = &SignalError{number}
	}
	cancel(cause)
	select {
	case err := <-ended:
		return withCause(err, cause)
	case <-time.After(shutdownTimeout):
	}
	return cause
}

// recoverPanic returns the error of work, or its panic as an error.
func recoverPanic(ctx context.Context, work func(context.Context) error) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = safego.FaultOf(p)
		}
	}()
	return work(ctx)
}

// withCause returns the error of a command that was ended: its own, or the cause if its
// own says nothing.
func withCause(err, cause error) error {
	var failed *safego.Fault
	switch {
	case errors.As(cause, &failed), err == context.Canceled: //nolint:errorlint // bare, it says nothing
		return cause
	case errors.Is(err, context.Canceled):
		return &causedError{err, cause}
	}
	return err
}
