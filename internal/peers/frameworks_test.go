package peers

import (
	"bytes"
	"encoding/json"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

// framework is a row of frameworks/frameworks.json, and of docs/reference/frameworks.md: an agent on a framework, whose model is a stub.
type framework struct {
	Name, Package, Version, Language, Start string
	Shows                                   map[string]string // by column of the page, the check that proves that it works
	Forgets                                 bool              // it gives the model nothing of what was said before
}

// frameworkChecks are what a user of the program sees of each framework, by name.
var frameworkChecks = map[string]func(*testing.T, *framework, user){
	"text": func(t *testing.T, _ *framework, u user) {
		out, log := u.run(t, "send", u.agent, "--text", "hello")
		if strings.Count(out, "You said: hello") != 1 || !strings.Contains(log, "outcome: completed\n") {
			t.Errorf("%s\n%s", out, log)
		}
	},
	"stream": func(t *testing.T, _ *framework, u user) {
		seen := &shown{text: "hold the", found: make(chan struct{})}
		go func() {
			select {
			case <-seen.found:
			case <-time.After(30 * time.Second):
				t.Error("no word is shown before the last")
			}
			_, _ = u.input.Write([]byte("\n"))
		}()
		log := u.runTo(t, seen, "send", u.agent, "--text", "hold the last word", "--stream")
		if strings.Count(seen.String(), "You said: hold the last word") != 1 || !strings.Contains(log, "outcome: completed\n") {
			t.Errorf("%s\n%s", seen, log)
		}
	},
	"table": func(t *testing.T, _ *framework, u user) {
		if out, log := u.run(t, "send", u.agent, "--text", "a table", "-o", "csv"); out != "city,temp\nOslo,4\n" {
			t.Errorf("%s\n%s", out, log)
		}
		if out, _ := u.run(t, "send", u.agent, "--text", "a table"); strings.Count(out, "Oslo     4") != 1 {
			t.Errorf("%s", out)
		}
	},
	"error": func(t *testing.T, _ *framework, u user) {
		_, log := u.run(t, "send", u.agent, "--text", "fail")
		_, outcome, _ := strings.Cut(log, "outcome: ")
		if !strings.HasPrefix(outcome, "failed: ") || !strings.Contains(outcome, "the model is away") {
			t.Errorf("%s", log)
		}
	},
	"follow-up": func(t *testing.T, f *framework, u user) {
		first, log := u.run(t, "send", u.agent, "--text", "hello", "-o", "json")
		var task struct{ ID string }
		if err := json.Unmarshal([]byte(first), &task); err != nil || task.ID == "" {
			t.Fatalf("%v\n%s\n%s", err, first, log)
		}
		if out, log := u.run(t, "task", "get", u.agent, task.ID); !strings.Contains(out, "You said: hello") {
			t.Errorf("%s\n%s", out, log)
		}
		want := "Said before: hello"
		if f.Forgets {
			want = "Said before: nothing"
		}
		if out, log := u.run(t, "send", u.agent, "--context-id", "last", "--text", "what was before?"); strings.Count(out, want+"\n") != 1 {
			t.Errorf("%s\n%s", out, log)
		}
	},
}

// user runs the program with a home of its own.
type user struct {
	agent, home string
	input       io.Writer // of the agent
}

// run gives standard output and standard error of a command.
func (u user) run(t *testing.T, args ...string) (out, log string) {
	t.Helper()
	var stdout bytes.Buffer
	log = u.runTo(t, &stdout, args...)
	return stdout.String(), log
}

func (u user) runTo(t *testing.T, stdout io.Writer, args ...string) (log string) {
	t.Helper()
	var stderr bytes.Buffer
	if err := executeTo(t, u.home, nil, stdout, &stderr, args...); err != nil {
		t.Errorf("%q: %v", args, err)
	}
	return stderr.String()
}

// shown closes found when a text was written.
type shown struct {
	bytes.Buffer
	text  string
	found chan struct{}
}

func (s *shown) Write(p []byte) (int, error) {
	n, err := s.Buffer.Write(p)
	if s.text != "" && strings.Contains(s.String(), s.text) {
		s.text = ""
		close(s.found)
	}
	return n, err
}

// TestFrameworks uses agents on frameworks, which need hundreds of packages: at night only.
func TestFrameworks(t *testing.T) {
	if testing.Short() {
		t.Skip("the packages of the frameworks are for the night")
	}
	rows, err := os.ReadFile("frameworks/frameworks.json")
	if err != nil {
		t.Fatal(err)
	}
	var list []*framework
	if err := json.Unmarshal(rows, &list); err != nil {
		t.Fatal(err)
	}
	for _, f := range list {
		t.Run(f.Name, func(t *testing.T) {
			t.Parallel()
			agent, input := f.serve(t)
			for name, check := range frameworkChecks {
				proves := func(column string) bool { return f.Shows[column] == name }
				if slices.ContainsFunc([]string{"card", "stream", "table", "error", "follow-up"}, proves) {
					t.Run(name, func(t *testing.T) { check(t, f, user{agent, t.TempDir(), input}) })
				}
			}
		})
	}
}

// serve runs the agent of a framework in the version that its row says.
func (f *framework) serve(t *testing.T) (address string, input io.Writer) {
	if f.Language == "Go" {
		f.pinned(t, "frameworks/golang/go.mod", f.Package+" v"+f.Version)
		program := filepath.Join(t.TempDir(), f.Start)
		if out, err := exec.CommandContext(t.Context(), "go", "-C", "frameworks/golang", "build", "-o", program, "./"+f.Start).CombinedOutput(); err != nil {
			t.Fatalf("%v\n%s", err, out)
		}
		return startCommand(t, exec.Command(program))
	}
	f.pinned(t, "frameworks/package.json", `"`+f.Package+`": "`+f.Version+`"`)
	return startCommand(t, nodeCommand(t, "frameworks", filepath.Join("frameworks", "node_modules"), f.Start))
}

func (f *framework) pinned(t *testing.T, file, want string) {
	t.Helper()
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(string(data), want) {
		t.Errorf("%s has no %s", file, want)
	}
}
