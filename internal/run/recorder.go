package run

import (
	"errors"
	"fmt"
	"sync"
	"time"

	"a2aform/a2aclient/a2a"
	"a2aform/internal/limit"
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

// lineOverhead is what a line of the run file takes besides its event, in bytes, about.
const lineOverhead = 72

// event queues an event for the run file. An agent may send for ever: a status that
// repeats the one before is counted only, and what the rest may take is limited. before is
// the state of the task so far.
func (c *recorder) event(e a2a.Event, isRepeat bool, before a2a.State) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if !c.on || c.hidden {
		return
	}
	c.takeResponse(false)
	size := lineOverhead + len(e.Raw)
	switch {
	case isRepeat:
		c.repeats++
		return
	case hasResult(e):
		if c.resultBytes += size; c.resultBytes > limit.RunBytes.Int() {
			c.err = fmt.Errorf("its events with results take more than %s; %s", limit.RunBytes, limit.RunBytes.Hint())
			return
		}
	default:
		if c.statusBytes += size; c.statusBytes > limit.RunStatus.Int() {
			c.err = fmt.Errorf("its events without results take more than %s, so only changes of state are kept of later ones", limit.RunStatus)
			if !c.keepsChange(e, size, before) {
				return
			}
		}
	}
	c.queue = append(c.queue, queuedLine{at: e.At, event: e.Raw})
}

// hasResult reports an event that brings something that is shown as a result.
func hasResult(e a2a.Event) bool {
	status := e.Status
	if e.Task != nil {
		status = &e.Task.Status
	}
	return e.Artifact != nil || e.Message != nil || e.Task != nil && (len(e.Task.Artifacts) > 0 || lastAnswer(e.Task.History) != nil) ||
		status != nil && status.State == a2a.StateCompleted && status.Message != nil
}

// keepsChange reports whether an event beyond the limit changes the state, and is
// kept: a question and an end always, other changes for as much again.
func (c *recorder) keepsChange(e a2a.Event, size int, before a2a.State) bool {
	status := e.Status
	if e.Task != nil {
		status = &e.Task.Status
	}
	if status == nil || status.State == before {
		return false
	}
	if status.State.Settled() || status.State.Paused() {
		return true
	}
	c.changeBytes += size
	return c.changeBytes <= limit.RunStatus.Int()
}
