package doctor

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/url"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"

	"a2aform/a2aclient"
	"a2aform/internal/limit"
	"a2aform/internal/ojson"
	"a2aform/internal/safe"
	"a2aform/internal/safego"
	"a2aform/internal/schema"
	"a2aform/internal/schema/normalize"
)

// example is a JSON example of a skill, with how near it is to each of its schemas.
type example struct {
	pointer string
	value   *ojson.Value
	best    *mismatch
	fits    bool
}

// mismatch is why an example is no value of a schema.
type mismatch struct {
	schema   string
	problems []schema.Problem
}

// checkExamples collects the examples of the skills; each is validated when the schemas of its skill are compiled.
func (c *checker) checkExamples() {
	for i, skill := range c.skills() {
		at := pointerTo("/skills", i)
		var names []string
		for _, m := range c.inputsOf(i, skill) {
			if m.parsed.HasSchema && c.names[m.parsed.Schema] {
				names = append(names, m.parsed.Schema)
			}
		}
		for _, own := range a2aclient.SkillSchemas(c.root, at, skill) {
			if own.IsInput {
				names = append(names, own.Pointer)
			}
		}
		if len(names) == 0 {
			continue
		}
		for j, item := range skill.Get("examples").Items() {
			value := item
			if item.Is(ojson.String) {
				value = schema.ExampleOf(item.Text())
			}
			if value == nil {
				continue
			}
			e := &example{pointer: pointerTo(at+"/examples", j), value: value}
			c.examples = append(c.examples, e)
			for _, name := range names {
				c.examplesOf[name] = append(c.examplesOf[name], e)
			}
		}
	}
}

// checked is what comes of one schema.
type checked struct {
	schemaResult
	validated []mismatch // for the examples of the schema
	isNoData  bool       // the root does not allow an object
}

// batch is how many schemas are checked before their findings are kept in order.
const batch = 64

// checkSchemas checks the schemas of the card, several at a time.
func (c *checker) checkSchemas() {
	all := c.allSchemas()
	if len(all) == 0 {
		return
	}
	c.apply("E01")
	for id := range c.rules {
		if strings.HasPrefix(id, "S") {
			c.apply(id)
		}
	}
	if len(c.schemas) > 0 {
		c.apply("O10")
	}
	if n := limit.CardSchemas; len(c.schemas) > n.Int() {
		c.put(found{rule: "S24", level: Error, pointer: "/schemas", offset: -1, what: "the card has more than " + n.String() + " schemas: a2aform does not open it"})
	}
	results := make([]checked, batch)
	for from := 0; from < len(all); from += batch {
		part := all[from:min(from+batch, len(all))]
		c.checkBatch(part, results)
		for i, s := range part {
			c.keep(s, &results[i])
		}
	}
	for _, e := range c.examples {
		if e.fits || e.best == nil {
			continue
		}
		p := e.best.problems[0]
		where := "at its root"
		if p.Pointer != "" {
			where = "at " + shown(p.Pointer)
		}
		c.add("E01", e.pointer, "the example does not fit the schema %s: %s it %s", quoted(e.best.schema), where, p.Message())
	}
}

// checkBatch checks schemas with all processors.
func (c *checker) checkBatch(part []namedSchema, results []checked) {
	var group sync.WaitGroup
	next := make(chan int, len(part))
	for i := range part {
		next <- i
	}
	close(next)
	for range min(runtime.GOMAXPROCS(0), len(part)) {
		safego.GoGroup(&group, func() {
			for i := range next {
				results[i] = c.checkSchema(part[i])
			}
		})
	}
	group.Wait()
}

// checkSchema is called from several goroutines.
func (c *checker) checkSchema(s namedSchema) (result checked) {
	result.schemaResult = inspectSchema(s.raw, func(id string) bool { return c.rules[id] != nil }, c.patterns)
	if result.Doc == nil {
		return result
	}
	if c.mustBeObject(s) {
		result.isNoData = result.Doc.Root().Kind().IsNoObject()
	}
	for _, e := range c.examplesOf[s.key()] {
		result.validated = append(result.validated, mismatch{s.name, result.Doc.Validate(e.value)})
	}
	result.Doc = nil // its memory is not needed any more
	return result
}

