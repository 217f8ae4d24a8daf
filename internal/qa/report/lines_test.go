package report_test

import (
	"errors"
	"fmt"
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

// attemptOf is an attempt with an output and lines; the text "" is none.
func attemptOf(t *testing.T, n int, v check.Verdict, data string, lines ...check.Line) runner.Attempt {
	t.Helper()
	a := runner.Attempt{Iteration: n, Messages: 1, Took: 200 * time.Millisecond, Result: &check.Result{Verdict: v, Lines: lines}}
	if data != "" {
		value, err := ojson.Parse([]byte(data), ojson.DataLimits)
		if err != nil {
			t.Fatal(err)
		}
		a.Golden = ojson.NewObject(ojson.Member{Name: "data", Value: value})
		a.Document = ojson.NewObject(ojson.Member{Name: "state", Value: ojson.NewString("completed")}, ojson.Member{Name: "data", Value: value})
	}
	return a
}

func resultOf(v check.Verdict, attempts ...runner.Attempt) *runner.Result {
	return &runner.Result{Case: &casefile.Case{Path: "c.toml", Name: "c"}, Verdict: v, Attempts: attempts, Repeats: len(attempts), Need: 1, Passed: 1, Took: 1500 * time.Millisecond}
}

// The lines of a case, for people: what is told is told once, and lists end.
func TestLinesOfCases(t *testing.T) {
	t.Parallel()
	ok := check.Line{Check: "state", Expected: "completed", Seen: "completed", Outcome: check.OK}
	bad := check.Line{Check: "value", At: "/a", Expected: "1", Seen: "2", Outcome: check.Failed, Why: "T-1"}
	late := check.Line{Check: "schemas", Expected: "x", Seen: "none", Outcome: check.NotReached}
	written := func(at, expected, seen string) check.Line {
		return check.Line{Check: "same", At: at, Expected: expected, Seen: seen, Outcome: check.OK}
	}
	told := func(n int) runner.Attempt {
		a := attemptOf(t, n, check.Pass, "", ok)
		a.Violations, a.Repairs = []check.Violation{{ID: "T01", What: "broken"}, {ID: "T02", What: "other"}}, []string{"put right"}
		return a
	}
	ran := func(a runner.Attempt, run, file string) runner.Attempt {
		a.Run, a.Written = run, file
		return a
	}
	places := func(n, of int) (data string) {
		var members []string
		for i := range of {
			members = append(members, fmt.Sprintf(`"m%d":%d`, i, n))
		}
		return "{" + strings.Join(members, ",") + "}"
	}
	skipped, broken := resultOf(check.Skip), resultOf(check.Error)
	skipped.Skip, broken.Err = "not built", errors.New("does not fit")
	why := resultOf(check.Fail, attemptOf(t, 1, check.Fail, "", bad))
	why.Case.Why = "totals"
	passes := resultOf(check.Pass, attemptOf(t, 1, check.Pass, "", ok))
	passes.Case.Why = "totals"
	for _, c := range []struct {
		of   *runner.Result
		want []string
	}{
		{skipped, []string{"– c  skipped: not built"}},
		{broken, []string{"! c", "    error  does not fit"}},
		{passes, []string{"✓ c  1.50 s"}},
		{why, []string{"✗ c  1.50 s", "    value /a  expected 1; seen: 2 (T-1)", "    why    totals"}},
		{resultOf(check.Fail, ran(attemptOf(t, 1, check.Fail, "", late), "4f2a", "")), []string{"✗ c  1.50 s  run 4f2a", "    schemas  expected x; not reached: none"}},
		{resultOf(check.Pass, told(1), told(2)), []string{"✓ c  1 of 2 passed, 1 needed  1.50 s", "    note  broken (T01)", "    note  other (T02)", "    repaired  put right"}},
		{
			resultOf(check.Flaky, ran(attemptOf(t, 1, check.Pass, "", ok), "4f2a", ""), ran(attemptOf(t, 2, check.Fail, "", bad), "4f2b", "")),
			[]string{"~ c  1 of 2 passed, 1 needed  1.50 s", "    #2 4f2b  value /a  expected 1; seen: 2 (T-1)"},
		},
		{resultOf(check.Pass, ran(attemptOf(t, 1, check.Pass, "", ok), "", "g.json")), []string{"✓ c  1.50 s", "    written g.json"}},
		{resultOf(check.Pass, ran(attemptOf(t, 1, check.Pass, "", ok, written("", "x", "y"), written("/a", "1", "written: 2")), "", "g.json")), []string{"✓ c  1.50 s", "    written g.json: /a  1 → 2"}},
		{
			resultOf(check.Pass, ran(attemptOf(t, 1, check.Pass, "", written("/a", "1", "written: 2"), written("/b", "1", "2"), written("/c", "1", "2")), "", "g.json")),
			[]string{"✓ c  1.50 s", "    written g.json: /a  1 → 2 and 2 more changes"},
		},
		{resultOf(check.Pass, attemptOf(t, 1, check.Pass, places(1, 2)), attemptOf(t, 2, check.Pass, places(2, 2))), []string{"✓ c  1 of 2 passed, 1 needed  1.50 s", "    varies /data/m0: 1 1, 2 1", "    varies /data/m1: 1 1, 2 1"}},
		{resultOf(check.Pass, attemptOf(t, 1, check.Pass, places(1, 3)), attemptOf(t, 2, check.Pass, places(2, 3))), []string{"✓ c  1 of 2 passed, 1 needed  1.50 s", "    varies /data/m0: 1 1, 2 1", "    varies /data/m1: 1 1, 2 1", "    varies 1 more place"}},
		{resultOf(check.Pass, attemptOf(t, 1, check.Pass, `{"a":1,"b":"x"}`), attemptOf(t, 2, check.Pass, `{"a":1}`)), []string{"✓ c  1 of 2 passed, 1 needed  1.50 s", "    varies /data/b: x 1, missing 1"}},
	} {
		if got := report.Lines(c.of); !slices.Equal(got, c.want) {
			t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(c.want, "\n"))
		}
	}
}

