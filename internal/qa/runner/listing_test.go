package runner_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"a2aform/a2aclient"
	"a2aform/internal/qa/casefile"
	"a2aform/internal/qa/check"
	"a2aform/internal/qa/runner"
	"a2aform/internal/store"
)

const listCard = `{"name":"Agent","version":"1","supportedInterfaces":[{"url":"http://localhost:1/rpc","protocolBinding":"JSONRPC","protocolVersion":"1.0"}],
	"capabilities":{},"defaultInputModes":["text/plain"],"skills":[{"id":"talk","name":"Talk","description":"Talks","tags":[]}]}`

func listAgent(t *testing.T) runner.ListedAgent {
	t.Helper()
	c, err := a2aclient.Parse([]byte(listCard), "http://localhost:1")
	if err != nil {
		t.Fatal(err)
	}
	return runner.ListedAgent{Card: c, Names: []string{"http://localhost:1", "mine"}}
}

// listDirectory has files by their paths.
func listDirectory(t *testing.T, files map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range files {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o750); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

func listCaseText(head string) string {
	return "version = 1\n" + head + "\n[input]\ntext = \"hello\"\n"
}

// Answers and repeats are messages, too.
func TestEntryCountsAllMessages(t *testing.T) {
	t.Parallel()
	dir := listDirectory(t, map[string]string{".a2aform/cases/a.toml": `version = 1
repeat = 5
[input]
text = "${row.a}"
[[turn]]
text = "yes"
[[turn]]
do = "cancel"
[table]
rows = [{ a = "1" }, { a = "2" }]
`})
	l := runner.ReadCases(nil, dir, listAgent(t))
	if len(l.Entries) != 1 || l.Entries[0].Messages() != 20 {
		t.Fatalf("%+v", l)
	}
}

func TestListHasCasesOfAgent(t *testing.T) {
	t.Parallel()
	dir := listDirectory(t, map[string]string{
		".a2aform/cases/skill.toml":    listCaseText(`skill = "talk"`),
		".a2aform/cases/agent.toml":    listCaseText(`agent = "localhost:1"`),
		".a2aform/cases/named.toml":    listCaseText("agent = \"mine\"\nskill = \"gone\""),
		".a2aform/cases/other.toml":    listCaseText(`agent = "theirs"`),
		".a2aform/cases/staging.toml":  listCaseText("agent = \"theirs\"\nskill = \"talk\""),
		".a2aform/cases/noskill.toml":  listCaseText(`skill = "gone"`),
		".a2aform/cases/problem.toml":  listCaseText(`skil = "talk"`),
		".a2aform/cases/deep/one.toml": listCaseText(`name = "deep"`),
	})
	l := runner.ReadCases(nil, dir, listAgent(t))
	var names []string
	for _, e := range l.Entries {
		names = append(names, e.File.Name)
	}
	if got, want := strings.Join(names, " "), "agent deep named skill staging"; got != want {
		t.Errorf("the list has %q, not %q", got, want)
	}
	if l.Others != 2 {
		t.Errorf("%d files are of other agents, not 2", l.Others)
	}
	if len(l.Problems) != 1 || l.Problems[0].Line != 2 {
		t.Errorf("problems: %v", l.Problems)
	}
}

// An agent of a protected environment takes only cases that are tagged safe.
func TestProtectedEnvironmentTakesSafeCases(t *testing.T) {
	t.Parallel()
	dir := listDirectory(t, map[string]string{
		".a2aform/suite.toml":       "version = 1\n[environments.prod]\nagents = { it = \"http://localhost:1\" }\nprotect = true\nvars = { word = \"hi\", key = { env = \"KEY\" } }\n[environments.qa]\nagents = { it = \"http://localhost:2\" }\n",
		".a2aform/cases/key.toml":   "version = 1\ntags = [\"safe\"]\n[input]\ntext = \"${var.key}\"\n",
		".a2aform/cases/plain.toml": "version = 1\n[input]\ntext = \"${var.word}\"\n",
		".a2aform/cases/safe.toml":  listCaseText(`tags = ["safe"]`),
	})
	a := listAgent(t)
	l := runner.ReadCases(nil, dir, a)
	if len(l.Entries) != 3 || len(l.Problems) > 0 {
		t.Fatalf("%d entries, %v", len(l.Entries), l.Problems)
	}
	for i, want := range []string{"from env", "not tagged safe", ""} {
		err := l.Allows(l.Entries[i].Case, a)
		if want == "" && err != nil || want != "" && (err == nil || !strings.Contains(err.Error(), want)) {
			t.Errorf("%s: %v, not %q", l.Entries[i].File.Name, err, want)
		}
	}
	if got := l.Entries[1].Case.Input.Text; got != "hi" {
		t.Errorf("the variable is %q", got)
	}
}

func TestLastSumsUpAllCasesOfFile(t *testing.T) {
	t.Parallel()
	dir := listDirectory(t, map[string]string{".a2aform/cases/rows.toml": "version = 1\n[input]\ntext = \"${row.a}\"\n[table]\nrows = [{a = \"x\"}, {a = \"y\"}, {a = \"z\"}]\n"})
	keep, err := store.Open(func(name string) string {
		if name == "A2AFORM_HOME" {
			return filepath.Join(dir, "home")
		}
		return ""
	})
	if err != nil {
		t.Fatal(err)
	}
	l := runner.ReadCases(keep, dir, listAgent(t))
	recorder := runner.BeginHistory(keep, l.Root, time.Now())
	verdicts := []check.Verdict{check.Pass, check.Fail}
	i := 0
	for c := range casefile.All([]*casefile.File{l.Entries[0].File}) {
		if i == len(verdicts) {
			break
		}
		recorder.Add(l.Agent, &runner.Result{Case: c, Verdict: verdicts[i], Passed: 2 - i, Repeats: 2, Attempts: []runner.Attempt{{Took: time.Second}, {Took: 3 * time.Second}}})
		i++
	}
	if err := recorder.Finish(); err != nil {
		t.Fatal(err)
	}
	last := runner.ReadCases(keep, dir, listAgent(t)).Entries[0].Last
	if last.Ran != 2 || last.Failed != 1 || last.Verdict != check.Fail || last.Rate() != 75 || last.P95 != 3*time.Second {
		t.Errorf("%+v, %d %%", last, last.Rate())
	}
	other := listAgent(t)
	other.Names[0] = "http://localhost:2"
	if last := runner.ReadCases(keep, dir, other).Entries[0].Last; last.Ran != 0 {
		t.Errorf("another agent has the outcomes: %+v", last)
	}
}
