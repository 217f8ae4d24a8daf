package doctor

import (
	"slices"
	"strings"
	"sync"

	"a2aform/internal/ojson"
	"a2aform/internal/safe"
	"a2aform/internal/schema/normalize"
)

// foreign are keywords of other drafts, and of OpenAPI, by what is written today. Those of drafts up to 7 are right in a schema
// that names one.
var foreign = map[string]struct {
	fix     string
	ofDraft bool
}{
	"nullable":         {fix: `add "null" to "type"`},
	"example":          {fix: `write "examples": […]`},
	"definitions":      {fix: `write "$defs"`, ofDraft: true},
	"dependencies":     {fix: `write "dependentRequired" or "dependentSchemas"`, ofDraft: true},
	"additionalItems":  {fix: `write "items" next to "prefixItems"`, ofDraft: true},
	"id":               {fix: `write "$id"`, ofDraft: true},
	"divisibleBy":      {fix: `write "multipleOf"`},
	"disallow":         {fix: `write "not"`},
	"extends":          {fix: `write "allOf"`},
	"$recursiveRef":    {fix: `write "$dynamicRef"`, ofDraft: true},
	"$recursiveAnchor": {fix: `write "$dynamicAnchor"`, ofDraft: true},
}

// otherKeywords are names that generators and tools use, which are no misspelt keywords.
var otherKeywords = []string{
	"discriminator", "xml", "externalDocs", "unit", "units", "placeholder", "enumNames", "enumDescriptions", "order", "propertyOrder", "label", "labels",
	"hidden", "options", "widget", "help", "errorMessage", "errors", "links", "name", "formatMinimum", "formatMaximum", "$async", "tags", "group", "index", "style",
}

// checkKeywords reports keywords of other drafts and misspelt ones.
func (c *schemaChecker) checkKeywords(n *schemaNode) {
	for _, m := range n.value.Members() {
		at := ojson.Pointer(n.at, m.Name)
		if f, ok := foreign[m.Name]; ok {
			if (m.Name != "id" || m.Value.Is(ojson.String)) && (!f.ofDraft || !c.old) {
				c.silent[at] = true
				c.addFix("S05", at, f.fix, "%s is a keyword of another draft or of OpenAPI", quotedName(m.Name))
			}
			continue
		}
		c.checkForm(m, at)
		if near := misspelt(m.Name); near != "" && !n.value.Get(near).Exists() {
			c.addFix("S06", at, "write "+quotedName(near), "unknown keyword %s; did you mean %s?", quotedName(m.Name), quotedName(near))
		}
	}
}

// checkForm reports keywords in the form of another draft.
func (c *schemaChecker) checkForm(m ojson.Member, at string) {
	fix := ""
	switch {
	case m.Name == "items" && m.Value.Is(ojson.Array) && !c.old:
		fix = `write "prefixItems"`
	case (m.Name == "exclusiveMinimum" || m.Name == "exclusiveMaximum") && m.Value.Is(ojson.Bool) && !strings.Contains(c.root.Get("$schema").Text(), "draft-04"):
		fix = "write the bound itself as the value of " + quotedName(m.Name)
	case m.Name == "required" && m.Value.Is(ojson.Bool):
		fix = `list the name in "required" of the object`
	}
	if fix != "" {
		c.silent[at] = true
		c.addFix("S05", at, fix, "%s has the form of another draft", quotedName(m.Name))
	}
}

// keywords are the names of all keywords that are known.
var keywords = sync.OnceValue(normalize.KeywordNames)

// misspelt is the keyword that a name is probably meant as, "" for none.
func misspelt(name string) string {
	if len(name) < 4 || slices.Contains(keywords(), name) || slices.Contains(otherKeywords, name) || strings.ContainsAny(name, ":-._/ ") {
		return ""
	}
	lower := strings.ToLower(name)
	for _, k := range keywords() {
		if strings.ToLower(k) == lower || strings.ToLower(strings.TrimPrefix(k, "$")) == lower && len(k) > 4 {
			return k
		}
	}
	near := safe.Nearest(name, keywords())
	if len(near) < 5 || len(name) < len(near)-2 || len(name) > len(near)+2 {
		return ""
	}
	return near
}
