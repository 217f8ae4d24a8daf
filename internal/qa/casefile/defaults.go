package casefile

import (
	"cmp"
	"math/big"
	"time"

	"a2aform/internal/qa/tomlfile"
)

// Defaults are the values of a suite for keys that a case file leaves out.
type Defaults struct {
	Timeout  time.Duration // 0 for the default of this package
	Repeat   int           // likewise
	PassRate *big.Rat      // nil for the default of this package
	Tags     []string      // of cases that have none
	Expect   Expect        // of cases whose input is valid
	// Rejection is how agents show that input was rejected; nil for what the protocol has for it.
	Rejection *Rejection
}

// Rejection is how agents show that input was rejected. One of them is enough.
type Rejection struct {
	States []string // of the task
	Codes  []int    // of errors
	That   *That
}

// ReadDefaults reads a table of defaults of another file. Problems are added to the reader.
func ReadDefaults(file *tomlfile.Reader, n *tomlfile.Node) (d Defaults) {
	r := reader{Reader: tomlfile.Reader{Path: file.Path}}
	r.Table(n, "defaults", tomlfile.Fields{
		"timeout": r.Duration(&d.Timeout, "timeout"), "repeat": r.Whole(&d.Repeat, "repeat", 1, maxRepeat),
		"pass-rate": r.rate(&d.PassRate), "tags": r.Texts(&d.Tags, "tags"),
		"expect": func(n *tomlfile.Node) { r.expect(n, &d.Expect) },
	})
	file.Problems = append(file.Problems, r.Problems...)
	return d
}

// ReadStates returns a function that reads one or more outcomes of a run.
func ReadStates(file *tomlfile.Reader, into *[]string, name string) func(*tomlfile.Node) {
	return func(n *tomlfile.Node) {
		r := reader{Reader: tomlfile.Reader{Path: file.Path}}
		r.words(into, name, outcomes)(n)
		file.Problems = append(file.Problems, r.Problems...)
	}
}

// ReadThat reads a jq expression.
func ReadThat(file *tomlfile.Reader, n *tomlfile.Node) *That {
	r := reader{Reader: tomlfile.Reader{Path: file.Path}}
	var text string
	r.Text(&text, "that")(n)
	that := r.query(n, That{JQ: text})
	file.Problems = append(file.Problems, r.Problems...)
	return &that
}

// apply sets the keys that a case file leaves out.
func (d *Defaults) apply(n *tomlfile.Node, c *Case) {
	if d == nil {
		return
	}
	if d.Timeout > 0 && n.Get("timeout") == nil {
		c.Timeout = d.Timeout
	}
	if d.Repeat > 0 && n.Get("repeat") == nil {
		c.Repeat = d.Repeat
	}
	if d.PassRate != nil && n.Get("pass-rate") == nil {
		c.PassRate = d.PassRate
	}
	if n.Get("tags") == nil {
		c.Tags = d.Tags
	}
	c.Rejection = d.Rejection
	if !c.Input.Invalid {
		c.Expect.takeDefaults(&d.Expect)
	}
}

// takeDefaults sets the zero values.
func (e *Expect) takeDefaults(d *Expect) {
	e.Output = cmp.Or(e.Output, d.Output)
	e.Settled, e.FirstArtifact = cmp.Or(e.Settled, d.Settled), cmp.Or(e.FirstArtifact, d.FirstArtifact)
	e.Artifacts, e.Same = cmp.Or(e.Artifacts, d.Artifacts), cmp.Or(e.Same, d.Same)
	if e.States == nil {
		e.States = d.States
	}
	if e.Schemas == nil {
		e.Schemas = d.Schemas
	}
	e.That = append(e.That, d.That...)
	e.Values = append(e.Values, d.Values...)
}
