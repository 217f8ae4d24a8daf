package batch

import (
	"errors"
	"sync"
)

// Group writes lines that are added at the same time together, so that many messages wait for few flushes of the disk.
type Group struct {
	writing sync.Mutex // one batch at a time
	mu      sync.Mutex
	next    *batch // to which lines are added; nil for none
}

// batch are lines that are written together.
type batch struct {
	lines []byte
	done  chan struct{} // closed once they are written
	err   error
}

// Add returns once a line is written, with others or alone. The first line of a batch writes all of them, as soon as the batch
// before is written.
func (g *Group) Add(line []byte, write func(lines []byte) error) error {
	g.mu.Lock()
	b := g.next
	if b != nil {
		b.lines = append(b.lines, line...)
		g.mu.Unlock()
		<-b.done
		return b.err
	}
	b = &batch{lines: line, done: make(chan struct{})}
	g.next = b
	g.mu.Unlock()
	g.writing.Lock()
	defer g.writing.Unlock()
	g.mu.Lock()
	g.next = nil
	g.mu.Unlock()
	b.err = errNotWritten // also where write panics
	defer close(b.done)
	b.err = write(b.lines)
	return b.err
}

// errNotWritten is the error of a batch whose write panicked.
var errNotWritten = errors.New("the lines were not written")
