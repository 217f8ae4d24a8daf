package doctor

import (
	"encoding/json"
	"fmt"
	"io"
	"slices"

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
