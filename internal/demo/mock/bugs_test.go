package mock_test

import (
	"bytes"
	"context"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"testing"
	"time"

	"a2aform/a2aclient"
	"a2aform/internal/demo"
	"a2aform/internal/demo/mock"
	"a2aform/internal/qa/casefile"
	"a2aform/internal/qa/check"
	"a2aform/internal/qa/runner"
	"a2aform/internal/run"
)

// recorded are the runs that cases are made from: what is sent, and what is answered.
var recorded = []struct{ name, skill, data, answer string }{
	{"expenses", "expense-report", `{"title": "Visit to Turin", "currency": "EUR", "items": [
		{"date": "2026-03-02", "what": "Hotel", "category": "lodging", "amount": 131.00, "billable": true},
		{"date": "2026-03-03", "what": "Taxi", "category": "travel", "amount": 24.95, "billable": false}], "note": null, "confirmed": true}`, "yes"},
	{"no", "expense-report", `{"title": "Visit", "currency": "EUR", "items": [
		{"date": "2026-03-02", "what": "Hotel", "category": "lodging", "amount": 131.00, "billable": true}], "note": null, "confirmed": true}`, "no"},
	{"fight", "fight-comparison", `{"a": "Lion", "b": "Tiger"}`, ""},
}

// repeats is how often cases are sent where a test repeats them.
const repeats = 8

// dial opens an agent.
func dial(t *testing.T, agent http.Handler) *a2aclient.Agent {
	t.Helper()
	server := httptest.NewServer(agent)
	t.Cleanup(server.Close)
	card, err := a2aclient.Fetch(t.Context(), server.URL)
	if err != nil {
		t.Fatal(err)
	}
	dialed, err := card.Dial()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(dialed.Close)
	return dialed
}

// writeCases writes the cases of all recorded runs into a directory: with all that is expected by default, and where isLearned says
// so with what repeats add. It returns the longest time that one of them allows for an artifact.
func writeCases(t *testing.T, dir string, agent *a2aclient.Agent, isLearned bool) (late time.Duration) {
	t.Helper()
	for _, each := range recorded {
		skill := agent.Card().Skill(each.skill)
		plan := &run.Plan{Agent: agent, Skill: skill, Input: &skill.Inputs[0], Data: []byte(each.data)}
		r := run.Start(t.Context(), plan, run.Options{})
		t.Cleanup(r.Close)
		if each.answer != "" {
			r.Wait(t.Context())
			if err := r.Answer(each.answer, nil); err != nil {
				t.Fatal(err)
			}
		}
		now := r.Wait(t.Context())
		source := &runner.DraftSource{Plan: plan, Now: &now}
		c, err := source.Case()
		if err != nil {
			t.Fatal(err)
		}
		path := filepath.Join(dir, each.name+".toml")
		c.Timeout = 5 * time.Second // of a task that never ends
		var tried []runner.Attempt
		if isLearned {
			parsed, problems := casefile.Parse(path, casefile.Format(c), casefile.Options{})
			if problems != nil {
				t.Fatal(problems)
			}
			runCases(t, []*casefile.File{parsed}, agent, runner.Options{Jobs: repeats, Repeat: repeats}, func(r *runner.Result) { tried = r.Attempts })
		}
		isSame := source.ExpectSame(c, each.name+".json")
		if isLearned {
			source.Learn(c, tried)
			late = max(late, c.Expect.FirstArtifact)
		}
		if err := os.WriteFile(path, casefile.Format(c), 0o600); err != nil {
			t.Fatal(err)
		}
		if isSame {
			if err := check.WriteGolden(filepath.Join(dir, each.name+".json"), check.Golden(now)); err != nil {
				t.Fatal(err)
			}
		}
	}
	return late
}

func runCases(t *testing.T, files []*casefile.File, agent *a2aclient.Agent, o runner.Options, report func(*runner.Result)) {
	t.Helper()
	o.Agent = func(context.Context, *casefile.Case) (*a2aclient.Agent, error) { return agent, nil }
	o.Report = report
	runner.Run(t.Context(), casefile.All(files), o)
}

// failures returns the expectations of the cases of a directory that do not hold on an agent.
func failures(t *testing.T, dir string, agent http.Handler, o runner.Options) (failed []string) {
	t.Helper()
	found, _ := casefile.Find([]string{dir})
	files, problems := casefile.ReadAll(found, casefile.Options{})
	if problems != nil {
		t.Fatal(problems)
	}
	runCases(t, files, dial(t, agent), o, func(r *runner.Result) {
		for _, a := range r.Attempts {
			for _, l := range a.Lines {
				if l.Outcome != check.OK {
					failed = append(failed, r.Case.Name+" "+l.Check)
				}
			}
		}
	})
	slices.Sort(failed)
	return slices.Compact(failed)
}

