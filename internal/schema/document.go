package schema

import (
	"encoding/json"
	"fmt"
	"sync"
	"sync/atomic"

	"a2aform/internal/limit"
	"a2aform/internal/ojson"
	"a2aform/internal/schema/compile"
	"a2aform/internal/schema/message"
	"a2aform/internal/schema/normalize"
)

// Document is one JSON Schema, compiled when it is first needed. It is safe
// for use by several goroutines.
type Document struct {
	raw      *ojson.Value
	registry map[string][]byte
	refused  error // why it is not even compiled

	once     sync.Once
	compiled compile.Schema
	dynamic  dynamic
	places   memo
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
}

// Load reads a schema on its own; see [LoadWith].
func Load(raw []byte) (*Document, error) { return LoadWith(raw, Options{}) }

// LoadWith reads a schema. It does not compile it, so that a card of many
// schemas opens at once. It fails where the bytes are not JSON, or JSON that is
// no schema (neither object nor boolean). A text beyond [ojson.SchemaLimits] is
// a document that does not compile; its [Document.Raw] is true.
func LoadWith(raw []byte, o Options) (*Document, error) {
	if normalize.HasManyValues(raw) && json.Valid(raw) {
		return &Document{raw: ojson.NewBool(true), refused: normalize.ErrManyValues()}, nil
	}
	v, err := ojson.Parse(raw, normalize.SchemaLimits)
	refused := normalize.LimitError(err)
	switch {
	case refused != nil:
		v = ojson.NewBool(true)
	case err != nil:
		return nil, fmt.Errorf("the schema cannot be read: %w", err)
	}
	if !v.Is(ojson.Object) && !v.Is(ojson.Bool) {
		return nil, fmt.Errorf("the schema is a JSON %s; a schema is an object or a boolean", v.Kind())
	}
	return &Document{raw: v, registry: o.Registry, refused: refused}, nil
}

// Raw is the schema as it was written.
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

// Validate validates a whole value. No problems means that it is valid, or that
// the schema does not compile.
func (d *Document) Validate(v *ojson.Value) []message.Problem { return d.ValidateAs(v, nil) }

// ValidateAs validates a whole value of which some branches were chosen: of those
// unions only the chosen branch shows what is wrong. The verdict is the same as
// that of [Document.Validate].
func (d *Document) ValidateAs(v *ojson.Value, chosen message.Chosen) []message.Problem {
	if d.Compile() != nil {
		return nil
	}
	if at, found := normalize.TooLongAt(v, ""); found {
		return []message.Problem{{Pointer: at, Keyword: message.Unchecked, Message: "is not checked here: it is a number of too many digits"}}
	}
	verdict, fault := d.compiled.Validate(d.compiled.Root, v.Any(), limit.ValidateTime.Duration())
	switch {
	case fault != "":
		return []message.Problem{{Keyword: message.Unchecked, Message: fault}}
	case verdict != nil:
		return message.Formatter{Doc: &d.compiled, Chosen: chosen}.Problems(verdict)
	}
	return nil
}
