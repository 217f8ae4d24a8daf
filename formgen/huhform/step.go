package huhform

import (
	"math/big"
	"strings"

	"a2aform/formgen"
	"a2aform/internal/ojson"
	"a2aform/internal/schema"
)

// StepRange is what a number may be.
//
// Not stable, see the package comment.
type StepRange struct {
	schema.Bounds
	IsInteger bool
}

// maxText is how long a number may be that is counted, and maxExponent how large its
// exponent.
const (
	maxText     = 60
	maxExponent = 3 // digits, with the sign
)

// NextStep returns the next number above a text, or below it. It counts in multiples where
// there are some, else by 1, or by one of the last decimal of the text. A number out of
// range leads to the nearest one in it; an empty text to the one closest to zero. It
// reports false where there is no such number.
//
// Not stable, see the package comment.
func NextStep(text string, up bool, r StepRange) (string, bool) {
	text = strings.TrimSpace(text)
	if text == "" {
		return firstStep(r)
	}
	now, decimals, ok := parseStep(text)
	if !ok {
		return "", false
	}
	unit := r.unit(decimals)
	next := new(big.Rat)
	if r.MultipleOf != nil {
		next.Mul(floorOf(new(big.Rat).Quo(now, unit)), unit)
		if up || next.Cmp(now) == 0 {
			next = addSteps(next, unit, up)
		}
	} else {
		next = addSteps(now, unit, up)
		if r.IsInteger && !now.IsInt() {
			next = floorOf(next)
		}
	}
	next = r.clamp(next, unit)
	if !r.holds(next) || next.Cmp(now) == 0 || up != (next.Cmp(now) > 0) && r.holds(now) {
		return "", false
	}
	return writeStep(next, decimals), true
}

// firstStep is the number closest to zero that is in the range.
func firstStep(r StepRange) (string, bool) {
	unit := r.unit(0)
	zero := r.clamp(new(big.Rat), unit)
	if !r.holds(zero) {
		return "", false
	}
	return writeStep(zero, 0), true
}

// unit is by how much one step counts.
func (r StepRange) unit(decimals int) *big.Rat {
	switch {
	case r.MultipleOf != nil && r.MultipleOf.Sign() > 0:
		return r.MultipleOf
	case r.IsInteger:
		decimals = 0
	}
	return new(big.Rat).SetFrac(big.NewInt(1), powerOf(decimals))
}

// clamp is the nearest number in the range; of multiples, the nearest multiple.
func (r StepRange) clamp(n, unit *big.Rat) *big.Rat {
	low, isOpen := r.Low()
	if low != nil && (n.Cmp(low) < 0 || isOpen && n.Cmp(low) == 0) {
		n = r.from(low, unit, isOpen, true)
	}
	high, isOpen := r.High()
	if high != nil && (n.Cmp(high) > 0 || isOpen && n.Cmp(high) == 0) {
		n = r.from(high, unit, isOpen, false)
	}
	return n
}

// from is the number in the range that is closest to a bound.
func (r StepRange) from(bound, unit *big.Rat, isOpen, up bool) *big.Rat {
	n := bound
	if r.MultipleOf != nil || r.IsInteger {
		n = new(big.Rat).Mul(floorOf(new(big.Rat).Quo(bound, unit)), unit)
		if up && n.Cmp(bound) < 0 {
			n = addSteps(n, unit, true)
		}
	}
	if isOpen && n.Cmp(bound) == 0 {
		n = addSteps(n, unit, up)
	}
	return n
}

func (r StepRange) holds(n *big.Rat) bool {
	return (r.Minimum == nil || n.Cmp(r.Minimum) >= 0) && (r.Maximum == nil || n.Cmp(r.Maximum) <= 0) &&
		(r.ExclusiveMinimum == nil || n.Cmp(r.ExclusiveMinimum) > 0) && (r.ExclusiveMaximum == nil || n.Cmp(r.ExclusiveMaximum) < 0)
}

// parseStep reads a JSON number and how many decimals it is written with.
func parseStep(text string) (n *big.Rat, decimals int, ok bool) {
	mantissa, exponent, isScientific := strings.Cut(strings.ToLower(text), "e")
	if len(text) > maxText || isScientific && len(exponent) > maxExponent || strings.ContainsAny(text, "/_xXpP") {
		return nil, 0, false
	}
	if _, fraction, found := strings.Cut(mantissa, "."); found {
		decimals = len(fraction)
	}
	n, ok = new(big.Rat).SetString(text)
	return n, decimals, ok
}

// writeStep is a number with at least so many decimals, and with as many as it needs.
func writeStep(n *big.Rat, decimals int) string {
	if needed, exact := n.FloatPrec(); exact {
		decimals = max(decimals, needed)
	}
	return n.FloatString(decimals)
}

func addSteps(n, unit *big.Rat, up bool) *big.Rat {
	if up {
		return new(big.Rat).Add(n, unit)
	}
	return new(big.Rat).Sub(n, unit)
}

func floorOf(n *big.Rat) *big.Rat {
	return new(big.Rat).SetInt(new(big.Int).Div(n.Num(), n.Denom())) // Div rounds down: the divisor is positive
}

func powerOf(decimals int) *big.Int {
	return new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(decimals)), nil)
}

// takesSteps reports a field that contains a number, which the user may change.
func takesSteps(x *formgen.Field) bool {
	return x.Kind().IsNumber() && !x.IsLocked()
}

// changeByStep takes a field to the next number that its schema allows. Without a number, it
// begins with the default. It reports false where there is no next number.
func changeByStep(x *formgen.Field, up bool) bool {
	text := ""
	switch v := x.Location().Default(); {
	case !takesSteps(x):
		return false
	case x.Presence() == formgen.Set:
		text = x.Text()
	case v.Is(ojson.Number):
		x.UseDefault()
		return true
	}
	next, ok := NextStep(text, up, StepRange{x.Location().Bounds(), x.Kind() == schema.Integer})
	if ok {
		x.SetText(next)
	}
	return ok
}
