package casefile

import (
	"cmp"
	"math/big"
	"time"

	"a2aform/internal/qa/fileschema"
	"a2aform/internal/tomlfile"
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

// ReadDefaults reads the defaults of another file; n and from are nil for none. Problems are added to the reader.
func ReadDefaults(file *tomlfile.Reader, n *tomlfile.Node, from *fileschema.Defaults) (d Defaults) {
	if from == nil {
		return d
	}
	r := reader{Reader: tomlfile.Reader{Path: file.Path}}
	d = Defaults{Timeout: time.Duration(from.Timeout), Repeat: from.Repeat, Tags: from.Tags, Expect: r.expect(n.Get("expect"), from.Expect)}
	if rate := n.Get("pass-rate"); rate != nil {
		d.PassRate = tomlfile.Number(rate)
	}
	file.Problems = append(file.Problems, r.Problems...)
	return d
}

// ReadThat reads a jq expression.
func ReadThat(file *tomlfile.Reader, n *tomlfile.Node) *That {
	r := reader{Reader: tomlfile.Reader{Path: file.Path}}
	that := r.query(n, That{JQ: n.Text})
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
