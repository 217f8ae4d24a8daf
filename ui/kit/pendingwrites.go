package kit

import (
	"sync"
	"time"

	tea "charm.land/bubbletea/v2"

	"a2aform/internal/safego"
)

// pendingWrites is the work on the user's files that goes on. Bubble Tea does not wait
// for commands when it ends, so the program does: a command that writes on behind
// it would be cut off by the end of the process.
type pendingWrites struct {
	mu   sync.Mutex
	over bool
	wg   sync.WaitGroup
}

// LongestWrite is how long the end of the program waits for what writes.
const LongestWrite = time.Second

// TrackWrites makes a command that the end of the program waits for. After that end it
// does nothing.
func (p *pendingWrites) TrackWrites(cmd tea.Cmd) tea.Cmd {
	return func() (msg tea.Msg) {
		p.Do(func() { msg = cmd() })
		return msg
	}
}

// Do runs work that the end of the program waits for. After that end it does nothing.
func (p *pendingWrites) Do(work func()) {
	if p.begin() {
		defer p.wg.Done()
		work()
	}
}

func (p *pendingWrites) begin() bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	if !p.over {
		p.wg.Add(1)
	}
	return !p.over
}

// End waits for what writes, and lets nothing begin any more.
func (p *pendingWrites) End() {
	p.mu.Lock()
	p.over = true
	p.mu.Unlock()
	written := make(chan struct{})
	safego.Go(func() {
		p.wg.Wait()
		close(written)
	})
	select {
	case <-written:
	case <-time.After(LongestWrite): // a disk that hangs
	}
}
