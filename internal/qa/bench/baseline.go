package bench

import (
	"encoding/json"
	"errors"
	"fmt"
)

// Comparison is how a measurement differs from an earlier one.
type Comparison struct {
	File      string   `json:"file"`
	Tolerance float64  `json:"tolerance"` // in percent
	Note      string   `json:"note,omitempty"`
	Changes   []Change `json:"changes"`
}

// Change is one figure of both measurements.
type Change struct {
	What   string  `json:"what"` // such as settled p95, errors or throughput
	Before float64 `json:"before"`
	After  float64 `json:"after"`
	OK     bool    `json:"ok"` // not worse by more than the tolerance
	Gone   bool    `json:"gone,omitempty"`
}

// noise is the difference in milliseconds below which no time is worse.
const noise = 5

// ReadBaseline reads an earlier report.
func ReadBaseline(data []byte) (*Report, error) {
	r := &Report{}
	switch err := json.Unmarshal(data, r); {
	case err != nil || r.Metrics == nil || r.Loop == "":
		return nil, errors.New("it is no report of a2aform bench -o json")
	case r.OK == 0:
		return nil, errors.New("it has no sample without an error, so there is nothing to compare with")
	}
	return r, nil
}

// Compare compares with an earlier report. A time is worse where it is longer by more than the tolerance and by more than 5 ms, and
// the errors are worse where their share is larger by more than one point.
func (r *Report) Compare(before *Report, file string, tolerance float64) *Comparison {
	c := &Comparison{File: file, Tolerance: tolerance, Changes: []Change{}}
	if before.Loop != r.Loop || before.Concurrency != r.Concurrency || before.Rate != r.Rate {
		c.Note = fmt.Sprintf("the earlier measurement had another load: %s", before.load())
	}
	for _, name := range Metrics[Headers:] {
		old, now := before.Metrics[name], r.Metrics[name]
		if old == nil {
			continue
		}
		for _, stat := range []string{"p50", "p95"} {
			change := Change{What: name + " " + stat, Before: old.get(stat), Gone: now == nil}
			if now != nil {
				change.After = now.get(stat)
				worse := change.After - change.Before
				change.OK = worse <= noise || worse <= change.Before*tolerance/100
			}
			c.Changes = append(c.Changes, change)
		}
	}
	was, is := round(before.errorRate()), round(r.errorRate())
	c.Changes = append(c.Changes, Change{What: "errors", Before: was, After: is, OK: is <= was+1})
	return c
}

// Worse counts the figures that are worse.
func (c *Comparison) Worse() (n int) {
	for _, change := range c.Changes {
		if !change.OK {
			n++
		}
	}
	return n
}
