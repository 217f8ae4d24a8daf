package uitest

import (
	"bytes"
	"io"
	"slices"
	"strings"
	"sync"

	"github.com/charmbracelet/x/vt"
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
