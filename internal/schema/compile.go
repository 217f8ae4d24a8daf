package schema

import (
	"errors"
	"fmt"
	"runtime/debug"
	"strings"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"a2aform/internal/ojson"
)

func (d *Document) compile() {
	defer d.recoverCompile()
	if d.refused != nil {
		d.fail(d.refused)
		return
	}
	raw, known := withoutRepeats(d.raw), compileErrors{}
	if raw != d.raw {
		defer d.tellRepeats()
	}
	var err error
	for range maxAttempts {
		r := newRepair(d.registry, known)
		if err = r.run(raw); err != nil {
			d.fail(err)
			return
		}
		if err = d.attempt(r); err == nil {
			return
		}
		if !known.record(r, err) {
			break
		}
	}
	d.fail(describeCompileError(err))
}

// recoverCompile keeps a panic of the validator for [Document.Panic]; the document does
// not compile. It is deferred itself.
func (d *Document) recoverCompile() {
	if p := recover(); p != nil {
		d.panicked = &CompilePanic{fmt.Sprint(p), string(debug.Stack())}
		d.fail(errors.New("the schema makes the validator fail" + whatNext))
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

// attempt compiles what was repaired.
func (d *Document) attempt(r *repair) error {
	d.patterns, d.documents = r.patterns, map[string]*ojson.Value{}
	for url, src := range r.sources {
		d.documents[url] = src.root
	}
	c := d.compiler()
	compiled, err := c.compileChunks(r, manySchemas)
	if err != nil {
		c = d.compiler()
		if compiled, err = c.Compile(baseURL); err != nil {
			return err //nolint:wrapcheck // the caller reads it
		}
	}
	r.relaxCompiled(c.at)
	all := reachable(compiled)
	if (costs{}).exceed(all) {
		return errTooManyTries
	}
	d.addNameValidators(all)
	d.dynamic = newDynamic(d.documents[baseURL], func(pointer string) *jsonschema.Schema { return c.at(baseURL, pointer) })
	d.notices = r.notices()
	d.compiled = compiled
	return nil
}

func (d *Document) fail(err error) {
	d.err = err
	d.notices = []Notice{{Text: err.Error()}}
}

// compiler is the validator's compiler on the documents of one schema.
type compiler struct {
	*jsonschema.Compiler
	documents loader
}

func (d *Document) compiler() compiler {
	documents := loader{}
	for url, v := range d.documents {
		documents[url] = v.Any()
	}
	c := newCompiler(documents)
	c.UseRegexpEngine(d.engine)
	c.RegisterVocabulary(d.budget.vocabulary())
	c.AssertVocabs()
	return compiler{c, documents}
}

// at is the compiled schema at a pointer, nil where there is none.
func (c compiler) at(url, pointer string) *jsonschema.Schema {
	s, err := c.Compile(url + "#" + escapeFragment(pointer))
	if err != nil {
		return nil
	}
	return s
}

func newCompiler(l jsonschema.URLLoader) *jsonschema.Compiler {
	c := jsonschema.NewCompiler()
	c.DefaultDraft(jsonschema.Draft2020)
	c.UseLoader(l)
	return c
}

// loader gives the validator the repaired documents, by URL, and nothing else.
type loader map[string]any

// Load implements [jsonschema.URLLoader].
func (l loader) Load(url string) (any, error) {
	if strings.HasPrefix(url, uncheckedURL) {
		return uncheckedSchema, nil
	}
	if v, ok := l[url]; ok {
		return v, nil
	}
	return nil, errors.New("references to other documents are not followed")
}

// describeCompileError words what no repair helps against, with the location in
// the document. Foreign text in it is made safe.
func describeCompileError(err error) error {
	if errors.Is(err, errTooManyTries) {
		return err
	}
	var invalid *jsonschema.SchemaValidationError
	var verdict *jsonschema.ValidationError
	if errors.As(err, &invalid) && errors.As(invalid.Err, &verdict) {
		for _, p := range flatten(verdict) {
			return fmt.Errorf("not a valid JSON Schema at #%s: %s", shown(p.Pointer), p.Message)
		}
	}
	return fmt.Errorf("the schema does not compile: %s", shown(strings.ReplaceAll(err.Error(), baseURL, "")))
}
