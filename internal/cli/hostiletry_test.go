//go:build unix

package cli_test

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"a2aform/internal/hostile"
)

// tried is what the program made of an agent.
type tried struct {
	agent *hostile.Agent
	home  string
	data  string // that was to be sent
	calls []called
}

type called struct {
	args           []string
	stdout, stderr string
	code           int
	took           time.Duration
	late           bool  // it took longer than it may
	peak           int64 // KiB
}

// program is a build of ours to try.
type program struct {
	path string
	wait time.Duration // for one call of it
}

func ours() program { return program{binary, hostileTime} }

// try opens an agent's card, gives it credentials where the behaviors want
// that, and sends one message to it.
func (p program) try(t *testing.T, behaviors ...hostile.Behavior) tried {
	t.Helper()
	agent, err := hostile.Start(t.Context(), hostileSeed, behaviors...)
	if err != nil {
		t.Fatal(err)
	}
	defer agent.Close()
	wait, data := p.wait, `{"word":"hi"}`
	var login, flags []string
	for _, b := range behaviors {
		data = cmp.Or(b.Data, data)
		flags = append(flags, b.Flags...)
		if b.Login != nil {
			login = b.Login
		}
		if b.Timeout > 0 {
			wait = min(wait, b.Timeout)
		}
	}
	home := t.TempDir()
	for _, b := range behaviors {
		if b.Category == hostile.File {
			flags = append(flags, "--save", filepath.Join(home, hostile.SaveDir))
		}
		if b.Home != nil {
			if err := b.Home(home); err != nil {
				t.Fatal(err)
			}
		}
	}
	got := tried{agent: agent, home: home, data: data}
	got.calls = append(got.calls, p.use(t, agent, home, "card", agent.URL))
	if login != nil {
		c := p.use(t, agent, home, append([]string{"auth", "login", agent.URL}, login...)...)
		if got.calls = append(got.calls, c); c.code != 0 {
			return got
		}
	}
	send := []string{"send", agent.URL, "--skill", "go", "--data", data, "-o", "text", "--record", "--timeout", wait.String(), "--max", "polls=8"}
	got.calls = append(got.calls, p.use(t, agent, home, append(send, flags...)...))
	return got
}

// use calls the program and waits for it.
func (p program) use(t *testing.T, agent *hostile.Agent, home string, args ...string) called {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), p.wait+10*time.Second)
	defer cancel()
	cmd := exec.CommandContext(ctx, p.path, args...)
	cmd.Env = environment(t, agent, home)
	var stdout, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	start := time.Now()
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	peak := watchPeak(cmd.Process)
	err := cmd.Wait()
	c := called{args: args, stdout: stdout.String(), stderr: stderr.String(), took: time.Since(start), code: cmd.ProcessState.ExitCode(), peak: <-peak}
	c.late = c.took > p.wait+5*time.Second
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) && ctx.Err() == nil {
		t.Fatalf("%v: %v", args, err)
	}
	return c
}

// environment is that of a program that uses an agent, and trusts it as it wants to
// be.
func environment(t *testing.T, agent *hostile.Agent, home string) []string {
	t.Helper()
	env := append(os.Environ(), "A2AFORM_HOME="+home, "A2ACLI_AGENT_CARD=")
	env = append(env, hostile.Environment()...)
	if agent.Authority != nil {
		file := filepath.Join(t.TempDir(), "authority.pem")
		if err := os.WriteFile(file, agent.Authority, 0o600); err != nil {
			t.Fatal(err)
		}
		env = append(env, "SSL_CERT_FILE="+file, "SSL_CERT_DIR=")
	}
	return env
}

// watchPeak looks again and again at the most memory that a process had resident,
// in KiB, until it has ended; one that takes four times what it may is ended, as
// the machine is for others too. What Linux counts for a process that has ended will
// not do: it begins with what the one that started it had.
func watchPeak(of *os.Process) <-chan int64 {
	peak := make(chan int64, 1)
	go func() {
		var most int64
		for {
			status, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", of.Pid))
			_, line, ok := strings.Cut(string(status), "VmHWM:")
			if err != nil || !ok { // it has ended, or its memory cannot be read here
				peak <- most
				return
			}
			if _, _ = fmt.Sscan(line, &most); most > 4*hostilePeak {
				_ = of.Kill()
			}
			time.Sleep(5 * time.Millisecond)
		}
	}()
	return peak
}
