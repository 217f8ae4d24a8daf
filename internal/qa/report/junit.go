package report

import (
	"encoding/xml"
	"fmt"
	"io"
	"strings"
	"time"

	"a2aform/internal/qa/check"
	"a2aform/internal/qa/plan"
	"a2aform/internal/version"
)

// The elements of JUnit XML as the plugin xUnit of Jenkins has them (junit-10.xsd).
type (
	junitSuites struct {
		XMLName  xml.Name     `xml:"testsuites"`
		Name     string       `xml:"name,attr"`
		Time     string       `xml:"time,attr"`
		Tests    int          `xml:"tests,attr"`
		Failures int          `xml:"failures,attr"`
		Errors   int          `xml:"errors,attr"`
		Suites   []junitSuite `xml:"testsuite"`
	}
	junitSuite struct {
		Name       string          `xml:"name,attr"`
		Tests      int             `xml:"tests,attr"`
		Failures   int             `xml:"failures,attr"`
		Errors     int             `xml:"errors,attr"`
		Time       string          `xml:"time,attr"`
		Skipped    int             `xml:"skipped,attr"`
		Timestamp  string          `xml:"timestamp,attr"`
		File       string          `xml:"file,attr"`
		Properties []junitProperty `xml:"properties>property"`
		Cases      []junitCase     `xml:"testcase"`

		took time.Duration
	}
	junitProperty struct {
		Name  string `xml:"name,attr"`
		Value string `xml:"value,attr"`
	}
	junitCase struct {
		Name      string       `xml:"name,attr"`
		Time      string       `xml:"time,attr"`
		Classname string       `xml:"classname,attr"`
		Skipped   *junitText   `xml:"skipped"`
		Error     *junitText   `xml:"error"`
		Failure   *junitText   `xml:"failure"`
		Flaky     []junitRerun `xml:"flakyFailure"`
		Out       string       `xml:"system-out,omitempty"`
	}
	junitText struct {
		Type    string `xml:"type,attr,omitempty"`
		Message string `xml:"message,attr,omitempty"`
		Text    string `xml:",chardata"`
	}
	junitRerun struct {
		Message string `xml:"message,attr"`
		Type    string `xml:"type,attr"`
		Trace   string `xml:"stackTrace"`
	}
)

// JUnit writes a run as JUnit XML: a suite for each file, a test case for each of its cases. One failure or error
// holds all that does not hold, because Jenkins keeps the first alone; system-out has every attempt.
func (r *Run) JUnit(w io.Writer) error {
	s := r.Summary()
	all := junitSuites{Name: "a2aform", Time: junitTime(r.Took), Tests: s.Cases, Failures: s.Failed, Errors: s.Errors}
	for i, result := range r.Results {
		if i == 0 || r.Results[i-1].Case.Path != result.Case.Path {
			all.Suites = append(all.Suites, r.suite(result))
		}
		all.Suites[len(all.Suites)-1].add(result)
	}
	if _, err := io.WriteString(w, xml.Header); err != nil {
		return err
	}
	encoder := xml.NewEncoder(w)
	encoder.Indent("", "  ")
	if err := encoder.Encode(all); err != nil {
		return err
	}
	_, err := io.WriteString(w, "\n")
	return err
}

// suite is that of a file, to which cases are added.
func (r *Run) suite(first *plan.Result) junitSuite {
	s := junitSuite{
		Name: line(first.Case.Path, maxName), File: line(first.Case.Path, 0), Timestamp: r.Started.UTC().Format("2006-01-02T15:04:05"),
		Properties: []junitProperty{{"tool", "a2aform " + version.Version()}, {"skill", line(first.Case.Skill, maxName)}, {"tags", line(strings.Join(first.Case.Tags, " "), maxSeen)}},
	}
	if first.Case.Why != "" {
		s.Properties = append(s.Properties, junitProperty{"why", line(first.Case.Why, maxSeen)})
	}
	return s
}

func (s *junitSuite) add(result *plan.Result) {
	s.Tests++
	s.took += result.Took
	s.Time = junitTime(s.took)
	c := junitCase{Name: line(result.Case.Name, maxName), Classname: line(result.Case.Path, maxName), Time: junitTime(result.Took), Out: attempts(result)}
	text := strings.Join(Lines(result)[1:], "\n")
	switch result.Verdict {
	case check.Skip:
		s.Skipped++
		c.Skipped = &junitText{Message: line(result.Skip, maxSeen)}
	case check.Fail:
		s.Failures++
		c.Failure = &junitText{"fail", firstLine(result), text}
	case check.Error:
		s.Errors++
		c.Error = &junitText{"error", firstLine(result), text}
	case check.Flaky:
		for i := range result.Attempts {
			if a := &result.Attempts[i]; a.Verdict != check.Pass {
				c.Flaky = append(c.Flaky, junitRerun{"attempt " + Label(a), string(a.Verdict), attemptText(a)})
			}
		}
	case check.Pass:
	}
	s.Cases = append(s.Cases, c)
}

func junitTime(d time.Duration) string { return fmt.Sprintf("%.3f", d.Seconds()) }

// firstLine is what is told first of a case that does not pass.
func firstLine(r *plan.Result) string {
	lines := Lines(r)
	if len(lines) < 2 {
		return string(r.Verdict)
	}
	return strings.TrimSpace(lines[1])
}

// attempts are all attempts of a case, each with all of its expectations.
func attempts(r *plan.Result) string {
	var sb strings.Builder
	for i := range r.Attempts {
		a := &r.Attempts[i]
		fmt.Fprintf(&sb, "attempt %s: %s after %s\n%s", Label(a), a.Verdict, Seconds(a.Took), attemptText(a))
	}
	return sb.String()
}

func attemptText(a *plan.Attempt) string {
	var sb strings.Builder
	for _, l := range a.Lines {
		fmt.Fprintf(&sb, "  %s: %s\n", l.Outcome, Line(l))
	}
	return sb.String()
}
