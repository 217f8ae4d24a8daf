package doctor

import (
	"encoding/xml"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/dustin/go-humanize/english"

	"a2aform/internal/version"
)

// maxShown is how many findings of one rule are printed; the other formats have all.
const maxShown = 20

// SummaryOf counts the findings of a report in words.
func SummaryOf(r *Report) string {
	undecided := 0
	for _, f := range r.Findings {
		if isUndecided(f) && f.Level == Note {
			undecided++
		}
	}
	parts := []string{english.Plural(r.Count(Error), "error", ""), english.Plural(r.Count(Warning), "warning", "")}
	if notes := r.Count(Note) - undecided; notes > 0 {
		parts = append(parts, english.Plural(notes, "note", ""))
	}
	if undecided > 0 {
		parts = append(parts, fmt.Sprintf("%d undecided", undecided))
	}
	parts = append(parts, english.Plural(len(r.Held), "rule", "")+" held")
	if n := r.LeftOut(); n > 0 {
		parts = append(parts, fmt.Sprintf("%d more left out", n))
	}
	return strings.Join(parts, " · ")
}

// WriteText writes the reports for people: by rule, the worst first.
func (d *Document) WriteText(w io.Writer) error {
	var sb strings.Builder
	for i, r := range d.Reports {
		if i > 0 {
			sb.WriteString("\n")
		}
		fmt.Fprintf(&sb, "%s\n", line(r.Target))
		groups := byRule(r.Findings)
		for _, group := range groups {
			if !isUndecided(group[0]) {
				d.writeGroup(&sb, group, r.Omitted[group[0].Rule])
			}
		}
		writeUndecided(&sb, groups)
		fmt.Fprintf(&sb, "\n%s\n", SummaryOf(r))
	}
	_, err := io.WriteString(w, sb.String())
	return err
}

// byRule are findings by level and rule, in the order of the first of each.
func byRule(findings []Finding) (groups [][]Finding) {
	type key struct {
		level        Level
		rule, result string
	}
	index := map[key]int{}
	for _, f := range findings {
		k := key{f.Level, f.Rule, f.Result}
		i, known := index[k]
		if !known {
			i = len(groups)
			index[k] = i
			groups = append(groups, nil)
		}
		groups[i] = append(groups[i], f)
	}
	return groups
}

// writeUndecided writes what was not decided: a line for each reason.
func writeUndecided(sb *strings.Builder, groups [][]Finding) {
	type reason struct{ sign, what, fix string }
	rules := map[reason][]string{}
	var reasons []reason
	for _, group := range groups {
		first := group[0]
		if !isUndecided(first) {
			continue
		}
		r := reason{first.Level.Sign(), first.What, first.Fix}
		if n := len(group) - 1; n > 0 {
			r.what += fmt.Sprintf(" (and %d more)", n)
		}
		if rules[r] == nil {
			reasons = append(reasons, r)
		}
		rules[r] = append(rules[r], first.Rule)
	}
	if len(reasons) > 0 {
		sb.WriteString("\n")
	}
	for _, r := range reasons {
		fmt.Fprintf(sb, "%s %s  undecided: %s; %s\n", r.sign, strings.Join(rules[r], " "), r.what, r.fix)
	}
}

func (d *Document) writeGroup(sb *strings.Builder, group []Finding, omitted int) {
	first := group[0]
	demand := d.rule(first.Rule).Text
	if demand != "" {
		demand = "not met: " + demand
	}
	fmt.Fprintf(sb, "\n%s %s  %s\n", first.Level.Sign(), first.Rule, demand)
	fix := first.Fix
	for _, f := range group {
		if f.Fix != fix {
			fix = "" // each has its own
		}
	}
	for i, f := range group {
		if i == maxShown {
			fmt.Fprintf(sb, "  and %d more\n", len(group)-i+omitted)
			break
		}
		at := line(f.Pointer)
		if at == "" {
			at = "the card"
		}
		fmt.Fprintf(sb, "  %-8s %s\n           %s\n", position(f), at, f.What)
		for _, call := range f.calls() {
			fmt.Fprintf(sb, "           %s\n", call)
		}
		if fix == "" {
			fmt.Fprintf(sb, "           fix: %s\n", f.Fix)
		}
	}
	fmt.Fprintf(sb, "  why: %s\n", first.Why)
	if fix != "" {
		fmt.Fprintf(sb, "  fix: %s\n", fix)
	}
}

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
