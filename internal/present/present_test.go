package present

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"go.uber.org/goleak"

	"a2aform/a2aclient"
	"a2aform/internal/demo"
	"a2aform/internal/run"
	"a2aform/internal/store"
)

func TestMain(m *testing.M) {
	goleak.VerifyTestMain(m, goleak.IgnoreAnyFunction("github.com/dlclark/regexp2/v2.runClock"))
}

// serve starts the demo agent, and returns it and what stops it.
func serve(t *testing.T, pace time.Duration) (*a2aclient.Agent, func()) {
	t.Helper()
	server, err := demo.Start(t.Context(), "", demo.Options{Pace: pace})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = server.Close() })
	card, err := a2aclient.Fetch(t.Context(), server.URL)
	if err != nil {
		t.Fatal(err)
	}
	agent, err := card.Dial()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(agent.Close)
	return agent, func() { _ = server.Close() }
}

// only opens an agent by each name, or fails for each.
func only(agent *a2aclient.Agent, err error) func(string) (*a2aclient.Agent, error) {
	return func(string) (*a2aclient.Agent, error) { return agent, err }
}

func newStore(t *testing.T) *store.Store {
	t.Helper()
	home := t.TempDir()
	keep, err := store.Open(func(string) string { return home })
	if err != nil {
		t.Fatal(err)
	}
	return keep
}

// openDemo is the demo's show, rehearsed.
func openDemo(t *testing.T, agent *a2aclient.Agent) *Show {
	t.Helper()
	show, problems, err := Open(Demo(), only(agent, nil))
	if err != nil || len(problems) > 0 {
		t.Fatal(err, problems)
	}
	quick, _ := serve(t, 0)
	if err := show.Rehearse(t.Context(), quick, newStore(t)); err != nil {
		t.Fatal(err)
	}
	return show
}

// play lets an act go on until ok, or its end.
func play(t *testing.T, a *Act, ok func(run.Snapshot) bool) run.Snapshot {
	t.Helper()
	for {
		now := a.Run().Snapshot()
		if ok(now) || a.IsOver() {
			return now
		}
		if t.Context().Err() != nil {
			t.Fatal("the test ended first")
		}
		a.Next(t.Context())
	}
}

func never(run.Snapshot) bool { return false }

// The agent dies in the middle of its task. The recorded run goes on where it stopped, and nothing is sent again.
func TestRecordedRunReplacesDeadAgent(t *testing.T) {
	t.Parallel()
	agent, kill := serve(t, 50*time.Millisecond)
	show := openDemo(t, agent)
	keep := newStore(t)
	a := show.Begin(t.Context(), show.Scenes[0], run.Options{Store: keep})
	defer a.Close()
	halfway := play(t, a, func(now run.Snapshot) bool { return len(now.Artifacts) > 0 })
	if a.Why() != "" {
		t.Fatalf("not live: %s", a.Why())
	}
	kill()
	end := play(t, a, never)
	if a.Why() == "" {
		t.Error("the run is still called live")
	}
	if end.State != "completed" || end.Rows == nil && a.Run().Document().Rows() != 12 || end.Events < halfway.Events {
		t.Errorf("ended as %s with %d rows, after %d of %d events", end.Outcome(), a.Run().Document().Rows(), halfway.Events, end.Events)
	}
	journal, err := os.ReadFile(keep.JournalPath())
	if err != nil || bytes.Count(journal, []byte("\n")) != 1 {
		t.Errorf("sent more than once: %s %v", journal, err)
	}
}

