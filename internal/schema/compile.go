package schema

import (
	"errors"
	"fmt"
	"runtime/debug"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"a2aform/internal/ojson"
	"a2aform/internal/schema/message"
	"a2aform/internal/schema/normalize"
)

func (d *Document) compile() {
	defer d.recoverCompile()
	if d.refused != nil {
		d.fail(d.refused)
		return
	}
	at, err := d.compiled.Compile(d.raw, d.registry)
	if err != nil {
		d.fail(err)
		return
	}
	d.notices = d.compiled.Notices
	if d.told != "" {
		d.notices = append([]normalize.Notice{{Text: d.told}}, d.notices...)
	}
	if d.keepAt {
		d.at = at
	}
	d.dynamic = newDynamic(d.compiled.Documents[message.BaseURL], at)
}

// recoverCompile keeps a panic of the validator for [Document.Panic]; the document does
// not compile. It is deferred itself.
func (d *Document) recoverCompile() {
	if p := recover(); p != nil {
		d.panicked = &CompilePanic{fmt.Sprint(p), string(debug.Stack())}
		d.fail(&normalize.LimitError{What: errors.New("the schema makes the validator fail")})
	}
}

// CompilePanic is a panic of the validator while it compiled a schema, for a report.
// Both texts may quote the schema.
type CompilePanic struct{ Cause, Stack string }

// Panic is the panic that kept the schema from compiling, nil for none.
func (d *Document) Panic() *CompilePanic {
	_ = d.Compile()
	return d.panicked
}

func (d *Document) fail(err error) {
	d.err = err
	d.notices = []normalize.Notice{{Text: err.Error()}}
}

// compiledSchema is a schema as santhosh-tekuri/jsonschema/v6, the only validator, reads it, normalized where needed. It is safe
// for use by several goroutines once it is compiled.
type compiledSchema struct {
	nodes   // the normalized documents
	Root    *jsonschema.Schema
	Notices []normalize.Notice // of what was normalized

	patterns *normalize.PatternSet
	named    map[string]bool // locations of propertyNames; see names
	budget   budget
}

// schemaAt is the compiled schema at a pointer of the document, nil where there is none.
type schemaAt func(pointer string) *jsonschema.Schema

// Compile compiles a document and those of the registry that it refers to. The error is
// safe to show.
func (s *compiledSchema) Compile(raw *ojson.Value, registry map[string][]byte) (at schemaAt, err error) {
	known, once := normalize.CompileErrors{}, normalize.WithoutRepeats(raw)
	for range normalize.MaxAttempts {
		r := normalize.New(registry, known)
		if err := r.Run(once); err != nil {
			return nil, err
		}
		if at, err = s.attempt(r); err == nil {
			if once != raw {
				s.Notices = append([]normalize.Notice{normalize.RepeatNotice(raw)}, s.Notices...)
			}
			return at, nil
		}
		if !known.Record(r, err) {
			break
		}
	}
	return nil, describeCompileError(err)
}

// attempt compiles the normalized documents.
func (s *compiledSchema) attempt(r *normalize.Normalizer) (schemaAt, error) {
	s.patterns, s.Documents = r.Patterns, map[string]*ojson.Value{}
	for url, src := range r.Sources {
		s.Documents[url] = src.Root
	}
	c := s.compiler()
	compiled, err := c.compileChunks(r, manySchemas)
	if err != nil {
		c = s.compiler()
		if compiled, err = c.Compile(message.BaseURL); err != nil {
			return nil, err
		}
	}
	r.RelaxCompiled(c.at)
	all := reachable(compiled)
	if (costs{}).exceed(all) {
		return nil, errTooManyTries
	}
	s.closeNever(all)
	s.addNameValidators(all)
	s.Notices = r.Notices()
	s.Root = compiled
	return func(pointer string) *jsonschema.Schema { return c.at(message.BaseURL, pointer) }, nil
}

// compiler is the validator's compiler on the documents of one schema.
type compiler struct {
	*jsonschema.Compiler
	documents normalize.Loader
}

func (s *compiledSchema) compiler() compiler {
	documents := normalize.Loader{}
	for url, v := range s.Documents {
		documents[url] = v.Any()
	}
	c := normalize.NewCompiler(documents)
	c.UseRegexpEngine(s.engine)
	c.RegisterVocabulary(s.budget.vocabulary())
	c.AssertVocabs()
	return compiler{c, documents}
}

// at is the compiled schema at a pointer, nil where there is none.
func (c compiler) at(url, pointer string) *jsonschema.Schema {
	s, err := c.Compile(url + "#" + normalize.EscapeFragment(pointer))
	if err != nil {
		return nil
	}
	return s
}

// describeCompileError describes an error that normalizing cannot avoid, with the location in
// the document. Untrusted text in it is made safe.
func describeCompileError(err error) error {
	if errors.Is(err, errTooManyTries) {
		return err
	}
	var invalid *jsonschema.SchemaValidationError
	var verdict *jsonschema.ValidationError
	if errors.As(err, &invalid) && errors.As(invalid.Err, &verdict) {
		for _, p := range message.Flatten(verdict) {
			return fmt.Errorf("not a valid JSON Schema at #%s: %s", message.Sanitize(p.Pointer), p.Message())
		}
	}
	return fmt.Errorf("the schema does not compile: %s", message.Sanitize(strings.ReplaceAll(err.Error(), message.BaseURL, "")))
}

// engine gives the validator the patterns of the document. While it compiles, any
// pattern will do: the user is told which are not checked. Later it is
// asked whether a text of format "regex" is a pattern.
func (s *compiledSchema) engine(text string) (jsonschema.Regexp, error) {
	if s.Root != nil {
		return normalize.CompilePattern(text)
	}
	if re := s.patterns.Get(text); re != nil {
		return re, nil
	}
	return normalize.MatchAllPattern(text), nil
}

