package fastcheck

import (
	"math/big"
	"math/bits"

	"a2aform/internal/ojson"
)

// maxDigits is how many digits of a number fit the fast paths.
const maxDigits = 18

var powers = func() (list [maxDigits + 1]uint64) {
	list[0] = 1
	for i := range maxDigits {
		list[i+1] = list[i] * 10
	}
	return list
}()

// ratio is an exact number of a schema. Where it is small, num/den are it
// without its sign.
type ratio struct {
	exact    *big.Rat
	small    bool
	negative bool
	num, den uint64
}

func ratioOf(r *big.Rat) ratio {
	n := ratio{exact: r, negative: r.Sign() < 0}
	num := new(big.Int).Abs(r.Num())
	if n.small = num.IsUint64() && r.Denom().IsUint64(); n.small {
		n.num, n.den = num.Uint64(), r.Denom().Uint64()
	}
	return n
}

// newRatio reads a literal; not ok beyond our limits.
func newRatio(literal string) (n ratio, ok bool) {
	r := ojson.Rat(literal)
	if r == nil {
		return ratio{}, false
	}
	return ratioOf(r), true
}

// decimal is a number of a value: mantissa / 10^scale where it is small.
type decimal struct {
	literal  []byte
	small    bool
	negative bool
	mantissa uint64
	scale    int
}

// exact is the number by long arithmetic, nil beyond our limits.
func (d decimal) exact() *big.Rat { return ojson.Rat(string(d.literal)) }

// kind is whether the number is whole, 0 where that is unknown.
func (d decimal) kind() kinds {
	whole := d.small && d.mantissa%powers[d.scale] == 0
	if !d.small {
		r := d.exact()
		if r == nil {
			return 0
		}
		whole = r.IsInt()
	}
	if whole {
		return wholeKind
	}
	return fractionKind
}

// compare is -1, 0 or 1 as d is less than, equal to or more than n; not ok
// where d is beyond our limits.
func (d decimal) compare(n ratio) (sign int, ok bool) {
	if !d.small || !n.small {
		r := d.exact()
		if r == nil {
			return 0, false
		}
		return r.Cmp(n.exact), true
	}
	negative := d.negative && d.mantissa > 0
	switch {
	case negative && !n.negative:
		return -1, true
	case n.negative && !negative:
		return 1, true
	}
	sign = compareProducts(d.mantissa, n.den, n.num, powers[d.scale])
	if negative {
		sign = -sign
	}
	return sign, true
}

// compareProducts compares a·b with c·d.
func compareProducts(a, b, c, d uint64) int {
	high1, low1 := bits.Mul64(a, b)
	high2, low2 := bits.Mul64(c, d)
	switch {
	case high1 < high2 || high1 == high2 && low1 < low2:
		return -1
	case high1 == high2 && low1 == low2:
		return 0
	}
	return 1
}

// isMultiple reports that d is a multiple of n for certain.
func (d decimal) isMultiple(n ratio) bool {
	if d.small && n.small {
		high1, product := bits.Mul64(d.mantissa, n.den)
		high2, step := bits.Mul64(n.num, powers[d.scale])
		if high1 == 0 && high2 == 0 && step > 0 {
			return product%step == 0
		}
	}
	r := d.exact()
	return r != nil && new(big.Rat).Quo(r, n.exact).IsInt()
}

// numberRules are the bounds of a number.
type numberRules struct {
	bounds     []numberBound
	isMultiple bool
	multiple   ratio
}

// numberBound is a bound: the number may not lie on that side of it, nor on it
// where it is exclusive.
type numberBound struct {
	at        ratio
	side      int
	exclusive bool
}

func (n *numberRules) bound(at *big.Rat, side int, exclusive bool) {
	if at != nil {
		n.bounds = append(n.bounds, numberBound{ratioOf(at), side, exclusive})
	}
}

func (n *numberRules) holds(d decimal) bool {
	for i := range n.bounds {
		b := &n.bounds[i]
		sign, ok := d.compare(b.at)
		if !ok || sign == b.side || sign == 0 && b.exclusive {
			return false
		}
	}
	return !n.isMultiple || d.isMultiple(n.multiple)
}
