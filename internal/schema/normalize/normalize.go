// Package normalize rewrites a schema as it was written into one that the validator accepts. The
// validator rejects a whole schema for one keyword that it cannot read; a person wants the
// rest of the form. A rewrite keeps the meaning, or relaxes the schema; either is a [Notice]
// for the user, and never makes a value invalid that was valid, but for "required": true in a member. The package also has the
// dialects of JSON Schema with their keywords, and the limits of a schema.
package normalize

import (
	"a2aform/internal/ojson"
	"a2aform/internal/schema/message"
)

// Normalizer rewrites documents as they were written into ones that the validator accepts.
// The validator rejects a whole schema for one keyword that it cannot read; a
// person wants the rest of the form. Whatever is changed is a note, and a
// change never makes a value invalid that was valid, but for members that say themselves that they are required.
//
// Pointers stay what they were, but where a keyword changes its name.
type Normalizer struct {
	registry map[string][]byte  // other documents that may be referred to, by URL
	Sources  map[string]*source // the documents read so far, by URL
	Patterns *PatternSet
	known    CompileErrors // what the validator said of an earlier attempt
	refs     []*ref
	metas    metaschemas
	notes    []note
	Schemas  int
	cuts     int
	err      error // the limit that was passed
}

// source is one document that is normalized.
type source struct {
	url     string
	Root    *ojson.Value
	dialect *ojson.Value      // its $schema as it was written
	nodes   map[string]*Node  // by pointer
	order   []*Node           // in the order of the document
	scopes  map[string]scope  // of the resources, by pointer
	ids     map[string]string // resources by URL
	anchors map[string]string // pointers by URL and name
	moved   map[string]string // pointers of what moved
	origin  map[string]string // the same, backwards
	edits   edits
}

// scope is what a schema has from what it is in.
type scope struct {
	base     string // URL that references are relative to
	resource string // pointer of the schema that has that URL
	dialect  dialect
	lenient  bool // no dialect of JSON Schema is named, so others' habits may be meant
	depth    int
}

// Node is one schema in a document.
type Node struct {
	src      *source
	At       string
	in       scope
	children []child
	refs     []*ref
	relaxed  bool // allows more than was written
	seen     bool // applies, as far as is known

	normalized bool // its enum is right now
	anchored   bool // a dynamic reference may lead here
}

// child is a schema in another.
type child struct {
	keyword    string
	node       *Node
	definition bool // applies only where it is referred to
}

// New returns a Normalizer of documents; known are the errors of earlier
// attempts to compile them.
func New(registry map[string][]byte, known CompileErrors) *Normalizer {
	return &Normalizer{registry: registry, Sources: map[string]*source{}, Patterns: newPatternSet(), known: known}
}

// Run normalizes the document and all of the registry that it refers to. It fails
// where a limit is passed.
func (r *Normalizer) Run(raw *ojson.Value) error {
	main := r.read(message.BaseURL, raw)
	r.follow()
	r.cutCycles()
	for _, src := range r.Sources {
		src.Root = src.edits.apply(src.Root)
	}
	r.propagate()
	r.markReachable(main.nodes[""])
	return r.err
}

// read walks a document for the first time.
func (r *Normalizer) read(url string, raw *ojson.Value) *source {
	src := &source{
		url: url, dialect: raw.Get("$schema"), nodes: map[string]*Node{}, scopes: map[string]scope{},
		ids: map[string]string{}, anchors: map[string]string{}, moved: map[string]string{}, origin: map[string]string{},
	}
	r.Sources[url] = src
	src.Root = r.schema(src, raw, "", "", scope{base: url, dialect: newest, lenient: true})
	return src
}

// schema normalizes a value used as a schema, which is the value of the keyword.
func (r *Normalizer) schema(src *source, v *ojson.Value, at, keyword string, in scope) *ojson.Value {
	if src.nodes[at] != nil || !r.admit(&in) {
		return v
	}
	s := &Node{src: src, At: at, in: in}
	src.nodes[at] = s
	src.order = append(src.order, s)
	v = r.asSchema(s, v, keyword)
	if !v.Is(ojson.Object) {
		if at == "" {
			src.scopes[at] = s.in
		}
		return v
	}
	o := &object{value: v}
	r.enter(s, o)
	r.legacyKeywords(s, o)
	for _, m := range o.members() {
		r.keyword(s, o, m.Name)
	}
	r.selfRequired(s, o)
	intOrString(o)
	r.nullable(s, o)
	r.forget(s, o)
	r.exclusives(s, o)
	r.name(s, o)
	r.refer(s, o)
	r.inside(s, o)
	return o.made()
}

