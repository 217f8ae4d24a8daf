package gen

import (
	"math/big"

	"a2aform/internal/ojson"
	"a2aform/internal/schema"
	"a2aform/internal/schema/message"
)

// grid are the numbers that a location takes: multiples of a step, between bounds. A nil step is any number.
type grid struct {
	low, high         *big.Rat // nil for none
	openLow, openHigh bool     // the bound itself is not allowed
	step              *big.Rat
}

func gridOf(l schema.Location) grid {
	b := l.Bounds()
	var g grid
	g.low, g.openLow = b.Low()
	g.high, g.openHigh = b.High()
	if l.Kind() == schema.Integer {
		g.step = big.NewRat(1, 1)
	}
	for _, s := range l.Applied() {
		if s.MultipleOf != nil && s.MultipleOf.Sign() > 0 {
			g.step = commonMultiple(g.step, s.MultipleOf)
		}
	}
	return g
}

// commonMultiple is the smallest number that is a multiple of both; nil is no demand.
func commonMultiple(a, b *big.Rat) *big.Rat {
	if a == nil {
		return b
	}
	x, y := new(big.Int).Mul(a.Num(), b.Denom()), new(big.Int).Mul(b.Num(), a.Denom())
	gcd := new(big.Int).GCD(nil, nil, x, y)
	lcm := new(big.Int).Div(new(big.Int).Mul(x, y), gcd)
	return new(big.Rat).SetFrac(lcm, new(big.Int).Mul(a.Denom(), b.Denom()))
}

// inside reports whether a number is within the bounds.
func (g grid) inside(x *big.Rat) bool {
	if g.low != nil && (x.Cmp(g.low) < 0 || g.openLow && x.Cmp(g.low) == 0) {
		return false
	}
	return g.high == nil || x.Cmp(g.high) < 0 || !g.openHigh && x.Cmp(g.high) == 0
}

// first is the smallest number that is allowed, last the largest; nil where there is no bound.
func (g grid) first() *big.Rat {
	if g.low == nil {
		return nil
	}
	return g.edge(g.low, g.openLow, 1)
}

func (g grid) last() *big.Rat {
	if g.high == nil {
		return nil
	}
	return g.edge(g.high, g.openHigh, -1)
}

// edge is the number next to a bound in a direction, or the bound itself where it is allowed.
func (g grid) edge(bound *big.Rat, isOpen bool, sign int64) *big.Rat {
	step := g.unit()
	if g.step == nil {
		if !isOpen {
			return bound
		}
		return g.between(bound, new(big.Rat).Add(bound, new(big.Rat).Mul(big.NewRat(sign, 1), step)))
	}
	k := floor(new(big.Rat).Quo(bound, step))
	x := new(big.Rat).Mul(new(big.Rat).SetInt(k), step)
	if sign > 0 && x.Cmp(bound) < 0 || sign > 0 && isOpen && x.Cmp(bound) == 0 {
		return x.Add(x, step)
	}
	if sign < 0 && isOpen && x.Cmp(bound) == 0 {
		return x.Sub(x, step)
	}
	return x
}

// between is a number near a bound that is within the others.
func (g grid) between(bound, next *big.Rat) *big.Rat {
	half := big.NewRat(1, 2)
	for range 64 {
		if g.inside(next) {
			break
		}
		next = new(big.Rat).Mul(half, new(big.Rat).Add(bound, next))
	}
	return next
}

// unit is the step, or one where any number is allowed.
func (g grid) unit() *big.Rat {
	if g.step != nil {
		return g.step
	}
	return big.NewRat(1, 1)
}

func floor(x *big.Rat) *big.Int {
	k := new(big.Int)
	return k.Div(x.Num(), x.Denom()) // Euclidean, which is the floor as the denominator is positive
}

// numeric makes a number for a location; nil if there is none.
func (m *maker) numeric(l schema.Location, n int) *ojson.Value {
	g := gridOf(l)
	x := new(big.Rat)
	first, last := g.first(), g.last()
	switch {
	case g.inside(x):
	case first != nil:
		x = first
	default:
		x = last
	}
	if m.varies(n) {
		x = g.random(m, x, first, last)
	}
	return literal(x)
}

// random is a number within the bounds, not far from x.
func (g grid) random(m *maker, x, first, last *big.Rat) *big.Rat {
	span := int64(100)
	if first != nil && last != nil {
		if steps := floor(new(big.Rat).Quo(new(big.Rat).Sub(last, first), g.unit())); steps.IsInt64() {
			span = min(span, steps.Int64()+1)
		}
	}
	by := new(big.Rat).Mul(g.unit(), big.NewRat(m.random.Int64N(max(span, 1)), 1))
	if first == nil && last != nil {
		by.Neg(by)
	}
	if y := new(big.Rat).Add(x, by); g.inside(y) {
		return y
	}
	return x
}

