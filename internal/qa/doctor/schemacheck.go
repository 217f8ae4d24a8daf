package doctor

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"a2aform/internal/limit"
	"a2aform/internal/ojson"
	"a2aform/internal/safe"
	"a2aform/internal/schema"
	"a2aform/internal/schema/normalize"
)

// schemaFinding is a finding of a rule at a pointer of the schema. Level and Fix are empty for those of the rule.
type schemaFinding struct {
	Rule, Pointer, What, Fix string
	Level                    Level
}

// schemaResult is what is known of a schema.
type schemaResult struct {
	Findings []schemaFinding
	Doc      *schema.Document // nil where the schema cannot be read
}

// schemaNode is one schema in the schema that is checked.
type schemaNode struct {
	value   *ojson.Value
	at      string
	keyword string // that holds it; "" for the root
	parent  *schemaNode
}

// schemaChecker collects what is found in one schema.
type schemaChecker struct {
	root     *ojson.Value
	doc      *schema.Document
	wants    func(id string) bool
	patterns *Patterns
	nodes    []*schemaNode
	anchors  map[string]bool // ids and anchors
	byAt     map[string]*schemaNode
	old      bool // a dialect before 2019-09 is named
	findings []schemaFinding
	silent   map[string]bool // pointers of which the metaschema needs not speak
}

// inspectSchema checks a schema. wants says which rules are chosen.
func inspectSchema(raw []byte, wants func(id string) bool, patterns *Patterns) schemaResult {
	c := &schemaChecker{wants: wants, patterns: patterns, anchors: map[string]bool{}, byAt: map[string]*schemaNode{}, silent: map[string]bool{}}
	doc, err := schema.LoadWith(raw, schema.Options{Subschemas: true})
	if err != nil {
		c.add("S01", "", "%s", safe.Text(err.Error()).Line(safe.TextLimit()))
		return schemaResult{Findings: c.findings}
	}
	c.doc, c.root = doc, doc.Raw()
	compileErr := doc.Compile()
	if errors.As(compileErr, new(*normalize.LimitError)) {
		c.add("S24", "", "%s%s", safe.Text(compileErr.Error()).Line(safe.TextLimit()), limitHint(compileErr))
		return schemaResult{Findings: c.findings}
	}
	if c.root.Is(ojson.Object) {
		dialect := c.root.Get("$schema").Text()
		c.old = strings.Contains(dialect, "/draft-0")
		c.walk(c.root, "", "", nil)
		for _, n := range c.nodes {
			c.checkNode(n)
		}
		c.checkValues()
		c.checkSatisfiable(compileErr)
	}
	if compileErr != nil || len(doc.Notices()) > 0 {
		c.checkMetaschema()
	}
	return schemaResult{c.findings, doc}
}

// limitHint names the flag that raises a limit.
func limitHint(err error) string {
	if errors.As(err, new(*ojson.LimitError)) {
		return limit.SchemaBytes.Hint()
	}
	return ""
}

func (c *schemaChecker) add(id, at, format string, args ...any) {
	c.addFix(id, at, "", format, args...)
}

func (c *schemaChecker) addFix(id, at, fix, format string, args ...any) {
	if c.wants(id) {
		c.findings = append(c.findings, schemaFinding{Rule: id, Pointer: at, Fix: fix, What: fmt.Sprintf(format, args...)})
	}
}

// found reports whether a rule has found something at a pointer.
func (c *schemaChecker) found(id, at string) bool {
	return slices.ContainsFunc(c.findings, func(f schemaFinding) bool { return f.Rule == id && f.Pointer == at })
}

func quotedName(text string) string { return `"` + safe.Text(text).Line(80).String() + `"` }

// walk collects the schemas in a schema.
func (c *schemaChecker) walk(v *ojson.Value, at, keyword string, parent *schemaNode) {
	n := &schemaNode{v, at, keyword, parent}
	c.nodes = append(c.nodes, n)
	c.byAt[at] = n
	if !v.Is(ojson.Object) {
		return
	}
	for _, name := range []string{"$id", "id", "$anchor", "$dynamicAnchor"} {
		if text := v.Get(name); text.Is(ojson.String) {
			if strings.HasSuffix(name, "nchor") {
				c.anchors["#"+text.Text()] = true
			} else {
				c.anchors[strings.TrimSuffix(text.Text(), "#")] = true
			}
		}
	}
	for _, m := range v.Members() {
		normalize.Subschemas(m.Name, m.Value, ojson.Pointer(at, m.Name), func(sub *ojson.Value, at string) {
			if sub.Is(ojson.Object) || sub.Is(ojson.Bool) {
				c.walk(sub, at, m.Name, n)
			}
		})
	}
}

