package report_test

import (
	"encoding/json"
	"encoding/xml"
	"errors"
	"flag"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"a2aform/internal/ojson"
	"a2aform/internal/qa/casefile"
	"a2aform/internal/qa/check"
	"a2aform/internal/qa/plan"
	"a2aform/internal/qa/report"
	"a2aform/internal/version"
)

var update = flag.Bool("update", false, "write the golden files")

// sample has a case of each verdict, with text of an agent that no format may pass on as it is.
func sample() *report.Run {
	started := time.Date(2026, 11, 24, 12, 0, 0, 0, time.UTC)
	attempt := func(n int, verdict check.Verdict, lines ...check.Line) plan.Attempt {
		document := ojson.NewObject(ojson.Member{Name: "state", Value: ojson.NewString("completed")})
		return plan.Attempt{Result: &check.Result{Verdict: verdict, Lines: lines, Document: document}, Iteration: n, Number: 1, Messages: 1, Started: started, Took: 1234 * time.Millisecond}
	}
	ok := check.Line{Check: "state", Expected: "completed", Seen: "completed", Outcome: check.OK}
	failed := check.Line{Check: "value", At: "/data/winner", Expected: `is "Lion"`, Seen: "\"<b>]]>&\x1b[31m\u202e\"", Why: "T-1", Outcome: check.Failed}
	late := check.Line{Check: "schemas", Expected: "fightResponse", Seen: "none", Outcome: check.NotReached}
	of := func(name string, verdict check.Verdict, attempts ...plan.Attempt) *plan.Result {
		r := &plan.Result{Case: &casefile.Case{Path: "cases/" + name + ".toml", Name: name, Tags: []string{"smoke"}}, Verdict: verdict, Attempts: attempts, Repeats: len(attempts), Need: len(attempts)}
		for _, a := range attempts {
			r.Took += a.Took
			if a.Verdict == check.Pass {
				r.Passed++
			}
		}
		return r
	}
	run := &report.Run{Started: started, Took: 5 * time.Second, Results: []*plan.Result{
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
	run.Results[3].Case.Row, run.Results[4].Case.Row = 1, 2
	return run
}

// The reports are held to golden files. JUnit XML is validated against the schema that A2AFORM_JUNIT_XSD names, where it
// names one: junit-10.xsd of the plugin xUnit of Jenkins.
func TestReports(t *testing.T) {
	t.Parallel()
	run := sample()
	var text, junit, document, lines strings.Builder
	for _, r := range run.Results {
		text.WriteString(strings.Join(report.Lines(r), "\n") + "\n")
	}
	text.WriteString(run.Last() + "\n")
	for _, err := range []error{run.JUnit(&junit), run.JSON(&document), run.JSONLines(&lines)} {
		if err != nil {
			t.Fatal(err)
		}
	}
	for name, got := range map[string]string{"text.txt": text.String(), "junit.xml": junit.String(), "document.json": document.String(), "lines.jsonl": lines.String()} {
		golden(t, name, strings.ReplaceAll(got, "a2aform "+version.Version(), "a2aform VERSION"))
	}
	if strings.ContainsAny(text.String()+junit.String(), "\x1b\u202e") {
		t.Error("text of the agent is not cleaned")
	}
	validate(t, junit.String())
}

func golden(t *testing.T, name, got string) {
	t.Helper()
	path := filepath.Join("testdata", name)
	if *update {
		if err := os.WriteFile(path, []byte(got), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil || got != string(want) {
		t.Errorf("%s: %v\n%s", name, err, got)
	}
}

func validate(t *testing.T, junit string) {
	t.Helper()
	schema := os.Getenv("A2AFORM_JUNIT_XSD")
	if schema == "" {
		t.Log("A2AFORM_JUNIT_XSD names no schema, so the XML is held to its golden file alone")
		return
	}
	cmd := exec.CommandContext(t.Context(), "xmllint", "--noout", "--nonet", "--schema", schema, "-")
	cmd.Stdin = strings.NewReader(junit)
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Errorf("%v\n%s", err, out)
	}
}

// What the reports count is what they hold.
func TestReportsHoldEveryCase(t *testing.T) {
	t.Parallel()
	run := sample()
	var junit, lines strings.Builder
	if err := errors.Join(run.JUnit(&junit), run.JSONLines(&lines)); err != nil {
		t.Fatal(err)
	}
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
	if err := xml.Unmarshal([]byte(junit.String()), &suites); err != nil {
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
	events := map[string]int{}
	for l := range strings.Lines(lines.String()) {
		var event struct{ Event string }
		if err := json.Unmarshal([]byte(l), &event); err != nil {
			t.Fatal(err)
		}
		events[event.Event]++
	}
	if events["start"] != 1 || events["attempt"] != 4 || events["case"] != 5 || events["end"] != 1 {
		t.Errorf("%v", events)
	}
}
