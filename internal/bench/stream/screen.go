package main

import (
	"bytes"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"sync"
	"time"

	"github.com/creack/pty"

	"a2aform/internal/bench/terminal"
)

const (
	columns  = 120
	lines    = 40
	tick     = 17 * time.Millisecond // more than a frame, to begin at any phase of it
	patience = 2 * time.Minute
)

// person is a user of the whole program, in a terminal of its own.
type person struct {
	cmd *exec.Cmd
	tty *os.File

	mu    sync.Mutex
	seen  []byte // since the last key
	err   error
	bytes int // written by the program in all
	news  chan struct{}
}

// sit starts the program on the agent at base, as one does: runs are recorded
// below home.
func sit(product, base, home string) (*person, error) {
	p := &person{cmd: exec.Command(product, base), news: make(chan struct{}, 1)} //nolint:gosec // our own program; ended below
	p.cmd.Env = append(os.Environ(), "TERM=xterm-256color", "COLORTERM=truecolor", "A2AFORM_HOME="+home)
	var err error
	if p.tty, err = pty.StartWithSize(p.cmd, &pty.Winsize{Rows: lines, Cols: columns}); err != nil {
		return nil, err
	}
	go p.watch()
	return p, nil
}

func (p *person) watch() {
	chunk := make([]byte, 64<<10)
	var asked []byte
	answered := 0
	for {
		n, err := p.tty.Read(chunk)
		if answered >= 0 && p.bytes < 1<<20 {
			asked = append(asked, chunk[:n]...)
			answered = terminal.Reply(p.tty, asked, answered)
		}
		p.mu.Lock()
		p.seen = append(p.seen, chunk[:n]...)
		p.bytes += n
		p.err = err
		p.mu.Unlock()
		select {
		case p.news <- struct{}{}:
		default:
		}
		if err != nil {
			return
		}
	}
}

// press sends keys and waits for text that the program had not written before.
func (p *person) press(keys, want string) (time.Duration, error) {
	p.mu.Lock()
	p.seen = nil
	p.mu.Unlock()
	begin := time.Now()
	if _, err := p.tty.WriteString(keys); err != nil {
		return 0, err
	}
	return p.wait(want, begin)
}

func (p *person) wait(want string, begin time.Time) (time.Duration, error) {
	late := time.After(patience)
	for {
		p.mu.Lock()
		found, err := bytes.Contains(p.seen, []byte(want)), p.err
		if tail := 1 << 16; len(p.seen) > tail && !found {
			p.seen = slices.Clone(p.seen[len(p.seen)-len(want):])
		}
		p.mu.Unlock()
		switch {
		case found:
			return time.Since(begin), nil
		case err != nil:
			return 0, fmt.Errorf("the program ended before %q: %w", want, err)
		}
		select {
		case <-p.news:
		case <-late:
			return 0, fmt.Errorf("%q was never painted; the last bytes: %q", want, p.last())
		}
	}
}

func (p *person) last() []byte {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.seen[max(0, len(p.seen)-2000):]
}

func (p *person) leave() {
	_ = p.cmd.Process.Kill()
	_ = p.cmd.Wait()
	_ = p.tty.Close()
}

// send opens the skill, sends a text and goes to the screen of its task, where it
// waits for want. It says how long that took, from the key that sends, before
// which it calls begins.
func (p *person) send(text, want string, begins func()) (time.Duration, error) {
	_, err := p.wait("The skill", time.Now())
	var begin time.Time
	for _, step := range []struct{ keys, want string }{
		{"\r", "plain text message"}, {text, text[len(text)-1:]}, {"\r", "agent"}, {"\t", "the task"}, {"o", "› Run"},
	} {
		if step.want == "agent" {
			begins()
			begin = time.Now()
		}
		if err == nil {
			_, err = p.press(step.keys, step.want)
		}
	}
	if err != nil {
		return 0, err
	}
	return p.wait(want, begin)
}

// screen sends a million events to the screen and measures how long it took, from
// the key that sends the message until the screen says that the task completed.
func (o options) screen() (result, error) {
	home, err := os.MkdirTemp("", "a2aform-bench")
	if err != nil {
		return result{}, err
	}
	defer func() { _ = os.RemoveAll(home) }()
	p, err := sit(o.product, o.base, home)
	if err != nil {
		return result{}, err
	}
	defer p.leave()
	var cpu time.Duration
	took, err := p.send("events", "✓ completed", func() { cpu = processCPU(p.cmd.Process.Pid) })
	if err != nil {
		return result{}, err
	}
	r := result{Events: o.events + 1, Wall: took, CPU: processCPU(p.cmd.Process.Pid) - cpu, Peak: statusOf(p.cmd.Process.Pid, "VmHWM:")}
	if _, err := p.press("\x1bOP", fmt.Sprintf("%d events received", r.Events)); err != nil {
		return r, errors.Join(errors.New("events were lost"), err)
	}
	files, _ := filepath.Glob(filepath.Join(home, "state", "runs", "*.jsonl"))
	for _, f := range files {
		if data, err := os.ReadFile(f); err != nil || !bytes.Contains(data, []byte(`"outcome":"completed"`)) {
			return r, fmt.Errorf("the run file does not say how the run ended: %w", err)
		}
	}
	if len(files) != 1 {
		return r, fmt.Errorf("%d run files", len(files))
	}
	return r, nil
}

// keys presses a key again and again while events come, or none, and measures how
// long its own text took to come to the screen.
func (o options) keys(text string, presses int) ([]time.Duration, error) {
	home, err := os.MkdirTemp("", "a2aform-bench")
	if err != nil {
		return nil, err
	}
	defer func() { _ = os.RemoveAll(home) }()
	p, err := sit(o.product, o.base, home)
	if err != nil {
		return nil, err
	}
	defer p.leave()
	if _, err := p.send(text, "step", func() {}); err != nil {
		return nil, err
	}
	time.Sleep(time.Second)
	list := make([]time.Duration, presses)
	for i := range list {
		time.Sleep(50*time.Millisecond + rand.N(tick))
		if list[i], err = p.press("\x1bOP", "0d94b771"); err != nil {
			return nil, err
		}
		time.Sleep(50 * time.Millisecond)
		if _, err := p.tty.WriteString("\x1b[27u"); err != nil {
			return nil, err
		}
	}
	slices.Sort(list)
	return list, nil
}

// processCPU is the time of all threads of a process.
func processCPU(pid int) time.Duration {
	stat, _ := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	_, rest, _ := bytes.Cut(stat, []byte(") "))
	fields := bytes.Fields(rest)
	if len(fields) < 13 {
		return 0
	}
	var user, system int64
	_, _ = fmt.Sscan(string(fields[11]), &user)
	_, _ = fmt.Sscan(string(fields[12]), &system)
	return time.Duration(user+system) * 10 * time.Millisecond
}
