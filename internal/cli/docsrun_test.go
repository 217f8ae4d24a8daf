//go:build unix

package cli_test

import (
	"context"
	"encoding/json"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"a2aform/internal/cli"
	"a2aform/internal/demo"
)

// runnable are the lines of the documents that a test can run as they are written:
// commands without a screen, for the agent at localhost:9999. Other programs may not be
// there, and a task that has ended cannot be canceled.
var (
	runnable    = regexp.MustCompile(`^(echo .*)?a2aform (send|skills|card|task|test|cases new) .*localhost:9999|^a2aform doctor .*--fail-on none|^a2aform cases generate .*localhost:9999|^a2aform runs (diff|report) last|^a2aform cases (from|check|list)|^(mkdir|printf) .*\.a2aform/cases`)
	notRunnable = regexp.MustCompile(`\| jq|task cancel`)
)

// Each command of the README and of docs that names the agent at localhost:9999 works
// as it is written, where the demo agent listens there.
func TestDocumentCommandsWork(t *testing.T) {
	t.Parallel()
	server, err := demo.Start(t.Context(), "", demo.Options{Pace: time.Millisecond})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = server.Close() })
	u, err := url.Parse(server.URL)
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	env := append(os.Environ(), "A2AFORM_HOME="+filepath.Join(dir, "home"), "A2ACLI_AGENT_CARD=",
		"PATH="+filepath.Dir(binary)+string(os.PathListSeparator)+os.Getenv("PATH"))
	shell := func(line string) *exec.Cmd {
		ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
		t.Cleanup(cancel)
		cmd := exec.CommandContext(ctx, "sh", "-c", strings.ReplaceAll(line, "localhost:9999", u.Host))
		cmd.Dir, cmd.Env = dir, env
		return cmd
	}
	if err := os.WriteFile(filepath.Join(dir, "pairs.csv"), []byte("a,b\nLion,Tiger\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	writeExamples(t, dir, shell("a2aform skills localhost:9999 -o json"))
	var answer struct{ Task struct{ ID string } }
	out, err := shell("a2aform send localhost:9999 --skill fight-comparison --data @fight-comparison.json --record -o json").Output()
	if err == nil {
		err = json.Unmarshal(out, &answer)
	}
	if err != nil || answer.Task.ID == "" {
		t.Fatalf("%v\n%s", err, out)
	}
	for _, recorded := range threadOfRuns(t, dir) {
		if out, err := shell(recorded).CombinedOutput(); err != nil {
			t.Fatalf("%v\n%s", err, out)
		}
	}
	ran := 0
	for _, line := range cli.DocumentLines(t) {
		if !runnable.MatchString(line) || notRunnable.MatchString(line) {
			continue
		}
		ran++
		if out, err := shell(strings.ReplaceAll(line, " TASK", " "+answer.Task.ID)).CombinedOutput(); err != nil {
			t.Errorf("%s: %v\n%s", line, err, out)
		}
	}
	for _, line := range cli.PageLines(t, "docs/SKILL.md") {
		if !runnable.MatchString(line) || notRunnable.MatchString(line) {
			t.Errorf("coding agents are told to use a command that is not run here: %s", line)
		}
	}
	t.Logf("%d commands", ran)
	if ran < 10 {
		t.Errorf("only %d commands were run", ran)
	}
}

// writeExamples writes the first example of each skill to a file, by the name of the
// skill and by its first word, as the documents call them.
func writeExamples(t *testing.T, dir string, list *exec.Cmd) {
	t.Helper()
	out, err := list.Output()
	if err != nil {
		t.Fatal(err)
	}
	var skills []struct {
		ID       string
		Examples []string
	}
	if err := json.Unmarshal(out, &skills); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	for _, skill := range skills {
		first, _, _ := strings.Cut(skill.ID, "-")
		for _, name := range []string{skill.ID, first} {
			if len(skill.Examples) == 0 {
				continue
			}
			if err := os.WriteFile(filepath.Join(dir, name+".json"), []byte(skill.Examples[0]), 0o600); err != nil {
				t.Fatal(err)
			}
		}
	}
}
