package casefile

import (
	"math/big"

	"a2aform/internal/qa/tomlfile"
)

// rate reads the share of repeats that must pass.
func (r *reader) rate(into **big.Rat) func(*tomlfile.Node) {
	return func(n *tomlfile.Node) {
		rate := tomlfile.Number(n)
		if rate == nil || rate.Sign() <= 0 || rate.Cmp(big.NewRat(1, 1)) > 0 {
			r.Problemf(n, "pass-rate is a number above 0 and up to 1, such as 0.8")
			return
		}
		*into = rate
	}
}

// count reads a number, or { min = 1, max = 2 }.
func (r *reader) count(into **Count, name string) func(*tomlfile.Node) {
	const maximum = 1_000_000
	return func(n *tomlfile.Node) {
		c := &Count{0, -1}
		if n.Kind != tomlfile.Table {
			r.Whole(&c.Min, name, 0, maximum)(n)
			c.Max = c.Min
			*into = c
			return
		}
		r.Table(n, name, tomlfile.Fields{"min": r.Whole(&c.Min, "min", 0, maximum), "max": r.Whole(&c.Max, "max", 0, maximum)})
		switch {
		case len(n.Members) == 0:
			r.Problemf(n, "%s is a number, or { min = 1, max = 2 }", name)
		case c.Max >= 0 && c.Min > c.Max:
			r.Problemf(n, "%s: min %d is above max %d", name, c.Min, c.Max)
		}
		*into = c
	}
}
