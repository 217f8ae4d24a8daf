package peers

import (
	"bufio"
	"encoding/json"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// record is what a peer received: each POST as it came, and what the SDK handed to the agent's code.
type record struct {
	Requests []request
	Messages []seen
}

type request struct {
	Path    string
	Headers map[string]string
	Body    string
}

// seen is the first part of a message as the agent's code saw it.
type seen struct {
	Tag        string
	Data       json.RawMessage
	Extensions []string
}

// start runs agents/NAME, with its arguments behind it, on a free loopback port until the test ends, and returns its base URL.
func start(t *testing.T, name string) string {
	t.Helper()
	base, _ := startCommand(t, nodeCommand(t, "agents", "node_modules", name))
	return base
}

// nodeCommand is the command for an agent in a directory, with the packages in another.
func nodeCommand(t *testing.T, dir, modules, name string) *exec.Cmd {
	t.Helper()
	node, err := exec.LookPath("node")
	if err != nil {
		missing(t, "node is not installed")
	}
	if _, err := os.Stat(filepath.Join(modules, "express")); err != nil {
		missing(t, modules+" is missing: run `npm ci` beside its package.json")
	}
	words := strings.Fields(name)
	return exec.Command(node, append([]string{filepath.Join(dir, words[0])}, words[1:]...)...)
}

// startCommand runs a program that prints its address and ends with its standard input.
func startCommand(t *testing.T, cmd *exec.Cmd) (base string, input io.Writer) {
	t.Helper()
	cmd.Stderr = t.Output()
	stdin, err := cmd.StdinPipe() // the agent ends when this closes, even if the test is killed
	if err != nil {
		t.Fatal(err)
	}
	stdout, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = stdin.Close()
		_ = cmd.Process.Kill()
		_ = cmd.Wait() // killed: its error says so and nothing else
	})
	line, err := bufio.NewReader(stdout).ReadString('\n')
	if err != nil {
		t.Fatalf("%s did not say where it listens: %v", cmd, err)
	}
	return strings.TrimSpace(line), stdin
}

func missing(t *testing.T, what string) {
	t.Helper()
	if os.Getenv("CI") == "true" {
		t.Fatal(what)
	}
	t.Skipf("PEERS NOT TESTED: %s", what)
}

// received asks a peer for its record.
func received(t *testing.T, base string) (r record) {
	t.Helper()
	req, err := http.NewRequestWithContext(t.Context(), http.MethodGet, base+"/received", nil)
	if err != nil {
		t.Fatal(err)
	}
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = resp.Body.Close() }()
	raw, err := io.ReadAll(resp.Body)
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(raw, &r); err != nil {
		t.Fatalf("%s: %v", raw, err)
	}
	return r
}
