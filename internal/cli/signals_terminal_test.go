//go:build unix

package cli_test

import (
	"bufio"
	"bytes"
	"os"
	"os/exec"
	"strings"
	"syscall"
	"testing"
	"time"

	"a2aform/ui/uitest"
)

// exitCase is a way in which the program ends while something is filled in.
type exitCase struct {
	name string
	end  func(*exec.Cmd, *uitest.Driver)
	code int
	gone bool // the terminal is not there any more
}

func bySignal(s syscall.Signal) func(*exec.Cmd, *uitest.Driver) {
	return func(cmd *exec.Cmd, _ *uitest.Driver) { _ = cmd.Process.Signal(s) }
}

// exitCases are the ways that leave nothing behind: what was typed comes back to the
// last key, and the terminal is as it was.
var exitCases = []exitCase{
	{name: "SIGINT", end: bySignal(syscall.SIGINT), code: 130},
	{name: "SIGTERM", end: bySignal(syscall.SIGTERM), code: 143},
	{name: "SIGHUP", end: bySignal(syscall.SIGHUP), code: 129},
	{name: "SIGQUIT", end: bySignal(syscall.SIGQUIT), code: 131},
	{name: "closed terminal", end: func(_ *exec.Cmd, d *uitest.Driver) { d.HangUp() }, code: 129, gone: true},
	{name: "a terminal that hangs", code: 143, gone: true, end: func(cmd *exec.Cmd, d *uitest.Driver) {
		block(d)
		_ = cmd.Process.Signal(syscall.SIGTERM)
	}},
	{name: "ctrl+c twice", end: func(_ *exec.Cmd, d *uitest.Driver) { d.Press("ctrl+c").WaitFor("Ctrl+C again quits").Press("ctrl+c") }},
	{name: "SIGTERM while stopped", code: 143, end: func(cmd *exec.Cmd, d *uitest.Driver) {
		_ = cmd.Process.Signal(syscall.SIGTSTP)
		d.WaitOutside("the terminal is given back", func() bool { return len(d.LeftOn()) == 0 && d.IsAsNew() })
		_ = cmd.Process.Signal(syscall.SIGTERM)
	}},
	{name: "two signals", code: 143, end: func(cmd *exec.Cmd, _ *uitest.Driver) {
		_ = cmd.Process.Signal(syscall.SIGTERM)
		_ = cmd.Process.Signal(syscall.SIGTERM)
	}},
}

// block stops reading the terminal and lets the program write until it has to wait.
func block(d *uitest.Driver) {
	d.Deafen()
	for i := range 100 {
		d.Resize(80+i%3, 24)
		time.Sleep(2 * time.Millisecond) // more than one of them is drawn
	}
}

func TestEveryExitRestoresTerminal(t *testing.T) {
	t.Parallel()
	for _, e := range exitCases {
		t.Run(e.name, func(t *testing.T) {
			t.Parallel()
			for range often(1, 50) {
				checkExit(t, e)
			}
		})
	}
}

func checkExit(t *testing.T, e exitCase) {
	t.Helper()
	home := t.TempDir()
	cmd, d := fightForm(t, home)
	d.Type("Lion").WaitFor("● A *       Lion")
	e.end(cmd, d)
	_ = d.WaitExit()
	if code := cmd.ProcessState.ExitCode(); code != e.code {
		t.Errorf("it ended with %d, want %d", code, e.code)
	}
	switch {
	case !e.gone:
		inOrder(t, d)
	case e.name != "closed terminal" && !d.IsAsNew():
		t.Error("the terminal's driver was left in another state")
	}
	_, d = fightForm(t, home)
	d.WaitFor("Your draft of", "● A *       Lion")
}

// inOrder checks that the terminal was given back as it was.
func inOrder(t *testing.T, d *uitest.Driver) {
	t.Helper()
	if left := d.LeftOn(); len(left) > 0 {
		t.Errorf("left behind: %v", left)
	}
	if !d.IsAsNew() {
		t.Error("the terminal's driver was left in another state")
	}
	if goWords.Match(d.Output()) {
		t.Errorf("Go speaks:\n%s", d.Screen())
	}
	if !bytes.Contains(d.Output(), []byte(leaveAltScreen)) {
		t.Error("the alternate screen was never left")
	}
}

