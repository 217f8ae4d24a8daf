package message

import (
	"math/big"
)

// Decimal writes a number in decimal digits, as a fraction only where it has
// no finite decimal form.
func Decimal(r *big.Rat) string {
	if r.IsInt() {
		return r.Num().String()
	}
	if digits, exact := r.FloatPrec(); exact {
		return r.FloatString(digits)
	}
	return r.RatString()
}

// longNumber is from how many digits on a bound is written with an exponent.
const longNumber = 40

// amount writes a bound.
func amount(r *big.Rat) string {
	text := Decimal(r)
	if len(text) <= longNumber {
		return text
	}
	return "about " + new(big.Float).SetRat(r).Text('g', 6)
}
