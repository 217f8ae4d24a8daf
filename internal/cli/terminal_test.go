package cli_test

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"go.uber.org/goleak"

	"a2aform/internal/cli"
	"a2aform/internal/cli/command"
	"a2aform/ui/uitest"
)

// binary is the program, built once.
var binary string

// No test leaves a goroutine behind, but for some that end by themselves a moment later:
// the clock of regexp2, the blinking cursor, a tick of Bubble Tea and its reader.
func TestMain(m *testing.M) {
	if place := os.Getenv(faultEnv); place != "" {
		os.Exit(cli.Faulty(place))
	}
	if set := os.Getenv(lowerEnv); set != "" {
		lower(set)
		os.Exit(cli.Main(command.System()))
	}
	_ = flag.Set("test.parallel", "8") // most of the time is waiting; -parallel overrides it
	handleSignals()
	goleak.VerifyTestMain(built{m}, goleak.IgnoreAnyFunction("github.com/dlclark/regexp2/v2.runClock"),
		goleak.IgnoreAnyFunction("charm.land/bubbles/v2/cursor.(*Model).Blink.func1"),
		goleak.IgnoreTopFunction("charm.land/bubbletea/v2.Tick.func1"),
		goleak.IgnoreAnyFunction("github.com/charmbracelet/ultraviolet.(*TerminalReader).sendEvents"))
}

// handleSignals makes the programs that are started here react to each signal, also where
// the tests themselves were started to ignore some, as by nohup: what is ignored stays
// so in a child, and what is caught does not.
func handleSignals() {
	for _, s := range []os.Signal{os.Interrupt, syscall.SIGHUP, syscall.SIGTERM, syscall.SIGQUIT} {
		if signal.Ignored(s) {
			signal.Notify(make(chan os.Signal, 1), s)
		}
	}
}

// faultEnv lets the test's own binary be the program with a mistake in it.
const faultEnv = "A2AFORM_FAULT"

// built are the tests, run once the program is built.
type built struct{ *testing.M }

func (b built) Run() int { return withBinary(b.M) }

func withBinary(m *testing.M) int {
	if binary = os.Getenv("A2AFORM_BINARY"); binary != "" {
		return inPath(m)
	}
	dir, err := os.MkdirTemp("", "a2aform-test-")
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	defer func() { _ = os.RemoveAll(dir) }()
	binary = filepath.Join(dir, "a2aform")
	if out, err := exec.Command("go", "build", "-ldflags=-s -w", "-o", binary, "../..").CombinedOutput(); err != nil {
		fmt.Fprintf(os.Stderr, "%v\n%s", err, out)
		return 1
	}
	return inPath(m)
}

// inPath runs the tests where a script finds the program.
func inPath(m *testing.M) int {
	_ = os.Setenv("PATH", filepath.Dir(binary)+string(os.PathListSeparator)+os.Getenv("PATH"))
	return m.Run()
}

// call is a call of the program with a home of its own.
func call(t *testing.T, args ...string) *exec.Cmd {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	t.Cleanup(cancel)
	cmd := exec.CommandContext(ctx, binary, args...)
	cmd.Env = append(os.Environ(), "A2AFORM_HOME="+t.TempDir(), "A2AFORM_HINTS=off", "TERM=xterm-256color", "A2ACLI_AGENT_CARD=")
	return cmd
}

const (
	leaveAltScreen = "\x1b[?1049l"
	showCursor     = "\x1b[?25h"
	hideCursor     = "\x1b[?25l"
)

// leavesOrder checks that the terminal was given back as it was.
func leavesOrder(t *testing.T, d *uitest.Driver) {
	t.Helper()
	out := string(d.Output())
	if !strings.Contains(out, leaveAltScreen) {
		t.Error("the alternate screen was never left")
	}
	if strings.LastIndex(out, showCursor) < strings.LastIndex(out, hideCursor) {
		t.Error("the cursor was left hidden")
	}
	for on, off := range map[string]string{"\x1b[?2004h": "\x1b[?2004l", "\x1b[?1004h": "\x1b[?1004l", "\x1b[?1000h": "\x1b[?1000l"} {
		if strings.Contains(out, on) && strings.LastIndex(out, off) < strings.LastIndex(out, on) {
			t.Errorf("%q was left on", on)
		}
	}
}

