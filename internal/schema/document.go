package schema

import (
	"errors"
	"fmt"
	"net/url"
	"slices"
	"strings"
	"sync"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"a2aform/internal/ojson"
	"a2aform/internal/safe"
)

// location is the base URI of every document; the reserved domain makes sure
// that it names nothing.
const location = "https://schema.invalid/"

// Document is one JSON Schema, compiled when it is first needed. It is safe
// for use by several goroutines.
type Document struct {
	raw *ojson.Value

	once     sync.Once
	compiled *jsonschema.Schema
	dynamic  dynamic
	places   sync.Map // *jsonschema.Schema → *shape, of single schemas
	budget   budget

	onceSecrets sync.Once
	secrets     bool
	notices     []Notice
	err         error
}

// Notice tells the user of something about a schema that weakens the checks.
// Text is safe to show.
type Notice struct{ Text string }

// Load reads a schema within [ojson.SchemaLimits]. It does not compile it, so
// that a card of many schemas opens at once. It fails where the bytes are not
// JSON, or JSON that is no schema (neither object nor boolean).
func Load(raw []byte) (*Document, error) {
	v, err := ojson.Parse(raw, ojson.SchemaLimits)
	if err != nil {
		return nil, fmt.Errorf("the schema cannot be read: %w", err)
	}
	if !v.Is(ojson.Object) && !v.Is(ojson.Bool) {
		return nil, fmt.Errorf("the schema is a JSON %s; a schema is an object or a boolean", v.Kind())
	}
	return &Document{raw: v}, nil
}

// Raw is the schema as it was written.
func (d *Document) Raw() *ojson.Value { return d.raw }

// Compile compiles the schema unless that was done before. The error names the
// place and the reason, and is safe to show; a document that does not compile
// accepts every value and says so in [Document.Notices].
func (d *Document) Compile() error {
	d.once.Do(d.compile)
	return d.err
}

// Notices are the weakenings found while compiling, for the user to see before
// anything is sent.
func (d *Document) Notices() []Notice {
	_ = d.Compile()
	return d.notices
}

// Root is the place of the whole value.
func (d *Document) Root() Place {
	if d.Compile() != nil {
		return Place{doc: d}
	}
	return d.place(nil, d.compiled)
}

// Validate judges a whole value. No problems means that it is valid, or that
// the schema does not compile.
func (d *Document) Validate(v *ojson.Value) []Problem { return d.ValidateAs(v, nil) }

// ValidateAs judges a whole value of which some branches were chosen: of those
// unions only the chosen branch tells what is wrong. The verdict is the same as
// that of [Document.Validate].
func (d *Document) ValidateAs(v *ojson.Value, chosen Chosen) []Problem {
	if d.Compile() != nil {
		return nil
	}
	verdict, fault := d.judge(d.compiled, v.Any(), valueBudget)
	switch {
	case fault != "":
		return []Problem{{Keyword: unchecked, Message: fault}}
	case verdict != nil:
		return unique(chosen.flatten(verdict))
	}
	return nil
}

func (d *Document) compile() {
	defer func() {
		if recover() != nil {
			d.fail(errors.New("the schema makes the validator fail; nothing can be checked against it"))
		}
	}()
	c := jsonschema.NewCompiler()
	c.DefaultDraft(jsonschema.Draft2020)
	c.UseLoader(closed{})
	c.UseRegexpEngine(d.compilePattern)
	c.RegisterVocabulary(d.budget.vocabulary())
	c.AssertVocabs()
	if err := c.AddResource(location, d.raw.Any()); err != nil {
		d.fail(describeCompileError(err))
		return
	}
	compiled, err := c.Compile(location)
	if err != nil {
		d.fail(describeCompileError(err))
		return
	}
	if (costs{}).exceed(compiled) {
		d.fail(errTooManyTries)
		return
	}
	d.dynamic = newDynamic(d.raw, func(pointer string) *jsonschema.Schema {
		s, _ := c.Compile(location + "#" + (&url.URL{Path: pointer}).EscapedPath())
		return s
	})
	d.compiled = compiled
}

func (d *Document) fail(err error) {
	d.err = err
	d.notice(err.Error())
}

func (d *Document) notice(text string) {
	n := Notice{Text: text}
	if !slices.Contains(d.notices, n) {
		d.notices = append(d.notices, n)
	}
}

// closed is the loader of a document that may not reach outside itself.
type closed struct{}

func (closed) Load(string) (any, error) {
	return nil, errors.New("references to other documents are not followed")
}

// describeCompileError words a compile error with the place in the document.
// Foreign text in it is made safe.
func describeCompileError(err error) error {
	var invalid *jsonschema.SchemaValidationError
	if errors.As(err, &invalid) {
		var verdict *jsonschema.ValidationError
		if errors.As(invalid.Err, &verdict) {
			if problems := flatten(verdict); len(problems) > 0 {
				p := problems[0]
				return fmt.Errorf("not a valid JSON Schema at #%s: %s", shown(p.Pointer), p.Message)
			}
		}
	}
	var load *jsonschema.LoadURLError
	if errors.As(err, &load) {
		return fmt.Errorf("the schema refers to %s, and references to other documents are not followed", shown(strings.TrimPrefix(load.URL, location)))
	}
	text := strings.ReplaceAll(err.Error(), location, "")
	return fmt.Errorf("the schema does not compile: %s", shown(text))
}

// shown makes foreign text safe for a message.
func shown(s string) string { return safe.Text(s).Line(0).String() }
