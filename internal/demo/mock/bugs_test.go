package mock_test

import (
	"bytes"
	"context"
	"io"
	"net/http"
	"net/http/httptest"
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
)

// run returns the expectations that do not hold of the suite, on an agent.
func run(t *testing.T, agent http.Handler, jobs int) (failed []string) {
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
	found, _ := casefile.Find([]string{"testdata"})
	files, problems := casefile.ReadAll(found, casefile.Options{})
	if problems != nil {
		t.Fatal(problems)
	}
	runner.Run(t.Context(), casefile.All(files), runner.Options{
		Jobs:  jobs,
		Agent: func(context.Context, *casefile.Case) (*a2aclient.Agent, error) { return dialed, nil },
		Report: func(r *runner.Result) {
			for _, a := range r.Attempts {
				for _, l := range a.Lines {
					if l.Outcome != check.OK {
						failed = append(failed, r.Case.Name+" "+l.Check)
					}
				}
			}
		},
	})
	slices.Sort(failed)
	return slices.Compact(failed)
}

const (
	summaryTag = `"application/json;schema=expenseSummary"`
	resultTags = `application/json;schema=(expenseSummary|fightResponse|itinerary)`
)

// bugs are mistakes of the demo agent, and the expectation that finds each.
var bugs = []struct{ name, fault, value, found string }{
	{"wrong total", "replace", `("total":)(\d+)(\.\d+)?=>${1}9${2}${3}`, expenses + "that"},
	{"lost row", "replace", `,\{"date":[^{}]*\}\](,?[^\]]*"mimeType":` + summaryTag + `)=>]$1`, expenses + "that"},
	{"digit lost", "replace", `("amount":\d+\.\d)\d(,"billable":(?:true|false)\}\]\},"metadata":\{"mimeType":` + summaryTag + `)=>$1$2`, expenses + "value"},
	{"enum outside", "replace", `("category":)"lodging"([^\]]*\]\},"metadata":\{"mimeType":` + summaryTag + `)=>$1"hotel"$2`, expenses + "value"},
	{"tag missing", "replace", `,"metadata":\{"mimeType":"` + resultTags + `"\}=>`, fight + "schemas"},
	{"tag undeclared", "replace", `"` + resultTags + `"=>"application/json;schema=${1}V2"`, fight + "schemas"},
	{"state stuck", "replace", `TASK_STATE_COMPLETED=>TASK_STATE_WORKING`, fight + "state"},
	{"artifact late", "", "", expenses + "first-artifact"},
	{"one in four", "replace", `"winner":"[^"]*"=>"winner":"Nobody"`, fight + "value"},
	{"answer ignored", "", "", no + "state"},
}

const expenses, no, fight = "expenses: two items ", "expenses: the answer is no ", "fight: Lion against Tiger "

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

// lateArtifacts sends each artifact long after it was made.
func lateArtifacts(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { next.ServeHTTP(lateWriter{w, r}, r) })
}

type lateWriter struct {
	http.ResponseWriter
	r *http.Request
}

func (w lateWriter) Write(p []byte) (int, error) {
	if bytes.Contains(p, []byte(`"artifactUpdate":`)) {
		select {
		case <-time.After(3 * time.Second):
		case <-w.r.Context().Done():
		}
	}
	return w.ResponseWriter.Write(p)
}

func (w lateWriter) Unwrap() http.ResponseWriter { return w.ResponseWriter }

// Each bug makes an expectation fail that is about it, and the agent without one passes.
func TestSuiteFindsEachBug(t *testing.T) {
	t.Parallel()
	agent := func(t *testing.T) http.Handler {
		t.Helper()
		a := demo.New(demo.Options{Pace: time.Millisecond})
		t.Cleanup(func() { _ = a.Close() })
		return a
	}
	if failed := run(t, agent(t), 3); failed != nil {
		t.Fatalf("without a bug: %q", failed)
	}
	for _, bug := range bugs {
		t.Run(bug.name, func(t *testing.T) {
			t.Parallel()
			jobs, fault := 3, mock.Fault{Name: bug.fault, Value: bug.value}
			if bug.name == "one in four" {
				jobs, fault.Percent = 1, 25 // one after the other, so that the seed says which
			}
			wrong := mock.Around(agent(t), []mock.Fault{fault}, 2)
			switch bug.name {
			case "artifact late":
				wrong = lateArtifacts(agent(t))
			case "answer ignored":
				wrong = alwaysYes(agent(t))
			}
			if failed := run(t, wrong, jobs); !slices.Contains(failed, bug.found) {
				t.Errorf("found %q, want %q", failed, bug.found)
			}
		})
	}
}