// The values of a place are listed with how often they came, and are counted where there are many.
func TestValuesOfAPlace(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		values string
		want   string
	}{
		{"1 1 2", "/data: 1 2, 2 1"},
		{`"" "x"`, `/data: "" 1, x 1`},
		{"1 2 3 4", "/data: 1 1, 2 1, 3 1, 4 1"},
		{"1 2 3 4 5", "/data: 5 different values"},
		{"1 2 3 4 5 5", "/data: 1 1, 2 1, 3 1, 4 1, 1 other value"},
		{"1 2 3 4 5 5 6", "/data: 1 1, 2 1, 3 1, 4 1, 2 other values"},
	} {
		r := resultOf(check.Pass)
		for i, v := range strings.Fields(c.values) {
			r.Attempts = append(r.Attempts, attemptOf(t, i+1, check.Pass, v))
		}
		places := report.Variations(r)
		if len(places) != 1 {
			t.Errorf("%s: %v", c.values, places)
			continue
		}
		if got := report.PlaceText(places[0]); got != c.want {
			t.Errorf("%s: %q, want %q", c.values, got, c.want)
		}
	}
}

// A pull request has the first expectations that do not hold, and the first places that vary.
func TestMarkdownOfACase(t *testing.T) {
	t.Parallel()
	var lines []check.Line
	for i := range 23 {
		lines = append(lines, check.Line{Check: "value", At: fmt.Sprintf("/%d", i), Expected: "1", Seen: "2", Outcome: check.Failed})
	}
	members := func(n int) string {
		var list []string
		for i := range 10 {
			list = append(list, fmt.Sprintf(`"m%d":%d`, i, n))
		}
		return "{" + strings.Join(list, ",") + "}"
	}
	run := &results{Results: []*runner.Result{resultOf(check.Fail, attemptOf(t, 1, check.Fail, members(1), lines...), attemptOf(t, 2, check.Fail, members(2)))}}
	text := run.write(t, "md")
	for want, n := range map[string]int{"\n- #1  **value** ": 20, "\n- and 3 more\n": 1, "\n- varies ": 8} {
		if got := strings.Count(text, want); got != n {
			t.Errorf("%d of %q, want %d, in\n%s", got, want, n, text)
		}
	}
}
