package doctor

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"

	"a2aform/internal/ojson"
	"a2aform/internal/qa/gen"
	"a2aform/internal/safe"
	"a2aform/internal/schema"
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

// maxValues is how many values of an enum, and of examples, are validated.
const maxValues = 64

// unsatisfied are the rules whose findings say already why no value can be made.
var unsatisfied = []string{"S01", "S02", "S04", "S07", "S08", "S11", "S13"}

// maxFailed is after how many schemas without a known value no value is looked for any more: that takes time.
const maxFailed = 50

// checkSatisfiable looks for a value that satisfies the whole schema. That none is found does not mean that there is none.
func (c *schemaChecker) checkSatisfiable(compileErr error) {
	if compileErr != nil || !c.wants("S08") || c.patterns.failed.Load() >= maxFailed || slices.ContainsFunc(c.findings, func(f schemaFinding) bool { return slices.Contains(unsatisfied, f.Rule) }) {
		return
	}
	_, err := gen.Smallest(c.doc)
	if err != nil {
		_, err = gen.Sample(c.doc, 1)
	}
	if err == nil {
		return
	}
	what := safe.Text(err.Error()).Line(safe.TextLimit()).String()
	if c.patterns.failed.Add(1) == maxFailed {
		what += "; no values of the schemas behind it are looked for"
	}
	c.findings = append(c.findings, schemaFinding{Rule: "S08", What: what, Level: Warning})
}

// checkValues validates the values that the schema names by the schema itself, and looks for schemas whose parts exclude each other.
func (c *schemaChecker) checkValues() {
	for _, n := range c.nodes {
		if !n.value.Is(ojson.Object) || n.keyword == "not" || c.found("S07", n.at) {
			continue
		}
		hasValues := slices.ContainsFunc([]string{"default", "const", "enum", "examples"}, func(name string) bool { return n.value.Get(name).Exists() })
		if !hasValues && !mayContradict(n.value) {
			continue
		}
		if at := c.doc.At(n.at); at.IsKnown() {
			c.checkNodeValues(n, at)
		}
	}
}

// checkNodeValues checks the values that one schema names.
func (c *schemaChecker) checkNodeValues(n *schemaNode, at schema.Location) {
	refused := false
	for _, keyword := range []string{"default", "const"} {
		if v := n.value.Get(keyword); v.Exists() && c.checkOwn("S09", at, v, n.at+"/"+keyword, keyword) {
			refused = refused || keyword == "const"
		}
	}
	for i, v := range c.first(n.value.Get("enum")) {
		refused = c.checkOwn("S09", at, v, n.at+"/enum/"+strconv.Itoa(i), "enum") || refused
	}
	for i, v := range c.first(n.value.Get("examples")) {
		c.checkOwn("S10", at, v, n.at+"/examples/"+strconv.Itoa(i), "examples")
	}
	if reason := at.Contradiction(); reason != "" && !refused {
		c.add("S08", n.at, "%s", reason)
	}
}

func (c *schemaChecker) first(list *ojson.Value) []*ojson.Value {
	if !list.Is(ojson.Array) {
		return nil
	}
	return list.Items()[:min(list.Len(), maxValues)]
}

// checkOwn reports a value of the schema that the schema refuses.
func (c *schemaChecker) checkOwn(id string, at schema.Location, v *ojson.Value, pointer, keyword string) bool {
	for _, p := range at.Validate(v) {
		if p.IsUnchecked() {
			continue
		}
		where := ""
		if p.Pointer != "" {
			where = " at " + quotedName(p.Pointer)
		}
		c.add(id, pointer, "%s holds %s, which the schema refuses%s: it %s", quotedName(keyword), quotedName(string(v.Compact())), where, p.Message())
		return true
	}
	return false
}

// mayContradict reports a schema whose parts can exclude each other, besides those of [schemaChecker.checkBounds].
func mayContradict(v *ojson.Value) bool {
	if v.Get("allOf").Exists() {
		return true
	}
	return v.Get("$ref").Exists() && v.Len() > 1
}

// checkBranches looks for alternatives of oneOf that exclude each other's values.
func (c *schemaChecker) checkBranches(n *schemaNode) {
	if branches := n.value.Get("oneOf").Items(); len(branches) > 1 && len(branches) <= maxValues && c.wants("S16") {
		c.checkOverlap(n, branches)
	}
}

// checkOverlap reports two alternatives of oneOf that hold for the same value: a value that is made for one of them.
func (c *schemaChecker) checkOverlap(n *schemaNode, branches []*ojson.Value) {
	at := make([]schema.Location, len(branches))
	for i := range branches {
		if at[i] = c.doc.At(n.at + "/oneOf/" + strconv.Itoa(i)); !at[i].IsKnown() {
			return
		}
	}
	for i := range branches {
		v := gen.SmallestAt(c.doc, at[i])
		if v == nil {
			continue
		}
		for j := range branches {
			if j != i && len(at[j].Validate(v)) == 0 {
				c.add("S16", n.at+"/oneOf", "the alternatives %d and %d both hold for %s", min(i, j), max(i, j), quotedName(string(v.Compact())))
				return
			}
		}
	}
}
