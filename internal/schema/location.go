package schema

import (
	"net/url"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"a2aform/internal/limit"
	"a2aform/internal/ojson"
	"a2aform/internal/schema/message"
)

// Location is one location in a value, with the schemas that apply there. The zero
// Location has no schemas and accepts everything.
type Location struct {
	doc *Document
	*shape
	secretName *string // the member's name, where that or its title names a secret
}

// shape is what is known of a location. Once it is made, only its facts change.
type shape struct {
	entries     []*jsonschema.Schema // validated; everything else is reached from them
	applied     []*jsonschema.Schema // entries and what they refer to, in order of authority
	typed       Kind                 // the type that was chosen among several, JSON if none was
	conditional bool                 // what applies depends on the value
	facts

	unions            []Variants // the alternatives among the schemas, chosen or not
	dependentRequired []string   // members that are required because others are there
	causes            []cause    // the same, with those others
	scope             []string   // where the references were, for dynamic ones

	brought map[*jsonschema.Schema]memberSet // members whose values let a schema apply
	asked   map[*jsonschema.Schema]memberSet // the same of entries, as the location around it has it

	conditions []condition // those of the schemas
	outer      []condition // those of locations around it that ask about members of this one
}

// cause says that a member is required because another one is there.
type cause struct{ required, because string }

// IsZero reports the location that knows nothing.
func (l Location) isZero() bool { return l.shape == nil }

// Is reports whether the same schemas apply at another location.
func (l Location) Is(other Location) bool {
	switch {
	case l.shape == other.shape:
		return !l.isZero() && len(l.entries) > 0
	case l.isZero() || other.isZero() || len(l.entries) == 0:
		return false
	}
	return slices.Equal(l.entries, other.entries) && slices.Equal(l.applied, other.applied) &&
		slices.Equal(l.dependentRequired, other.dependentRequired) && l.typed == other.typed
}

// RecursesInto reports whether a schema of the location is one of another location too:
// where one holds the other, they may have no end.
func (l Location) RecursesInto(other Location) bool {
	return l.IsKnown() && other.IsKnown() &&
		slices.ContainsFunc(l.entries, func(s *jsonschema.Schema) bool { return slices.Contains(other.entries, s) })
}

// IsKnown reports whether any schema applies here.
func (l Location) IsKnown() bool { return !l.isZero() && len(l.entries) > 0 }

// schemas are all that apply, in order of authority.
func (l Location) schemas() []*jsonschema.Schema {
	if l.isZero() {
		return nil
	}
	return l.applied
}

// Node is the document's view of a compiled schema.
func (l Location) Node(s *jsonschema.Schema) *ojson.Value { return l.doc.compiled.Node(s.Location) }

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

// Sub is a location where only the given schemas apply, such as a branch of a union, or the
// items that an array must contain.
func (l Location) Sub(schemas ...*jsonschema.Schema) Location {
	if l.isZero() {
		return Location{}
	}
	return l.doc.locationOf(l.scope, schemas...)
}

// Validate validates a value at this location by the schemas that apply here alone, within [limit.EditTime].
func (l Location) Validate(v *ojson.Value) []message.Problem {
	return l.ValidateWithin(v, limit.EditTime.Duration())
}

// ValidateWithin is [Location.Validate] within another time. A value that takes longer is unchecked, see
// [message.Problem.IsUnchecked].
func (l Location) ValidateWithin(v *ojson.Value, within time.Duration) []message.Problem {
	if !l.IsKnown() {
		return nil
	}
	instance := v.Any()
	var problems []message.Problem
	for _, s := range l.entries {
		verdict, fault := l.doc.compiled.Validate(s, instance, within)
		switch {
		case fault != "":
			problems = append(problems, message.Problem{Keyword: message.Unchecked, Want: fault})
		case verdict != nil:
			problems = append(problems, l.doc.compiled.Problems(verdict, v)...)
		}
	}
	return message.Unique(problems)
}

// wideObject is from how many members on an object is searched by an index.
const wideObject = 32

// nodes finds values in documents by pointer. The zero nodes is ready for use by
// several goroutines.
type nodes struct {
	Documents map[string]*ojson.Value // by URL
	wide      sync.Map                // *ojson.Value → map[string]*ojson.Value
	says      sync.Map                // keyword → bool: whether any of the documents has it
}

// Node is what was compiled at a location, nil where it is none of our
// documents.
func (n *nodes) Node(location string) *ojson.Value {
	uri, fragment, _ := strings.Cut(location, "#")
	pointer, err := url.PathUnescape(fragment)
	if err != nil {
		return nil
	}
	v := n.Documents[uri]
	for _, token := range ojson.Tokens(pointer) {
		v = n.inside(v, token)
	}
	return v
}

// mention reports whether a keyword is anywhere in the documents: most locations
// need not be searched for one that is not.
func (n *nodes) mention(keyword string) bool {
	if known, ok := n.says.Load(keyword); ok {
		return known == true
	}
	found := false
	for _, document := range n.Documents {
		found = found || mentions(document, keyword)
	}
	n.says.Store(keyword, found)
	return found
}

func (n *nodes) inside(v *ojson.Value, token string) *ojson.Value {
	switch {
	case v.Is(ojson.Array):
		i, err := strconv.Atoi(token)
		if err != nil {
			return nil
		}
		return v.Index(i)
	case v.Len() < wideObject:
		return v.Get(token)
	}
	index, ok := n.wide.Load(v)
	if !ok {
		byName := make(map[string]*ojson.Value, v.Len())
		for _, m := range v.Members() {
			byName[m.Name] = m.Value
		}
		index, _ = n.wide.LoadOrStore(v, byName)
	}
	return index.(map[string]*ojson.Value)[token]
}

// mentions reports whether one of the names is a member anywhere in v.
func mentions(v *ojson.Value, names ...string) bool {
	for _, m := range v.Members() {
		if slices.Contains(names, m.Name) || mentions(m.Value, names...) {
			return true
		}
	}
	return slices.ContainsFunc(v.Items(), func(item *ojson.Value) bool { return mentions(item, names...) })
}

// pointerOf is where a compiled schema is in its document.
func pointerOf(s *jsonschema.Schema) string {
	_, fragment, _ := strings.Cut(s.Location, "#")
	pointer, err := url.PathUnescape(fragment)
	if err != nil {
		return ""
	}
	return pointer
}
