package runner_test

import (
	"os"
	"path/filepath"
	"reflect"
	"testing"
	"time"

	"a2aform/internal/qa/casefile"
	"a2aform/internal/qa/check"
	"a2aform/internal/qa/runner"
	"a2aform/internal/store"
)

func historyHome(t *testing.T) *store.Store {
	t.Helper()
	dir := t.TempDir()
	keep, err := store.Open(func(name string) string { return map[string]string{"A2AFORM_HOME": dir}[name] })
	if err != nil {
		t.Fatal(err)
	}
	return keep
}

func historyResult(name string, v check.Verdict, took ...time.Duration) *runner.Result {
	r := &runner.Result{Case: &casefile.Case{Name: name}, Verdict: v, Repeats: len(took)}
	for _, d := range took {
		r.Attempts = append(r.Attempts, runner.Attempt{Took: d})
	}
	return r
}

func historyRun(t *testing.T, keep *store.Store, root string, began time.Time, results ...*runner.Result) *runner.History {
	t.Helper()
	r := runner.BeginHistory(keep, root, began)
	for _, each := range results {
		r.Add("http://a", each)
	}
	if err := r.Finish(); err != nil {
		t.Fatal(err)
	}
	l, err := runner.ReadHistory(keep, root)
	if err != nil {
		t.Fatal(err)
	}
	return l
}

func historyFailed(l *runner.History, names ...string) (list []string) {
	for _, name := range names {
		if l.HasFailed("http://a", name) {
			list = append(list, name)
		}
	}
	return list
}

func TestCasesThatFailedTheLastTimeTheyRan(t *testing.T) {
	keep, first, second := historyHome(t), time.Now().Add(-time.Hour), time.Now()
	l := historyRun(t, keep, "/a", first, historyResult("x\n€", check.Fail, time.Second, 2*time.Second), historyResult("y", check.Error), historyResult("z", check.Pass), historyResult("s", check.Skip))
	if got := historyFailed(l, "x\n€", "y", "z", "s", "none"); !reflect.DeepEqual(got, []string{"x\n€", "y"}) {
		t.Errorf("failed %q", got)
	}
	if o, ok := l.Get("http://a", "x\n€"); !ok || !reflect.DeepEqual(o.Times, []int64{1000, 2000}) || o.Repeats != 2 {
		t.Errorf("%+v", o)
	}
	if _, ok := l.Get("http://a", "s"); ok {
		t.Error("a case that was left out has an outcome")
	}
	l = historyRun(t, keep, "/a", second, historyResult("x\n€", check.Pass), historyResult("z", check.Flaky))
	if got := historyFailed(l, "x\n€", "y", "z"); !reflect.DeepEqual(got, []string{"y"}) {
		t.Errorf("failed %q", got)
	}
	if o, ok := l.Get("http://a", "y"); !ok || o.Verdict != check.Error || !o.Run.Equal(first.UTC()) {
		t.Errorf("what did not run has lost its outcome: %+v", o)
	}
	if other, _ := runner.ReadHistory(keep, "/b"); historyFailed(other, "y") != nil {
		t.Error("another suite has the outcomes")
	}
}

func TestDamageOfTheHistoryIsNoError(t *testing.T) {
	keep := historyHome(t)
	historyRun(t, keep, "/a", time.Now(), historyResult("x", check.Fail), historyResult("y", check.Fail))
	path := runner.HistoryPath(keep, "/a")
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string]string{
		"empty": "", "cut": string(data[:len(data)-9]), "no JSON": "x\ny\n", "newer": `{"version":3}` + "\n", "other": `{"version":2,"root":"/b"}` + "\n",
	} {
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		l, err := runner.ReadHistory(keep, "/a")
		if err != nil || l.HasFailed("http://a", "y") || l.HasFailed("http://a", "x") != (name == "cut") {
			t.Errorf("%s: %+v, %v", name, l, err)
		}
	}
	if err := os.Remove(path); err != nil {
		t.Fatal(err)
	}
	if err := os.MkdirAll(filepath.Join(path, "x"), 0o700); err != nil {
		t.Fatal(err)
	}
	r := runner.BeginHistory(keep, "/a", time.Now())
	r.Add("http://a", historyResult("x", check.Pass))
	if r.Finish() == nil {
		t.Error("a directory in the place of the file is no error")
	}
}

func TestWithoutAHomeNothingIsKept(t *testing.T) {
	r := runner.BeginHistory(nil, "/a", time.Now())
	r.Add("http://a", historyResult("x", check.Fail))
	if err := r.Finish(); err != nil {
		t.Error(err)
	}
	if l, err := runner.ReadHistory(nil, "/a"); err != nil || l.HasFailed("http://a", "x") {
		t.Error(l, err)
	}
}

// The outcome of a case on one agent says nothing of another one.
func TestOutcomesBelongToAgents(t *testing.T) {
	t.Parallel()
	keep := historyHome(t)
	historyRun(t, keep, "/a", time.Now(), historyResult("x", check.Fail))
	r := runner.BeginHistory(keep, "/a", time.Now())
	r.Add("http://b", historyResult("x", check.Pass))
	if err := r.Finish(); err != nil {
		t.Fatal(err)
	}
	l, err := runner.ReadHistory(keep, "/a")
	if err != nil || !l.HasFailed("http://a", "x") || l.HasFailed("http://b", "x") || l.HasFailed("http://c", "x") {
		t.Errorf("%+v, %v", l, err)
	}
}

func TestAgentOfIsTheSameHoweverItIsWritten(t *testing.T) {
	t.Parallel()
	saved := []store.Saved{{Name: "mine", URL: "http://localhost:9999"}}
	for _, ref := range []string{"localhost:9999", "http://localhost:9999/", "mine"} {
		if got := runner.AgentName(saved, ref); got != "http://localhost:9999" {
			t.Errorf("%s: %s", ref, got)
		}
	}
	if a, b := runner.AgentName(saved, "https://a.example/x"), runner.AgentName(saved, "https://a.example/y"); a == b {
		t.Errorf("%s is two agents", a)
	}
}