// inside normalizes the schemas in a schema.
func (r *Normalizer) inside(s *Node, o *object) {
	void := s.in.dialect.ignoresSiblings() && o.get("$ref").Is(ojson.String)
	for _, m := range o.members() {
		k := s.in.dialect.keywordOf(m.Name)
		if k.form == 0 || k.form > ofMapOrNames {
			continue
		}
		made := k.eachSchema(m.Value, ojson.Pointer(s.At, m.Name), func(sub *ojson.Value, at string) *ojson.Value {
			sub = r.schema(s.src, sub, at, m.Name, s.in)
			if inner := s.src.nodes[at]; inner != nil {
				s.children = append(s.children, child{m.Name, inner, k.definition || void})
			}
			return sub
		})
		if made != m.Value {
			o.set(m.Name, made)
		}
	}
}

// asSchema makes a schema of what is none.
func (r *Normalizer) asSchema(s *Node, v *ojson.Value, keyword string) *ojson.Value {
	switch {
	case v.Is(ojson.Object):
		return v
	case v.Is(ojson.Bool):
		return r.boolean(s, v, keyword)
	case v.Is(ojson.String):
		if made := r.literalSchema(s, v.Text()); made != nil {
			return made
		}
	}
	r.relax(s, "is no schema but "+shortly(v)+", so any value is allowed")
	return ojson.NewObject()
}

// boolean writes true and false as draft 4 can, which has them only for what is
// additional.
func (r *Normalizer) boolean(s *Node, v *ojson.Value, keyword string) *ojson.Value {
	if s.in.dialect > draft4 || keyword == "additionalProperties" || keyword == "additionalItems" {
		return v
	}
	if v.Bool() {
		r.note(s, "is true, which draft 4 does not know; it is read as any value")
		return ojson.NewObject()
	}
	r.note(s, "is false, which draft 4 does not know; it is read as no value at all")
	return ojson.NewObject(ojson.Member{Name: "not", Value: ojson.NewObject()})
}

// literalSchema reads a text in place of a schema, nil where it means nothing.
func (r *Normalizer) literalSchema(s *Node, text string) *ojson.Value {
	if text == "true" || text == "false" {
		r.note(s, "is the text "+message.Sanitize(text)+"; it is read as the boolean")
		return ojson.NewBool(text == "true")
	}
	name, known := TypeNamed(text)
	if !known || name == anyType {
		return nil
	}
	r.note(s, "is the text "+message.Sanitize(text)+"; it is read as the type "+message.Quote(name))
	return ojson.NewObject(ojson.Member{Name: "type", Value: ojson.NewString(name)})
}

// shortly names a value in a message.
func shortly(v *ojson.Value) string {
	switch v.Kind() {
	case ojson.Array:
		return "a list"
	case ojson.Object:
		return "an object"
	}
	return message.Sanitize(string(v.Compact()))
}

// object is a schema object that is being changed.
type object struct {
	value *ojson.Value
	list  []ojson.Member // nil while nothing was changed
}

func (o *object) members() []ojson.Member {
	if o.list != nil {
		return o.list
	}
	return o.value.Members()
}

func (o *object) get(name string) *ojson.Value {
	if o.list == nil {
		return o.value.Get(name)
	}
	for i := len(o.list) - 1; i >= 0; i-- {
		if o.list[i].Name == name {
			return o.list[i].Value
		}
	}
	return nil
}

// set changes a member, or adds it at the end.
func (o *object) set(name string, v *ojson.Value) { o.replace(name, name, v) }

// drop removes a member.
func (o *object) drop(name string) { o.replace(name, "", nil) }

// replace puts a member in place of another, at the end where there is
// none, nowhere where the new one has no value.
func (o *object) replace(old, name string, v *ojson.Value) {
	list := make([]ojson.Member, 0, len(o.members())+1)
	done := v == nil
	for _, m := range o.members() {
		switch {
		case m.Name != old:
			list = append(list, m)
		case !done:
			list = append(list, ojson.Member{Name: name, Value: v})
			done = true
		}
	}
	if !done {
		list = append(list, ojson.Member{Name: name, Value: v})
	}
	o.list = list
}

func (o *object) made() *ojson.Value {
	if o.list == nil {
		return o.value
	}
	return ojson.NewObject(o.list...)
}