// The answer of the script is given when the presenter goes on, whether the agent lives or not.
func TestAnswerIsGivenLiveAndRecorded(t *testing.T) {
	t.Parallel()
	for name, pace := range map[string]time.Duration{"live": 0, "dead before the answer": 0, "dead after the answer": 50 * time.Millisecond, "away": 0} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			agent, kill := serve(t, pace)
			show := openDemo(t, agent)
			if name == "away" {
				show.Scenes[1].Away = os.ErrDeadlineExceeded
			}
			a := show.Begin(t.Context(), show.Scenes[1], run.Options{})
			defer a.Close()
			asks := play(t, a, func(now run.Snapshot) bool { return now.Phase == run.Paused })
			if asks.Phase != run.Paused {
				t.Fatalf("ended as %s", asks.Outcome())
			}
			if name == "dead before the answer" {
				kill()
			}
			for range 3 { // it waits for the presenter
				a.Next(t.Context())
			}
			if now := a.Run().Snapshot(); now.Phase != run.Paused {
				t.Fatalf("went on without the answer: %s", now.Outcome())
			}
			a.Answer()
			if name == "dead after the answer" {
				if now := play(t, a, func(now run.Snapshot) bool { return now.Phase != run.Paused }); now.Phase.IsOver() {
					t.Fatalf("already %s", now.Outcome())
				}
				a.patience = time.Second // for a task that is asked for its state in vain
				kill()
			}
			end := play(t, a, never)
			if end.State != "completed" || len(a.Run().Document().Sections) == 0 {
				t.Errorf("ended as %s: %v", end.Outcome(), end.Err)
			}
			if live := a.Why() == ""; live != (name == "live") {
				t.Errorf("live %v: %s", live, a.Why())
			}
		})
	}
}

func TestSilentAgentIsReplaced(t *testing.T) {
	t.Parallel()
	agent, _ := serve(t, time.Hour)
	show := openDemo(t, agent)
	show.Patience = 20 * time.Millisecond
	a := show.Begin(t.Context(), show.Scenes[0], run.Options{})
	defer a.Close()
	if end := play(t, a, func(run.Snapshot) bool { return a.Why() != "" }); !strings.Contains(a.Why(), "silent") {
		t.Errorf("%s: %s", end.Outcome(), a.Why())
	}
}

// Without a recorded run the act ends, or waits, and says why.
func TestTroubleWithoutRecordedRun(t *testing.T) {
	t.Parallel()
	for want, pace := range map[string]time.Duration{"silent": time.Hour, "lost": 50 * time.Millisecond} {
		agent, kill := serve(t, pace)
		show := openDemo(t, agent)
		show.Scenes[0].Recording = nil
		if show.Patience = time.Hour; want == "silent" {
			show.Patience = 20 * time.Millisecond
		}
		a := show.Begin(t.Context(), show.Scenes[0], run.Options{})
		defer a.Close()
		if want == "lost" {
			play(t, a, func(now run.Snapshot) bool { return len(now.Artifacts) > 0 })
			kill()
		}
		play(t, a, func(run.Snapshot) bool { return a.Trouble() != "" })
		if !strings.Contains(a.Trouble(), want) || a.Why() != "" {
			t.Errorf("want %q: %q, %q", want, a.Trouble(), a.Why())
		}
	}
}

