package main

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"github.com/creack/pty"
)

const (
	columns  = 120
	lines    = 40
	patience = 30 * time.Second
	frames   = 17 * time.Millisecond // two frames, to begin at any phase of one
)

// program is what to start, and the text that shows that its first screen is painted.
type program struct {
	name   string
	args   []string
	marker string
}

// answers are what a terminal says to the questions that programs ask when they start: what it is, its background, its
// modes, its keyboard.
var answers = []struct{ question, answer string }{
	{"\x1b[c", "\x1b[?62;22c"},
	{"\x1b]11;?", "\x1b]11;rgb:1e1e/1e1e/1e1e\x1b\\"},
	{"\x1b[?2026$p", "\x1b[?2026;2$y"},
	{"\x1b[?2027$p", "\x1b[?2027;0$y"},
	{"\x1b[?u", "\x1b[?0u"},
	{"\x1b[6n", "\x1b[1;1R"},
	{"\x1b[>q", "\x1bP>|bench(1)\x1b\\"},
	{"\x1b[>0q", "\x1bP>|bench(1)\x1b\\"},
}

// measure starts a program in a terminal, waits for its first screen, types the keys one after another, and ends it. It
// returns how long the screen took from exec, and each key until it was painted, and the most memory that it took, in bytes.
func (b *bench) measure(p program, keys string) (painted time.Duration, answered []time.Duration, peak int64, err error) {
	time.Sleep(rand.N(frames))
	begin := time.Now()
	s, end, err := b.start(p)
	if err != nil {
		return 0, nil, 0, err
	}
	defer end()
	if err := s.await(p.marker); err != nil {
		return 0, nil, 0, fmt.Errorf("%s: %w", p.name, err)
	}
	painted = time.Since(begin)
	peak = peakOf(s.pid)
	for i := range len(keys) {
		key := keys[i : i+1]
		time.Sleep(rand.N(frames))
		s.from = len(s.seen)
		begin := time.Now()
		if _, err := s.tty.WriteString(key); err != nil {
			return painted, answered, peak, err
		}
		if err := s.await(key); err != nil {
			return painted, answered, peak, fmt.Errorf("%s: %w", p.name, err)
		}
		answered = append(answered, time.Since(begin))
	}
	return painted, answered, peak, nil
}

// start starts a program in a terminal. End ends it.
func (b *bench) start(p program) (s *screen, end func(), err error) {
	cmd := exec.Command(p.args[0], p.args[1:]...)
	cmd.Env = b.env
	tty, err := pty.StartWithSize(cmd, &pty.Winsize{Rows: lines, Cols: columns})
	if err != nil {
		return nil, nil, fmt.Errorf("%s: %w", p.name, err)
	}
	watchdog := time.AfterFunc(patience, func() { _ = cmd.Process.Kill() })
	return &screen{tty: tty, pid: cmd.Process.Pid}, func() {
		watchdog.Stop()
		_ = cmd.Process.Kill()
		_ = cmd.Wait()
		_ = tty.Close()
	}, nil
}

// peakOf is the most memory that a process had so far, in bytes; 0 where the system does not say so.
func peakOf(pid int) int64 {
	status, err := os.ReadFile(filepath.Join("/proc", strconv.Itoa(pid), "status"))
	if err != nil {
		return 0
	}
	_, rest, _ := strings.Cut(string(status), "VmHWM:")
	var kilobytes int64
	_, _ = fmt.Sscan(rest, &kilobytes)
	return kilobytes << 10
}

// screen is the terminal of a program.
type screen struct {
	tty      *os.File
	pid      int
	seen     []byte // what the program wrote
	from     int    // where the next marker may begin
	answered int    // up to where questions were looked for
}

// await reads, and answers questions, until a marker was written.
func (s *screen) await(marker string) error {
	chunk := make([]byte, 64<<10)
	for !bytes.Contains(s.seen[s.from:], []byte(marker)) {
		n, err := s.tty.Read(chunk)
		if err != nil {
			return fmt.Errorf("ended before %q was painted: %q", marker, s.seen[max(0, len(s.seen)-2000):])
		}
		s.seen = append(s.seen, chunk[:n]...)
		s.reply()
	}
	return nil
}

// reply answers the questions in what was written since the last time.
func (s *screen) reply() {
	for {
		next, at := -1, len(s.seen)
		for i, a := range answers {
			if j := bytes.Index(s.seen[s.answered:], []byte(a.question)); j >= 0 && s.answered+j < at {
				next, at = i, s.answered+j
			}
		}
		if next < 0 {
			s.answered = max(s.answered, len(s.seen)-len("\x1b[?2026$p")) // a question may be cut
			return
		}
		_, _ = s.tty.WriteString(answers[next].answer)
		s.answered = at + len(answers[next].question)
	}
}

// finish runs a program to its end and returns how long it took.
func (b *bench) finish(args ...string) (time.Duration, error) {
	cmd := exec.Command(args[0], args[1:]...)
	cmd.Env = b.env
	begin := time.Now()
	out, err := cmd.Output()
	took := time.Since(begin)
	if err != nil || !bytes.Contains(out, []byte("COMPLETED")) {
		return 0, fmt.Errorf("%s: %w: %s", args[0], err, out)
	}
	return took, nil
}
