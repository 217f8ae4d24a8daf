package run

import (
	"errors"
	"sync"
	"time"

	"a2aform/internal/safe"
	"a2aform/internal/store/runfile"
)

// recorder writes the file of a run. Lines are queued, which never waits, and written by
// create, flush and close, which wait for the disk. The zero recorder records nothing. It
// may be used by several goroutines.
type recorder struct {
	mu      sync.Mutex
	on      bool // lines are queued
	hidden  bool // nothing more goes into the file but how the run pauses and ends
	isEnded bool // the end is queued, or was
	queue   []queuedLine
	path    string // of a file that has all of the run
	err     error  // why the file is not complete
	repeats int    // statuses that said nothing new, which are not in the file

	// Bytes of events: with results, without, and changes of state beyond the limit of
	// those.
	resultBytes, statusBytes, changeBytes int

	response response

	writing sync.Mutex // held while the file is created, written and closed; before mu
	file    *runfile.File
}

// queuedLine is a line for the run file: an event as it was received, or any other.
type queuedLine struct {
	at    time.Time
	event []byte // nil for any other line
	other runfile.Line
}

// add queues a line, unless the rest of the run is private.
func (c *recorder) add(line runfile.Line) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.write(line)
}

// stop queues that the run has paused or ended. An end is queued once.
func (c *recorder) stop(line runfile.Line) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if !c.on || c.isEnded {
		return
	}
	c.isEnded = line.Kind == runfile.End
	line.Repeats = c.repeats
	if c.hidden { // an agent may repeat in an error what it was sent
		line.Usage, line.Error = safe.Raw{}, safe.Raw{}
	}
	c.queue = append(c.queue, queuedLine{other: line})
}

// write is add for a caller who holds the lock.
func (c *recorder) write(line runfile.Line) {
	if c.on && !c.hidden {
		c.queue = append(c.queue, queuedLine{other: line})
	}
}

// isWanted reports whether there is a file, or is to be one.
func (c *recorder) isWanted() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.on
}

// status is the path of the file once all of the run is in it, "" before, and why it is not
// complete.
func (c *recorder) status() (path string, fault error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.path, c.err
}

// errDropped says what is missing of a run whose results were dropped.
var errDropped = errors.New("its result was dropped to save memory; recorded runs keep theirs on disk")

// drop notes that the run was dropped from memory.
func (c *recorder) drop() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.err = errDropped
}

// hide keeps nothing of what follows but how the run ends.
func (c *recorder) hide() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.write(runfile.Line{Kind: runfile.Notice, Time: time.Now(), Text: safe.Text("the rest is not saved: an answer contained a secret")})
	c.hidden = true
}

// create starts the file with its first lines. A run whose file cannot be created goes on
// without.
func (c *recorder) create(begin func() (*runfile.File, error)) error {
	c.writing.Lock()
	defer c.writing.Unlock()
	if c.file != nil {
		return nil
	}
	file, err := begin()
	c.mu.Lock()
	defer c.mu.Unlock()
	c.file, c.on = file, file != nil
	return c.fail(err)
}

// flush writes the queued lines in their order.
func (c *recorder) flush() error {
	c.mu.Lock()
	isEmpty := len(c.queue) == 0
	c.mu.Unlock()
	if isEmpty { // nor does it wait for a file that is being closed
		return nil
	}
	c.writing.Lock()
	defer c.writing.Unlock()
	return c.writeQueue()
}

func (c *recorder) writeQueue() error {
	if c.file == nil { // not created yet
		return nil
	}
	c.mu.Lock()
	lines := c.queue
	c.queue = nil
	c.mu.Unlock()
	var failed error
	for _, line := range lines {
		var err error
		if line.event != nil {
			err = c.file.AppendEvent(line.at, line.event)
		} else {
			err = c.file.Append(line.other)
		}
		failed = errors.Join(failed, err)
	}
	if failed == nil {
		return nil
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.fail(failed)
}

// close puts the file on the disk. It returns when that is done, whoever began it.
func (c *recorder) close() error {
	c.writing.Lock()
	defer c.writing.Unlock()
	_ = c.writeQueue()
	file := c.file
	c.file = nil
	var err error
	if file != nil {
		err = file.Close()
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.on, c.queue = false, nil
	if file != nil && c.fail(err) == nil && c.err == nil && !c.hidden {
		c.path = file.Path()
	}
	return c.err
}

// fail notes why the file is not complete, where nothing was said yet, and returns err. The
// caller holds the lock.
func (c *recorder) fail(err error) error {
	if c.err == nil {
		c.err = err
	}
	return err
}
