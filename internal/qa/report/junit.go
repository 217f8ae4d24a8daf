package report

import (
	"encoding/xml"
	"fmt"
	"io"
	"strconv"
	"strings"
	"time"

	"github.com/dustin/go-humanize/english"

	"a2aform/internal/qa/check"
	"a2aform/internal/qa/runner"
	"a2aform/internal/version"
)

// The elements of JUnit XML as the plugin xUnit of Jenkins has them (junit-10.xsd).
type (
	junitSuite struct {
		name, file string
		tests      int
		failures   int
		errors     int
		skipped    int
		took       time.Duration
		properties []junitProperty
		size       int64 // of its cases in the spool
	}
	junitProperty struct{ name, value string }
	junitCase     struct {
		XMLName   xml.Name     `xml:"testcase"`
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

// junit writes a run as JUnit XML: a suite for each file, a test case for each of its cases. One failure or error
// holds all that does not hold, because Jenkins keeps the first alone; system-out has every attempt.
//
// The counts of a suite come before its cases, which is why those are kept in a temporary file until the end.
type junit struct {
	w       io.Writer
	spool   *spool
	suites  []*junitSuite
	started time.Time
}

func (j *junit) Begin(started time.Time, _ int) (err error) {
	j.started = started
	j.spool, err = newSpool()
	return err
}

func (j *junit) Case(r *runner.Result) error {
	if j.spool == nil {
		return errNotBegun
	}
	if n := len(j.suites); n == 0 || j.suites[n-1].file != r.Case.Path {
		j.suites = append(j.suites, newSuite(r))
	}
	s := j.suites[len(j.suites)-1]
	text, err := xml.MarshalIndent(s.add(r), "    ", "  ")
	if err != nil {
		return err
	}
	s.size += int64(len(text)) + 1
	return j.spool.write(append(text, '\n'))
}

func (j *junit) End(sum *Summary, took time.Duration) error {
	if j.spool == nil {
		return errNotBegun
	}
	defer j.spool.close()
	cases, err := j.spool.reader()
	if err != nil {
		return err
	}
	out := newWriter(j.w)
	out.put(xml.Header, `<testsuites`, attr("name", "a2aform"), attr("time", junitTime(took)), attr("tests", strconv.Itoa(sum.Cases+min(sum.NotRun, 1))),
		attr("failures", strconv.Itoa(sum.Failed)), attr("errors", strconv.Itoa(sum.Errors+min(sum.NotRun, 1))), ">\n")
	for _, s := range j.suites {
		out.put(`  <testsuite`, attr("name", line(s.name, maxName)), attr("tests", strconv.Itoa(s.tests)), attr("failures", strconv.Itoa(s.failures)),
			attr("errors", strconv.Itoa(s.errors)), attr("time", junitTime(s.took)), attr("skipped", strconv.Itoa(s.skipped)),
			attr("timestamp", j.started.UTC().Format("2006-01-02T15:04:05")), attr("file", line(s.file, 0)), ">\n    <properties>\n")
		for _, p := range s.properties {
			out.put(`      <property`, attr("name", p.name), attr("value", p.value), "></property>\n")
		}
		out.put("    </properties>\n")
		if out.err == nil {
			_, out.err = io.CopyN(out, cases, s.size)
		}
		out.put("  </testsuite>\n")
	}
	if sum.NotRun > 0 { // a build server must not take the cases that ran for all
		out.put(`  <testsuite name="not run" tests="1" failures="0" errors="1" skipped="0">`, "\n    <testcase", attr("name", english.Plural(sum.NotRun, "case", "cases")+" did not run"),
			` classname="a2aform" time="0"><error type="error" message="the command ended first"></error></testcase>`, "\n  </testsuite>\n")
	}
	out.put("</testsuites>\n")
	return out.end()
}

// attr is an attribute. Its value has been cleaned.
func attr(name, value string) string {
	var sb strings.Builder
	_ = xml.EscapeText(&sb, []byte(value)) // to memory
	return " " + name + `="` + sb.String() + `"`
}

// newSuite returns the suite of a file, to which cases are added.
func newSuite(first *runner.Result) *junitSuite {
	s := &junitSuite{name: first.Case.Path, file: first.Case.Path, properties: []junitProperty{
		{"tool", "a2aform " + version.Version()}, {"skill", line(first.Case.Skill, maxName)}, {"tags", line(strings.Join(first.Case.Tags, " "), maxSeen)},
	}}
	if first.Case.Why != "" {
		s.properties = append(s.properties, junitProperty{"why", line(first.Case.Why, maxSeen)})
	}
	if first.Agent != "" {
		s.properties = append(s.properties, junitProperty{"agent", line(first.Agent, maxSeen)})
	}
	return s
}

func (s *junitSuite) add(result *runner.Result) junitCase {
	s.tests++
	s.took += result.Took
	c := junitCase{Name: line(result.Case.Name, maxName), Classname: line(result.Case.Path, maxName), Time: junitTime(result.Took), Out: attempts(result)}
	text := strings.Join(linesOf(result, allExpectations, toldOf(result))[1:], "\n")
	switch result.Verdict {
	case check.Skip:
		s.skipped++
		c.Skipped = &junitText{Message: line(result.Skip, maxSeen)}
	case check.Fail:
		s.failures++
		c.Failure = &junitText{"fail", firstLine(result), text}
	case check.Error:
		s.errors++
		c.Error = &junitText{"error", firstLine(result), text}
	case check.Flaky:
		for i := range result.Attempts {
			if a := &result.Attempts[i]; a.Verdict != check.Pass {
				c.Flaky = append(c.Flaky, junitRerun{"attempt " + label(a), string(a.Verdict), attemptText(a)})
			}
		}
	case check.Pass:
	}
	return c
}

func junitTime(d time.Duration) string { return fmt.Sprintf("%.3f", d.Seconds()) }

func allExpectations(_ *runner.Result, a *runner.Attempt) []check.Line {
	if a.Result == nil {
		return nil
	}
	return a.Lines
}

// firstLine returns the first problem of a case that does not pass.
func firstLine(r *runner.Result) string {
	lines := linesOf(r, allExpectations, toldOf(r))
	if len(lines) < 2 {
		return string(r.Verdict)
	}
	return strings.TrimSpace(lines[1])
}

// attempts are all attempts of a case, each with all of its expectations.
func attempts(r *runner.Result) string {
	var sb strings.Builder
	for i := range r.Attempts {
		a := &r.Attempts[i]
		fmt.Fprintf(&sb, "attempt %s: %s after %s\n%s", label(a), a.Verdict, seconds(a.Took), attemptText(a))
	}
	return sb.String()
}

func attemptText(a *runner.Attempt) string {
	var sb strings.Builder
	for _, l := range a.Lines {
		fmt.Fprintf(&sb, "  %s: %s\n", l.Outcome, Line(l))
	}
	if a.Result != nil {
		for _, n := range toldOf(&runner.Result{Attempts: []runner.Attempt{*a}}) {
			sb.WriteString("  " + n.word + ": " + line(n.text, maxSeen) + "\n")
		}
	}
	return sb.String()
}