const (
	summaryTag = `"application/json;schema=expenseSummary"`
	resultTags = `application/json;schema=(expenseSummary|fightResponse|itinerary)`
)

// bugs are mistakes of the demo agent, and the expectation that finds each: by default, or else with repeats and times.
var bugs = []struct {
	name, fault, value, found string
	byDefault                 bool
}{
	{"wrong total", "replace", `("total":)(\d+)(\.\d+)?=>${1}9${2}${3}`, "expenses same", true},
	{"lost row", "replace", `,\{"date":[^{}]*\}\](,?[^\]]*"mimeType":` + summaryTag + `)=>]$1`, "expenses same", true},
	{"digit lost", "replace", `("amount":\d+\.\d)\d(,"billable":(?:true|false)\}\]\},"metadata":\{"mimeType":` + summaryTag + `)=>$1$2`, "expenses same", true},
	{"enum outside", "replace", `("category":)"lodging"([^\]]*\]\},"metadata":\{"mimeType":` + summaryTag + `)=>$1"hotel"$2`, "expenses same", true},
	{"tag missing", "replace", `,"metadata":\{"mimeType":"` + resultTags + `"\}=>`, "fight schemas", true},
	{"tag undeclared", "replace", `"` + resultTags + `"=>"application/json;schema=${1}V2"`, "fight output", true},
	{"state stuck", "replace", `TASK_STATE_COMPLETED=>TASK_STATE_WORKING`, "fight state", true},
	{"answer ignored", "", "", "no state", true},
	{"artifact late", "", "", "expenses first-artifact", false},
	{"one in four", "replace", `"winner":"[^"]*"=>"winner":"Nobody"`, "fight same", false},
}

// alwaysYes takes every answer for a yes.
func alwaysYes(next http.Handler) http.Handler {
	answer := regexp.MustCompile(`("parts":\[\{"text":)"[^"]*"`)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, 1<<20))
		if err != nil {
			http.Error(w, "too large", http.StatusRequestEntityTooLarge)
			return
		}
		if bytes.Contains(body, []byte(`"taskId"`)) {
			body = answer.ReplaceAll(body, []byte(`$1"yes"`))
		}
		r.Body, r.ContentLength = io.NopCloser(bytes.NewReader(body)), int64(len(body))
		next.ServeHTTP(w, r)
	})
}

// lateArtifacts sends each artifact some time after it was made.
func lateArtifacts(next http.Handler, by time.Duration) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { next.ServeHTTP(lateWriter{w, r, by}, r) })
}

type lateWriter struct {
	http.ResponseWriter
	r  *http.Request
	by time.Duration
}

func (w lateWriter) Write(p []byte) (int, error) {
	if bytes.Contains(p, []byte(`"artifactUpdate":`)) {
		select {
		case <-time.After(w.by):
		case <-w.r.Context().Done():
		}
	}
	return w.ResponseWriter.Write(p)
}

func (w lateWriter) Unwrap() http.ResponseWriter { return w.ResponseWriter }

// A case that is made from a run finds what an agent does wrong later: most by what it expects by default, the rest with repeats.
func TestCasesFromRunsFindEachBug(t *testing.T) {
	t.Parallel()
	agent := func(t *testing.T) http.Handler {
		t.Helper()
		a := demo.New(demo.Options{Pace: time.Millisecond})
		t.Cleanup(func() { _ = a.Close() })
		return a
	}
	byDefault, learned := t.TempDir(), t.TempDir()
	writeCases(t, byDefault, dial(t, agent(t)), false)
	late := writeCases(t, learned, dial(t, agent(t)), true)
	if failed := failures(t, byDefault, agent(t), runner.Options{Jobs: 3}); failed != nil {
		t.Fatalf("without a bug: %q", failed)
	}
	for _, bug := range bugs {
		t.Run(bug.name, func(t *testing.T) {
			t.Parallel()
			dir, o, fault := learned, runner.Options{Jobs: 3, Repeat: repeats}, mock.Fault{Name: bug.fault, Value: bug.value}
			if bug.byDefault {
				dir, o.Repeat = byDefault, 0
			}
			if bug.name == "one in four" {
				o.Jobs, fault.Percent = 1, 25 // one after the other, so that the seed says which
			}
			wrong := mock.Around(agent(t), []mock.Fault{fault}, 2)
			switch bug.name {
			case "artifact late":
				o.Repeat = 0
				wrong = lateArtifacts(agent(t), late+time.Second)
			case "answer ignored":
				wrong = alwaysYes(agent(t))
			}
			if failed := failures(t, dir, wrong, o); !slices.Contains(failed, bug.found) {
				t.Errorf("found %q, want %q", failed, bug.found)
			}
		})
	}
}
