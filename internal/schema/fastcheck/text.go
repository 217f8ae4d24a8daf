package fastcheck

import (
	"unicode/utf8"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"a2aform/internal/schema/normalize"
)

// textRules are what is asked of a string.
type textRules struct {
	minimum, maximum int
	p                jsonschema.Regexp
	format           *jsonschema.Format
}

func (t *textRules) holds(text []byte) bool {
	if t.minimum > 0 || t.maximum >= 0 {
		n := utf8.RuneCount(text)
		if n < t.minimum || t.maximum >= 0 && n > t.maximum {
			return false
		}
	}
	if t.p != nil && !matches(t.p, text) {
		return false
	}
	return t.format == nil || t.format.Validate(string(text)) == nil
}

// matches asks the pattern that the validator asks. A text that takes too long to match
// is not accepted, so that the validator says that it was not checked.
func matches(p jsonschema.Regexp, text []byte) bool {
	switch p := p.(type) {
	case normalize.LinearPattern:
		return p.Re.Match(text)
	case normalize.BudgetedPattern:
		ok, err := p.Re.MatchString(string(text))
		return ok && err == nil
	}
	return p.MatchString(string(text))
}

func (c *choiceRules) hasText(text []byte) bool {
	_, ok := c.texts[string(text)]
	return ok
}

func (c *choiceRules) hasNumber(d decimal) bool {
	for i := range c.numbers {
		if sign, ok := d.compare(c.numbers[i]); ok && sign == 0 {
			return true
		}
	}
	return false
}
