package gen

import (
	"encoding/base64"
	"fmt"
	"strings"
	"unicode/utf16"
	"unicode/utf8"

	"a2aform/internal/ojson"
	"a2aform/internal/schema"
	"a2aform/internal/schema/normalize"
)

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
	for _, s := range textFormats[name] {
		if v := ojson.NewString(s); accepts(p.loc, v) && (checker == nil || checker.Validate(s) == nil) {
			g.valid(p, "format", name+" "+short(v), v)
		}
	}
	for _, s := range brokenTexts[name] {
		g.disputed(p, "format", "no "+name+": "+short(ojson.NewString(s)), ojson.NewString(s))
	}
}

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
		candidates = append(candidates, textFormats[f.Exact()]...)
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
