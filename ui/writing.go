package ui

import (
	"sync"
	"time"

	tea "charm.land/bubbletea/v2"

	"a2aform/internal/watched"
)

// writing is the work on the user's files that goes on. Bubble Tea does not wait
// for commands when it ends, so the program does: a command that writes on behind
// it would be cut off by the end of the process.
type writing struct {
	mu   sync.Mutex
	over bool
	wg   sync.WaitGroup
}

// longestWrite is how long the end of the program waits for what writes.
const longestWrite = time.Second

// writes makes a command that the end of the program waits for. Behind that end it
// does nothing.
func (w *writing) writes(cmd tea.Cmd) tea.Cmd {
	return func() (msg tea.Msg) {
		w.during(func() { msg = cmd() })
		return msg
	}
}

// during does work that the end of the program waits for, unless it has come.
func (w *writing) during(work func()) {
	if w.begin() {
		defer w.wg.Done()
		work()
	}
}

func (w *writing) begin() bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	if !w.over {
		w.wg.Add(1)
	}
	return !w.over
}

// end waits for what writes, and lets nothing begin any more.
func (w *writing) end() {
	w.mu.Lock()
	w.over = true
	w.mu.Unlock()
	written := make(chan struct{})
	watched.Go(func() {
		w.wg.Wait()
		close(written)
	})
	select {
	case <-written:
	case <-time.After(longestWrite): // a disk that hangs
	}
}
