//go:build unix

package cli_test

import (
	"context"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"a2aform/internal/cli"
	"a2aform/internal/demo"
	"a2aform/ui/uitest"
)

// screenOf is a text on the screen that an example opens; examples that open none
// print something.
func screenOf(example string) string {
	switch {
	case strings.Contains(example, "|"):
		return ""
	case example == "a2aform demo", example == "a2aform localhost:9999", example == "a2aform fight":
		return "Fight Comparison"
	case strings.HasPrefix(example, "a2aform runs replay"):
		return "nothing is sent"
	case example == "a2aform present", example == "a2aform present localhost:9999":
		return "● ○ ○ ○"
	case example == "a2aform present --notes":
		return "Waiting for a2aform present"
	case strings.HasPrefix(example, "a2aform mock"):
		return "the mock is running"
	case strings.HasPrefix(example, "a2aform fill"):
		return "ctrl+s"
	case strings.HasPrefix(example, "a2aform show"):
		return "Winner"
	}
	return ""
}

// threadOfRuns are commands that record two runs, of which the second is filled in from the first.
func threadOfRuns(t *testing.T, dir string) []string {
	t.Helper()
	const expense = `{"title":"Trip","currency":"EUR","items":[{"date":"2026-03-02","what":"Train","category":"travel","amount":24.9}],"note":null,"confirmed":true}`
	if err := os.WriteFile(filepath.Join(dir, "expense.json"), []byte(expense), 0o600); err != nil {
		t.Fatal(err)
	}
	send := "a2aform send localhost:9999 --skill expense-report --answer yes --record "
	return []string{send + "--data @expense.json", send + "--from last:/lines/0 --set title=Again --set note=x"}
}

// Each example in the help of a command works as it is written, where the demo
// agent is what listens at localhost:9999.
func TestExamplesInHelpWork(t *testing.T) {
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
	for name, text := range map[string]string{
		"fight.json":                `{"a":"Lion","b":"Tiger"}`,
		"result.json":               `{"Winner":"Tiger"}`,
		"sales.csv":                 "Winner,Sold\nTiger,3\n",
		"order.json":                `{"type":"object"}`,
		"golden.json":               `{"artifacts":[]}`,
		"catalog.json":              `["http://localhost:9999"]`,
		"api.json":                  `{"components":{"schemas":{"Order":{"type":"object"},"Receipt":{"type":"object"}}}}`,
		".a2aform/cases/fight.toml": "version = 1\nskill = 'fight-comparison'\ntags = ['smoke']\n[input]\nset = { a = 'Lion', b = 'Tiger' }\n",

		"output-schema.json": `{"type":"object","properties":{"Winner":{"type":"string"}}}`,
	} {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o750); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	env := append(os.Environ(), "A2AFORM_HOME="+filepath.Join(dir, "home"), "TERM=xterm-256color", "A2ACLI_AGENT_CARD=",
		"PATH="+filepath.Dir(binary)+string(os.PathListSeparator)+os.Getenv("PATH"))
	shell := func(line string) *exec.Cmd {
		ctx, cancel := context.WithTimeout(t.Context(), 2*time.Minute)
		t.Cleanup(cancel)
		cmd := exec.CommandContext(ctx, "sh", "-c", "exec "+strings.ReplaceAll(line, "localhost:9999", u.Host))
		cmd.Dir, cmd.Env = dir, env
		return cmd
	}
	for _, recorded := range threadOfRuns(t, dir) { // the runs that examples name as last and last~1
		if out, err := shell(recorded).CombinedOutput(); err != nil {
			t.Fatalf("%v\n%s", err, out)
		}
	}
	examples := cli.HelpExamples()
	if len(examples) < 10 {
		t.Fatalf("only %d examples", len(examples))
	}
	for _, example := range examples {
		want := screenOf(example)
		if want == "" {
			if out, err := shell(example).CombinedOutput(); err != nil {
				t.Errorf("%s: %v\n%s", example, err, out)
			}
			continue
		}
		d := uitest.Run(t, shell(example), 80, 24).WaitFor(want)
		d.Press("ctrl+c")
		if err := d.WaitExit(); err != nil && !strings.HasPrefix(example, "a2aform fill") { // which ends with 130 where nothing is printed
			t.Errorf("%s: %v", example, err)
		}
	}
}
