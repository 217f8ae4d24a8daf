package schema

import (
	"cmp"
	"math/big"
	"math/rand/v2"
	"strings"
	"sync"
	"unicode"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"a2aform/internal/ojson"
	"a2aform/internal/safe"
	"a2aform/internal/schema/message"
	"a2aform/internal/schema/normalize"
)

// Rounding is the keyword of a warning of numbers, which are no matter of the schema.
const Rounding = "rounding"

// Warn validates the format of a text where the dialect of the schema declares
// formats without asserting them (2019-09 and later). The agent may still
// refuse such a value, so the user should know, but may send it. It says so too where
// [Document.SetNumberWarning] has a warning.
func (l Location) Warn(v *ojson.Value) []message.Problem {
	if l.doc != nil && l.doc.warnNumbers != nil && !v.Is(ojson.String) {
		if text := l.doc.warnNumbers(v); text != "" {
			return []message.Problem{{Keyword: Rounding, Want: text}}
		}
	}
	name := l.Format().Exact()
	if bits := integerBits[name]; bits > 0 && v.Is(ojson.Number) && !fitsBits(v, bits) {
		return []message.Problem{{Keyword: "format", Fault: message.Is, Want: "too large for " + name}}
	}
	if name == "" || !v.Is(ojson.String) {
		return nil
	}
	checker := FormatChecker(name)
	if checker == nil {
		return nil
	}
	if checker.Validate(v.Text()) == nil {
		return nil
	}
	return []message.Problem{message.NotFormatted(name)}
}

// integerBits are the formats of OpenAPI for whole numbers.
var integerBits = map[string]int{"int32": 32, "int64": 64}

func fitsBits(v *ojson.Value, bits int) bool {
	r, ok := new(big.Rat).SetString(v.Text())
	if !ok || !r.IsInt() {
		return ok
	}
	n := r.Num()
	return n.BitLen() < bits || n.Sign() < 0 && n.BitLen() == bits && n.TrailingZeroBits() == uint(bits-1)
}

// SetNumberWarning has [Location.Warn] say what becomes of numbers on the way to the agent:
// warn gives its words for a value, "" for one that arrives as it is. It is called before a
// form is made.
func (d *Document) SetNumberWarning(warn func(*ojson.Value) string) { d.warnNumbers = warn }

// Sample is a text of the declared format or pattern that the schema accepts, to show what
// is meant; "" where none is known.
func (l Location) Sample() string {
	pattern := l.Bounds().Pattern
	if !l.IsKnown() || l.Format().IsEmpty() && pattern.IsEmpty() {
		return ""
	}
	l.onceSample.Do(func() {
		example := message.Formats[l.Format().Exact()].Example
		if example != "" && len(l.Validate(ojson.NewString(example))) == 0 {
			l.sample = example
		} else if !pattern.IsEmpty() {
			l.sample = l.samplePattern(pattern.Exact())
		}
	})
	return l.sample
}

// samplePattern makes a short text that matches a pattern and is valid, one that begins with a letter or a digit rather than another;
// "" where none is found quickly.
func (l Location) samplePattern(pattern string) (sample string) {
	const attempts, longest = 8, 40
	made := normalize.NewTextPattern(pattern)
	for seed := range uint64(attempts) {
		if made == nil {
			break
		}
		text := made.Make(rand.New(rand.NewPCG(seed, seed)), -1) //nolint:gosec // an example, the same each time
		v, isPlain := ojson.NewString(text), text == strings.TrimSpace(text) && text == safe.Text(text).Line(0).String()
		if len(text) > longest || !isPlain || len(l.Validate(v)) > 0 || len(l.Warn(v)) > 0 {
			continue
		}
		switch at := strings.IndexFunc(text, isLetterOrDigit); {
		case at == 0:
			return text
		case at > 0:
			sample = cmp.Or(sample, text)
		}
	}
	return sample
}

func isLetterOrDigit(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }

// formats caches the checker of each format by its name.
var formats sync.Map

// FormatChecker is a schema that asserts one format, nil where the format has
// no check.
func FormatChecker(name string) *jsonschema.Schema {
	if cached, ok := formats.Load(name); ok {
		checker, _ := cached.(*jsonschema.Schema)
		return checker
	}
	c := normalize.NewCompiler(normalize.Loader{})
	c.UseRegexpEngine(normalize.CompilePattern)
	c.AssertFormat()
	var compiled *jsonschema.Schema
	if c.AddResource(message.BaseURL, map[string]any{"format": name}) == nil {
		compiled, _ = c.Compile(message.BaseURL)
	}
	formats.Store(name, compiled)
	return compiled
}

// Format is the declared format ("date", "email", …), "" if there is none.
func (l Location) Format() safe.Raw { return l.text("format") }

// FormatRange is the declared range of a format such as date, "" for no bound: formatMinimum
// and formatMaximum, which the validator does not know.
func (l Location) FormatRange() (minimum, maximum safe.Raw) {
	return l.text("formatMinimum"), l.text("formatMaximum")
}

// Encoding says how bytes are written in this text: "base64", "base64url" or
// "data-url"; "" if the text encodes no bytes.
func (l Location) Encoding() string {
	encoding := l.text("contentEncoding").Exact()
	if encoding == "" {
		encoding = l.Format().Exact()
	}
	switch encoding {
	case "base64", "byte", "binary":
		return "base64"
	case "base64url", "data-url":
		return encoding
	}
	return ""
}

// MediaType is the declared media type of the content of a text, such as
// "text/markdown"; empty if there is none.
func (l Location) MediaType() safe.Raw { return l.text("contentMediaType") }

// Placeholder is what an empty text may show, by ui:placeholder; empty if the schema
// has none.
func (l Location) Placeholder() safe.Raw { return l.text("ui:placeholder") }

// IsTextArea reports a text of several lines, by ui:widget.
func (l Location) IsTextArea() bool { return l.annotation("ui:widget").Text() == "textarea" }