// The program on a real terminal: the demo opens, is filled in, survives a
// resize, and gives the terminal back.
func TestDemoOnATerminal(t *testing.T) {
	t.Parallel()
	d := uitest.Run(t, call(t, "demo"), 80, 24).WaitFor("Demo Agent", "Fight Comparison")
	d.Press("enter").WaitFor("0 of 2 required").Type("Lion").Press("tab").Type("Tiger").WaitFor("2 of 2 required")
	d.Resize(50, 16).WaitFor("Lion").Resize(30, 8).WaitFor("too small").Resize(100, 30).WaitFor("2 of 2 required", "Tiger")
	d.Press("ctrl+s").WaitFor("› Review", "[ Send  enter ]").Press("enter").WaitFor("✓ completed", "Winner       Tiger")
	d.Press("ctrl+c")
	if err := d.WaitExit(); err != nil {
		t.Error(err)
	}
	leavesOrder(t, d)
}

// Interrupted at any moment, by key or by signal, it leaves the terminal in
// order.
func TestInterruptRestoresTerminal(t *testing.T) {
	t.Parallel()
	for name, stop := range map[string]func(*exec.Cmd, *uitest.Driver){
		"ctrl+c twice": func(_ *exec.Cmd, d *uitest.Driver) {
			d.Press("ctrl+c").WaitFor("Ctrl+C again quits").Press("ctrl+c")
		},
		"SIGINT": func(cmd *exec.Cmd, _ *uitest.Driver) { _ = cmd.Process.Signal(os.Interrupt) },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			cmd := call(t, "demo")
			d := uitest.Run(t, cmd, 80, 24).WaitFor("Fight Comparison")
			d.Press("enter").WaitFor("0 of 2 required").Type("Lion").WaitFor("1 of 2 required")
			stop(cmd, d)
			var exit *exec.ExitError
			if err := d.WaitExit(); err != nil && (!errors.As(err, &exit) || exit.ExitCode() != 130) {
				t.Error(err)
			}
			leavesOrder(t, d)
		})
	}
}

// Without a terminal nothing is drawn and nothing hangs: exit code 2 and what to
// do instead.
func TestWithoutATerminal(t *testing.T) {
	t.Parallel()
	for _, args := range [][]string{{}, {"demo"}, {"localhost:9"}} {
		t.Run(strings.Join(args, " "), func(t *testing.T) {
			t.Parallel()
			cmd := call(t, args...)
			var stdout, stderr bytes.Buffer
			cmd.Stdout, cmd.Stderr = &stdout, &stderr // standard input is the null device
			var exit *exec.ExitError
			if err := cmd.Run(); !errors.As(err, &exit) || exit.ExitCode() != 2 {
				t.Errorf("ended with %v, want exit code 2", err)
			}
			if stdout.Len() > 0 || !strings.Contains(stderr.String(), "without a terminal use: a2aform") {
				t.Errorf("stdout %q, stderr %q", stdout.String(), stderr.String())
			}
		})
	}
	t.Run("an open pipe", func(t *testing.T) {
		t.Parallel()
		cmd := call(t)
		if _, err := cmd.StdinPipe(); err != nil { // open, and silent for ever
			t.Fatal(err)
		}
		var exit *exec.ExitError
		if err := cmd.Run(); !errors.As(err, &exit) || exit.ExitCode() != 2 {
			t.Errorf("ended with %v, want exit code 2", err)
		}
	})
	t.Run("a dumb terminal", func(t *testing.T) {
		t.Parallel()
		cmd := call(t, "demo", "--plain=false")
		cmd.Env = append(cmd.Env, "TERM=dumb")
		d := uitest.Run(t, cmd, 80, 24)
		d.WaitFor("the terminal is dumb")
		if bytes.Contains(d.Output(), []byte("\x1b")) {
			t.Error("escape sequences were sent to a dumb terminal")
		}
	})
}

// demo --serve prints the card's URL alone on standard output and serves until
// it is interrupted.
func TestDemoServe(t *testing.T) {
	t.Parallel()
	cmd := call(t, "demo", "--serve", "--listen", "127.0.0.1:0")
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	lines := bufio.NewScanner(out)
	lines.Scan()
	url := lines.Text()
	if card, err := call(t, "card", url).Output(); err != nil || !bytes.Contains(card, []byte("Demo Agent")) {
		t.Errorf("card %q: %v\n%s", url, err, card)
	}
	if err := cmd.Process.Signal(os.Interrupt); err != nil {
		t.Fatal(err)
	}
	for lines.Scan() {
		t.Errorf("more on standard output: %q", lines.Text())
	}
	if err := cmd.Wait(); err != nil {
		t.Errorf("interrupted, it ended with %v", err)
	}
}