// Validate validates by one schema within a time. The fault says why there is no
// verdict, "" where there is one.
func (s *compiledSchema) Validate(by *jsonschema.Schema, instance any, within time.Duration) (verdict *jsonschema.ValidationError, fault string) {
	return s.validation(instance, func() error { return s.budget.validate(by, instance, within) })
}

// validateCounted is Validate within a number of steps.
func (s *compiledSchema) validateCounted(by *jsonschema.Schema, instance any, steps *Steps) (verdict *jsonschema.ValidationError, fault string) {
	return s.validation(instance, func() error { return s.budget.validateCounted(by, instance, steps) })
}

func (s *compiledSchema) validation(instance any, validate func() error) (verdict *jsonschema.ValidationError, fault string) {
	defer func() {
		switch recover().(type) {
		case nil:
		case errSpent:
			verdict, fault = nil, "is not checked here: that takes too long"
		default:
			verdict, fault = nil, "is not checked here: it makes the validator fail"
		}
	}()
	spent := s.patterns.Spent.Load()
	err := validate()
	if err == nil && s.patterns.Spent.Load() > spent && s.patterns.IsSlow(instance) {
		return nil, "is not checked here: a pattern takes too long"
	}
	if err != nil && !errors.As(err, &verdict) {
		return nil, "is not checked here: it is no JSON value"
	}
	return verdict, ""
}

// Problems are the problems of a verdict on a value, in words that know the schema.
func (s *compiledSchema) Problems(e *jsonschema.ValidationError, v *ojson.Value) []message.Problem {
	return message.WithoutAmbiguous(message.Formatter{Doc: s, Value: v}.Problems(e))
}

// dynamic resolves $dynamicRef and $recursiveRef, whose target depends on which
// resources were passed on the way to them (JSON Schema 2020-12 §8.2.3.2,
// 2019-09 §8.2.4.2). The zero dynamic stands for a schema without any.
type dynamic struct {
	resources []string                                 // pointers of the schemas with an $id, longest first
	anchors   map[string]map[string]*jsonschema.Schema // by resource and name
	recursive map[string]*jsonschema.Schema            // resources with $recursiveAnchor
}

// is reports whether targets depend on the way.
func (d *dynamic) is() bool { return len(d.anchors)+len(d.recursive) > 0 }

// newDynamic finds the dynamic anchors of a document; find gives the schema
// at a pointer.
func newDynamic(raw *ojson.Value, find func(pointer string) *jsonschema.Schema) dynamic {
	d := dynamic{resources: []string{""}, anchors: map[string]map[string]*jsonschema.Schema{}, recursive: map[string]*jsonschema.Schema{}}
	if !mentions(raw, "$dynamicRef", "$recursiveRef") {
		return dynamic{}
	}
	d.find(raw, "", "", find)
	slices.SortFunc(d.resources, func(a, b string) int { return len(b) - len(a) })
	return d
}

func (d *dynamic) find(v *ojson.Value, at, resource string, find func(string) *jsonschema.Schema) {
	if at != "" && v.Get("$id").Is(ojson.String) {
		resource = at
		d.resources = append(d.resources, at)
	}
	if name := v.Get("$dynamicAnchor"); name.Is(ojson.String) {
		if s := find(at); s != nil {
			if d.anchors[resource] == nil {
				d.anchors[resource] = map[string]*jsonschema.Schema{}
			}
			d.anchors[resource][name.Text()] = s
		}
	}
	if v.Get("$recursiveAnchor").Bool() && at == resource {
		if s := find(at); s != nil {
			d.recursive[resource] = s
		}
	}
	for _, m := range v.Members() {
		d.find(m.Value, ojson.Pointer(at, m.Name), resource, find)
	}
	for i, item := range v.Items() {
		d.find(item, ojson.Pointer(at, strconv.Itoa(i)), resource, find)
	}
}

// resource is the pointer of the resource that a schema is in.
func (d *dynamic) resource(s *jsonschema.Schema) string {
	pointer := pointerOf(s)
	for _, r := range d.resources {
		if pointer == r || strings.HasPrefix(pointer, r+"/") {
			return r
		}
	}
	return ""
}

// enter notes that a schema was passed.
func (d *dynamic) enter(at *shape, s *jsonschema.Schema) {
	if !d.is() {
		return
	}
	if r := d.resource(s); !slices.Contains(at.scope, r) {
		at.scope = append(at.scope[:len(at.scope):len(at.scope)], r)
	}
}

// target is what the dynamic reference of a schema means where it is: the
// outermost resource that was passed and has the anchor decides.
func (d *dynamic) target(at *shape, s *jsonschema.Schema) *jsonschema.Schema {
	if s.RecursiveRef != nil {
		return d.recursiveTarget(at, s.RecursiveRef)
	}
	if s.DynamicRef == nil {
		return nil
	}
	ref := s.DynamicRef
	if ref.Anchor == "" || ref.Ref.DynamicAnchor != ref.Anchor {
		return ref.Ref
	}
	for _, r := range at.scope {
		if target := d.anchors[r][ref.Anchor]; target != nil {
			return target
		}
	}
	return ref.Ref
}

func (d *dynamic) recursiveTarget(at *shape, fallback *jsonschema.Schema) *jsonschema.Schema {
	if !fallback.RecursiveAnchor {
		return fallback
	}
	for _, r := range at.scope {
		if target := d.recursive[r]; target != nil {
			return target
		}
	}
	return fallback
}
