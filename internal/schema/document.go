package schema

import (
	"fmt"
	"sync"
	"sync/atomic"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"a2aform/internal/limit"
	"a2aform/internal/ojson"
	"a2aform/internal/schema/message"
	"a2aform/internal/schema/normalize"
)

// Document is one JSON Schema, compiled when it is first needed. It is safe
// for use by several goroutines.
type Document struct {
	raw      *ojson.Value
	registry map[string][]byte
	told     string // what was written in place of a schema, see [Meant]; "" for a schema
	refused  error  // why it is not even compiled

	once     sync.Once
	compiled compiledSchema
	dynamic  dynamic
	keepAt   bool
	at       schemaAt // nil unless it is kept
	places   memo
	made     sync.Map // string → *jsonschema.Schema: the schemas that are in no document, see [Location.alternatives]
	notices  []normalize.Notice
	err      error
	panicked *CompilePanic

	warnNumbers func(*ojson.Value) string // nil for none
	notSecret   atomic.Pointer[[]string]
	onceSecrets sync.Once
	secrets     bool // it names a secret somewhere
}

// Options are what a schema is loaded with.
type Options struct {
	// Registry are other documents that the schema may refer to, by URL
	// without fragment. Nothing else is ever read.
	Registry map[string][]byte
	// Subschemas keeps in memory what [Document.At] needs.
	Subschemas bool
}

// Load reads a schema on its own; see [LoadWith].
func Load(raw []byte) (*Document, error) { return LoadWith(raw, Options{}) }

// LoadWith reads a schema. It does not compile it, so that a card of many
// schemas opens at once. It fails where the bytes are not JSON, or JSON that is
// no schema (neither object nor boolean). A text beyond [ojson.SchemaLimits] is
// a document that does not compile; its [Document.Raw] is true.
func LoadWith(raw []byte, o Options) (*Document, error) {
	if normalize.HasManyValues(raw) && ojson.IsValid(raw) {
		return &Document{raw: ojson.NewBool(true), refused: normalize.ErrManyValues()}, nil
	}
	v, err := ojson.Parse(raw, normalize.SchemaLimits)
	refused := normalize.ErrTooLarge(err)
	switch {
	case refused != nil:
		v = ojson.NewBool(true)
	case err != nil:
		return nil, fmt.Errorf("the schema cannot be read: %w", err)
	}
	v, told := Meant(v)
	if !v.Is(ojson.Object) && !v.Is(ojson.Bool) {
		return nil, fmt.Errorf("the schema is a JSON %s; a schema is an object or a boolean", v.Kind())
	}
	return &Document{raw: v, told: told, registry: o.Registry, refused: refused, keepAt: o.Subschemas}, nil
}

// Raw is the schema as it was written, or what was meant by it; see [Meant].
func (d *Document) Raw() *ojson.Value { return d.raw }

// Compile compiles the schema unless that was done before. The error names the
// location and the reason, and is safe to show; a document that does not compile
// accepts every value and says so in [Document.Notices].
func (d *Document) Compile() error {
	d.once.Do(d.compile)
	return d.err
}

// Notices are the relaxations found while compiling, for the user to see before
// anything is sent.
func (d *Document) Notices() []normalize.Notice {
	_ = d.Compile()
	return d.notices
}

// Root is the location of the whole value.
func (d *Document) Root() Location {
	if d.Compile() != nil {
		return Location{doc: d}
	}
	return d.locationOf(nil, d.compiled.Root)
}

// At is the location that the subschema at a pointer of the document describes, on its own. It
// is not known where there is no schema, the document does not compile, or it was loaded without
// [Options.Subschemas].
func (d *Document) At(pointer string) Location {
	if d.Compile() == nil && d.at != nil {
		if s := d.at(pointer); s != nil {
			return d.locationOf(nil, s)
		}
	}
	return Location{doc: d}
}

// Validate validates a whole value. No problems means that it is valid, or that
// the schema does not compile. Where a value fits several branches of a union, its
// discriminator decides.
func (d *Document) Validate(v *ojson.Value) []message.Problem {
	return message.WithoutAmbiguous(d.ValidateAs(v, nil))
}

// ValidateAs validates a whole value of which some branches were chosen: of those
// unions only the chosen branch shows what is wrong. The verdict is the same as
// that of [Document.Validate], with the problems that are ambiguous only.
func (d *Document) ValidateAs(v *ojson.Value, chosen message.Chosen) []message.Problem {
	verdict, unchecked := d.verdict(v)
	if verdict == nil {
		return unchecked
	}
	return message.Formatter{Doc: &d.compiled, Chosen: chosen, Value: v}.Problems(verdict)
}

// verdict is nil for a valid value, and for one that is not checked, which is a problem then.
func (d *Document) verdict(v *ojson.Value) (verdict *jsonschema.ValidationError, unchecked []message.Problem) {
	if isCompiled := d.Compile() == nil; !isCompiled {
		return nil, nil
	}
	at, found := normalize.TooLongAt(v, "")
	fault := "is not checked here: it is a number of too many digits"
	if !found {
		verdict, fault = d.compiled.Validate(d.compiled.Root, v.Any(), limit.ValidateTime.Duration())
	}
	if fault != "" {
		unchecked = []message.Problem{{Pointer: at, Keyword: message.Unchecked, Want: fault}}
	}
	return verdict, unchecked
}

// Broken lists the keywords that a value breaks, with the pointers of the values at fault. Unlike [Document.Validate] it lists
// those inside all branches of a union too, without messages.
func (d *Document) Broken(v *ojson.Value) []message.Problem {
	verdict, unchecked := d.verdict(v)
	if verdict == nil {
		return unchecked
	}
	return message.Broken(verdict)
}
