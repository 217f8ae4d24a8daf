package doctor

import (
	"runtime"
	"strings"
	"sync"

	"a2aform/a2aclient"
	"a2aform/internal/limit"
	"a2aform/internal/ojson"
	"a2aform/internal/safego"
	"a2aform/internal/schema"
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
