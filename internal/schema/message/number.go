package message

import (
	"math/big"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/santhosh-tekuri/jsonschema/v6/kind"
)

func numberFault(k jsonschema.ErrorKind) Problem {
	switch k := k.(type) {
	case *kind.Minimum:
		return Problem{Fault: NotBe, Want: "at least " + amount(k.Want)}
	case *kind.Maximum:
		return Problem{Fault: NotBe, Want: "at most " + amount(k.Want)}
	case *kind.ExclusiveMinimum:
		return Problem{Fault: NotBe, Want: "more than " + amount(k.Want)}
	case *kind.ExclusiveMaximum:
		return Problem{Fault: NotBe, Want: "less than " + amount(k.Want)}
	case *kind.MultipleOf:
		return Problem{Fault: NotBe, Want: "a multiple of " + amount(k.Want)}
	}
	return Problem{}
}

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
