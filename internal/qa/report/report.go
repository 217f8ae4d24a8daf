package report

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"a2aform/internal/qa/check"
	"a2aform/internal/qa/plan"
	"a2aform/internal/safe"
)

// Run is a run of the cases of a suite.
type Run struct {
	Results []*plan.Result // in the order of the cases
	Started time.Time
	Took    time.Duration
}

// Summary counts the verdicts of a run.
type Summary struct {
	Cases    int `json:"cases"`
	Passed   int `json:"passed"`
	Failed   int `json:"failed"`
	Flaky    int `json:"flaky"`
	Errors   int `json:"errors"`
	Skipped  int `json:"skipped"`
	Messages int `json:"messages"` // that were sent, answers among them
}

// Summary counts the verdicts.
func (r *Run) Summary() (s Summary) {
	for _, result := range r.Results {
		s.Cases++
		for _, a := range result.Attempts {
			s.Messages += a.Messages
		}
		switch result.Verdict {
		case check.Pass:
			s.Passed++
		case check.Fail:
			s.Failed++
		case check.Flaky:
			s.Flaky++
		case check.Error:
			s.Errors++
		case check.Skip:
			s.Skipped++
		}
	}
	return s
}

// marks are the signs of the verdicts.
var marks = map[check.Verdict]string{check.Pass: "✓", check.Fail: "✗", check.Flaky: "~", check.Error: "!", check.Skip: "–"}

const (
	maxName = 120 // bytes of the name of a case
	maxSeen = 300 // bytes of what was seen
)

func line(text string, limit int) string { return safe.Text(text).Line(limit).String() }

// Lines are a case for people: one line, and below it one for each expectation that does not hold.
func Lines(r *plan.Result) []string {
	head := marks[r.Verdict] + " " + line(r.Case.Name, maxName)
	switch {
	case r.Verdict == check.Skip:
		return []string{head + "  skipped: " + line(r.Skip, maxSeen)}
	case r.Err != nil:
		return []string{head, "    error  " + line(r.Err.Error(), maxSeen*4)}
	case r.Repeats > 1:
		head += fmt.Sprintf("  %d of %d passed, %d needed", r.Passed, r.Repeats, r.Need)
	}
	if n := len(r.Attempts) - r.Repeats; n > 0 {
		head += "  " + counted(n, "retry", "retries")
	}
	list := []string{head + "  " + Seconds(r.Took)}
	for _, a := range r.Attempts {
		if len(r.Attempts) == 1 && a.Run != "" {
			list[0] += "  run " + line(a.Run, maxName)
		}
		for _, l := range a.Lines {
			if l.Outcome == check.OK {
				continue
			}
			about := ""
			if len(r.Attempts) > 1 {
				about = strings.TrimSpace("#"+Label(&a)+" "+line(a.Run, maxName)) + "  "
			}
			list = append(list, "    "+about+Line(l))
		}
	}
	if r.Case.Why != "" && r.Verdict != check.Pass {
		list = append(list, "    why    "+line(r.Case.Why, maxSeen))
	}
	return list
}

// Label is the number of an attempt: that of its iteration, and behind a dot that of a retry.
func Label(a *plan.Attempt) string {
	if a.Number <= 1 {
		return strconv.Itoa(a.Iteration)
	}
	return fmt.Sprintf("%d.%d", a.Iteration, a.Number)
}

// Line is an expectation and what was seen, on one line.
func Line(l check.Line) string {
	text := l.Check
	if l.At != "" {
		text += " " + line(l.At, maxName)
	}
	text += "  expected " + line(l.Expected, maxSeen) + "; "
	if l.Outcome == check.NotReached {
		text += "not reached: "
	} else {
		text += "seen: "
	}
	text += line(l.Seen, maxSeen)
	if l.Why != "" {
		text += " (" + line(l.Why, maxSeen) + ")"
	}
	return text
}

// Seconds is a time in seconds.
func Seconds(d time.Duration) string { return fmt.Sprintf("%.2f s", d.Seconds()) }

// Last is the summary of a run, on one line.
func (r *Run) Last() string {
	s := r.Summary()
	parts := []string{counted(s.Cases, "case", "cases"), fmt.Sprintf("%d passed", s.Passed), fmt.Sprintf("%d failed", s.Failed)}
	if s.Flaky > 0 {
		parts = append(parts, fmt.Sprintf("%d flaky", s.Flaky))
	}
	parts = append(parts, counted(s.Errors, "error", "errors"), fmt.Sprintf("%d skipped", s.Skipped), counted(s.Messages, "message", "messages"), Seconds(r.Took))
	return strings.Join(parts, " · ")
}

func counted(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %s", n, many)
}
