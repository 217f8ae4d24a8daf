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

// checkRequired reports members that are required and forbidden.
func (c *schemaChecker) checkRequired(n *schemaNode) {
	properties := n.value.Get("properties")
	isClosed := n.value.Get("additionalProperties").Is(ojson.Bool) && !n.value.Get("additionalProperties").Bool()
	for i, item := range n.value.Get("required").Items() {
		if name := item.Text(); item.Is(ojson.String) && isClosed && !properties.Get(name).Exists() && !c.patternDeclares(n, name) {
			c.add("S11", n.at+"/required/"+strconv.Itoa(i), "the member %s is required, and \"additionalProperties\": false forbids it", quotedName(name))
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
