package check

import (
	"encoding/json"
	"time"

	"a2aform/internal/safe"
	"a2aform/internal/store/runfile"
)

// Record is what the file of a run keeps of the verdict on it.
type Record struct {
	Case      string  `json:"case"`
	File      string  `json:"file,omitempty"`
	Row       int     `json:"row,omitempty"`
	Why       string  `json:"why,omitempty"`
	Iteration int     `json:"iteration"`
	Verdict   Verdict `json:"verdict"`
	Lines     []Line  `json:"lines"`
}

// Line is the record as a line of a run file.
func (r *Record) Line(at time.Time) (runfile.Line, error) {
	raw, err := json.Marshal(r)
	return runfile.Line{Kind: runfile.Check, Time: at, Outcome: safe.Text(string(r.Verdict)), Raw: raw}, err
}

// ParseRecord reads a line of a run file; not ok for one that is not a verdict.
func ParseRecord(l runfile.Line) (r Record, ok bool) {
	return r, l.Kind == runfile.Check && json.Unmarshal(l.Raw, &r) == nil
}
