package schema

import (
	"slices"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"a2aform/internal/ojson"
	"a2aform/internal/schema/message"
)

// Applied are the compiled schemas that apply at a location, in order of authority: those of the location, and what they refer
// to. The slice must not be changed.
func (l Location) Applied() []*jsonschema.Schema { return l.schemas() }

// With is the location where more schemas apply, such as one branch of a union or the consequence of a condition.
func (l Location) With(more ...*jsonschema.Schema) Location {
	more = slices.DeleteFunc(slices.Clone(more), func(s *jsonschema.Schema) bool { return s == nil })
	if l.isZero() || len(more) == 0 {
		return l
	}
	return l.doc.locationOf(l.scope, append(slices.Clone(l.entries), more...)...)
}

// Sub is a location where only the given schemas apply, such as the items that an array must contain.
func (l Location) Sub(schemas ...*jsonschema.Schema) Location { return l.inside(schemas) }

// Schema is the schema of a branch, nil for one that is a type.
func (b Branch) Schema() *jsonschema.Schema { return b.schema }

// Broken lists the keywords that a value breaks, with the pointers of the values at fault. Unlike [Document.Validate] it lists
// those inside all branches of a union too, without messages.
func (d *Document) Broken(v *ojson.Value) []message.Problem {
	verdict, unchecked := d.verdict(v)
	if verdict == nil {
		return unchecked
	}
	return message.Broken(verdict)
}
