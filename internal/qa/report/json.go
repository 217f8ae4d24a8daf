package report

import (
	"encoding/json"
	"io"
	"time"

	"a2aform/internal/qa/check"
	"a2aform/internal/qa/plan"
)

// caseJSON is a case in reports for programs.
type caseJSON struct {
	Event    string        `json:"event,omitempty"` // "case", of JSON lines
	Name     string        `json:"name"`
	File     string        `json:"file"`
	Row      int           `json:"row,omitempty"` // of the table of the file
	Why      string        `json:"why,omitempty"`
	Tags     []string      `json:"tags,omitempty"`
	Verdict  check.Verdict `json:"verdict"`
	Error    string        `json:"error,omitempty"`
	Skip     string        `json:"skip,omitempty"`
	Passed   int           `json:"passed"`
	Need     int           `json:"need"`
	Repeats  int           `json:"repeats"`
	MS       int64         `json:"ms"`
	Attempts []attemptJSON `json:"attempts,omitempty"`
}

type attemptJSON struct {
	Event     string          `json:"event,omitempty"` // "attempt", of JSON lines
	Case      string          `json:"case,omitempty"`  // likewise
	Iteration int             `json:"iteration"`
	Attempt   int             `json:"attempt"` // of the iteration
	Verdict   check.Verdict   `json:"verdict"`
	Started   time.Time       `json:"started"`
	MS        int64           `json:"ms"`
	Run       string          `json:"run,omitempty"` // whose file was kept
	Lines     []check.Line    `json:"lines"`
	Document  json.RawMessage `json:"document,omitempty"` // the verdict document
}

func newCase(r *plan.Result) caseJSON {
	c := caseJSON{
		Name: r.Case.Name, File: r.Case.Path, Row: r.Case.Row, Why: r.Case.Why, Tags: r.Case.Tags, Verdict: r.Verdict, Skip: r.Skip,
		Passed: r.Passed, Need: r.Need, Repeats: r.Repeats, MS: r.Took.Milliseconds(),
	}
	if r.Err != nil {
		c.Error = r.Err.Error()
	}
	return c
}

func newAttempt(a *plan.Attempt) attemptJSON {
	j := attemptJSON{Iteration: a.Iteration, Attempt: a.Number, Verdict: a.Verdict, Started: a.Started, MS: a.Took.Milliseconds(), Run: a.Run, Lines: a.Lines}
	if a.Document != nil {
		j.Document = a.Document.Compact()
	}
	return j
}

// JSON writes a run as one JSON document.
func (r *Run) JSON(w io.Writer) error {
	list := make([]caseJSON, 0, len(r.Results))
	for _, result := range r.Results {
		c := newCase(result)
		for i := range result.Attempts {
			c.Attempts = append(c.Attempts, newAttempt(&result.Attempts[i]))
		}
		list = append(list, c)
	}
	encoder := newEncoder(w)
	encoder.SetIndent("", "  ")
	return encoder.Encode(struct {
		Started time.Time  `json:"started"`
		MS      int64      `json:"ms"`
		Summary Summary    `json:"summary"`
		Cases   []caseJSON `json:"cases"`
	}{r.Started, r.Took.Milliseconds(), r.Summary(), list})
}

// JSONLines writes a run as lines of JSON: the start, the attempts of each case and the case, and the end.
func (r *Run) JSONLines(w io.Writer) error {
	encoder := newEncoder(w)
	if err := StartLine(encoder, len(r.Results), r.Started); err != nil {
		return err
	}
	for _, result := range r.Results {
		if err := CaseLines(encoder, result); err != nil {
			return err
		}
	}
	return r.EndLine(encoder)
}

// newEncoder leaves < and & as they are: JSON is no HTML.
func newEncoder(w io.Writer) *json.Encoder {
	encoder := json.NewEncoder(w)
	encoder.SetEscapeHTML(false)
	return encoder
}

// StartLine writes the first of the lines of JSON.
func StartLine(encoder *json.Encoder, cases int, at time.Time) error {
	return encoder.Encode(struct {
		Event   string    `json:"event"`
		Cases   int       `json:"cases"`
		Started time.Time `json:"started"`
	}{"start", cases, at})
}

// CaseLines writes a line for each attempt of a case, and one for the case.
func CaseLines(encoder *json.Encoder, r *plan.Result) error {
	for i := range r.Attempts {
		a := newAttempt(&r.Attempts[i])
		a.Event, a.Case = "attempt", r.Case.Name
		if err := encoder.Encode(a); err != nil {
			return err
		}
	}
	c := newCase(r)
	c.Event = "case"
	return encoder.Encode(c)
}

// EndLine writes the last of the lines of JSON.
func (r *Run) EndLine(encoder *json.Encoder) error {
	return encoder.Encode(struct {
		Event string `json:"event"`
		Summary
		MS int64 `json:"ms"`
	}{"end", r.Summary(), r.Took.Milliseconds()})
}
