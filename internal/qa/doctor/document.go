package doctor

import (
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"

	"a2aform/a2aclient"
	"a2aform/a2aclient/signature"
	"a2aform/internal/safe"
)

// Document is what a command found, to be written as a report.
type Document struct {
	Tool    string // the command
	Reports []*Report
	Rules   []ReportRule // the ones that could be checked
	FailOn  Level        // findings of this level fail; "" for none
	// Unchecked are the agents whose card could not be read.
	Unchecked []Unchecked
}

// Unchecked is an agent without a report.
type Unchecked struct{ Target, Why string }

// Formats are the formats of reports in files.
var Formats = []string{"junit"}

// Write writes the document in one of [Formats], or as json.
func (d *Document) Write(w io.Writer, format string) error {
	switch format {
	case "junit":
		return d.writeJUnit(w)
	case "json":
		return d.writeJSON(w)
	}
	return fmt.Errorf("there is no format %s", safe.Text(format).Line(40))
}

// rule is the description of a rule.
func (d *Document) rule(id string) ReportRule {
	if i := slices.IndexFunc(d.Rules, func(r ReportRule) bool { return r.ID == id }); i >= 0 {
		return d.Rules[i]
	}
	return ReportRule{ID: id}
}

// fails reports whether a finding of a level fails.
func (d *Document) fails(level Level) bool { return d.FailOn != "" && level.AtLeast(d.FailOn) }

// Failed returns how many findings fail.
func (d *Document) Failed() (n int) {
	for _, r := range d.Reports {
		for i := range r.Findings {
			if d.fails(r.Findings[i].Level) {
				n++
			}
		}
	}
	return n
}

// writeJSON writes one report as an object, several as an array of them.
func (d *Document) writeJSON(w io.Writer) error {
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	if len(d.Reports) == 1 {
		return e.Encode(d.Reports[0])
	}
	return e.Encode(d.Reports)
}

// line is text on one line without characters that are not seen.
func line(text string) string { return safe.Text(text).Line(safe.TextLimit()).String() }

func position(f Finding) string {
	if f.Line == 0 {
		return ""
	}
	return fmt.Sprintf("%d:%d", f.Line, f.Column)
}

// CheckOpened applies the rules that need no request to a card. Those about schemas, which have to be
// compiled, are left out where withSchemas is false. The keys that the user trusts are in keysDir,
// "" for none.
func CheckOpened(card *a2aclient.Card, keysDir string, withSchemas bool) *Report {
	var keys []*signature.Keys
	if card.Signatures > 0 {
		keys, _ = signature.ReadKeys(keysDir)
	}
	return Check(card.Raw, Options{
		Source: card.Source, Rules: openedRules(), WithoutSchemas: !withSchemas,
		Verify: func(card []byte) ([]signature.Verdict, error) {
			return signature.Verify(card, func(string, string) ([]*signature.Keys, error) { return keys, signature.ErrNoKeys })
		},
	})
}

// openedRules are the rules that need no request.
func openedRules() []*Rule {
	return slices.DeleteFunc(slices.Clone(AllRules()), func(r *Rule) bool { return r.Live })
}

// WithLive returns the report with what the agent itself was found to do, in place of what was
// found before.
func (r *Report) WithLive(card *a2aclient.Card, found LiveResult) *Report {
	report := *r
	report.Findings = slices.DeleteFunc(slices.Clone(report.Findings), func(f Finding) bool { return isLiveRule(f.Rule) })
	report.Held = slices.DeleteFunc(slices.Clone(report.Held), isLiveRule)
	found.AddTo(&report, card.Raw, AllRules())
	return &report
}

func isLiveRule(id string) bool { return strings.HasPrefix(id, "L") }

// Document returns the findings for a report in a file.
func (r *Report) Document() *Document {
	d := &Document{Tool: "doctor", Reports: []*Report{r}}
	for _, one := range AllRules() {
		d.Rules = append(d.Rules, one.Report())
	}
	return d
}

// OpenedFindings returns what the rules found and, as warnings without a rule, what the client
// noticed. Those of the client are the first warnings.
func OpenedFindings(report *Report, noticed []string) []Finding {
	all := slices.Clone(report.Findings)
	at := slices.IndexFunc(all, func(f Finding) bool { return f.Level != Error })
	if at < 0 {
		at = len(all)
	}
	var mine []Finding
	for _, text := range noticed {
		mine = append(mine, Finding{Level: Warning, What: text, Why: "a2aform noticed it when it read the card or prepared the connection"})
	}
	return slices.Insert(all, at, mine...)
}

// OpenedProblems returns the findings that are errors or warnings: the first ones.
func OpenedProblems(all []Finding) []Finding {
	if i := slices.IndexFunc(all, func(f Finding) bool { return f.Level == Note }); i >= 0 {
		return all[:i]
	}
	return all
}

// OpenedLines returns a line for each problem of a card: what the client noticed, and what the rules find
// that need neither keys nor schemas. From maxLines on it only counts them.
func OpenedLines(card *a2aclient.Card, noticed []string) (lines []string) {
	problems := OpenedProblems(OpenedFindings(CheckOpened(card, "", false), noticed))
	for i := range problems[:min(len(problems), maxOpenedLines)] {
		f := &problems[i]
		lines = append(lines, strings.TrimSpace(string(f.Level)+" "+f.Rule)+": "+f.What)
	}
	if n := len(problems) - maxOpenedLines; n > 0 {
		lines = append(lines, fmt.Sprintf("and %d more: a2aform doctor lists them", n))
	}
	return lines
}

const maxOpenedLines = 20
