package render

import (
	"a2aform/internal/safe"
	"a2aform/internal/schema"
)

// Artifact is one result or message: a heading and its parts in order.
type Artifact struct {
	ID, Name, Description safe.Raw
	Parts                 []Part
}

// PartKind says which fields of a [Part] count.
type PartKind uint8

// The kinds of parts. UnknownPart is shown as the JSON it came in.
const (
	TextPart PartKind = iota
	DataPart
	FilePart
	UnknownPart
	AsidePart    // a thought or a call of a tool, which is no part of the answer
	MetadataPart // what the agent said of the part or the artifact before it, a member in each line
)

// Part is one piece of an artifact.
type Part struct {
	Kind PartKind
	Tag  safe.Raw // media type, with the schema's name where it has one
	Text safe.Raw // TextPart, AsidePart, MetadataPart
	// Title says what an AsidePart is, such as the call of a tool; empty for a thought.
	Title safe.Raw
	Shown int // MetadataPart: how many of its lines show before it is opened
	// Data is the value of a DataPart, or all that came of an UnknownPart,
	// exactly as received. It must not change afterwards.
	Data []byte
	// Told says in our words how the data came, where it is not what was sent; "" otherwise.
	Told string
	// Schema is the JSON Schema that the agent sent with the data, nil for none.
	Schema []byte
	File   File // FilePart
}

// Schema is what the tag of a part stands for.
type Schema struct {
	Name     safe.Raw         // as the tag names it; empty where the tag names no schema
	Document *schema.Document // nil where the card declares no schema of that name, or none that can be read
	Reason   string           // why Document is nil, in our words; "" means that it is not declared
	Assumed  bool             // no tag names it: it is the only one that the data can follow
	IsOurs   bool             // the program made the data itself, so that nothing is to be said of a schema
	// Asked is the JSON Schema that the user asked the agent to follow, in place of Document; nil
	// for none. The data may have it inside another object.
	Asked []byte
}

// Resolver finds the schema of a tag, see [Part]. A tag that names none has the
// zero Schema.
type Resolver func(tag safe.Raw) Schema

// Of finds the schema of a part: the one that its tag names, else the one that came with it.
func (r Resolver) Of(p Part) Schema {
	s := r(p.Tag)
	if s.Asked != nil {
		s.fit(p.Data)
	}
	if p.Schema == nil || s.Asked != nil || s.Document != nil && !s.Assumed {
		return s
	}
	if s.Name.IsEmpty() || s.Assumed {
		s = Schema{Name: safe.Text("sent with the data")}
	}
	doc, err := schema.Load(p.Schema)
	if err != nil {
		s.Reason = err.Error()
		return s
	}
	s.Document = doc
	return s
}

// untagged resolves nothing.
func untagged(safe.Raw) Schema { return Schema{} }
