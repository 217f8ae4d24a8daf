package history_test

import (
	"os"
	"path/filepath"
	"reflect"
	"testing"
	"time"

	"a2aform/internal/qa/casefile"
	"a2aform/internal/qa/check"
	"a2aform/internal/qa/history"
	"a2aform/internal/qa/plan"
	"a2aform/internal/store"
)

func home(t *testing.T) *store.Store {
	t.Helper()
	dir := t.TempDir()
	keep, err := store.Open(func(name string) string { return map[string]string{"A2AFORM_HOME": dir}[name] })
	if err != nil {
		t.Fatal(err)
	}
	return keep
}

func result(name string, v check.Verdict, took ...time.Duration) *plan.Result {
	r := &plan.Result{Case: &casefile.Case{Name: name}, Verdict: v, Repeats: len(took)}
	for _, d := range took {
		r.Attempts = append(r.Attempts, plan.Attempt{Took: d})
	}
	return r
}

func run(t *testing.T, keep *store.Store, root string, began time.Time, results ...*plan.Result) *history.Log {
	t.Helper()
	r := history.Begin(keep, root, began)
	for _, each := range results {
		r.Add("http://a", each)
	}
	if err := r.Finish(); err != nil {
		t.Fatal(err)
	}
	l, err := history.Read(keep, root)
	if err != nil {
		t.Fatal(err)
	}
	return l
}

func failed(l *history.Log, names ...string) (list []string) {
	for _, name := range names {
		if l.HasFailed("http://a", name) {
			list = append(list, name)
		}
	}
	return list
}

func TestCasesThatFailedTheLastTimeTheyRan(t *testing.T) {
	keep, first, second := home(t), time.Now().Add(-time.Hour), time.Now()
	l := run(t, keep, "/a", first, result("x\n€", check.Fail, time.Second, 2*time.Second), result("y", check.Error), result("z", check.Pass), result("s", check.Skip))
	if got := failed(l, "x\n€", "y", "z", "s", "none"); !reflect.DeepEqual(got, []string{"x\n€", "y"}) {
		t.Errorf("failed %q", got)
	}
	if o, ok := l.Get("http://a", "x\n€"); !ok || !reflect.DeepEqual(o.Times, []int64{1000, 2000}) || o.Repeats != 2 {
		t.Errorf("%+v", o)
	}
	if _, ok := l.Get("http://a", "s"); ok {
		t.Error("a case that was left out has an outcome")
	}
	l = run(t, keep, "/a", second, result("x\n€", check.Pass), result("z", check.Flaky))
	if got := failed(l, "x\n€", "y", "z"); !reflect.DeepEqual(got, []string{"y"}) {
		t.Errorf("failed %q", got)
	}
	if o, ok := l.Get("http://a", "y"); !ok || o.Verdict != check.Error || !o.Run.Equal(first.UTC()) {
		t.Errorf("what did not run has lost its outcome: %+v", o)
	}
	if other, _ := history.Read(keep, "/b"); failed(other, "y") != nil {
		t.Error("another suite has the outcomes")
	}
}

func TestDamageOfTheHistoryIsNoError(t *testing.T) {
	keep := home(t)
	run(t, keep, "/a", time.Now(), result("x", check.Fail), result("y", check.Fail))
	path := history.Path(keep, "/a")
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
		l, err := history.Read(keep, "/a")
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
	r := history.Begin(keep, "/a", time.Now())
	r.Add("http://a", result("x", check.Pass))
	if r.Finish() == nil {
		t.Error("a directory in the place of the file is no error")
	}
}

func TestWithoutAHomeNothingIsKept(t *testing.T) {
	r := history.Begin(nil, "/a", time.Now())
	r.Add("http://a", result("x", check.Fail))
	if err := r.Finish(); err != nil {
		t.Error(err)
	}
	if l, err := history.Read(nil, "/a"); err != nil || l.HasFailed("http://a", "x") {
		t.Error(l, err)
	}
}

// The outcome of a case on one agent says nothing of another one.
func TestOutcomesBelongToAgents(t *testing.T) {
	t.Parallel()
	keep := home(t)
	run(t, keep, "/a", time.Now(), result("x", check.Fail))
	r := history.Begin(keep, "/a", time.Now())
	r.Add("http://b", result("x", check.Pass))
	if err := r.Finish(); err != nil {
		t.Fatal(err)
	}
	l, err := history.Read(keep, "/a")
	if err != nil || !l.HasFailed("http://a", "x") || l.HasFailed("http://b", "x") || l.HasFailed("http://c", "x") {
		t.Errorf("%+v, %v", l, err)
	}
}

func TestAgentOfIsTheSameHoweverItIsWritten(t *testing.T) {
	t.Parallel()
	saved := []store.Saved{{Name: "mine", URL: "http://localhost:9999"}}
	for _, ref := range []string{"localhost:9999", "http://localhost:9999/", "mine"} {
		if got := history.AgentOf(saved, ref); got != "http://localhost:9999" {
			t.Errorf("%s: %s", ref, got)
		}
	}
	if a, b := history.AgentOf(saved, "https://a.example/x"), history.AgentOf(saved, "https://a.example/y"); a == b {
		t.Errorf("%s is two agents", a)
	}
}