// literal writes a number as JSON; nil where it has no finite decimal form.
func literal(x *big.Rat) *ojson.Value {
	if x == nil {
		return nil
	}
	v, err := ojson.NewNumber(message.Decimal(x))
	if err != nil {
		return nil
	}
	return v
}

// numbers adds the cases of a number.
func (g *Generator) numbers(p place, r schema.Location) {
	if r.Const() != nil || len(r.Choices()) > 0 {
		return
	}
	b, grid := r.Bounds(), gridOf(r)
	g.edge(p, grid, bound{"minimum", b.Minimum, 1, false})
	g.edge(p, grid, bound{"maximum", b.Maximum, -1, false})
	g.edge(p, grid, bound{"exclusiveMinimum", b.ExclusiveMinimum, 1, true})
	g.edge(p, grid, bound{"exclusiveMaximum", b.ExclusiveMaximum, -1, true})
	if b.MultipleOf != nil {
		g.multiples(p, grid, b.MultipleOf)
	}
	if r.Kind() == schema.Integer {
		g.integers(p)
	}
}

type bound struct {
	keyword string
	at      *big.Rat
	sign    int64 // of the direction to allowed values
	isOpen  bool
}

// edge adds the numbers at a bound and next to it.
func (g *Generator) edge(p place, grid grid, b bound) {
	if b.at == nil {
		return
	}
	inward, outward := "+1", "-1"
	if b.sign < 0 {
		inward, outward = "-1", "+1"
	}
	first := grid.edge(b.at, b.isOpen, b.sign)
	step := new(big.Rat).Mul(grid.unit(), big.NewRat(b.sign, 1))
	next := new(big.Rat).Add(first, step)
	if !b.isOpen {
		g.number(p, b.keyword, b.keyword, first)
	} else {
		g.number(p, b.keyword, b.keyword+" next to it", first)
	}
	g.number(p, b.keyword, b.keyword+inward, next)
	if b.isOpen {
		g.invalid(p, b.keyword, literal(b.at), b.keyword)
	}
	g.invalid(p, b.keyword+outward, literal(new(big.Rat).Sub(first, step)), b.keyword)
	if grid.step == nil {
		little := new(big.Rat).Mul(big.NewRat(1, 1000), step)
		g.invalid(p, b.keyword+outward[:1]+"0.001", literal(new(big.Rat).Sub(b.at, little)), b.keyword)
	}
}

func (g *Generator) number(p place, keyword, change string, x *big.Rat) {
	if v := literal(x); accepts(p.loc, v) {
		g.valid(p, keyword, change, v)
	}
}

// multiples adds multiples of a number, and one and a half.
func (g *Generator) multiples(p place, grid grid, m *big.Rat) {
	g.number(p, "multipleOf", "multipleOf 0", new(big.Rat))
	g.number(p, "multipleOf", "multipleOf", m)
	g.number(p, "multipleOf", "multipleOf negative", new(big.Rat).Neg(m))
	half := new(big.Rat).Mul(m, big.NewRat(1, 2))
	for _, x := range []*big.Rat{half, new(big.Rat).Add(ojson.Rat(p.value.Text()), half)} {
		if grid.inside(x) && g.invalid(p, "multipleOf, half of it more", literal(x), "multipleOf", "type") {
			return
		}
	}
}

// integers adds numbers that are whole, and some that are not or that programs round.
func (g *Generator) integers(p place) {
	x := ojson.Rat(p.value.Text())
	if x == nil {
		return
	}
	g.invalid(p, "with a fraction", literal(new(big.Rat).Add(x, big.NewRat(1, 2))), "type", "anyOf", "oneOf")
	if v, err := ojson.NewNumber(x.FloatString(0) + ".0"); err == nil {
		g.disputed(p, "type", "whole number with .0", v)
	}
	for _, big := range []named{{"2^53+1", number("9007199254740993")}, {"1e400", number("1e400")}} {
		if !g.invalid(p, big.name, big.value, "maximum", "exclusiveMaximum", "multipleOf") {
			g.disputed(p, "type", big.name, big.value)
		}
	}
}

func number(literal string) *ojson.Value {
	v, err := ojson.NewNumber(literal)
	if err != nil {
		return nil
	}
	return v
}
