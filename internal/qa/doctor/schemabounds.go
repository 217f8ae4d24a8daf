package doctor

import (
	"strconv"
	"strings"

	"a2aform/internal/ojson"
)

// pairs are the keywords of a lower and an upper bound.
var pairs = [][2]string{
	{"minimum", "maximum"},
	{"minimum", "exclusiveMaximum"},
	{"exclusiveMinimum", "maximum"},
	{"exclusiveMinimum", "exclusiveMaximum"},
	{"minLength", "maxLength"},
	{"minItems", "maxItems"},
	{"minProperties", "maxProperties"},
	{"minContains", "maxContains"},
}

// checkBounds reports bounds that exclude each other.
func (c *schemaChecker) checkBounds(n *schemaNode) {
	for _, pair := range pairs {
		low, high := n.value.Get(pair[0]), n.value.Get(pair[1])
		if !low.Is(ojson.Number) || !high.Is(ojson.Number) {
			continue
		}
		a, b := ojson.Rat(low.Text()), ojson.Rat(high.Text())
		if a == nil || b == nil {
			continue
		}
		isOpen := strings.HasPrefix(pair[0], "exclusive") || strings.HasPrefix(pair[1], "exclusive")
		if over := a.Cmp(b); over > 0 || over == 0 && isOpen {
			c.add("S07", n.at, "%s %s is greater than %s %s: no value is valid", pair[0], shortText(low), pair[1], shortText(high))
			return
		}
	}
}

func shortText(v *ojson.Value) string {
	if text := v.Text(); len(text) <= 40 {
		return text
	}
	return v.Text()[:40] + "…"
}

// checkRequired reports members that are required and cannot be, or are not declared.
func (c *schemaChecker) checkRequired(n *schemaNode) {
	properties := n.value.Get("properties")
	isClosed := n.value.Get("additionalProperties").Is(ojson.Bool) && !n.value.Get("additionalProperties").Bool()
	for i, item := range n.value.Get("required").Items() {
		name := item.Text()
		if !item.Is(ojson.String) || properties.Get(name).Exists() || c.patternDeclares(n, name) {
			continue
		}
		at := n.at + "/required/" + strconv.Itoa(i)
		switch {
		case isClosed:
			c.add("S11", at, "the member %s is required, and \"additionalProperties\": false forbids it", quotedName(name))
		case properties.Exists() && !isPart(n):
			c.add("S12", at, "the member %s is required, and not declared in \"properties\"", quotedName(name))
		}
	}
}

func (c *schemaChecker) patternDeclares(n *schemaNode, name string) bool {
	for _, m := range n.value.Get("patternProperties").Members() {
		if c.patterns.matches(m.Name, name) {
			return true
		}
	}
	return false
}

// combining are keywords whose schemas apply to the same value as the schema around them.
var combining = map[string]bool{"allOf": true, "anyOf": true, "oneOf": true, "not": true, "if": true, "then": true, "else": true, "dependentSchemas": true, "dependencies": true}

// isPart reports a schema that applies together with another one, or combines others: its members may be declared there.
func isPart(n *schemaNode) bool {
	if combining[n.keyword] {
		return true
	}
	for _, name := range []string{"allOf", "anyOf", "oneOf", "$ref", "if", "$dynamicRef"} {
		if n.value.Get(name).Exists() {
			return true
		}
	}
	return false
}
