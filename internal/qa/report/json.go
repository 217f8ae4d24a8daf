package report

import (
	"encoding/json"
	"io"
	"strconv"
	"strings"
	"time"

	"a2aform/internal/qa/check"
	"a2aform/internal/qa/runner"
)

// caseJSON is a case in reports for programs.
type caseJSON struct {
	Name     string        `json:"name"`
	File     string        `json:"file"`
	Row      int           `json:"row,omitempty"` // of the table of the file
	Index    int           `json:"index"`         // among the cases that were selected, from 1
	Skill    string        `json:"skill,omitempty"`
	Cells    []cellJSON    `json:"cells,omitempty"` // of the row
	Why      string        `json:"why,omitempty"`
	Tags     []string      `json:"tags,omitempty"`
	Verdict  check.Verdict `json:"verdict"`
	Error    string        `json:"error,omitempty"`
	Skip     string        `json:"skip,omitempty"`
	Passed   int           `json:"passed"`
	Need     int           `json:"need"`
	Repeats  int           `json:"repeats"`
	MS       int64         `json:"ms"`
	Varies   []placeJSON   `json:"varies,omitempty"`
	Attempts []attemptJSON `json:"attempts,omitempty"`
}

// cellJSON is a cell of the row of a case.
type cellJSON struct {
	Name string `json:"name"`
	Text string `json:"text"`
}

// placeJSON is a place of the verdict document that differs between attempts.
type placeJSON struct {
	At     string      `json:"at"`
	Values []valueJSON `json:"values"`
}

type valueJSON struct {
	Value    json.RawMessage `json:"value,omitempty"` // as it came
	Missing  bool            `json:"missing,omitempty"`
	Count    int             `json:"count"`
	Attempts []string        `json:"attempts"` // that had it, such as 2
}

type attemptJSON struct {
	Iteration int           `json:"iteration"`
	Verdict   check.Verdict `json:"verdict"`
	Started   time.Time     `json:"started"`
	MS        int64         `json:"ms"`
	Messages  int           `json:"messages"`
	Run       string        `json:"run,omitempty"`     // whose file was kept
	Written   string        `json:"written,omitempty"` // the golden file
	Lines     []check.Line  `json:"lines"`
	// Violations are the rules that the attempt violates.
	Violations []check.Violation `json:"violations,omitempty"`
	Repairs    []string          `json:"repairs,omitempty"`  // what the client put right
	Document   json.RawMessage   `json:"document,omitempty"` // the verdict document
}

func newCase(r *runner.Result) caseJSON {
	c := caseJSON{
		Name: r.Case.Name, File: r.Case.Path, Row: r.Case.Row, Index: r.Case.Index, Skill: r.Case.Skill, Why: r.Case.Why, Tags: r.Case.Tags, Verdict: r.Verdict, Skip: r.Skip,
		Passed: r.Passed, Need: r.Need, Repeats: r.Repeats, MS: r.Took.Milliseconds(),
	}
	for _, cell := range r.Case.Cells {
		c.Cells = append(c.Cells, cellJSON{cell.Name, cell.Text})
	}
	if r.Err != nil {
		c.Error = r.Err.Error()
	}
	for _, p := range Variations(r) {
		place := placeJSON{At: p.At}
		for _, v := range p.Values {
			seen := valueJSON{Missing: v.JSON == nil, Count: len(v.In), Attempts: labelsOf(r, v)}
			if v.JSON != nil {
				seen.Value = v.JSON.Compact()
			}
			place.Values = append(place.Values, seen)
		}
		c.Varies = append(c.Varies, place)
	}
	return c
}

func newAttempt(a *runner.Attempt) attemptJSON {
	j := attemptJSON{Iteration: a.Iteration, Verdict: a.Verdict, Started: a.Started, MS: a.Took.Milliseconds(), Messages: a.Messages, Run: a.Run, Written: a.Written, Lines: a.Lines}
	if a.Result != nil {
		j.Violations, j.Repairs = a.Violations, a.Repairs
	}
	if a.Document != nil {
		j.Document = a.Document.Compact()
	}
	return j
}

// newEncoder returns an encoder that does not escape < and &.
func newEncoder(w io.Writer) *json.Encoder {
	encoder := json.NewEncoder(w)
	encoder.SetEscapeHTML(false)
	return encoder
}

// document writes a run as one JSON document.
type document struct {
	w    io.Writer
	some bool
	err  error
}

func (d *document) Begin(started time.Time, _ int) error {
	text, err := started.MarshalJSON()
	if err != nil {
		return err
	}
	d.write("{\n  \"started\": " + string(text) + ",\n  \"cases\": [")
	return d.err
}

func (d *document) write(text string) {
	if d.err == nil {
		_, d.err = io.WriteString(d.w, text)
	}
}

// value is a value of the document below two levels, from behind its indentation.
func (d *document) value(v any, prefix string) {
	var sb strings.Builder
	encoder := newEncoder(&sb)
	encoder.SetIndent(prefix, "  ")
	if err := encoder.Encode(v); err != nil && d.err == nil {
		d.err = err
	}
	d.write(strings.TrimSuffix(sb.String(), "\n"))
}

func (d *document) Case(r *runner.Result) error {
	c := newCase(r)
	for i := range r.Attempts {
		c.Attempts = append(c.Attempts, newAttempt(&r.Attempts[i]))
	}
	if d.some {
		d.write(",")
	}
	d.some = true
	d.write("\n    ")
	d.value(c, "    ")
	return d.err
}

func (d *document) End(s *Summary, took time.Duration) error {
	if d.some {
		d.write("\n  ")
	}
	d.write("],\n  \"ms\": " + strconv.FormatInt(took.Milliseconds(), 10) + ",\n  \"summary\": ")
	d.value(newSummary(s), "  ")
	d.write("\n}\n")
	return d.err
}

// summaryJSON is a summary in reports for programs.
type summaryJSON struct {
	*Summary
	Times  []timesJSON `json:"times"`            // of the attempts
	Unsent []string    `json:"unsent,omitempty"` // what no case sends
}

type timesJSON struct {
	Until string `json:"until"`
	P50   int64  `json:"p50ms"`
	P95   int64  `json:"p95ms"`
	P99   int64  `json:"p99ms"`
}

func newSummary(s *Summary) summaryJSON {
	j := summaryJSON{Summary: s, Times: []timesJSON{}}
	for _, t := range s.Times() {
		j.Times = append(j.Times, timesJSON{t.Until, t.P50.Milliseconds(), t.P95.Milliseconds(), t.P99.Milliseconds()})
	}
	if s.Coverage != nil {
		j.Unsent = s.Coverage.unsent()
	}
	return j
}
