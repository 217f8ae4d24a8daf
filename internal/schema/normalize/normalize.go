// Package normalize rewrites a schema as it was written into one that the validator accepts. The
// validator rejects a whole schema for one keyword that it cannot read; a person wants the
// rest of the form. A rewrite keeps the meaning, or relaxes the schema; either is a [Notice]
// for the user, and never makes a value invalid that was valid, but for "required": true in a member. The package also has the
// dialects of JSON Schema with their keywords, and the limits of a schema.
package normalize

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

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
	r.celRules(s, o)
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

// note is one change of a schema.
type note struct {
	node  *Node
	words string // what is the case there, as the end of a sentence
}

// note records a rewrite, which keeps the meaning.
func (r *Normalizer) note(s *Node, words string) { r.notes = append(r.notes, note{s, words}) }

// relax records a change after which the schema allows more.
func (r *Normalizer) relax(s *Node, words string) {
	s.relaxed = true
	r.note(s, words)
}

// The most notices that one document gives, and the locations from which equal
// ones become one.
const (
	maxNotices = 20
	manyPlaces = 4
)

// Notices are the notes of all that applies, in the order of the document.
func (r *Normalizer) Notices() []Notice {
	var order []string
	places := map[string][]note{}
	for _, n := range r.sorted() {
		if len(places[n.words]) == 0 {
			order = append(order, n.words)
		}
		places[n.words] = append(places[n.words], n)
	}
	var list []Notice
	for _, words := range order {
		same := places[words]
		if len(same) >= manyPlaces {
			list = append(list, Notice{same[0].node.written(), fmt.Sprintf("%s and %d other places: %s", same[0].node.shown(), len(same)-1, words)})
			continue
		}
		for _, n := range same {
			list = append(list, Notice{n.node.written(), n.node.shown() + ": " + words})
		}
	}
	if more := len(list) - maxNotices; more > 0 {
		list = append(list[:maxNotices-1], Notice{Text: fmt.Sprintf("and %d more notes like these", more+1)})
	}
	return list
}

// sorted are the notes of what applies, each once.
func (r *Normalizer) sorted() []note {
	rank := map[*Node]int{}
	for _, src := range r.inOrder() {
		for _, s := range src.order {
			rank[s] = len(rank)
		}
	}
	var list []note
	seen := map[note]bool{}
	for _, n := range r.notes {
		if n.node.seen && !seen[n] {
			seen[n] = true
			list = append(list, n)
		}
	}
	slices.SortStableFunc(list, func(a, b note) int { return cmp.Compare(rank[a.node], rank[b.node]) })
	return list
}

// inOrder are the documents, the one asked for first.
func (r *Normalizer) inOrder() []*source {
	list := make([]*source, 0, len(r.Sources))
	for _, src := range r.Sources {
		list = append(list, src)
	}
	slices.SortFunc(list, func(a, b *source) int {
		if a.url == message.BaseURL || b.url == message.BaseURL {
			return cmp.Compare(b2i(a.url != message.BaseURL), b2i(b.url != message.BaseURL))
		}
		return cmp.Compare(a.url, b.url)
	})
	return list
}

func b2i(b bool) int {
	if b {
		return 1
	}
	return 0
}

// shown names a location in a document, safe to show.
func (s *Node) shown() string {
	document := ""
	if s.src.url != message.BaseURL {
		document = s.src.url
	}
	if s.At == "" && document == "" {
		return "the schema"
	}
	return message.Sanitize(document + "#" + s.written())
}

// written returns where the schema was in the original document.
func (s *Node) written() string { return relocate(s.src.origin, s.At) }

// Notice is a message for the user about something in a schema that relaxes the checks, or
// of a reading that its author may not have meant. Text is a whole sentence,
// safe to show.
type Notice struct {
	Pointer string // JSON Pointer of the location in the schema
	Text    string
}

// sizes are the numbers of schemas in each, itself included.
func (src *source) sizes() map[*Node]int {
	sizes := make(map[*Node]int, len(src.order))
	for i := len(src.order) - 1; i >= 0; i-- {
		s := src.order[i]
		sizes[s]++
		for _, h := range s.children {
			sizes[s] += sizes[h.node]
		}
	}
	return sizes
}

// Targets are the pointers of what references lead to, and of all around it.
func (r *Normalizer) Targets() map[string]bool {
	set := map[string]bool{}
	for _, f := range r.refs {
		if f.to == nil || f.to.src.url != message.BaseURL {
			continue
		}
		for at := f.to.At; at != "" && !set[at]; at = at[:strings.LastIndexByte(at, '/')] {
			set[at] = true
		}
	}
	return set
}

// Largest are the schemas that apply and contain at least so many others.
func (r *Normalizer) Largest(many int) (large []*Node) {
	main := r.Sources[message.BaseURL]
	sizes := main.sizes()
	for _, s := range main.order {
		if sizes[s] >= many && s.seen && (len(s.refs) == 0 || !s.in.dialect.ignoresSiblings()) {
			large = append(large, s)
		}
	}
	return large
}

// HasKeyword reports whether a keyword means anything in the schema's dialect.
func (s *Node) HasKeyword(keyword string) bool {
	return s.in.dialect.keywordOf(keyword).form != 0
}
