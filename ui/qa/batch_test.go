package qa

import (
	"errors"
	"strings"
	"testing"
	"time"

	"a2aform/internal/qa/casefile"
	"a2aform/internal/qa/check"
	"a2aform/internal/qa/runner"
	"a2aform/ui/kit"
)

func TestRowSaysWhatDidNotHold(t *testing.T) {
	t.Parallel()
	attempt := func(v check.Verdict, lines ...check.Line) runner.Attempt {
		return runner.Attempt{Result: &check.Result{Verdict: v, Lines: lines}}
	}
	completed := check.Line{Check: "state", Expected: "completed", Seen: "completed", Outcome: check.OK}
	for name, tt := range map[string]struct {
		result *runner.Result
		want   string // state, output, what
	}{
		"passes":  {&runner.Result{Verdict: check.Pass, Repeats: 1, Attempts: []runner.Attempt{attempt(check.Pass, completed, check.Line{Check: "output", Outcome: check.OK})}}, "completed|✓|"},
		"skipped": {&runner.Result{Verdict: check.Skip, Skip: "later"}, "skipped|–|later"},
		"not sent": {
			&runner.Result{Verdict: check.Error, Err: errors.New("no \x1b[31magent")}, "not sent|–|no ␛[31magent",
		},
		"fails once": {
			&runner.Result{Verdict: check.Flaky, Repeats: 2, Attempts: []runner.Attempt{
				attempt(check.Pass, completed),
				attempt(check.Fail, completed, check.Line{Check: "output", At: "/data/a", Seen: "1", Outcome: check.Failed}, check.Line{Check: "output", At: "/data/b", Seen: "2", Outcome: check.Failed}),
			}}, "completed|✗ 2|/data/a: 1",
		},
		"a reason": {
			&runner.Result{Verdict: check.Fail, Repeats: 1, Attempts: []runner.Attempt{attempt(check.Fail, completed, check.Line{Check: "that", Why: "it adds up", Seen: "false", Outcome: check.Failed})}},
			"completed|–|Condition: it adds up",
		},
	} {
		tt.result.Case = &casefile.Case{Name: name}
		r := newRow(tt.result.Case)
		r.take(tt.result)
		if got := strings.Join([]string{r.state, r.output, r.what}, "|"); got != tt.want {
			t.Errorf("%s: %q, not %q", name, got, tt.want)
		}
	}
}

// What does not pass comes first, and the cursor stays at its case while others end.
func TestRunOrder(t *testing.T) {
	t.Parallel()
	s := &Run{at: -1}
	s.Height, s.Width = 20, 80
	rows := func(verdicts ...check.Verdict) {
		s.view.rows = nil
		for _, v := range verdicts {
			s.view.rows = append(s.view.rows, row{verdict: v, began: time.Now()})
		}
		s.sort()
	}
	rows(check.Pass, "", check.Flaky, check.Error, check.Fail)
	if got := s.shown; got[0] != 4 || got[1] != 3 || got[2] != 2 || got[3] != 1 || got[4] != 0 {
		t.Errorf("the order is %v", got)
	}
	s.cursor, s.at = 3, 1
	rows(check.Pass, check.Fail, check.Flaky, check.Error, check.Fail)
	if s.shown[s.cursor] != 1 {
		t.Errorf("the cursor is at row %d", s.shown[s.cursor])
	}
	s.inOrder = true
	s.sort()
	if s.cursor != 1 || len(s.shown) != 5 || s.shown[4] != 4 {
		t.Errorf("in order: %v, cursor %d", s.shown, s.cursor)
	}
	s.onlyFailed = true
	s.sort()
	if len(s.shown) != 4 {
		t.Errorf("failures only: %v", s.shown)
	}
}

// A member that only the golden file has is named by what an agent once sent.
func TestExpectedTextIsCleaned(t *testing.T) {
	t.Parallel()
	const at = "/data/\x1b[31mred"
	for _, l := range []kit.JSONLine{{At: "/data"}, {At: at}} {
		if got := expectedText(l, &check.Line{At: at, Expected: "\x1b[31m1"}); strings.Contains(got, "\x1b") || !strings.Contains(got, "␛[31m") {
			t.Errorf("%q", got)
		}
	}
}

// Beyond maxHeld the case of a row is gone, so the user must not believe that it ran again.
func TestCaseThatIsNotHeldSaysWhyItDoesNotRunAgain(t *testing.T) {
	t.Parallel()
	s := &Run{view: snapshot{rows: []row{{c: &casefile.Case{}, verdict: check.Fail}, {verdict: check.Fail}}}}
	if act, cmd := s.again(s.failed()); cmd != nil || !strings.Contains(act.Status.Text, "too many cases") {
		t.Errorf("%+v", act)
	}
}

// What does not hold comes first, and notes for those who make the agent last.
func TestLinesOfAnAttemptHaveNotes(t *testing.T) {
	t.Parallel()
	a := &runner.Attempt{Result: &check.Result{
		Lines:      []check.Line{{Check: "state", Outcome: check.OK}, {Check: "same", Outcome: check.Failed}},
		Violations: []check.Violation{{ID: "OS4.1", What: "no tag"}}, Repairs: []string{"the stream broke off"},
	}}
	var got []string
	for _, l := range linesOfAttempt(&runner.Result{}, a) {
		got = append(got, l.Check+" "+string(l.Outcome)+" "+l.Seen)
	}
	if want := "same failed |state ok |note  no tag (OS4.1)|note  the stream broke off"; strings.Join(got, "|") != want {
		t.Errorf("%q, want %q", got, want)
	}
}

// A run whose cases have all ended asks nothing when it is left, though its outcomes are still being saved.
func TestRunWithoutRunningCasesIsLeftAtOnce(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		total int
		asks  bool
	}{{1, false}, {2, true}} {
		h := &kit.Host{Styles: kit.NewStyles("", nil, kit.TermColors{Dark: true})}
		s := newRun(h, nil, &batch{rows: []row{{name: "a", verdict: check.Pass}}, total: tt.total, began: time.Now()})
		if act := s.goBack(); (h.Overlay != nil) != tt.asks || (act.Pop > 0) == tt.asks {
			t.Errorf("1 of %d has ended: %+v, a dialog is there: %v", tt.total, act, h.Overlay != nil)
		}
	}
}
