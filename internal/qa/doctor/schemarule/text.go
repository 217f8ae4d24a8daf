package schemarule

import (
	"regexp"
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	"a2aform/internal/ojson"
	"a2aform/internal/safe"
	"a2aform/internal/schema/pattern"
)

// standardFormats are the formats of JSON Schema.
var standardFormats = []string{
	"date-time", "date", "time", "duration", "email", "idn-email", "hostname", "idn-hostname", "ipv4", "ipv6", "uri", "uri-reference",
	"iri", "iri-reference", "uuid", "uri-template", "json-pointer", "relative-json-pointer", "regex",
}

// foreignFormats are formats that OpenAPI, pydantic and other generators write, which most validators leave unchecked.
var foreignFormats = []string{
	"int32", "int64", "float", "double", "decimal", "byte", "binary", "base64", "password", "phone", "currency", "html", "markdown",
	"textarea", "color", "url", "uint32", "uint64", "multi-line", "json", "json-string", "path", "file-path", "directory-path", "ipv4network", "ipv6network",
}

func (c *checker) checkFormat(n *node) {
	v := n.value.Get("format")
	if !v.Is(ojson.String) || slices.Contains(standardFormats, v.Text()) {
		return
	}
	if slices.Contains(foreignFormats, v.Text()) {
		c.addNote("S15", n.at+"/format", `add a "pattern", or bounds`, "the format %s is not one of JSON Schema: most validators leave it unchecked", quoted(v.Text()))
		return
	}
	c.add("S15", n.at+"/format", "the format %s is not known", quoted(v.Text()))
}

// Patterns knows the patterns that were looked at: thousands of schemas may have the same ones. It is safe for use by
// several goroutines.
type Patterns struct {
	slow  sync.Map // by pattern: whether it backtracks
	known sync.Map // compiled

	failed atomic.Int32 // schemas for which no value was found
}

func (p *Patterns) matches(text, name string) bool {
	re, ok := p.known.Load(text)
	if !ok {
		compiled, err := pattern.Compile(text)
		if err != nil {
			return true // nobody knows
		}
		re, _ = p.known.LoadOrStore(text, compiled)
	}
	return re.(interface{ MatchString(s string) bool }).MatchString(name)
}

// engines are parts of patterns that only some engines take.
var engines = []struct{ part, what string }{
	{"(?<=", "a look-behind"},
	{"(?<!", "a look-behind"},
	{`\p{`, `\p{…}`},
	{`\P{`, `\P{…}`},
	{"(?P<", "a named group of Python"},
	{"(?>", "an atomic group"},
	{"(?i)", "a flag"},
	{"(?s)", "a flag"},
	{"(?m)", "a flag"},
	{"(?x)", "a flag"},
	{`\A`, `\A`},
	{`\Z`, `\Z`},
	{`\z`, `\z`},
	{"[[:", "a class of POSIX"},
}

var possessive = regexp.MustCompile(`[^\\][*+?}]\+`)

// checkPatterns reports patterns that not every validator understands, or that take very long.
func (c *checker) checkPatterns(n *node) {
	if v := n.value.Get("pattern"); v.Is(ojson.String) {
		c.checkPattern(v.Text(), n.at+"/pattern")
	}
	for _, m := range n.value.Get("patternProperties").Members() {
		c.checkPattern(m.Name, ojson.Pointer(n.at+"/patternProperties", m.Name))
	}
}

func (c *checker) checkPattern(text, at string) {
	what := ""
	for _, e := range engines {
		if strings.Contains(text, e.part) {
			what = e.what
			break
		}
	}
	if what == "" && possessive.MatchString(text) {
		what = "a possessive repetition"
	}
	switch _, err := pattern.Compile(text); {
	case what != "":
		c.add("S13", at, "the pattern has %s, which not every engine supports: %s", what, quoted(text))
	case err != nil:
		c.add("S13", at, "the pattern is not understood here, and not checked: %s", quoted(text))
	case c.wants("S14") && c.patterns.isSlow(text):
		c.add("S14", at, "the pattern takes too long on a text of %d characters in engines that backtrack: %s", attackLength, quoted(text))
	}
}

// attackLength is how long the texts are on which patterns are tried.
const attackLength = 48

// nested is a repetition of what holds a repetition or a choice: no other pattern takes very long on so short a text.
var nested = regexp.MustCompile(`[*+|}][^()]*\)+[*+{]`)

// isSlow tries a pattern on texts that repeat its own characters and do not match in the end.
func (p *Patterns) isSlow(text string) bool {
	if !nested.MatchString(text) {
		return false
	}
	if known, ok := p.slow.Load(text); ok {
		return known.(bool)
	}
	slow := false
	for _, char := range characters(text) {
		if slow = pattern.Backtracks(text, strings.Repeat(char, attackLength)+"\x00"); slow {
			break
		}
	}
	p.slow.Store(text, slow)
	return slow
}

// characters are texts that a pattern may match repeatedly: letters of its own, a digit, a space.
func characters(pattern string) []string {
	list := []string{"a", "0", " "}
	for _, r := range pattern {
		if r > ' ' && r < 0x7f && !strings.ContainsRune(`\^$.|?*+()[]{}-,:=!<>`, r) && !slices.Contains(list, string(r)) && len(list) < 8 {
			list = append(list, string(r))
		}
	}
	return list
}

// checkText reports what a form has no words for.
func (c *checker) checkText(n *node) {
	if n.keyword == "" || n.keyword == "properties" {
		hasText := false
		for _, name := range []string{"title", "description", "$ref", "const"} {
			hasText = hasText || n.value.Get(name).Exists()
		}
		if !hasText && (n.keyword == "" || !isPart(n.parent) || n.parent.keyword == "") {
			c.add("S22", n.at, "%s has no title and no description", calledIn(n))
		}
	}
	if !c.wants("C11") {
		return
	}
	for _, name := range []string{"title", "description", "$comment"} {
		if v := n.value.Get(name); v.Is(ojson.String) && safe.Escape(v.Text()) != v.Text() {
			c.add("C11", n.at+"/"+name, "the text has characters that are not seen or change the direction of text: %s", quoted(safe.Escape(v.Text())))
		}
	}
}

func calledIn(n *node) string {
	if n.at == "" {
		return "the schema"
	}
	tokens := ojson.Tokens(n.at)
	return "the member " + quoted(tokens[len(tokens)-1])
}
