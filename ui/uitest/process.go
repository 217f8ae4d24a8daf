package uitest

import (
	"context"
	"io"
	"os"
	"os/exec"
	"sync"
	"testing"

	"github.com/charmbracelet/x/term"
	"github.com/creack/pty"
)

// Run starts a command on a pseudo-terminal of width columns and height lines;
// it is killed when the test ends. The keys it gets are written and not waited
// for: before the key after an escape key, wait for what the escape does.
func Run(t testing.TB, cmd *exec.Cmd, width, height int) *Driver {
	t.Helper()
	tty, err := pty.StartWithSize(cmd, winsize(width, height))
	if err != nil {
		t.Fatal(err)
	}
	return runOn(t, tty, width, height, cmd.Wait, func() { _ = cmd.Process.Kill() })
}

// RunFunc starts a program of this process on a pseudo-terminal of width columns and
// height lines; its context ends with the test.
func RunFunc(t testing.TB, width, height int, program func(ctx context.Context, terminal *os.File) error) *Driver {
	t.Helper()
	tty, own, err := pty.Open()
	if err == nil {
		err = pty.Setsize(tty, winsize(width, height))
	}
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() {
		err := program(ctx, own)
		_ = own.Close()
		ended <- err
	}()
	return runOn(t, tty, width, height, func() error { return <-ended }, cancel)
}

// runOn is the driver of what runs on a pseudo-terminal until wait returns.
func runOn(t testing.TB, tty *os.File, width, height int, wait func() error, kill func()) *Driver {
	d := &Driver{t: t, term: newTerminal(width, height), done: make(chan struct{}), tty: tty, ears: newEars(tty)}
	d.term.cooked = true
	go func() { _, _ = io.Copy(tty, d.term.input) }()
	heard := make(chan struct{})
	go func() {
		defer close(heard)
		_, _ = io.Copy(d.term, d.ears) // ends with an error when the process closes its side
	}()
	go func() {
		defer close(d.done)
		d.err = wait()
		d.Listen()
		<-heard
	}()
	t.Cleanup(func() {
		kill()
		d.Listen()
		<-d.done
		d.term.close()
		_ = tty.Close()
	})
	return d
}

func winsize(width, height int) *pty.Winsize {
	return &pty.Winsize{Cols: uint16(width), Rows: uint16(height)}
}

// HangUp takes the terminal of a process away, as a window that is closed. Before
// that it is one column wider, so that the process writes: a read that waits would
// hold the terminal open.
func (d *Driver) HangUp() {
	d.t.Helper()
	d.Deafen()
	d.Resize(d.term.emu.Width()+1, d.term.emu.Height())
	d.ears.awaitRest()
	if err := d.tty.Close(); err != nil {
		d.t.Fatal(err)
	}
	d.Listen()
}

// Deafen stops reading what a process writes, like a terminal that hangs. [Driver.Listen]
// ends it.
func (d *Driver) Deafen() { d.ears.deafen(true) }

// Listen ends [Driver.Deafen].
func (d *Driver) Listen() { d.ears.deafen(false) }

// ears read what a process writes, while they are not deaf.
type ears struct {
	from io.Reader

	mu   sync.Mutex
	turn *sync.Cond
	deaf bool
	rest bool // nothing is being read
}

func newEars(from io.Reader) *ears {
	e := &ears{from: from}
	e.turn = sync.NewCond(&e.mu)
	return e
}

func (e *ears) deafen(deaf bool) {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.deaf = deaf
	e.turn.Broadcast()
}

// awaitRest returns once nothing is being read.
func (e *ears) awaitRest() {
	e.mu.Lock()
	defer e.mu.Unlock()
	for !e.rest {
		e.turn.Wait()
	}
}

// Read waits while the driver is deaf. A read that has begun goes on.
func (e *ears) Read(p []byte) (int, error) {
	e.mu.Lock()
	for e.deaf {
		e.rest = true
		e.turn.Broadcast()
		e.turn.Wait()
	}
	e.rest = false
	e.mu.Unlock()
	return e.from.Read(p)
}

// IsAsNew reports whether the terminal's driver treats keys and lines as that of a
// new terminal does.
func (d *Driver) IsAsNew() bool {
	d.t.Helper()
	master, slave, err := pty.Open()
	if err != nil {
		d.t.Fatal(err)
	}
	defer func() { _, _ = slave.Close(), master.Close() }()
	return d.state(d.tty) == d.state(master)
}

// state is how a terminal's driver treats keys and lines.
func (d *Driver) state(master *os.File) (state term.State) {
	d.t.Helper()
	conn, err := master.SyscallConn()
	if err != nil {
		d.t.Fatal(err)
	}
	failed := conn.Control(func(fd uintptr) { // File.Fd would let reading block for ever
		var s *term.State
		if s, err = term.GetState(fd); err == nil {
			state = *s
		}
	})
	if failed != nil || err != nil {
		d.t.Fatal(failed, err)
	}
	return state
}
