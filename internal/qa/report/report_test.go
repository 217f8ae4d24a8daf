package report_test

import (
	"encoding/xml"
	"errors"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"a2aform/internal/ojson"
	"a2aform/internal/qa/casefile"
	"a2aform/internal/qa/check"
	"a2aform/internal/qa/report"
	"a2aform/internal/qa/runner"
	"a2aform/internal/version"
	"a2aform/ui/uitest"
)

// results are the results of a run of cases.
type results struct {
	Results []*runner.Result
	Started time.Time
	Took    time.Duration
}

// write is the report of a run in a format; "text" is the one for people.
func (r *results) write(t *testing.T, format string) string {
	t.Helper()
	var sb strings.Builder
	w := report.NewText(&sb)
	switch format {
	case "text":
	case "html":
		w = report.NewTestPage(&sb)
	default:
		w = report.New(format, &sb)
	}
	err := w.Begin(r.Started, len(r.Results))
	var sum report.Summary
	for _, result := range r.Results {
		sum.Add(result)
		err = errors.Join(err, w.Case(result))
	}
	if err := errors.Join(err, w.End(&sum, r.Took)); err != nil {
		t.Fatal(err)
	}
	return sb.String()
}

// A note for the agent's maker is told once, below the cases.
func TestNotesAreToldOnce(t *testing.T) {
	t.Parallel()
	run := sample()
	for _, r := range run.Results[:2] {
		r.Attempts[0].Violations = []check.Violation{{ID: "T01", What: "no tag"}}
	}
	if text := run.write(t, "text"); strings.Count(text, "no tag") != 1 || !strings.Contains(text, "\nnote  no tag (T01), in 2 cases\n") {
		t.Error(text)
	}
}

// sample has a case of each verdict, with text of an agent that no format may pass on as it is.
func sample() *results {
	started := time.Date(2026, 11, 24, 12, 0, 0, 0, time.UTC)
	attempt := func(n int, verdict check.Verdict, lines ...check.Line) runner.Attempt {
		winner := ojson.NewObject(ojson.Member{Name: "winner", Value: ojson.NewString([]string{"Tiger", "Lion"}[n-1])}, ojson.Member{Name: "of", Value: ojson.NewObject(ojson.Member{Name: "rounds", Value: ojson.NewNull()})})
		document := ojson.NewObject(ojson.Member{Name: "state", Value: ojson.NewString("completed")}, ojson.Member{Name: "data", Value: winner})
		return runner.Attempt{Result: &check.Result{Verdict: verdict, Lines: lines, Document: document, Golden: ojson.NewObject(ojson.Member{Name: "data", Value: winner})}, Iteration: n, Messages: 1, Started: started, Took: 1234 * time.Millisecond}
	}
	ok := check.Line{Check: "state", Expected: "completed", Seen: "completed", Outcome: check.OK}
	failed := check.Line{Check: "value", At: "/data/winner", Expected: `"Lion"`, Seen: "\"<b>]]>&\x1b[31m\u202e\"", Why: "T-1", Outcome: check.Failed}
	late := check.Line{Check: "schemas", Expected: "fightResponse", Seen: "none", Outcome: check.NotReached}
	of := func(name string, verdict check.Verdict, attempts ...runner.Attempt) *runner.Result {
		r := &runner.Result{Case: &casefile.Case{Path: "cases/" + name + ".toml", Name: name, Tags: []string{"smoke"}}, Verdict: verdict, Attempts: attempts, Repeats: len(attempts), Need: len(attempts)}
		for _, a := range attempts {
			r.Took += a.Took
			if a.Verdict == check.Pass {
				r.Passed++
			}
		}
		return r
	}
	run := &results{Started: started, Took: 5 * time.Second, Results: []*runner.Result{
		of("passes", check.Pass, attempt(1, check.Pass, ok)),
		of("fails <&>", check.Fail, attempt(1, check.Fail, ok, failed, late)),
		of("flaky", check.Flaky, attempt(1, check.Pass, ok), attempt(2, check.Fail, failed)),
		of("broken", check.Error), of("skipped", check.Skip),
	}}
	run.Results[1].Attempts[0].Run, run.Results[2].Attempts[1].Run = "4f2a0000", "4f2b0000"
	run.Results[1].Case.Why = "totals were rounded"
	run.Results[2].Need = 1
	run.Results[3].Err = errors.New("the input does not fit the schema")
	run.Results[4].Skip = "not built yet"
	run.Results[4].Case.Path = run.Results[3].Case.Path // another row of the table
	run.Results[0].Attempts[0].Violations = []check.Violation{{ID: "T01", What: "a later event names another context"}}
	run.Results[3].Case.Row, run.Results[4].Case.Row = 1, 2
	return run
}

// The reports are held to golden files, and JUnit XML to the schema of the xUnit plugin of Jenkins.
func TestReports(t *testing.T) {
	t.Parallel()
	run := sample()
	for _, format := range append([]string{"text", "json"}, report.Formats...) {
		got := run.write(t, format)
		uitest.Text(t, "report-"+format, strings.ReplaceAll(got, "a2aform "+version.Version(), "a2aform VERSION"))
		if strings.Contains(got, "\x1b") || strings.Contains(got, "\u202e") && format != "json" { // which is exact
			t.Errorf("%s: text of the agent is not cleaned", format)
		}
		if !strings.Contains(got, "a later event names another context") {
			t.Errorf("%s: no rule that the agent broke", format)
		}
	}
	if page := run.write(t, "html"); !strings.Contains(page, "Note: a later event names another context (T01)") {
		t.Error("html: no rule that the agent broke")
	}
	validate(t, run.write(t, "junit"))
}

func validate(t *testing.T, junit string) {
	t.Helper()
	if _, err := exec.LookPath("xmllint"); err != nil {
		t.Log("xmllint is not installed, so the XML is compared with its golden file alone; .ci/nightly installs it")
		return
	}
	schema := filepath.Join("..", "..", "..", "testdata", "third_party", "xunit-plugin", "junit-10.xsd")
	cmd := exec.CommandContext(t.Context(), "xmllint", "--noout", "--nonet", "--schema", schema, "-")
	cmd.Stdin = strings.NewReader(junit)
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Errorf("%v\n%s", err, out)
	}
}

// What the reports count is what they contain.
func TestReportsHoldEveryCase(t *testing.T) {
	t.Parallel()
	run := sample()
	junit := run.write(t, "junit")
	var suites struct {
		Tests    int `xml:"tests,attr"`
		Failures int `xml:"failures,attr"`
		Errors   int `xml:"errors,attr"`
		Suites   []struct {
			Cases []struct {
				Failure *struct{} `xml:"failure"`
				Error   *struct{} `xml:"error"`
				Flaky   []struct {
					Type string `xml:"type,attr"`
				} `xml:"flakyFailure"`
			} `xml:"testcase"`
		} `xml:"testsuite"`
	}
	if err := xml.Unmarshal([]byte(junit), &suites); err != nil {
		t.Fatal(err)
	}
	tests, failures, broken, flaky := 0, 0, 0, 0
	for _, s := range suites.Suites {
		for _, c := range s.Cases {
			tests++
			flaky += len(c.Flaky)
			if c.Failure != nil {
				failures++
			}
			if c.Error != nil {
				broken++
			}
		}
	}
	if tests != 5 || suites.Tests != tests || suites.Failures != failures || suites.Errors != broken || flaky != 1 {
		t.Errorf("%d cases, %d failures, %d errors, %d flaky; counted %+v", tests, failures, broken, flaky, suites)
	}
}
