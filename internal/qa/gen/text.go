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

// textFormats are valid values of formats: the first is usual, the others are at the edges of their specifications.
var textFormats = map[string][]string{
	"date":                  {"2026-03-14", "2024-02-29", "0001-01-01", "9999-12-31"},
	"time":                  {"09:30:00Z", "23:59:60Z", "00:00:00.123456789Z", "23:59:59+14:00", "00:00:00-00:00"},
	"date-time":             {"2026-03-14T09:30:00Z", "2024-02-29T23:59:59.999999999+14:00", "2026-03-14t09:30:00z", "1998-12-31T23:59:60Z", "1985-04-12T23:20:50.52-08:00"},
	"duration":              {"P3DT4H", "PT0S", "P1Y2M3DT4H5M6S", "P2W"},
	"email":                 {"ada@example.com", "a+b@example.com", `"a b"@example.com`, "a@[192.0.2.1]"},
	"idn-email":             {"ada@example.com", "실례@실례.테스트"},
	"hostname":              {"www.example.com", "localhost", "xn--bcher-kva.example", "a-1.example"},
	"idn-hostname":          {"www.example.com", "bücher.example", "실례.테스트"},
	"ipv4":                  {"192.0.2.1", "0.0.0.0", "255.255.255.255"},
	"ipv6":                  {"2001:db8::1", "::", "::ffff:192.0.2.1", "2001:0db8:0000:0000:0000:0000:0000:0001"},
	"uri":                   {"https://example.com/page", "urn:isbn:0451450523", "mailto:ada@example.com", "https://[2001:db8::1]:8443/a?b=%20#c"},
	"uri-reference":         {"https://example.com/page", "/a/b?c#d", "#top", ""},
	"iri":                   {"https://example.com/page", "https://bücher.example/ä"},
	"iri-reference":         {"https://example.com/page", "/ä"},
	"uri-template":          {"https://example.com/{id}", "/a{?b,c}"},
	"uuid":                  {"0b9d5f3e-6a1c-4f7e-9b2d-3c8a5e4f1d70", "00000000-0000-0000-0000-000000000000", "0B9D5F3E-6A1C-4F7E-9B2D-3C8A5E4F1D70"},
	"json-pointer":          {"/stops/0/city", "", "/a~1b/~0"},
	"relative-json-pointer": {"1/city", "0#"},
	"regex":                 {"^[a-z]+$", ""},
	"period":                {"2026-03-14T09:30:00Z/P1D"},
	"semver":                {"1.2.3"},
	"byte":                  {"YQ==", ""},
	"password":              {"correct horse"},
	"color":                 {"#1e90ff"},
}

// brokenTexts are values that look like a format and are none.
var brokenTexts = map[string][]string{
	"date":          {"2026-02-29", "2026-3-14", "14.03.2026"},
	"time":          {"24:00:00Z", "09:30:00", "9:30"},
	"date-time":     {"2026-02-29T09:30:00Z", "2026-03-14T09:30:00", "2026-03-14 09:30"},
	"duration":      {"P", "3 days", "P1D2H"},
	"email":         {"ada", "ada@", "@example.com"},
	"idn-email":     {"ada", "@example.com"},
	"hostname":      {"-a.example", "a_b.example", "a..example"},
	"idn-hostname":  {"-a.example", "a..example"},
	"ipv4":          {"256.0.0.1", "192.0.2", "192.0.02.1"},
	"ipv6":          {"2001:db8:::1", "12345::", "192.0.2.1"},
	"uri":           {"/relative", "example.com", "https://exa mple.com"},
	"uri-reference": {"\\\\server\\share", "a b"},
	"uuid":          {"0b9d5f3e6a1c4f7e9b2d3c8a5e4f1d70", "0b9d5f3e-6a1c-4f7e-9b2d-3c8a5e4f1d7"},
	"json-pointer":  {"stops/0", "/a~2"},
	"regex":         {"(", "["},
	"byte":          {"a", "***"},
}

// textHazards are texts that programs which quote, escape or measure them wrongly trip over, each with a name. All are valid texts.
func textHazards() [][2]string {
	return [][2]string{
		{"64 KiB", strings.Repeat("a", 64<<10)},
		{"right to left", "\u202eabc\u05d0\u05d1\u05d2"},
		{"NUL", "a\x00b"},
		{"quotes", `"'` + "`\\"},
		{"HTML", "<script>alert(1)</script>"},
		{"SQL", "' or 1=1 --"},
		{"shell", "${x} $(id) `id`"},
		{"template", "{{x}} {% x %} #{x}"},
		{"path", "../../etc/passwd"},
		{"lines", "a\r\nb\u2028c"},
		{"emoji", "👩‍👩‍👧‍👦🇫🇷"},
	}
}
