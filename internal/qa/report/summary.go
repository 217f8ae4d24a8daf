package report

import (
	"fmt"
	"strings"
	"time"

	"a2aform/internal/qa/check"
	"a2aform/internal/qa/runner"
)

// Summary counts the verdicts of a run. Cases are added one by one.
type Summary struct {
	Cases     int `json:"cases"`
	Passed    int `json:"passed"`
	Failed    int `json:"failed"`
	Flaky     int `json:"flaky"`
	Errors    int `json:"errors"`
	Skipped   int `json:"skipped"`
	NotRun    int `json:"notRun,omitempty"`    // cases that the command did not begin before it ended; they are none of Cases
	Violating int `json:"violating,omitempty"` // cases with a violation
	Repaired  int `json:"repaired,omitempty"`  // cases in which the client put something right
	Messages  int `json:"messages"`            // that were sent, answers among them

	Coverage *Coverage `json:"-"` // nil where it was not asked for

	firstEvent, firstArtifact, end distribution // of the attempts that sent something
}

// Add counts a case.
func (s *Summary) Add(r *runner.Result) {
	s.Cases++
	if s.Coverage != nil {
		s.Coverage.add(r)
	}
	if len(violations(r)) > 0 {
		s.Violating++
	}
	if len(Repairs(r)) > 0 {
		s.Repaired++
	}
	for i := range r.Attempts {
		a := &r.Attempts[i]
		s.Messages += a.Messages
		if a.Messages > 0 && a.Result != nil {
			s.end.add(a.Took)
			s.firstEvent.addSeen(a.Document.At("/ms/firstEvent"))
			s.firstArtifact.addSeen(a.Document.At("/ms/firstArtifact"))
		}
	}
	switch r.Verdict {
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

// Verdict is the verdict on all cases: the worst one.
func (s *Summary) Verdict() check.Verdict {
	switch {
	case s.Failed > 0:
		return check.Fail
	case s.Errors > 0 || s.NotRun > 0 || s.Cases == 0:
		return check.Error
	case s.Flaky > 0:
		return check.Flaky
	case s.Passed == 0:
		return check.Skip
	}
	return check.Pass
}

// Line is the summary of a run, on one line.
func (s *Summary) Line(took time.Duration) string {
	parts := []string{Counted(s.Cases, "case", "cases"), fmt.Sprintf("%d passed", s.Passed), fmt.Sprintf("%d failed", s.Failed)}
	if s.Flaky > 0 {
		parts = append(parts, fmt.Sprintf("%d flaky", s.Flaky))
	}
	if s.Violating > 0 {
		parts = append(parts, fmt.Sprintf("%d with violations", s.Violating))
	}
	if s.Repaired > 0 {
		parts = append(parts, fmt.Sprintf("%d repaired", s.Repaired))
	}
	parts = append(parts, Counted(s.Errors, "error", "errors"), fmt.Sprintf("%d skipped", s.Skipped))
	if s.NotRun > 0 {
		parts = append(parts, fmt.Sprintf("%d not run", s.NotRun))
	}
	parts = append(parts, Counted(s.Messages, "message", "messages"), Seconds(took))
	if s.end.count > 0 {
		parts = append(parts, "p95 "+Seconds(s.end.percentile(95)))
	}
	return strings.Join(parts, " · ")
}

// Counted returns a number with its noun, such as "1 case" or "2 cases".
func Counted(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %s", n, many)
}

// Seconds is a time in seconds, a short one in milliseconds and a long one in minutes.
func Seconds(d time.Duration) string {
	if d < 100*time.Millisecond {
		return fmt.Sprintf("%d ms", d.Milliseconds())
	}
	if d >= time.Minute {
		d = d.Round(time.Second)
		return fmt.Sprintf("%d m %02d s", d/time.Minute, d%time.Minute/time.Second)
	}
	return fmt.Sprintf("%.2f s", d.Seconds())
}

// Headline says in a few words how the run ended.
func (s *Summary) Headline() string {
	of := " of " + Counted(s.Cases+s.NotRun, "case", "cases")
	switch s.Verdict() {
	case check.Fail:
		text := fmt.Sprint(s.Failed) + of + " failed"
		if s.Errors > 0 {
			text += fmt.Sprintf(", %d could not be checked", s.Errors)
		}
		return text
	case check.Error:
		switch {
		case s.Cases == 0:
			return "no case was checked"
		case s.Errors == 0:
			return fmt.Sprint(s.NotRun) + of + " did not run"
		}
		return fmt.Sprint(s.Errors) + of + " could not be checked"
	case check.Flaky:
		return fmt.Sprint(s.Flaky) + of + " " + plural(s.Flaky, "is", "are") + " flaky"
	case check.Skip:
		return "all cases are skipped"
	case check.Pass:
	}
	if s.Skipped > 0 {
		return fmt.Sprint(s.Passed) + of + " passed, the others are skipped"
	}
	return Counted(s.Cases, "case", "cases") + " passed"
}

func plural(n int, one, many string) string {
	if n == 1 {
		return one
	}
	return many
}