func TestScriptIsWrittenFromRun(t *testing.T) {
	t.Parallel()
	agent, _ := serve(t, 0)
	show := openDemo(t, agent)
	keep := newStore(t)
	r := run.Start(t.Context(), show.Scenes[1].Plan, run.Options{Store: keep, Record: true})
	r.Wait(t.Context())
	if err := r.Answer("Sales", nil); err != nil {
		t.Fatal(err)
	}
	r.Wait(t.Context())
	r.Close()
	dir := t.TempDir()
	copied, err := os.Create(filepath.Join(dir, "run.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	if err := store.CopyRun(copied, r.CompleteFile()); err != nil {
		t.Fatal(err)
	}
	_ = copied.Close()
	text, err := FromRuns([]Recorded{{r.CompleteFile(), "run.jsonl"}}, demo.IsDemo)
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(dir, "script.toml")
	if err := os.WriteFile(path, text, 0o600); err != nil {
		t.Fatal(err)
	}
	script, problems := Read(path)
	if len(problems) > 0 || script.Agent != "demo" {
		t.Fatalf("%v\n%s", problems, text)
	}
	for other, isDemo := range map[string]bool{
		string(agent.Card().Raw): true,
		`{"name":"Demo Agent","url":"http://127.0.0.1:1/","provider":{"organization":"a2aform"}}`:      false, // another agent of the name
		strings.ReplaceAll(string(agent.Card().Raw), "http://127.0.0.1:", "http://agent.example.com:"): false,
	} {
		if demo.IsDemo([]byte(other)) != isDemo {
			t.Errorf("is it the demo agent? want %v: %s", isDemo, other)
		}
	}
	for _, agent := range []*a2aclient.Agent{agent, nil} {
		again, problems, err := Open(script, only(agent, context.DeadlineExceeded))
		if err != nil || len(problems) > 0 {
			t.Fatalf("%v %v\n%s", err, problems, text)
		}
		if scene := again.Scenes[0]; !bytes.Equal(scene.Plan.Data, show.Scenes[1].Plan.Data) || len(scene.Answers) != 1 || scene.Answers[0].Text != "Sales" {
			t.Errorf("another scene: %s %v", scene.Plan.Data, scene.Answers)
		}
	}
}

// The script of a run has a chart where its result is a table with amounts.
func TestScriptHasChartOfAmounts(t *testing.T) {
	t.Parallel()
	agent, _ := serve(t, 0)
	skill := agent.Card().Skill("fight-comparison")
	fight := &run.Plan{Agent: agent, Skill: skill, Input: &skill.Inputs[0], Data: []byte(`{"a":"Lion","b":"Tiger"}`)}
	for plan, hasChart := range map[*run.Plan]bool{openDemo(t, agent).Scenes[0].Plan: true, fight: false} {
		r := run.Start(t.Context(), plan, run.Options{Store: newStore(t), Record: true})
		r.Wait(t.Context())
		r.Close()
		text, err := FromRuns([]Recorded{{r.CompleteFile(), "run.jsonl"}}, demo.IsDemo)
		if err != nil || bytes.Contains(text, []byte(`show = "chart"`)) != hasChart {
			t.Errorf("chart %v? %v\n%s", hasChart, err, text)
		}
	}
}

func TestProblemsOfScripts(t *testing.T) {
	t.Parallel()
	agent, _ := serve(t, 0)
	const form = "[[step]]\nshow = \"form\"\nskill = \"trip-planner\"\n"
	for text, want := range map[string]string{
		"version = 1\n":                       "1:1: [[step]] is missing: what is shown, in order; write one for each picture, such as show = \"agent\"",
		"[[step]]\nshow = \"agnt\"\n":         "2:1: show agnt is not known; did you mean agent?",
		"[[step]]\ncaption = \"x\"\n":         "1:3: show is missing: what the step shows: one of agent, form",
		"[[step]]\nshow = \"task\"\n":         "before the first form",
		"[[step]]\nshow = \"answer\"\n":       "either text or value",
		"[[step]]\nshow = \"agent\"\nage = 1": "unknown key age",
		form:                                  "one of example, value, text or run",
		form + "value = '{'\n":                "4:",
		form + "example = 99\n":               "no example 99",
		form + "value = '{\"nights\": 99}'\n": "cannot be sent",
		form + "run = \"none.jsonl\"\n":       "recorded run cannot be opened",
		"[[step]]\nshow = \"form\"\nskill = \"trip\"\nexample = 1\n": "no skill trip",
	} {
		path := filepath.Join(t.TempDir(), "script.toml")
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		script, problems := Read(path)
		if len(problems) == 0 {
			var err error
			if _, problems, err = Open(script, only(agent, nil)); err != nil {
				t.Fatal(err)
			}
		}
		if len(problems) == 0 || !strings.Contains(problems[0].Error(), want) {
			t.Errorf("%q: %v, want %q", text, problems, want)
		}
	}
}

func TestAwayAgentNeedsRecordedRun(t *testing.T) {
	t.Parallel()
	if _, _, err := Open(Demo(), only(nil, os.ErrDeadlineExceeded)); err == nil || !strings.Contains(err.Error(), "step 2 has no recorded run") {
		t.Error(err)
	}
}