// mustBeObject reports a schema whose values are the data of a message: those of inputs, and before 1.0 all.
func (c *checker) mustBeObject(s namedSchema) bool {
	return strings.HasPrefix(s.pointer, "/schemas/") && (c.isOld() || c.inputs[s.name])
}

// keep takes over the findings of a schema.
func (c *checker) keep(s namedSchema, result *checked) {
	for _, f := range result.Findings {
		c.put(found{rule: f.Rule, level: f.Level, pointer: s.pointer + f.Pointer, offset: -1, what: f.What, fix: f.Fix})
	}
	if result.isNoData {
		c.add("O10", s.pointer, "the schema %s does not allow an object", quoted(s.name))
	}
	for i, e := range c.examplesOf[s.key()] {
		if i >= len(result.validated) {
			break
		}
		m := result.validated[i]
		e.fits = e.fits || len(m.problems) == 0
		if e.best == nil || len(m.problems) < len(e.best.problems) {
			e.best = &m
		}
	}
	*result = checked{}
}

// key is the name under which the examples of a schema are kept.
func (s namedSchema) key() string {
	if strings.HasPrefix(s.pointer, "/schemas/") || strings.Contains(s.pointer, "/params/schemas/") {
		return s.name
	}
	return s.pointer
}

// allSchemas are the schemas of the card: its own, and those of its skills.
func (c *checker) allSchemas() []namedSchema {
	var all []namedSchema
	for _, s := range c.schemas {
		if first := s.raw[0]; first == '{' || first == 't' || first == 'f' {
			all = append(all, s)
		}
	}
	add := func(v *ojson.Value, name, pointer string) {
		if v.Is(ojson.Object) {
			all = append(all, namedSchema{name: name, raw: v.Compact(), pointer: pointer, offset: -1})
		}
	}
	for i, e := range c.root.At("/capabilities/extensions").Items() {
		for _, m := range e.Get("params").Get("schemas").Members() {
			add(m.Value, m.Name, ojson.Pointer(pointerTo("/capabilities/extensions", i)+"/params/schemas", m.Name))
		}
	}
	for i, skill := range c.skills() {
		for _, own := range a2aclient.SkillSchemas(c.root, pointerTo("/skills", i), skill) {
			add(own.Schema, skill.Get("id").Text()+" "+own.Pointer[strings.LastIndexByte(own.Pointer, '/')+1:], own.Pointer)
		}
	}
	for i, item := range c.root.Get("capabilities").Items() { // sessions
		if p := item.Get("parameters"); p.Get("properties").Is(ojson.Object) || p.Get("$schema").Is(ojson.String) {
			add(p, item.Get("type").Text(), pointerTo("/capabilities", i)+"/parameters")
		}
	}
	return all
}

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

// newestDialect is the dialect of a schema that names none.
const newestDialect = "https://json-schema.org/draft/2020-12/schema"

var metaschemas sync.Map // by URI

// metaschema returns the schema of schemas of a dialect, that of the newest where the dialect is not known.
func metaschema(dialect string) (*schema.Document, error) {
	if !strings.Contains(dialect, "json-schema.org/draft") || strings.Contains(dialect, "draft-03") {
		dialect = newestDialect
	}
	if known, ok := metaschemas.Load(dialect); ok {
		return known.(*schema.Document), nil
	}
	text, err := json.Marshal(map[string]string{"$ref": dialect})
	if err != nil {
		return nil, err
	}
	doc, err := schema.Load(text)
	if err == nil {
		err = doc.Compile()
	}
	if err != nil {
		return nil, err
	}
	known, _ := metaschemas.LoadOrStore(dialect, doc)
	return known.(*schema.Document), nil
}

// unescape undoes the escapes of a fragment.
func unescape(fragment string) string {
	if text, err := url.PathUnescape(fragment); err == nil {
		return text
	}
	return fragment
}
