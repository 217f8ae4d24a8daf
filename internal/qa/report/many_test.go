package report_test

import (
	"encoding/csv"
	"encoding/xml"
	"fmt"
	"io"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"a2aform/internal/ojson"
	"a2aform/internal/qa/casefile"
	"a2aform/internal/qa/check"
	"a2aform/internal/qa/report"
	"a2aform/internal/qa/runner"
)

// awkward are names that rows of tables give their cases.
var awkward = []string{`"quoted", and 'so'`, "two\nlines", "two\r\nlines", "\ufeffmark", "", "=1+1", "<b>&]]>", "`code` @everyone #1 ![x](https://x.example)", "\x00\x1b[2J", "日本語", strings.Repeat("long ", 100)}

// table is a run of n rows.
func table(n int, verdict func(i int) check.Verdict) *results {
	all := &results{Started: time.Date(2026, 11, 24, 12, 0, 0, 0, time.UTC), Took: time.Second}
	for i := range n {
		name := fmt.Sprintf("case [%d: %s]", i+1, awkward[i%len(awkward)])
		document := ojson.NewObject(ojson.Member{Name: "data", Value: ojson.NewObject(ojson.Member{Name: "said", Value: ojson.NewString(awkward[i%len(awkward)])})})
		line := check.Line{Check: "value", At: "/data/said", Expected: "is 1", Seen: awkward[i%len(awkward)], Outcome: check.OK}
		v := verdict(i)
		if v != check.Pass {
			line.Outcome = check.Failed
		}
		a := runner.Attempt{Result: &check.Result{Verdict: v, Lines: []check.Line{line}, Document: document}, Iteration: 1, Messages: 1, Took: time.Duration(i+1) * time.Millisecond}
		all.Results = append(all.Results, &runner.Result{Case: &casefile.Case{Path: "cases/rows.toml", Row: i + 1, Name: name, Cells: []casefile.Cell{{Name: "text", Text: awkward[i%len(awkward)]}, {Name: "n", Text: fmt.Sprint(i)}}}, Verdict: v, Repeats: 1, Need: 1, Took: a.Took, Attempts: []runner.Attempt{a}})
	}
	return all
}

// Each row of a table is a test case of JUnit, whatever is in it.
func TestEachRowIsATestCase(t *testing.T) {
	t.Parallel()
	junit := table(1000, func(i int) check.Verdict { return []check.Verdict{check.Pass, check.Fail}[i%2] }).write(t, "junit")
	validate(t, junit)
	var suites struct {
		Suites []struct {
			Tests    int `xml:"tests,attr"`
			Failures int `xml:"failures,attr"`
			Cases    []struct {
				Name string `xml:"name,attr"`
			} `xml:"testcase"`
		} `xml:"testsuite"`
	}
	if err := xml.Unmarshal([]byte(junit), &suites); err != nil {
		t.Fatal(err)
	}
	if len(suites.Suites) != 1 {
		t.Fatalf("%d suites", len(suites.Suites))
	}
	s := suites.Suites[0]
	if s.Tests != 1000 || s.Failures != 500 || len(s.Cases) != 1000 || !strings.HasPrefix(s.Cases[0].Name, "case [1: ") || !strings.HasPrefix(s.Cases[999].Name, "case [1000: ") {
		t.Errorf("%d tests, %d failures, %d cases", s.Tests, s.Failures, len(s.Cases))
	}
}

// A CSV report has a row for each case, and what is in its cells comes back, but for what a spreadsheet would take for a
// formula and for control characters.
func TestEachCaseIsARowOfCSV(t *testing.T) {
	t.Parallel()
	text := table(len(awkward), func(int) check.Verdict { return check.Pass }).write(t, "csv")
	rows, err := csv.NewReader(strings.NewReader(text)).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	if len(rows) != len(awkward)+1 || !slices.Equal(rows[0], []string{"case", "text", "n", "verdict", "ms", "failed", "violations", "repaired", "output.said"}) {
		t.Fatalf("%d rows, %q", len(rows), rows[0])
	}
	for i, want := range awkward {
		switch want {
		case "=1+1":
			want = "'=1+1"
		case "\x00\x1b[2J":
			want = "␀␛[2J"
		case "two\r\nlines":
			want = "two\nlines" // by the reader of the test
		}
		if got := rows[i+1]; got[1] != want || got[2] != fmt.Sprint(i) || got[8] != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

// No report contains the cases that it has written: a run may have a million.
func TestReportsHoldNoCases(t *testing.T) {
	if testing.Short() {
		t.Skip("-short: it is about size, not about goroutines")
	}
	one := table(len(awkward), func(i int) check.Verdict { return []check.Verdict{check.Pass, check.Fail, check.Flaky}[i%3] })
	heap := func() uint64 {
		runtime.GC()
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		return m.HeapAlloc
	}
	for _, format := range report.Formats {
		w := report.New(format, io.Discard)
		if err := w.Begin(time.Now(), 1); err != nil {
			t.Fatal(err)
		}
		var sum report.Summary
		write := func(cases int) {
			for i := range cases {
				r := *one.Results[i%len(one.Results)]
				r.Took = time.Duration(i) * time.Millisecond
				sum.Add(&r)
				if err := w.Case(&r); err != nil {
					t.Fatal(err)
				}
			}
		}
		write(2000) // until what is bounded is full
		before := heap()
		write(8000)
		if grown := int64(heap()) - int64(before); grown > 256<<10 {
			t.Errorf("%s: 8,000 more cases take %d bytes", format, grown)
		}
		if err := w.End(&sum, time.Second); err != nil {
			t.Fatal(err)
		}
	}
}

// A comment on a pull request has a limit, and says what it leaves out.
func TestMarkdownStaysBelowTheLimitOfAComment(t *testing.T) {
	t.Parallel()
	for name, verdict := range map[string]func(int) check.Verdict{
		"fail":  func(int) check.Verdict { return check.Fail },
		"flaky": func(int) check.Verdict { return check.Flaky },
		"pass":  func(int) check.Verdict { return check.Pass },
		"all": func(i int) check.Verdict {
			return []check.Verdict{check.Pass, check.Fail, check.Flaky, check.Skip}[i%4]
		},
	} {
		text := table(4000, verdict).write(t, "md")
		if len(text) > 60<<10 || !strings.Contains(text, "more cases are in the other reports") {
			t.Errorf("%s: %d bytes", name, len(text))
		}
		for l := range strings.Lines(text) {
			if at := strings.Index(l, "@everyone"); at >= 0 && strings.Count(l[:at], "``") != 1 {
				t.Errorf("%s: text of a case is not in a code span: %s", name, l)
			}
		}
	}
}