// Stopped and continued, the program goes on as it was, also after a stop that it cannot
// catch, after which the terminal may be in another state.
func TestStopAndContinueRestoresScreen(t *testing.T) {
	t.Parallel()
	for _, stop := range []syscall.Signal{syscall.SIGTSTP, syscall.SIGSTOP} {
		t.Run(stop.String(), func(t *testing.T) {
			t.Parallel()
			cmd, d := fightForm(t, t.TempDir())
			d.Type("Lion").WaitFor("● A *       Lion")
			for range 3 {
				written := len(d.Output())
				_ = cmd.Process.Signal(stop)
				if stop == syscall.SIGTSTP {
					d.WaitOutside("the terminal is given back", func() bool { return len(d.LeftOn()) == 0 && d.IsAsNew() })
				}
				_ = cmd.Process.Signal(syscall.SIGCONT)
				d.WaitOutside("the terminal is taken again", func() bool {
					return bytes.Contains(d.Output()[written:], []byte("\x1b[?1049h")) && !d.IsAsNew()
				})
				d.WaitFor("● A *       Lion")
			}
			d.Type("s").WaitFor("● A *       Lions").Press("ctrl+c").WaitFor("again quits").Press("ctrl+c")
			if err := d.WaitExit(); err != nil {
				t.Error(err)
			}
			inOrder(t, d)
		})
	}
}

// A storm of sizes, down to none, loses nothing.
func TestResizeStormOnATerminal(t *testing.T) {
	t.Parallel()
	_, d := fightForm(t, t.TempDir())
	d.Type("Lion").WaitFor("● A *       Lion")
	for i := range 600 {
		d.Resize(i*37%200, i*17%60)
	}
	d.Resize(80, 24).WaitFor("● A *       Lion").Type("s").WaitFor("● A *       Lions").Press("ctrl+c").WaitFor("again quits").Press("ctrl+c")
	if err := d.WaitExit(); err != nil {
		t.Error(err)
	}
	inOrder(t, d)
}

// Killed, it can restore nothing; the next one in that terminal says what to do,
// and that the draft is there.
func TestNextStartAfterKillExplainsTerminal(t *testing.T) {
	t.Parallel()
	home := t.TempDir()
	cmd, d := fightForm(t, home)
	d.Type("Lion").WaitFor("● A *       Lion")
	draftIsKept(t, d, home)
	_ = cmd.Process.Kill()
	_ = d.WaitExit()
	if d.IsAsNew() {
		t.Error("the terminal is in order, which nobody can have done")
	}
	cmd = call(t, "demo")
	cmd.Env = append(cmd.Env, "A2AFORM_HOME="+home)
	cmd.Args = []string{"sh", "-c", `stty raw -echo; exec "$0" demo`, binary}
	cmd.Path = "/bin/sh"
	d = uitest.Run(t, cmd, 80, 24).WaitFor("Fight Comparison").Press("enter").WaitFor("Your draft of", "● A *       Lion")
	d.Press("ctrl+c").WaitFor("again quits").Press("ctrl+c")
	_ = d.WaitExit()
	d.WaitFor("type reset")
	if strings.ContainsRune(d.Screen(), '\u240d') {
		t.Error("a carriage return is shown, and does nothing")
	}
}

// What is started to outlive a signal does, as with nohup.
func TestIgnoredSignalIsIgnored(t *testing.T) {
	t.Parallel()
	cmd := call(t)
	cmd.Path, cmd.Args = "/bin/sh", []string{"sh", "-c", `trap "" HUP; exec "$0" demo --serve`, binary}
	out, err := cmd.StdoutPipe()
	if err == nil {
		err = cmd.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	ended := make(chan struct{})
	if _, err := bufio.NewReader(out).ReadString('\n'); err != nil { // it serves
		t.Error(err)
	}
	go func() {
		defer close(ended)
		_ = cmd.Wait()
	}()
	_ = cmd.Process.Signal(syscall.SIGHUP)
	select {
	case <-ended:
		t.Error("it ended")
	case <-time.After(300 * time.Millisecond):
	}
	_ = cmd.Process.Signal(syscall.SIGTERM)
	<-ended
}

func read(t *testing.T, path string) string {
	t.Helper()
	data, _ := os.ReadFile(path) // it may be gone
	return string(data)
}
