package command

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"runtime"
	"strings"
	"time"

	"github.com/charmbracelet/x/term"

	"a2aform/a2aclient"
	"a2aform/internal/safe"
	"a2aform/internal/safego"
	"a2aform/internal/store"
	"a2aform/internal/widget/ascii"
	"a2aform/ui/kit"
)

// Streams are what a command reads, writes and knows of its surroundings. Tests
// bring their own.
type Streams struct {
	In       io.Reader
	Out, Err io.Writer
	Args     []string // without the program's name
	Getenv   func(string) string
	InTTY    bool // standard input is a terminal
	OutTTY   bool // standard output is

	IsProcess    bool // these are the streams of the process itself
	InsecureHTTP bool // plain HTTP to other machines is allowed, see --insecure-http
	Streaming    bool // the result is a line of JSON for each event

	hasPrinted     bool // JSON was written to standard output
	hadCredentials bool // the agent was shown who asks
}

// System are the streams of the process.
func System() *Streams {
	s := &Streams{
		In: os.Stdin, Out: os.Stdout, Err: os.Stderr, Args: os.Args[1:], Getenv: os.Getenv,
		InTTY: term.IsTerminal(os.Stdin.Fd()), OutTTY: term.IsTerminal(os.Stdout.Fd()), IsProcess: true,
	}
	if !ascii.Wanted(s.Getenv) {
		return s
	}
	if s.OutTTY {
		s.Out = ascii.File{File: os.Stdout}
	}
	if term.IsTerminal(os.Stderr.Fd()) {
		s.Err = ascii.File{File: os.Stderr}
	}
	return s
}

// Network are the options for every request of the program.
func (s *Streams) Network() []a2aclient.Option {
	if s.InsecureHTTP {
		return []a2aclient.Option{a2aclient.WithInsecureHTTP()}
	}
	return nil
}

// Store opens the user's files; without a home directory nothing is kept.
func (s *Streams) Store() *store.Store {
	keep, err := store.Open(s.Getenv)
	if err != nil {
		return nil
	}
	return keep
}

// Text is standard output for text that people read. What is no terminal may be the log of a CI job: see [safe.NewLogWriter].
func (s *Streams) Text() io.Writer {
	if s.OutTTY {
		return s.Out
	}
	return safe.NewLogWriter(s.Out)
}

// Notes is standard error for text that people read, as [Streams.Text] is standard output.
func (s *Streams) Notes() io.Writer {
	if f, ok := s.Err.(term.File); ok && term.IsTerminal(f.Fd()) {
		return s.Err
	}
	return safe.NewLogWriter(s.Err)
}

// Warn writes a line to standard error. Where even that fails, nobody is left
// to be told.
//
// It is the last gate: whatever an error quotes is safe to show, too.
func (s *Streams) Warn(text string) {
	_, _ = fmt.Fprintln(s.Notes(), safe.Text(text).Block(maxWarning))
}

// ask writes a question to standard error, without the end of the line.
func (s *Streams) ask(question string) {
	_, _ = fmt.Fprint(s.Notes(), safe.Text(question).Line(maxWarning))
}

// Confirm asks a question that only "y" or "yes" answers with yes.
func (s *Streams) Confirm(question string) bool {
	s.ask(question + " [y/N] ")
	said, err := bufio.NewReader(s.In).ReadString('\n')
	said = strings.TrimSpace(said)
	return err == nil && (strings.EqualFold(said, "y") || strings.EqualFold(said, "yes"))
}

// maxWarning bounds one warning, in bytes.
const maxWarning = 1 << 20

// Config are the preferences and where they come from. What a repository's file
// gets wrong is a warning, and stops nothing.
func (s *Streams) Config() (store.Config, []store.Setting, error) {
	c, list, notes, err := s.Store().Config(s.Getenv, WorkingDir())
	for _, note := range notes {
		s.Warn("note: " + note)
	}
	return c, list, err
}

// Width is the width of the terminal, else one that suits files.
func (s *Streams) Width() int {
	if out, ok := s.Out.(term.File); ok && s.OutTTY {
		if w, _, err := term.GetSize(out.Fd()); err == nil && w > 0 {
			return w
		}
	}
	return plainWidth
}

