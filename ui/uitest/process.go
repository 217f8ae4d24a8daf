package uitest

import (
	"io"
	"os/exec"
	"testing"

	"github.com/creack/pty"
)

// Run starts a command on a pseudo-terminal of width columns and height lines;
// it is killed when the test ends. The keys it gets are written and not waited
// for: before the key after an escape key, wait for what the escape does.
func Run(t testing.TB, cmd *exec.Cmd, width, height int) *Driver {
	t.Helper()
	d := &Driver{t: t, term: newTerminal(width, height), done: make(chan struct{})}
	d.term.cooked = true
	tty, err := pty.StartWithSize(cmd, winsize(width, height))
	if err != nil {
		t.Fatal(err)
	}
	d.tty = tty
	go func() { _, _ = io.Copy(tty, d.term.input) }()
	go func() {
		defer close(d.done)
		_, _ = io.Copy(d.term, tty) // ends with an error when the process closes its side
		d.err = cmd.Wait()
	}()
	t.Cleanup(func() {
		_ = cmd.Process.Kill()
		<-d.done
		d.term.close()
		_ = tty.Close()
	})
	return d
}

func winsize(width, height int) *pty.Winsize {
	return &pty.Winsize{Cols: uint16(width), Rows: uint16(height)}
}
