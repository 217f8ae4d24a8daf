package gen

import (
	"fmt"
	"math/big"
	"strings"
	"unicode/utf16"

	"a2aform/internal/ojson"
	"a2aform/internal/schema"
	"a2aform/internal/schema/normalize"
)

type named struct {
	name  string
	value *ojson.Value
}

// short is a value in a few characters.
func short(v *ojson.Value) string {
	s := []rune(string(v.Compact()))
	if len(s) > 24 {
		return string(s[:23]) + "…"
	}
	return string(s)
}

// nearChoices are values that are nearly one of an enumeration.
func nearChoices(v *ojson.Value) []named {
	if !v.Is(ojson.String) {
		return []named{{"as text", ojson.NewString(v.Text())}}
	}
	s := v.Text()
	other := strings.ToUpper(s)
	if other == s {
		other = strings.ToLower(s)
	}
	return []named{
		{"in other case", ojson.NewString(other)},
		{"with a space behind", ojson.NewString(s + " ")},
		{"empty text", ojson.NewString("")},
	}
}

// texts adds the cases of a text.
func (g *Generator) texts(p place, r schema.Location) {
	if r.Const() != nil || len(r.Choices()) > 0 {
		return
	}
	g.lengths(p, r)
	for _, s := range r.Applied() {
		if s.Pattern != nil {
			g.pattern(p, s.Pattern.String())
		}
	}
	g.formats(p, r)
	if g.options.Hazards {
		for _, h := range textHazards() {
			if v := ojson.NewString(h[1]); accepts(p.loc, v) {
				g.valid(p, "hazard", "hazard: "+h[0], v)
			}
		}
	}
}

// lengths adds texts at the bounds of their length, and beyond.
func (g *Generator) lengths(p place, r schema.Location) {
	size := r.Bounds().Length
	of := func(n int) *ojson.Value {
		if n < 0 || n > maxText {
			return nil
		}
		return g.make.text(r, 0, n)
	}
	if low := size.Least(); low > 0 {
		g.length(p, "minLength", "minLength", of(low))
		g.length(p, "minLength", "minLength+1", of(low+1))
		g.invalid(p, "minLength-1", g.breaking(p.value, low-1, of(low-1)), "minLength")
		g.wide(p, "minLength", "minLength-1 emoji", low-1)
	}
	if size.Max != nil {
		high := *size.Max
		g.length(p, "maxLength", "maxLength", of(high))
		g.length(p, "maxLength", "maxLength-1", of(high-1))
		g.length(p, "maxLength", "maxLength in combining characters", combining(high))
		g.wide(p, "maxLength", "maxLength emoji", high)
		g.invalid(p, "maxLength+1", g.breaking(p.value, high+1, of(high+1)), "maxLength")
	}
}

func (g *Generator) length(p place, keyword, change string, v *ojson.Value) {
	if accepts(p.loc, v) {
		g.valid(p, keyword, change, v)
	}
}

// breaking is a text of a length: one that keeps to the other keywords where there is one, else the value itself cut or repeated.
func (g *Generator) breaking(value *ojson.Value, n int, kept *ojson.Value) *ojson.Value {
	if kept != nil || n < 0 || n > maxText {
		return kept
	}
	word := value.Text()
	if word == "" {
		word = "text"
	}
	return ojson.NewString(ofLength(word, n))
}

// wide adds a text of emoji, of which some validators count each as two.
func (g *Generator) wide(p place, keyword, change string, n int) {
	v := ojson.NewString(strings.Repeat("😀", max(0, min(n, maxText/4))))
	if n > 0 && len(utf16.Encode([]rune(v.Text()))) == 2*n && accepts(p.loc, v) == (keyword == "maxLength") {
		g.disputed(p, keyword, change, v)
	}
}

// combining is a text of n characters that are drawn as fewer.
func combining(n int) *ojson.Value {
	if n < 2 || n > maxText/4 {
		return nil
	}
	return ojson.NewString(string([]rune(strings.Repeat("e\u0301", (n+1)/2))[:n]))
}

// maxPatternTexts is how many texts are made for a pattern.
const maxPatternTexts = 3

// pattern adds texts that match a pattern, and some that nearly do.
func (g *Generator) pattern(p place, pattern string) {
	made := normalize.NewTextPattern(pattern)
	matching := p.value.Text()
	for n := 1; made != nil && n <= maxPatternTexts; n++ {
		s := made.Make(g.make.random, -1)
		if v := ojson.NewString(s); accepts(p.loc, v) {
			matching = s
			g.valid(p, "pattern", fmt.Sprintf("pattern %d", n), v)
		}
	}
	for _, s := range withOneChanged(matching) {
		if g.invalid(p, "pattern, one character changed", ojson.NewString(s), "pattern") {
			break
		}
	}
	g.invalid(p, "pattern, newline behind", ojson.NewString(matching+"\n"), "pattern")
}

// withOneChanged are texts in which one character is another one.
func withOneChanged(s string) (list []string) {
	runes := []rune(s)
	for i := range runes {
		for _, r := range []rune{'~', ' ', 'Z', '0', 'é'} {
			changed := append([]rune{}, runes...)
			changed[i] = r
			list = append(list, string(changed))
		}
		if len(list) > 100 {
			break
		}
	}
	return append(list, s+"~", "~"+s, "")
}

// formats adds texts at the edges of a format, and some that look like it.
func (g *Generator) formats(p place, r schema.Location) {
	if r.Format().IsEmpty() {
		return
	}
	name := r.Format().Exact()
	checker := schema.FormatChecker(name)
	for _, s := range TextFormats(name) {
		if v := ojson.NewString(s); accepts(p.loc, v) && (checker == nil || checker.Validate(s) == nil) {
			g.valid(p, "format", name+" "+short(v), v)
		}
	}
	for _, s := range BrokenTexts(name) {
		g.disputed(p, "format", "no "+name+": "+short(ojson.NewString(s)), ojson.NewString(s))
	}
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
