package cli_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"a2aform/internal/hostile/wire"
	"a2aform/internal/ojson"
)

// TestWire lets the built program use each recorded agent, and checks what is wanted of it.
func TestWire(t *testing.T) {
	t.Parallel()
	dir := filepath.Join("..", "..", "testdata", "wire")
	files, err := filepath.Glob(filepath.Join(dir, "*.json"))
	if err != nil || len(files) == 0 {
		t.Fatalf("no agents in %s: %v", dir, err)
	}
	known := map[string]bool{}
	for _, file := range files {
		name := strings.TrimSuffix(filepath.Base(file), ".json")
		for _, c := range readChecks(t, file) {
			key := name + "/" + c.Name
			if known[key] {
				t.Errorf("two checks are called %s", key)
			}
			known[key] = true
			t.Run(key, func(t *testing.T) {
				t.Parallel()
				for _, what := range c.try(t, dir, name) {
					t.Error(what)
				}
			})
		}
	}
}

// wireCheck is a call of the program, and what is wanted of it. Patterns are regular expressions in which ^ and $
// are the ends of lines.
type wireCheck struct {
	Name   string
	Before [][]string      // calls that come first, of the same user
	Args   []string        // {AGENT}, {URL} and {OTHER} stand for addresses
	With   json.RawMessage // a JSON merge patch of the agent

	Exit      int                        // -1 for any
	Outcome   string                     // on standard error
	Stdout    []string                   // patterns that match
	NotStdout []string                   `json:"not_stdout"`
	StdoutIs  *string                    `json:"stdout_is"` // the whole text
	Once      []string                   // texts that standard output has exactly once
	Stderr    []string                   // patterns that match
	NotStderr []string                   `json:"not_stderr"`
	Says      []string                   // patterns that match standard output or standard error
	Never     []string                   // patterns that match neither
	JSON      map[string]json.RawMessage `json:"json"` // by their JSON Pointers, values in standard output
	Artifacts []string                   // the texts of the artifacts of the task on standard output
	Sent      map[string]json.RawMessage // by their JSON Pointers, values in the params of the last message
	Messages  *int                       // that the agent took
	Most      map[string]int             // by method, how many calls there may be
	Drained   *bool                      // whether each stream was read to its end
}

// readChecks are the checks that a file describes.
func readChecks(t *testing.T, file string) []*wireCheck {
	t.Helper()
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var agent struct{ Checks []json.RawMessage }
	if err := json.Unmarshal(data, &agent); err != nil {
		t.Fatalf("%s: %v", file, err)
	}
	if len(agent.Checks) == 0 {
		t.Errorf("%s: nothing is wanted of the agent", file)
	}
	var checks []*wireCheck
	for _, raw := range agent.Checks {
		c := &wireCheck{}
		d := json.NewDecoder(bytes.NewReader(raw))
		d.DisallowUnknownFields()
		if err := d.Decode(c); err != nil {
			t.Fatalf("%s: %s: %v", file, raw, err)
		}
		checks = append(checks, c)
	}
	return checks
}

// wireResult is what came of a call.
type wireResult struct {
	agent          *wire.Agent
	exit           int
	stdout, stderr string
	wrong          []string
}

func (got *wireResult) add(format string, args ...any) {
	got.wrong = append(got.wrong, fmt.Sprintf(format, args...))
}

// try calls the program and returns what is wrong.
func (c *wireCheck) try(t *testing.T, dir, name string) []string {
	t.Helper()
	agent, err := wire.Start(t.Context(), dir, name, c.With)
	if err != nil {
		t.Fatal(err)
	}
	defer agent.Close()
	addresses := strings.NewReplacer("{AGENT}", agent.Address, "{URL}", agent.URL, "{OTHER}", agent.Other)
	got := &wireResult{agent: agent}
	var env []string
	folder := t.TempDir() // without cases and a suite
	for _, args := range append(c.Before, c.Args) {
		filled := make([]string, len(args))
		for i, arg := range args {
			filled[i] = addresses.Replace(arg)
		}
		cmd := call(t, filled...)
		if env == nil {
			env = cmd.Env
		}
		var stdout, stderr bytes.Buffer
		cmd.Env, cmd.Dir, cmd.Stdout, cmd.Stderr = env, folder, &stdout, &stderr
		var exit *exec.ExitError
		if err := cmd.Run(); err != nil && !errors.As(err, &exit) {
			t.Fatal(err)
		}
		got.exit, got.stdout, got.stderr = cmd.ProcessState.ExitCode(), stdout.String(), stderr.String()
	}
	c.checkText(got)
	c.checkJSON(got)
	c.checkCalls(got)
	return got.wrong
}

