package terminal

import (
	"bytes"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"time"

	"github.com/creack/pty"
)

const (
	columns = 120
	lines   = 40
	tick    = 17 * time.Millisecond // more than a frame, to begin at any phase of it
)

// Program is what to start, and the texts that show how far it is.
type Program struct {
	Name    string
	Args    []string
	Markers []string // in the order in which they are painted
	Steps   []Step   // what is done then
}

// Step is something typed, and what is waited for: a text, or, without one, that
// the program has nothing to do any more.
type Step struct{ Keys, Marker string }

// Sample is one run.
type Sample struct {
	Painted  []time.Duration // since exec, by marker
	Answered []time.Duration // since the keys were typed, by step
	Resident []int           // what was resident then (VmRSS), in bytes, by step
	Most     []int           // the most that was resident by then (VmHWM), in bytes, by step
	CPU      time.Duration   // of all threads, until the last step and the kill
}

// Measure starts the program in a terminal of 120×40 and stops it after the last
// marker and step. It begins at a random moment.
func Measure(p Program, env []string, patience time.Duration) (Sample, error) {
	time.Sleep(rand.N(tick))
	cmd := exec.Command(p.Args[0], p.Args[1:]...) //nolint:gosec // the benchmark names it; ended below
	cmd.Env = env
	begin := time.Now()
	tty, err := pty.StartWithSize(cmd, &pty.Winsize{Rows: lines, Cols: columns})
	if err != nil {
		return Sample{}, fmt.Errorf("%s: %w", p.Name, err)
	}
	watchdog := time.AfterFunc(patience, func() { _ = cmd.Process.Kill() })
	defer watchdog.Stop()
	r, s := &run{tty: tty, pid: cmd.Process.Pid, painted: make(chan []byte)}, Sample{}
	go r.listen()
	for i := 0; i < len(p.Markers) && err == nil; i++ {
		err = r.until(p.Markers[i])
		s.Painted = append(s.Painted, time.Since(begin))
	}
	for i := 0; i < len(p.Steps) && err == nil; i++ {
		err = r.step(p.Steps[i], &s)
	}
	_ = cmd.Process.Kill()
	for range r.painted { // to the end
	}
	_ = cmd.Wait()
	_ = tty.Close()
	if err != nil {
		return s, fmt.Errorf("%s: %w", p.Name, err)
	}
	s.CPU = cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()
	return s, nil
}

// run is a program that runs.
type run struct {
	tty      *os.File
	pid      int
	painted  chan []byte
	seen     []byte
	from     int // where the next marker may begin
	answered int // up to where questions were looked for
}

// until reads, and answers questions, until a marker was painted.
func (r *run) until(marker string) error {
	for !bytes.Contains(r.seen[r.from:], []byte(marker)) {
		if _, err := r.read(nil); err != nil {
			return fmt.Errorf("%w before %q was painted: %q", err, marker, r.seen[max(0, len(r.seen)-2000):])
		}
	}
	return nil
}

// listen reads what the program paints until it ends.
func (r *run) listen() {
	defer close(r.painted)
	for {
		chunk := make([]byte, 64<<10)
		n, err := r.tty.Read(chunk)
		if err != nil {
			return
		}
		r.painted <- chunk[:n]
	}
}

// read takes up what is painted next, if anything is before a moment.
func (r *run) read(before <-chan time.Time) (isLate bool, err error) {
	select {
	case chunk, ok := <-r.painted:
		if !ok {
			return false, errors.New("it ended")
		}
		r.seen = append(r.seen, chunk...)
		r.answered = Reply(r.tty, r.seen, r.answered)
		return false, nil
	case <-before:
		return true, nil
	}
}

func (r *run) step(step Step, s *Sample) (err error) {
	time.Sleep(rand.N(tick))
	r.from = len(r.seen)
	begin := time.Now()
	if _, err := r.tty.WriteString(step.Keys); err != nil {
		return err
	}
	end := begin
	if step.Marker != "" {
		err = r.until(step.Marker)
		end = time.Now()
	} else {
		end, err = r.untilIdle()
	}
	s.Answered = append(s.Answered, end.Sub(begin))
	s.Resident = append(s.Resident, resident(r.pid, "VmRSS:"))
	s.Most = append(s.Most, resident(r.pid, "VmHWM:"))
	return err
}

// untilIdle reads until the program has used hardly any time for a while, and
// says since when.
func (r *run) untilIdle() (since time.Time, err error) {
	const look, quiet = 100 * time.Millisecond, 8
	n, last := 0, ticks(r.pid)
	for since = time.Now(); n < quiet; n++ {
		next := time.After(look)
		for isLate := false; !isLate; {
			if isLate, err = r.read(next); err != nil {
				return since, err
			}
		}
		now := ticks(r.pid)
		if now-last > 2 {
			since, n = time.Now(), 0
		}
		last = now
	}
	return since, nil
}

// ticks is how much time a process has used, in hundredths of a second. Linux
// reports it (proc(5)); on other systems it is 0.
func ticks(pid int) int {
	stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	fields := strings.Fields(string(stat[bytes.LastIndexByte(stat, ')')+1:]))
	if err != nil || len(fields) < 13 {
		return 0
	}
	user, _ := strconv.Atoi(fields[11])   // digits, by proc(5)
	system, _ := strconv.Atoi(fields[12]) // the same
	return user + system
}

// resident is the memory of a process by a name of proc(5), in bytes; 0 if the system
// does not report it.
func resident(pid int, name string) int {
	status, _ := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid)) // or nothing
	for line := range strings.Lines(string(status)) {
		if size, ok := strings.CutPrefix(line, name); ok {
			n, _ := strconv.Atoi(strings.Fields(size)[0]) // digits, by proc(5)
			return n << 10
		}
	}
	return 0
}
