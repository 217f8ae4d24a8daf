package report

import (
	"encoding/json"
	"errors"
	"io"
	"time"

	"a2aform/internal/ojson"
	"a2aform/internal/qa/casefile"
	"a2aform/internal/qa/check"
	"a2aform/internal/qa/plan"
)

// Reader reads a JSON report case by case.
type Reader struct {
	Started time.Time
	Shard   *Shard        // nil for a report of all cases
	Took    time.Duration // known after the last case

	decoder *json.Decoder
}

// ErrNoReport says that a file is no JSON report of test.
var ErrNoReport = errors.New("it is no JSON report of a2aform test")

// NewReader reads a report up to its first case.
func NewReader(r io.Reader) (*Reader, error) {
	report := &Reader{decoder: json.NewDecoder(r)}
	if token, err := report.decoder.Token(); err != nil || token != json.Delim('{') {
		return nil, ErrNoReport
	}
	if !report.members("cases") {
		return nil, ErrNoReport
	}
	if token, err := report.decoder.Token(); err != nil || token != json.Delim('[') {
		return nil, ErrNoReport
	}
	return report, nil
}

// members reads members up to the one of that name, and reports whether there is one. "" reads all.
func (r *Reader) members(until string) bool {
	for r.decoder.More() {
		token, err := r.decoder.Token()
		if err != nil {
			return false
		}
		var ms int64
		var other json.RawMessage
		switch token {
		case until:
			return true
		case "started":
			err = r.decoder.Decode(&r.Started)
		case "shard":
			err = r.decoder.Decode(&r.Shard)
		case "ms":
			err = r.decoder.Decode(&ms)
			r.Took = time.Duration(ms) * time.Millisecond
		default:
			err = r.decoder.Decode(&other)
		}
		if err != nil {
			return false
		}
	}
	return until == ""
}

// Next is the next case. After the last one it fails with [io.EOF], and with [ErrNoReport] where the report breaks off.
func (r *Reader) Next() (*plan.Result, error) {
	if !r.decoder.More() {
		if _, err := r.decoder.Token(); err != nil || !r.members("") {
			return nil, ErrNoReport
		}
		if _, err := r.decoder.Token(); err != nil {
			return nil, ErrNoReport
		}
		return nil, io.EOF
	}
	var c caseJSON
	if err := r.decoder.Decode(&c); err != nil {
		return nil, ErrNoReport
	}
	return c.result(), nil
}

// result is the case as it was when it ended.
func (c *caseJSON) result() *plan.Result {
	r := &plan.Result{
		Case:    &casefile.Case{Path: c.File, Row: c.Row, Index: c.Index, Name: c.Name, Why: c.Why, Tags: c.Tags, Skill: c.Skill},
		Verdict: c.Verdict, Skip: c.Skip, Passed: c.Passed, Need: c.Need, Repeats: c.Repeats, Took: time.Duration(c.MS) * time.Millisecond,
	}
	for _, cell := range c.Cells {
		r.Case.Cells = append(r.Case.Cells, casefile.Cell{Name: cell.Name, Text: cell.Text})
	}
	if c.Error != "" {
		r.Err = errors.New(c.Error)
	}
	for _, a := range c.Attempts {
		attempt := plan.Attempt{
			Result: &check.Result{Verdict: a.Verdict, Lines: a.Lines, Violations: a.Violations}, Iteration: a.Iteration, Number: a.Attempt, Messages: a.Messages,
			Started: a.Started, Took: time.Duration(a.MS) * time.Millisecond, Run: a.Run, Written: a.Written,
		}
		if v, err := ojson.Parse(a.Document, ojson.DataLimits); err == nil {
			attempt.Document = v
		}
		r.Attempts = append(r.Attempts, attempt)
	}
	return r
}
