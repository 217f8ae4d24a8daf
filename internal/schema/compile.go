package schema

import (
	"errors"
	"fmt"
	"strings"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"a2aform/internal/ojson"
)

// Compiled is a schema as the validator reads it, repaired where it had to be. It is safe
// for use by several goroutines once it is compiled.
type Compiled struct {
	nodes   // the repaired documents
	Root    *jsonschema.Schema
	Notices []Notice // of what was repaired

	patterns *patterns
	named    map[string]bool // locations of propertyNames; see names
	budget   budget
}

// schemaAt is the compiled schema at a pointer of the document, nil where there is none.
type schemaAt func(pointer string) *jsonschema.Schema

// Compile compiles a document and those of the registry that it refers to. The error is
// safe to show.
func (s *Compiled) Compile(raw *ojson.Value, registry map[string][]byte) (at schemaAt, err error) {
	known, once := compileErrors{}, withoutRepeats(raw)
	for range maxAttempts {
		r := newRepair(registry, known)
		if err := r.run(once); err != nil {
			return nil, err
		}
		if at, err = s.attempt(r); err == nil {
			if once != raw {
				s.Notices = append([]Notice{repeatNotice(raw)}, s.Notices...)
			}
			return at, nil
		}
		if !known.record(r, err) {
			break
		}
	}
	return nil, describeCompileError(err)
}

// attempt compiles what was repaired.
func (s *Compiled) attempt(r *repair) (schemaAt, error) {
	s.patterns, s.documents = r.patterns, map[string]*ojson.Value{}
	for url, src := range r.sources {
		s.documents[url] = src.root
	}
	c := s.compiler()
	compiled, err := c.compileChunks(r, manySchemas)
	if err != nil {
		c = s.compiler()
		if compiled, err = c.Compile(baseURL); err != nil {
			return nil, err //nolint:wrapcheck // the caller reads it
		}
	}
	r.relaxCompiled(c.at)
	all := reachable(compiled)
	if (costs{}).exceed(all) {
		return nil, errTooManyTries
	}
	s.addNameValidators(all)
	s.Notices = r.notices()
	s.Root = compiled
	return func(pointer string) *jsonschema.Schema { return c.at(baseURL, pointer) }, nil
}

// compiler is the validator's compiler on the documents of one schema.
type compiler struct {
	*jsonschema.Compiler
	documents loader
}

func (s *Compiled) compiler() compiler {
	documents := loader{}
	for url, v := range s.documents {
		documents[url] = v.Any()
	}
	c := newCompiler(documents)
	c.UseRegexpEngine(s.engine)
	c.RegisterVocabulary(s.budget.vocabulary())
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

// engine gives the validator the patterns of the document. While it compiles, any
// pattern will do: the user sees those that are not checked. Later it is
// asked whether a text of format "regex" is a pattern.
func (s *Compiled) engine(text string) (jsonschema.Regexp, error) {
	if s.Root != nil {
		return onePattern(text)
	}
	if re := s.patterns.get(text); re != nil {
		return re, nil
	}
	return anyText(text), nil
}