// checkNode applies the rules about one schema on its own.
func (c *schemaChecker) checkNode(n *schemaNode) {
	if !n.value.Is(ojson.Object) {
		return
	}
	c.checkType(n)
	c.checkKeywords(n)
	c.checkRefs(n)
	c.checkBounds(n)
	c.checkRequired(n)
	c.checkPatterns(n)
	c.checkBranches(n)
}

// checkType reports types that JSON Schema does not have.
func (c *schemaChecker) checkType(n *schemaNode) {
	t := n.value.Get("type")
	items, at := []*ojson.Value{t}, func(int) string { return n.at + "/type" }
	if t.Is(ojson.Array) {
		items, at = t.Items(), func(i int) string { return n.at + "/type/" + strconv.Itoa(i) }
	}
	for i, item := range items {
		if !item.Is(ojson.String) {
			continue
		}
		switch meant, known := normalize.TypeNamed(item.Text()); {
		case known && meant == item.Text() && meant != "any":
		case known && meant == "any":
			c.silent[at(i)] = true
			c.addFix("S04", at(i), `leave "type" out`, "the type %s is not one of JSON Schema", quotedName(item.Text()))
		case known:
			c.silent[at(i)] = true
			c.addFix("S04", at(i), `write "type": "`+meant+`"`, "the type %s is not one of JSON Schema", quotedName(item.Text()))
		default:
			c.silent[at(i)] = true
			c.add("S04", at(i), "the type %s is not one of JSON Schema", quotedName(item.Text()))
		}
	}
}

// checkRefs reports references that lead nowhere, or out of the card.
func (c *schemaChecker) checkRefs(n *schemaNode) {
	v := n.value.Get("$ref")
	if !v.Is(ojson.String) {
		return
	}
	text, at := v.Text(), n.at+"/$ref"
	switch base, fragment, _ := strings.Cut(text, "#"); {
	case base == "" && (fragment == "" || c.resolve(text) != nil || c.anchors["#"+fragment]):
	case base == "":
		c.add("S02", at, "$ref %s points to nothing", quotedName(text))
	case c.anchors[base] || normalize.IsDialect(base), c.anchoredAs(base):
	default:
		c.add("S03", at, "$ref %s points outside the card: it is never fetched, and any value is accepted there", quotedName(text))
	}
}

// anchoredAs reports a reference to an $id of the schema by another spelling of its URL.
func (c *schemaChecker) anchoredAs(base string) bool {
	for id := range c.anchors {
		if strings.HasSuffix(id, "/"+strings.TrimPrefix(base, "/")) || strings.HasSuffix(base, "/"+id) {
			return true
		}
	}
	return false
}

// resolve is the value that a reference within the schema leads to, nil for none.
func (c *schemaChecker) resolve(ref string) *ojson.Value {
	pointer, ok := strings.CutPrefix(ref, "#")
	if !ok {
		return nil
	}
	return c.root.At(unescape(pointer))
}

// checkMetaschema validates the schema by its metaschema.
func (c *schemaChecker) checkMetaschema() {
	if !c.wants("S01") {
		return
	}
	meta, err := metaschema(c.root.Get("$schema").Text())
	if err != nil {
		return
	}
	for _, p := range meta.Validate(c.root) {
		if p.IsUnchecked() || c.isSilent(p.Pointer) {
			continue
		}
		at := p.Pointer
		if c.root.At(at) == nil {
			at = at[:max(strings.LastIndexByte(at, '/'), 0)]
		}
		name := at[strings.LastIndexByte(at, '/')+1:]
		c.add("S01", at, "%s %s (keyword %s of the metaschema)", quotedName(name), p.Message(), quotedName(p.Keyword))
	}
	if err := c.doc.Compile(); err != nil && !slices.ContainsFunc(c.findings, func(f schemaFinding) bool { return f.Rule == "S01" }) {
		text := safe.Text(errors.Unwrap(fmt.Errorf("%w", err)).Error()).Line(safe.TextLimit())
		c.add("S01", "", "%s", text)
	}
}

// isSilent reports a location that another rule speaks of.
func (c *schemaChecker) isSilent(at string) bool {
	for at != "" {
		if c.silent[at] {
			return true
		}
		at = at[:strings.LastIndexByte(at, '/')]
	}
	return false
}