// patterns compiles regular expressions, in which addresses stand for themselves.
func patterns(agent *wire.Agent, list []string) (compiled []*regexp.Regexp) {
	addresses := strings.NewReplacer(
		"{URL}", regexp.QuoteMeta(agent.URL), "{HOST}", regexp.QuoteMeta(strings.TrimPrefix(agent.URL, "http://")), "{OTHER}", regexp.QuoteMeta(agent.Other))
	for _, text := range list {
		compiled = append(compiled, regexp.MustCompile("(?m)"+addresses.Replace(text)))
	}
	return compiled
}

// checkText checks what the program wrote.
func (c *wireCheck) checkText(got *wireResult) {
	if c.Exit >= 0 && got.exit != c.Exit {
		got.add("exit code %d, want %d: %s", got.exit, c.Exit, got.stderr)
	}
	if outcome := regexp.MustCompile("(?m)^outcome: " + c.Outcome + "([ :]|$)"); c.Outcome != "" && !outcome.MatchString(got.stderr) {
		got.add("no outcome %s in %s", c.Outcome, got.stderr)
	}
	both := got.stdout + "\n" + got.stderr
	for _, m := range []struct {
		name, text string
		want       []string
		isWanted   bool
	}{
		{"standard output", got.stdout, c.Stdout, true},
		{"standard output", got.stdout, c.NotStdout, false},
		{"standard error", got.stderr, c.Stderr, true},
		{"standard error", got.stderr, c.NotStderr, false},
		{"the output", both, c.Says, true},
		{"the output", both, c.Never, false},
	} {
		for _, p := range patterns(got.agent, m.want) {
			if p.MatchString(m.text) != m.isWanted {
				got.add("%s matches %q: %t, in %s", m.name, p, !m.isWanted, m.text)
			}
		}
	}
	if c.StdoutIs != nil && got.stdout != *c.StdoutIs {
		got.add("standard output is %q, want %q", got.stdout, *c.StdoutIs)
	}
	for _, text := range c.Once {
		if n := strings.Count(got.stdout, text); n != 1 {
			got.add("standard output has %q %d times: %s", text, n, got.stdout)
		}
	}
}

// checkJSON checks the JSON that the program wrote, and that it sent.
func (c *wireCheck) checkJSON(got *wireResult) {
	if len(c.JSON) > 0 {
		checkValues(got, "standard output", []byte(got.stdout), c.JSON)
	}
	if len(c.Sent) > 0 {
		var sent []byte
		for _, q := range got.agent.Requests() {
			if q.IsMessage() {
				sent = q.Params
			}
		}
		checkValues(got, "the last message", sent, c.Sent)
	}
	if c.Artifacts == nil {
		return
	}
	task := struct {
		Artifacts []struct {
			Parts []struct{ Text string }
		}
		Task json.RawMessage
	}{}
	if json.Unmarshal([]byte(got.stdout), &task) == nil && task.Task != nil { // A2A 1.0
		whole := task.Task
		_ = json.Unmarshal(whole, &task)
	}
	var texts []string
	for _, a := range task.Artifacts {
		text := ""
		for _, p := range a.Parts {
			text += p.Text
		}
		texts = append(texts, text)
	}
	if !slices.Equal(texts, c.Artifacts) {
		got.add("the texts of the artifacts are %q, want %q, in %s", texts, c.Artifacts, got.stdout)
	}
}

func checkValues(got *wireResult, name string, text []byte, want map[string]json.RawMessage) {
	v, err := ojson.Parse(text, ojson.DataLimits)
	if err != nil {
		got.add("%s is not JSON: %v, in %s", name, err, text)
		return
	}
	for pointer, value := range want {
		wanted, err := ojson.Parse(value, ojson.DataLimits)
		if at := v.At(pointer); err != nil || !at.Exists() || !ojson.Equal(at, wanted) {
			got.add("%s has not %s at %s: %s", name, value, pointer, text)
		}
	}
}

// checkCalls checks what came to the agent.
func (c *wireCheck) checkCalls(got *wireResult) {
	messages, calls := 0, map[string]int{}
	for _, q := range got.agent.Requests() {
		calls[q.Method]++
		if q.IsMessage() && q.IsTaken {
			messages++
		}
	}
	if c.Messages != nil && messages != *c.Messages {
		got.add("the agent took %d messages, want %d", messages, *c.Messages)
	}
	for method, n := range c.Most {
		if calls[method] > n {
			got.add("%d calls of %s, at most %d are wanted", calls[method], method, n)
		}
	}
	if stray := got.agent.Stray(); len(stray) > 0 {
		got.add("another origin was asked: %q", stray)
	}
	if c.Drained == nil {
		return
	}
	streams := got.agent.Streams()
	if len(streams) == 0 {
		got.add("nothing was streamed")
	}
	for i, s := range streams {
		if s.ReadToEnd != *c.Drained {
			got.add("stream %d was read to its end: %t (%d of %d events)", i+1, s.ReadToEnd, s.Events, s.Of)
		}
	}
}
