package gen

import (
	"encoding/base64"
	"math/big"
	"strings"
	"unicode/utf8"

	"a2aform/internal/ojson"
	"a2aform/internal/schema"
	"a2aform/internal/schema/message"
	"a2aform/internal/schema/normalize"
)

// maxText bounds the length of a text that is made.
const maxText = 100_000

// text makes a text for a location: of a length, or of any for a negative one. nil if there is none.
func (m *maker) text(l schema.Location, n, length int) *ojson.Value {
	size := l.Bounds().Length
	low := size.Least()
	if low > maxText || length > maxText {
		return nil
	}
	candidates := m.special(l, length)
	if length < 0 && len(candidates) > 0 {
		return ojson.NewString(candidates[m.number(n, len(candidates))])
	}
	for _, c := range candidates {
		if utf8.RuneCountInString(c) == length {
			return ojson.NewString(c)
		}
	}
	if len(candidates) > 0 {
		return nil
	}
	word := "text"
	if m.varies(n) {
		word = words[m.random.IntN(len(words))]
	}
	if length < 0 {
		length = max(low, utf8.RuneCountInString(word))
		if size.IsFull(length) {
			length = *size.Max
		}
	}
	return ojson.NewString(ofLength(word, length))
}

var words = []string{"text", "word", "Anna", "Rome", "a b", "x", "1", "Zoë"}

// special are candidates where a pattern, a format or an encoding decides; none where any text does.
func (m *maker) special(l schema.Location, length int) (candidates []string) {
	if f := l.Format(); !f.IsEmpty() {
		candidates = append(candidates, TextFormats(f.Exact())...)
	}
	for _, s := range l.Applied() {
		if s.Pattern == nil {
			continue
		}
		p := normalize.NewTextPattern(s.Pattern.String())
		if p == nil {
			candidates = append(candidates, words...)
			continue
		}
		wanted := length
		if low := l.Bounds().Length.Least(); wanted < 0 && low > p.Shortest() {
			wanted = low
		}
		for range 8 {
			candidates = append(candidates, p.Make(m.random, wanted))
		}
	}
	switch l.Encoding() {
	case "":
	case "data-url":
		candidates = append(candidates, "data:text/plain;base64,YQ==")
	default:
		candidates = append(candidates, base64.StdEncoding.EncodeToString([]byte("text")), base64.StdEncoding.EncodeToString([]byte("{}")), "")
	}
	if !l.MediaType().IsEmpty() && l.Encoding() == "" {
		candidates = append(candidates, "{}", "text", "")
	}
	return candidates
}

// ofLength repeats or cuts a word to a number of characters.
func ofLength(word string, n int) string {
	runes := []rune(strings.Repeat(word, 1+n/max(utf8.RuneCountInString(word), 1)))
	return string(runes[:max(0, min(n, len(runes)))])
}

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
