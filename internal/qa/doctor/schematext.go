package doctor

import (
	"regexp"
	"strings"
	"sync"
	"sync/atomic"

	"a2aform/internal/ojson"
	"a2aform/internal/schema/normalize"
)

// Patterns knows the patterns that were looked at: thousands of schemas may have the same ones. It is safe for use by
// several goroutines.
type Patterns struct {
	known sync.Map // compiled

	failed atomic.Int32 // schemas for which no value was found
}

func (p *Patterns) matches(text, name string) bool {
	re, ok := p.known.Load(text)
	if !ok {
		compiled, err := normalize.CompilePattern(text)
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

// checkPatterns reports patterns that not every validator understands.
func (c *schemaChecker) checkPatterns(n *schemaNode) {
	if v := n.value.Get("pattern"); v.Is(ojson.String) {
		c.checkPattern(v.Text(), n.at+"/pattern")
	}
	for _, m := range n.value.Get("patternProperties").Members() {
		c.checkPattern(m.Name, ojson.Pointer(n.at+"/patternProperties", m.Name))
	}
}

func (c *schemaChecker) checkPattern(text, at string) {
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
	switch _, err := normalize.CompilePattern(text); {
	case what != "":
		c.add("S13", at, "the pattern has %s, which not every engine supports: %s", what, quotedName(text))
	case err != nil:
		c.add("S13", at, "the pattern is not understood here, and not checked: %s", quotedName(text))
	}
}
