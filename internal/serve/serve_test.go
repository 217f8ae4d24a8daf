package main

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	gossh "golang.org/x/crypto/ssh"
)

// patience is how long a screen may take; a test that passes never waits for it.
const patience = time.Minute

// binary is the a2aform of this checkout; A2AFORM_BINARY names one that is built already.
var binary = sync.OnceValues(func() (string, error) {
	if path := os.Getenv("A2AFORM_BINARY"); path != "" {
		return filepath.Abs(path)
	}
	dir, err := os.MkdirTemp("", "serve-test-")
	if err != nil {
		return "", err
	}
	path := filepath.Join(dir, "a2aform")
	out, err := exec.Command("go", "-C", "../..", "build", "-o", path, ".").CombinedOutput()
	if err != nil {
		return "", fmt.Errorf("%w: %s", err, out)
	}
	return path, nil
})

// serve starts a server for a test.
func serve(t *testing.T, flags ...string) (address, temp string) {
	t.Helper()
	program, err := binary()
	if err != nil {
		t.Fatal(err)
	}
	temp = t.TempDir()
	t.Setenv("TMPDIR", temp)
	t.Setenv("VISUAL", "/bin/sh -c id")
	c, err := parse(append([]string{"--binary", program, "--host-key", filepath.Join(t.TempDir(), "keys", "host"), "--per-minute", "1000"}, flags...))
	if err != nil {
		t.Fatal(err)
	}
	s, err := newServer(c)
	if err != nil {
		t.Fatal(err)
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	go func() { _ = s.Serve(listener) }()
	t.Cleanup(func() {
		ctx, cancel := context.WithTimeout(context.Background(), patience)
		defer cancel()
		if err := s.Close(ctx); err != nil {
			t.Error(err)
		}
		if left, _ := filepath.Glob(filepath.Join(temp, "a2aform-*")); len(left) > 0 {
			t.Errorf("directories of sessions are left: %q", left)
		}
	})
	return listener.Addr().String(), temp
}

// guest is a client with what its terminal got.
type guest struct {
	*gossh.Session
	client *gossh.Client
	keys   io.Writer
	mu     sync.Mutex
	screen bytes.Buffer
	more   chan struct{}
}

// Write takes what the server sends.
func (g *guest) Write(p []byte) (int, error) {
	g.mu.Lock()
	defer g.mu.Unlock()
	select {
	case g.more <- struct{}{}:
	default:
	}
	return g.screen.Write(p)
}

func dial(address string, auth ...gossh.AuthMethod) (*gossh.Client, error) {
	return gossh.Dial("tcp", address, &gossh.ClientConfig{User: "guest", Auth: auth, HostKeyCallback: gossh.InsecureIgnoreHostKey(), Timeout: patience})
}

// visit opens a session with a terminal.
func visit(address string) (*guest, error) {
	client, err := dial(address)
	if err != nil {
		return nil, err
	}
	session, err := client.NewSession()
	if err != nil {
		return nil, err
	}
	g := &guest{Session: session, client: client, more: make(chan struct{}, 1)}
	session.Stdout, session.Stderr = g, g
	if g.keys, err = session.StdinPipe(); err != nil {
		return nil, err
	}
	if err := session.RequestPty("xterm-256color", 30, 100, gossh.TerminalModes{}); err != nil {
		return nil, err
	}
	return g, session.Shell()
}

// wait returns once the terminal got all texts after a position, and the position behind them.
func (g *guest) wait(from int, texts ...string) (int, error) {
	end := time.After(patience)
	for {
		g.mu.Lock()
		got := g.screen.String()
		g.mu.Unlock()
		missing := ""
		for _, text := range texts {
			if !strings.Contains(got[from:], text) {
				missing = text
			}
		}
		if missing == "" {
			return len(got), nil
		}
		select {
		case <-g.more:
		case <-end:
			return 0, fmt.Errorf("there is no %q in %q", missing, got[from:])
		}
	}
}

// press presses keys and waits for texts.
func (g *guest) press(t *testing.T, from int, keys string, texts ...string) int {
	t.Helper()
	if _, err := io.WriteString(g.keys, keys); err != nil {
		t.Fatal(err)
	}
	to, err := g.wait(from, texts...)
	if err != nil {
		t.Fatal(err)
	}
	return to
}

// Twenty guests use the demo agent at once; one more is turned away. Each session has a directory of its own, and the memory
// of each is bounded.
func TestTwentySessionsAtOnce(t *testing.T) {
	const sessions = 20
	address, temp := serve(t, "--sessions", strconv.Itoa(sessions))
	guests, errs := make([]*guest, sessions), make([]error, sessions)
	began := time.Now()
	var all sync.WaitGroup
	for i := range guests {
		all.Go(func() {
			if guests[i], errs[i] = visit(address); errs[i] == nil {
				_, errs[i] = guests[i].wait(0, "Fight Comparison", "Trip Planner")
			}
		})
	}
	all.Wait()
	for _, err := range errs {
		if err != nil {
			t.Fatal(err)
		}
	}
	t.Logf("%d sessions show the card after %v", sessions, time.Since(began).Round(time.Millisecond))
	if homes, _ := filepath.Glob(filepath.Join(temp, "a2aform-serve-*")); len(homes) != sessions {
		t.Errorf("%d directories", len(homes))
	}
	reportMemory(t, temp, sessions)
	late, err := visit(address)
	if err == nil {
		_, err = late.wait(0, "All places are taken")
	}
	if err != nil {
		t.Error(err)
	}
	for _, g := range guests[1:] {
		_ = g.client.Close()
	}
	at, _ := guests[0].wait(0)
	guests[0].press(t, at, "\x1b", "Open an agent") // the others are gone, and this one goes on
	_ = guests[0].client.Close()
}

// maxSession is what a session may take that shows the card, in bytes: three times what one takes on Linux.
const maxSession = 128 << 20

// reportMemory checks the memory of the processes whose directory is in temp.
func reportMemory(t *testing.T, temp string, sessions int) {
	t.Helper()
	if _, err := os.Stat("/proc/self/smaps_rollup"); err != nil {
		t.Log("the memory of a process is not known on this system")
		return
	}
	processes, _ := filepath.Glob("/proc/[0-9]*")
	found, sum, most := 0, 0, 0
	for _, p := range processes {
		if dir, err := os.Readlink(filepath.Join(p, "cwd")); err != nil || !strings.HasPrefix(dir, temp) {
			continue
		}
		data, _ := os.ReadFile(filepath.Join(p, "smaps_rollup"))
		_, rest, _ := strings.Cut(string(data), "\nPss:")
		kib, err := strconv.Atoi(strings.TrimSpace(strings.SplitN(rest, "kB", 2)[0]))
		if err != nil {
			t.Fatal(err)
		}
		found, sum, most = found+1, sum+kib, max(most, kib)
	}
	if found != sessions {
		t.Fatalf("%d processes", found)
	}
	t.Logf("memory of a session (PSS): %d KiB on average, %d KiB at most", sum/found, most)
	if most<<10 > maxSession {
		t.Errorf("a session takes %d KiB", most)
	}
}

// A guest reads and writes no file, runs no editor, and opens no agent but those that are named.
func TestGuestIsRestricted(t *testing.T) {
	address, _ := serve(t)
	for _, input := range []struct{ keys, want string }{
		{"/etc/passwd", "not among those"},
		{"http://127.0.0.1:1/", "not among those"},
		{"", "Fight Comparison"}, // the demo agent is
	} {
		g, err := visit(address)
		if err != nil {
			t.Fatal(err)
		}
		at, err := g.wait(0, "Fight Comparison")
		if err != nil {
			t.Fatal(err)
		}
		at = g.press(t, at, "\x1b", "Open an agent")
		g.press(t, at, "\x15"+input.keys+"\r", input.want)
		_ = g.client.Close()
	}
}

// A session in which nothing happens ends, and its directory is removed, which serve checks.
func TestIdleSessionEnds(t *testing.T) {
	address, _ := serve(t, "--idle", "500ms")
	g, err := visit(address)
	if err != nil {
		t.Fatal(err)
	}
	if err := g.Wait(); err == nil {
		t.Error("the session ended by itself")
	}
}

// A command, a session without a terminal, and a key that is not listed are turned away.
func TestOthersAreTurnedAway(t *testing.T) {
	keys := filepath.Join(t.TempDir(), "authorized_keys")
	if err := os.WriteFile(keys, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	address, _ := serve(t)
	client, err := dial(address)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = client.Close() }()
	for _, command := range []string{"", "id"} {
		session, err := client.NewSession()
		if err != nil {
			t.Fatal(err)
		}
		var out, errs bytes.Buffer // one each: both are written at the same time
		session.Stdout, session.Stderr = &out, &errs
		if command == "" {
			err = session.Shell()
			if err == nil {
				err = session.Wait()
			}
		} else {
			err = session.Run(command)
		}
		if err == nil || out.Len() > 0 || errs.Len() == 0 {
			t.Errorf("%q: %v: %s%s", command, err, out.String(), errs.String())
		}
	}
	if _, err := client.Dial("tcp", address); err == nil {
		t.Error("a connection is forwarded")
	}
	closed, _ := serve(t, "--authorized-keys", keys)
	if client, err := dial(closed); err == nil {
		_ = client.Close()
		t.Error("a guest without a key is let in")
	}
}

// An address that starts more sessions than it may in a minute is turned away.
func TestRateOfSessionsIsLimited(t *testing.T) {
	address, _ := serve(t, "--per-minute", "1")
	for _, want := range []string{"Fight Comparison", "Too many sessions"} {
		g, err := visit(address)
		if err == nil {
			_, err = g.wait(0, want)
			_ = g.client.Close()
		}
		if err != nil {
			t.Fatal(err)
		}
	}
}

func TestFlagsAreChecked(t *testing.T) {
	for _, args := range [][]string{{"x"}, {"--sessions", "0"}, {"--agent", "--kiosk"}, {"--idle", "0s"}, {"--binary", "/none"}} {
		if _, err := parse(append([]string{"--binary", "/bin/sh"}, args...)); err == nil {
			t.Errorf("%q is taken", args)
		}
	}
}
