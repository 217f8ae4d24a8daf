package main

import (
	"bytes"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"time"

	"github.com/creack/pty"

	"a2aform/internal/bench/terminal"
)

const (
	columns  = 120
	lines    = 40
	tick     = 17 * time.Millisecond // more than a frame, to begin at any phase of it
	patience = 10 * time.Second
)

// program is what to start, and the texts that tell how far it is.
type program struct {
	name    string
	args    []string
	markers []string // in the order in which they are painted
}

// sample is one start.
type sample struct {
	painted []time.Duration // since exec, by marker
	cpu     time.Duration   // of all threads, until the last marker and the kill
}

// measure starts the program in a terminal of its own and stops it once the
// last marker is painted.
func measure(p program, env []string) (sample, error) {
	time.Sleep(rand.N(tick))
	cmd := exec.Command(p.args[0], p.args[1:]...) //nolint:gosec,noctx // our own programs; ended below
	cmd.Env = env
	begin := time.Now()
	tty, err := pty.StartWithSize(cmd, &pty.Winsize{Rows: lines, Cols: columns})
	if err != nil {
		return sample{}, fmt.Errorf("%s: %w", p.name, err)
	}
	watchdog := time.AfterFunc(patience, func() { _ = cmd.Process.Kill() })
	defer watchdog.Stop()
	s := sample{}
	s.painted, err = watch(tty, p.markers, begin)
	_ = cmd.Process.Kill()
	_ = cmd.Wait()
	_ = tty.Close()
	if err != nil {
		return s, fmt.Errorf("%s: %w", p.name, err)
	}
	s.cpu = cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()
	return s, nil
}

// watch answers questions and notes when each marker is first seen.
func watch(tty *os.File, markers []string, begin time.Time) ([]time.Duration, error) {
	var seen []byte
	var painted []time.Duration
	answered := 0
	chunk := make([]byte, 64<<10)
	for {
		n, err := tty.Read(chunk)
		now := time.Since(begin)
		seen = append(seen, chunk[:n]...)
		for len(painted) < len(markers) && bytes.Contains(seen, []byte(markers[len(painted)])) {
			painted = append(painted, now)
		}
		if len(painted) == len(markers) {
			return painted, nil
		}
		if err != nil {
			return painted, errors.Join(fmt.Errorf("it ended before %q was painted: %q", markers[len(painted)], seen), err)
		}
		answered = terminal.Reply(tty, seen, answered)
	}
}
