package doctor

import (
	"encoding/xml"
	"fmt"
	"io"
	"slices"
	"strings"

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
		File       string          `xml:"file,attr"`
		Properties []junitProperty `xml:"properties>property"`
		Cases      []junitCase     `xml:"testcase"`
	}
	junitProperty struct {
		Name  string `xml:"name,attr"`
		Value string `xml:"value,attr"`
	}
	junitCase struct {
		Name      string        `xml:"name,attr"`
		Time      string        `xml:"time,attr"`
		Classname string        `xml:"classname,attr"`
		Skipped   *junitSkipped `xml:"skipped"`
		Error     *junitFailure `xml:"error"`
		Failure   *junitFailure `xml:"failure"`
		Out       string        `xml:"system-out,omitempty"`
	}
	junitSkipped struct {
		Message string `xml:"message,attr"`
	}
	junitFailure struct {
		Type    string `xml:"type,attr"`
		Message string `xml:"message,attr"`
		Text    string `xml:",chardata"`
	}
)

const noTime = "0.000"

// writeJUnit writes a suite for each target, and a case for each rule that was checked. One failure holds all findings of the
// rule; what does not fail is in system-out. What kept rules from being checked is an error, so that no build server takes the file
// for a pass.
func (d *Document) writeJUnit(w io.Writer) error {
	all := junitSuites{Name: "a2aform " + d.Tool, Time: noTime}
	for _, r := range d.Reports {
		s := junitSuite{Name: line(r.Target), File: line(r.Target), Time: noTime, Properties: []junitProperty{{"tool", "a2aform " + version.Version()}}}
		groups := map[string][]Finding{}
		for _, f := range r.Findings {
			groups[f.Rule] = append(groups[f.Rule], f)
		}
		for _, rule := range d.Rules {
			group := groups[rule.ID]
			if len(group) > 0 || contains(r.Held, rule.ID) {
				s.Cases = append(s.Cases, d.junitCase(r, rule, group))
			}
		}
		if r.Stopped != "" {
			s.Cases = append(s.Cases, notChecked(s.Name, "all rules are checked", r.Stopped))
		}
		all.add(s)
	}
	for _, u := range d.Unchecked {
		name := line(u.Target)
		all.add(junitSuite{Name: name, File: name, Time: noTime, Cases: []junitCase{notChecked(name, "the card is read", line(u.Why))}})
	}
	text, err := xml.MarshalIndent(all, "", "  ")
	if err == nil {
		_, err = io.WriteString(w, xml.Header+string(text)+"\n")
	}
	return err
}

// notChecked is a case for what kept rules from being checked.
func notChecked(suite, name, why string) junitCase {
	return junitCase{Name: name, Time: noTime, Classname: suite, Error: &junitFailure{Type: "error", Message: why}}
}

// add adds a suite, and counts its cases.
func (a *junitSuites) add(s junitSuite) {
	for _, c := range s.Cases {
		s.Tests++
		if c.Failure != nil {
			s.Failures++
		}
		if c.Error != nil {
			s.Errors++
		}
		if c.Skipped != nil {
			s.Skipped++
		}
	}
	a.Tests += s.Tests
	a.Failures += s.Failures
	a.Errors += s.Errors
	a.Suites = append(a.Suites, s)
}

func contains(list []string, text string) bool {
	for _, s := range list {
		if s == text {
			return true
		}
	}
	return false
}

func (d *Document) junitCase(r *Report, rule ReportRule, group []Finding) junitCase {
	c := junitCase{Name: rule.ID + " " + rule.Text, Time: noTime, Classname: line(r.Target)}
	if len(group) == 0 {
		return c
	}
	var sb strings.Builder
	failed := ""
	for _, f := range group {
		fmt.Fprintf(&sb, "%s %s: %s\n  why: %s\n  fix: %s\n", position(f), line(f.Pointer), f.says(), f.Why, f.Fix)
		for _, call := range f.calls() {
			sb.WriteString("  " + call + "\n")
		}
		if failed == "" && d.fails(f.Level) {
			failed = f.says()
		}
	}
	if more := r.Omitted[rule.ID]; more > 0 {
		fmt.Fprintf(&sb, "and %d more\n", more)
	}
	if failed == "" {
		c.Out = sb.String()
		if i := slices.IndexFunc(group, isUndecided); i >= 0 {
			c.Skipped = &junitSkipped{group[i].says()}
		}
		return c
	}
	c.Failure = &junitFailure{string(group[0].Level), failed, sb.String()}
	return c
}
