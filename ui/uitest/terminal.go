package uitest

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"maps"
	"os"
	"os/exec"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/charmbracelet/x/term"
	"github.com/charmbracelet/x/vt"
	"github.com/creack/pty"
)

// terminal is the emulator between the program and the test.
type terminal struct {
	input  *queue // what the program reads: keys, and the terminal's own answers
	cooked bool   // a real terminal driver is in front of the emulator

	mu      sync.Mutex
	emu     *vt.Emulator
	out     bytes.Buffer  // all that was written
	waiting chan struct{} // closed at the next change
}

func newTerminal(width, height int) *terminal {
	t := &terminal{input: newQueue(), emu: vt.NewEmulator(width, height), waiting: make(chan struct{})}
	// The emulator answers queries through a pipe without a buffer: unread it
	// would stop at the first one.
	go func() { _, _ = io.Copy(answers{t.input}, t.emu) }()
	return t
}

// answers passes on what the emulator says by itself.
type answers struct{ to *queue }

func (a answers) Write(p []byte) (int, error) {
	a.to.write(p)
	return len(p), nil
}

// Write takes what the program draws. Bubble Tea leaves it to the terminal's
// driver to return the carriage at a new line when its input is none; a real
// driver has done so already.
func (t *terminal) Write(p []byte) (int, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.out.Write(p)
	shown := p
	if !t.cooked {
		shown = bytes.ReplaceAll(p, []byte("\n"), []byte("\r\n"))
	}
	err := t.show(shown)
	t.wake()
	return len(p), err
}

// show lets the emulator act on what was written. In a storm of sizes that one
// panics now and then, where it scrolls lines that are gone; it begins anew then,
// as after a reset, and the next size makes the program draw all.
func (t *terminal) show(p []byte) (err error) {
	defer func() {
		if recover() != nil {
			t.emu.Resize(t.emu.Width(), t.emu.Height())
			_, err = t.emu.Write([]byte("\x1bc"))
		}
	}()
	_, err = t.emu.Write(p)
	return err
}

func (t *terminal) resize(width, height int) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.emu.Resize(width, height)
}

func (t *terminal) size() (width, height int) {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.emu.Width(), t.emu.Height()
}

// changed is closed at the next change after the call.
func (t *terminal) changed() <-chan struct{} {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.waiting
}

// notify counts as a change.
func (t *terminal) notify() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.wake()
}

func (t *terminal) wake() {
	close(t.waiting)
	t.waiting = make(chan struct{})
}

func (t *terminal) written() []byte {
	t.mu.Lock()
	defer t.mu.Unlock()
	return slices.Clone(t.out.Bytes())
}

// text reads the cells: a wide character is in the first of its cells.
func (t *terminal) text() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	var sb strings.Builder
	for y := range t.emu.Height() {
		var line strings.Builder
		for x := 0; x < t.emu.Width(); {
			cell := t.emu.CellAt(x, y)
			if cell == nil || cell.Content == "" {
				line.WriteByte(' ')
				x++
				continue
			}
			line.WriteString(cell.Content)
			x += max(cell.Width, 1)
		}
		sb.WriteString(strings.TrimRight(line.String(), " "))
		sb.WriteByte('\n')
	}
	return sb.String()
}

// close ends the goroutine that reads the emulator's answers.
func (t *terminal) close() {
	if c, ok := t.emu.InputPipe().(io.Closer); ok {
		_ = c.Close()
	}
	t.input.close()
}

// queue is an endless buffer whose reader waits for more.
type queue struct {
	mu     sync.Mutex
	more   *sync.Cond
	data   []byte
	closed bool
}

func newQueue() *queue {
	q := &queue{}
	q.more = sync.NewCond(&q.mu)
	return q
}

func (q *queue) write(p []byte) {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.data = append(q.data, p...)
	q.more.Signal()
}

// Read waits for data.
func (q *queue) Read(p []byte) (int, error) {
	q.mu.Lock()
	defer q.mu.Unlock()
	for len(q.data) == 0 && !q.closed {
		q.more.Wait()
	}
	if len(q.data) == 0 {
		return 0, io.EOF
	}
	n := copy(p, q.data)
	q.data = q.data[n:]
	return n, nil
}

func (q *queue) close() {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.closed = true
	q.more.Broadcast()
}

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

// switches are what a program does to a terminal that stays when it ends: DEC
// private modes, the keyboard of kitty, modifyOtherKeys of xterm, a cursor of
// another shape, and a bar of progress.
var switches = regexp.MustCompile(`\x1b\[\?([\d;]+)([hl])|\x1b\[([><])(\d*)u|\x1b\[>4(?:;(\d))?m|\x1b\[(\d*) q|\x1b\]9;4;(\d)`)

// usual are the DEC private modes that are on by default in a terminal: it wraps lines
// and shows its cursor.
var usual = map[string]bool{"7": true, "25": true}

// LeftOn is what the program switched on or off and left so, in the terminal's
// own words; none where the terminal is as it was. It goes by all that was
// written.
func (d *Driver) LeftOn() []string { return leftOn(string(d.Output())) }

func leftOn(out string) (left []string) {
	modes, kitty := map[string]bool{}, 0
	other, cursor, bar := "", "", "0"
	for _, m := range switches.FindAllStringSubmatch(out, -1) {
		switch {
		case m[1] != "":
			for mode := range strings.SplitSeq(m[1], ";") {
				modes[mode] = m[2] == "h"
			}
		case m[3] == ">":
			kitty++
		case m[3] == "<":
			n, _ := strconv.Atoi(m[4])
			kitty = max(0, kitty-max(1, n))
		case strings.HasSuffix(m[0], " q"):
			cursor = m[6]
		case strings.HasPrefix(m[0], "\x1b]"):
			bar = m[7]
		default:
			other = m[5]
		}
	}
	for _, mode := range slices.Sorted(maps.Keys(modes)) {
		if modes[mode] != usual[mode] {
			left = append(left, fmt.Sprintf("mode %s is %v", mode, modes[mode]))
		}
	}
	if kitty > 0 {
		left = append(left, "the keyboard of kitty")
	}
	if other != "" && other != "0" {
		left = append(left, "modifyOtherKeys")
	}
	if cursor != "" && cursor != "0" {
		left = append(left, "a cursor of shape "+cursor)
	}
	if bar != "0" {
		left = append(left, "a bar of progress")
	}
	return left
}