// NoTerminal says why the screens cannot be shown, "" if they can.
func (s *Streams) NoTerminal() string {
	switch {
	case !s.InTTY:
		return "standard input is not a terminal"
	case !s.OutTTY:
		return "standard output is not a terminal"
	case s.Getenv("TERM") == "dumb":
		return "the terminal is dumb (TERM=dumb)"
	case s.IsDumb():
		return "the terminal does not say what it is (TERM is empty)"
	}
	return ""
}

// IsDumb reports a terminal that can show lines alone, as far as anybody knows.
// That of Windows has no name.
func (s *Streams) IsDumb() bool {
	name := s.Getenv("TERM")
	return name == "dumb" || name == "" && runtime.GOOS != "windows"
}

// opener is the command that opens an address on a system. No shell reads the
// address.
func opener(system, url string) []string {
	switch system {
	case "darwin":
		return []string{"open", url}
	case "windows":
		return []string{"rundll32", "url.dll,FileProtocolHandler", url}
	}
	return []string{"xdg-open", url}
}

// OpenURL opens an address in the browser of the user's system. It fails with [kit.ErrNoDisplay] where that has none.
func OpenURL(ctx context.Context, url string) error {
	hasScreen := os.Getenv("DISPLAY") != "" || os.Getenv("WAYLAND_DISPLAY") != ""
	if runtime.GOOS != "darwin" && runtime.GOOS != "windows" && !hasScreen {
		return kit.ErrNoDisplay
	}
	return startCommand(ctx, opener(runtime.GOOS, url))
}

// openerLimit is how long a command that opens something is watched: what goes
// on longer has begun its work.
const openerLimit = 2 * time.Second

// startCommand runs a command that may go on when we have ended. It fails where the
// command cannot be run, or soon says that it failed.
func startCommand(ctx context.Context, words []string) error {
	command := exec.Command(words[0], words[1:]...) //nolint:gosec,forbidigo // our own words; the browser outlives us
	if err := command.Start(); err != nil {
		return errors.New(safe.Text(words[0]).Line(40).String() + " cannot be run")
	}
	ended := make(chan error, 1)
	safego.Go(func() { ended <- command.Wait() })
	watch := time.NewTimer(openerLimit)
	defer watch.Stop()
	select {
	case err := <-ended:
		if err != nil {
			return errors.New(words[0] + " could not open it")
		}
	case <-watch.C:
	case <-ctx.Done():
	}
	return nil
}

// clipboardLimit is how long tmux may take.
const clipboardLimit = 2 * time.Second

// Clipboard returns the clipboard of the multiplexer that the program runs in; nil where there is none. By default tmux ignores OSC 52 of the
// programs in it. It passes on what load-buffer -w reads, which tmux before 3.2 does not know.
func Clipboard(getenv func(string) string) kit.Clipboard {
	if getenv("TMUX") == "" {
		return nil
	}
	return func(ctx context.Context, text string) error {
		ctx, cancel := context.WithTimeout(ctx, clipboardLimit)
		defer cancel()
		cmd := exec.CommandContext(ctx, "tmux", "load-buffer", "-w", "-")
		cmd.Stdin, cmd.WaitDelay = strings.NewReader(text), time.Second
		return cmd.Run()
	}
}

// Notification returns how to ask the terminal for notifications. A terminal at the other end of
// SSH is asked only where the user wants it.
func Notification(wanted store.Notify, getenv func(string) string) kit.Notify {
	isRemote := getenv("SSH_CONNECTION") != "" || getenv("SSH_TTY") != ""
	term := getenv("TERM")
	switch {
	case wanted == "off", wanted == "auto" && isRemote:
		return kit.NotifyNone
	case strings.Contains(term, "kitty") || getenv("KITTY_WINDOW_ID") != "":
		return kit.NotifyOSC99
	case strings.HasPrefix(term, "rxvt") || strings.HasPrefix(term, "foot") || getenv("VTE_VERSION") != "":
		return kit.NotifyOSC777
	}
	return kit.NotifyOSC9
}
