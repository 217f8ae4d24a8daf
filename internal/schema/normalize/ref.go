package normalize

import (
	"errors"
	"fmt"
	"net/url"
	"strings"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"a2aform/internal/limit"
	"a2aform/internal/ojson"
	"a2aform/internal/schema/message"
)

// UncheckedURL is where references lead that cannot be followed: to a schema
// that accepts anything. What is next to such a reference keeps its meaning,
// in every dialect; the last part of the URL is what the reference was called.
const UncheckedURL = message.BaseURL + "unchecked/"

// maxNamedCuts is how many of them keep their name.
const maxNamedCuts = 200

// uncheckedSchema accepts everything, and counts it as known, so that
// unevaluatedProperties of others does not turn it down.
var uncheckedSchema = map[string]any{"unevaluatedProperties": true, "unevaluatedItems": true}

// ref is one reference.
type ref struct {
	node          *Node
	keyword, text string
	url, fragment string // where it leads, "" where it is no URL
	to            *Node  // the schema in a document that is normalized
}

// refer collects the references of a schema.
func (r *Normalizer) refer(s *Node, o *object) {
	for _, keyword := range []string{"$ref", "$dynamicRef", "$recursiveRef"} {
		v := o.get(keyword)
		if s.in.dialect.keywordOf(keyword).form == 0 || !v.Is(ojson.String) {
			continue
		}
		f := &ref{node: s, keyword: keyword, text: v.Text()}
		r.refs = append(r.refs, f)
		s.refs = append(s.refs, f)
	}
}

// follow finds what every reference leads to, normalizes that too, and cuts references
// that lead nowhere.
func (r *Normalizer) follow() {
	for i := 0; i < len(r.refs); i++ {
		if words := r.resolve(r.refs[i]); words != "" {
			r.cut(r.refs[i], words)
		}
	}
}

// cut lets a reference lead to what accepts anything.
func (r *Normalizer) cut(f *ref, words string) {
	f.to = nil
	name := f.text[strings.LastIndexAny(f.text, "/#")+1:]
	if r.cuts++; r.cuts > maxNamedCuts {
		name = "" // each is one more document for the validator
	}
	f.node.src.edits.set(ojson.Pointer(f.node.At, f.keyword), ojson.NewString(UncheckedURL+url.PathEscape(name)))
	r.relax(f.node, "cannot be checked: "+words)
}

// resolve finds what a reference leads to, and says why it points to nothing.
func (r *Normalizer) resolve(f *ref) string {
	reference, fragment, _ := strings.Cut(f.text, "#")
	abs, err := join(f.node.in.base, reference)
	fragment, err2 := url.PathUnescape(fragment)
	if err != nil || err2 != nil {
		return "it refers to " + message.Sanitize(f.text) + ", which is no URL"
	}
	f.url, f.fragment = abs, fragment
	if r.known.cuts(f) {
		return "it refers to " + message.Sanitize(f.text) + ", which the validator does not find"
	}
	src, resource := f.node.src, ""
	if at, ok := src.ids[abs]; ok {
		resource = at
	} else if abs != src.url {
		if r.metas.has(abs, fragment) {
			return ""
		}
		if src = r.registered(abs); src == nil {
			return "it refers to " + message.Sanitize(f.text) + ", and other documents are not followed"
		}
	}
	if f.to = r.target(f, src, resource); f.to == nil {
		return "it refers to " + message.Sanitize(f.text) + ", which is not part of the schema"
	}
	return ""
}

// registered is a document of the registry, nil where there is none.
func (r *Normalizer) registered(url string) *source {
	if src := r.Sources[url]; src != nil {
		return src
	}
	raw, ok := r.registry[url]
	if !ok {
		return nil
	}
	v, err := ojson.Parse(raw, SchemaLimits)
	if err != nil {
		return nil
	}
	return r.read(url, WithoutRepeats(v))
}

// target is the schema that a fragment names in a resource, nil where there is
// none.
func (r *Normalizer) target(f *ref, src *source, resource string) *Node {
	if f.fragment != "" && !strings.HasPrefix(f.fragment, "/") {
		at, ok := src.anchors[src.scopes[resource].base+"#"+f.fragment]
		if !ok {
			return nil
		}
		return src.nodes[at]
	}
	at := resource + f.fragment
	found := src.nodes[at]
	if now := src.now(at); found == nil && now != at && strings.HasPrefix(now, resource) {
		found = r.nodeAt(src, now)
	}
	if found == nil {
		found = r.nodeAt(src, at)
	}
	if found != nil && found.At != at {
		text, _, _ := strings.Cut(f.text, "#")
		f.fragment = strings.TrimPrefix(found.At, resource)
		f.node.src.edits.set(ojson.Pointer(f.node.At, f.keyword), ojson.NewString(text+"#"+EscapeFragment(f.fragment)))
	}
	return found
}

// now is the current pointer of what was at a pointer.
func (src *source) now(at string) string { return relocate(src.moved, at) }

// relocate replaces the longest beginning of a pointer that is in a table.
func relocate(table map[string]string, at string) string {
	if len(table) == 0 {
		return at
	}
	for head := at; head != ""; head = head[:strings.LastIndexByte(head, '/')] {
		if to, ok := table[head]; ok {
			return to + at[len(head):]
		}
	}
	return at
}

// nodeAt is the schema at a pointer. One that is where no dialect looks for
// schemas is read now.
func (r *Normalizer) nodeAt(src *source, at string) *Node {
	if s := src.nodes[at]; s != nil {
		return s
	}
	if !isPointer(at) {
		return nil
	}
	v := src.Root.At(at)
	if !v.Is(ojson.Object) && !v.Is(ojson.Bool) {
		return nil
	}
	around, in := src.around(at)
	name := ojson.Tokens(strings.TrimPrefix(at, around.At))[0]
	k := around.in.dialect.keywordOf(name)
	switch {
	case k.form != 0 && k.form <= ofMapOrNames:
		return nil // a list or a dictionary of schemas, and none itself
	case k.form == 0 && in.resource == "":
		return r.adopt(src, v, at, in)
	}
	if made := r.schema(src, v, at, name, in); made != v {
		if k.form != 0 {
			delete(src.nodes, at) // a value, which must not change
			return nil
		}
		src.edits.set(at, made)
	}
	return src.nodes[at]
}

// adopt reads a schema as a definition of the document: the validator takes very
// long over many schemas that are where it does not look for any.
func (r *Normalizer) adopt(src *source, v *ojson.Value, at string, in scope) *Node {
	definitions := "/$defs"
	if in.dialect < draft2019 {
		definitions = "/definitions"
	}
	to := ojson.Pointer(definitions, at[strings.LastIndexByte(at, '/')+1:])
	for taken := src.Root.At(to); taken != nil || src.origin[to] != ""; taken = src.Root.At(to) {
		to += "'"
	}
	src.moved[at], src.origin[to] = to, at
	src.edits.set(to, r.schema(src, v, to, "$defs", in))
	return src.nodes[to]
}

// around is the innermost schema around a pointer, and what it has from it.
func (src *source) around(at string) (*Node, scope) {
	var inner *Node
	for at != "" {
		at = at[:strings.LastIndexByte(at, '/')]
		if inner == nil {
			inner = src.nodes[at]
		}
		if in, ok := src.scopes[at]; ok && inner != nil {
			in.depth = inner.in.depth
			return inner, in
		}
	}
	return src.nodes[""], src.scopes[""]
}

// isPointer reports a JSON Pointer whose escapes are right.
func isPointer(at string) bool {
	for i := range len(at) {
		if at[i] == '~' && (i+1 == len(at) || at[i+1] != '0' && at[i+1] != '1') {
			return false
		}
	}
	return true
}

// EscapeFragment writes a pointer as the fragment of a URL.
func EscapeFragment(pointer string) string {
	tokens := strings.Split(pointer, "/")
	for i, token := range tokens {
		tokens[i] = url.PathEscape(token)
	}
	return strings.Join(tokens, "/")
}

// cutCycles cuts references that lead back to their own schema without a step
// into the value: the validator finds every value invalid there.
func (r *Normalizer) cutCycles() {
	c := cycles{repair: r, state: map[*Node]uint8{}}
	for _, src := range r.inOrder() {
		for _, s := range src.order {
			c.visit(s)
		}
	}
}

// cycles is a depth-first search along what must hold of the same value.
type cycles struct {
	repair *Normalizer
	state  map[*Node]uint8 // 1 on the way, 2 done
}

func (c *cycles) visit(s *Node) {
	if c.state[s] != 0 {
		return
	}
	c.state[s] = 1
	for _, f := range s.refs {
		if f.to == nil || f.keyword != "$ref" {
			continue
		}
		if c.state[f.to] == 1 {
			c.repair.cut(f, "it refers to itself and says nothing else")
			continue
		}
		c.visit(f.to)
	}
	for _, h := range s.children {
		if h.keyword == "allOf" && !h.definition {
			c.visit(h.node)
		}
	}
	c.state[s] = 2
}

// metaschemas finds parts of the metaschemas that the validator brings along.
type metaschemas struct {
	compiler *jsonschema.Compiler
	known    map[string]bool // by URL
}

func (m *metaschemas) has(uri, fragment string) bool {
	if !strings.HasPrefix(withoutScheme(uri), "json-schema.org/") {
		return false
	}
	if m.compiler == nil {
		m.compiler, m.known = NewCompiler(Loader{}), map[string]bool{}
	}
	uri += "#" + EscapeFragment(fragment)
	known, ok := m.known[uri]
	if !ok {
		_, err := m.compiler.Compile(uri)
		known = err == nil
		m.known[uri] = known
	}
	return known
}

// NewCompiler is the compiler of the validator, which reads documents from a loader alone.
func NewCompiler(l jsonschema.URLLoader) *jsonschema.Compiler {
	c := jsonschema.NewCompiler()
	c.DefaultDraft(jsonschema.Draft2020)
	c.UseLoader(l)
	return c
}

// Loader gives the validator the normalized documents, by URL, and nothing else.
type Loader map[string]any

// Load implements [jsonschema.URLLoader].
func (l Loader) Load(url string) (any, error) {
	if strings.HasPrefix(url, UncheckedURL) {
		return uncheckedSchema, nil
	}
	if v, ok := l[url]; ok {
		return v, nil
	}
	return nil, errors.New("references to other documents are not followed")
}

// enter reads which dialect a schema is written in, and which URL it gives
// itself.
func (r *Normalizer) enter(s *Node, o *object) {
	d, lenient := s.in.dialect, s.in.lenient
	if s.At == "" {
		s.src.ids[s.in.base] = ""
	}
	if o.get("$schema").Exists() {
		d, lenient = r.readDialect(s, o)
		// Inside a document only a schema with a URL of its own may have a
		// dialect of its own.
		if s.At != "" && !d.names(o) {
			d, lenient = s.in.dialect, s.in.lenient
		}
	}
	if named := r.identify(s, o, d); named || s.At == "" {
		s.in.dialect, s.in.lenient = d, lenient
		s.in.resource = s.At
		s.src.scopes[s.At] = s.in
	}
}

// readDialect is the dialect that a schema names, which then is one that the
// validator knows.
func (r *Normalizer) readDialect(s *Node, o *object) (d dialect, lenient bool) {
	named := o.get("$schema")
	d, exact, known := r.dialectOf(named, 0)
	switch {
	case !known:
		r.note(s, "its dialect "+message.Sanitize(named.Text())+" is not known; it is read as JSON Schema 2020-12")
		d = newest
	case d == draft3:
		r.note(s, "it is written in draft 3 of JSON Schema, which is read as 2020-12")
		d, known = newest, false
	}
	if !exact {
		o.set("$schema", ojson.NewString(d.uri()))
	}
	return d, !known
}

// names reports whether a schema gives itself a URL.
func (d dialect) names(o *object) bool {
	id := o.get(d.id())
	uri, _, _ := strings.Cut(id.Text(), "#")
	return id.Is(ojson.String) && uri != "" && !(d.ignoresSiblings() && o.get("$ref").Exists())
}

// maxMetaschemas is how many documents may each name the next as its dialect.
const maxMetaschemas = 4

// dialectOf is the dialect that a $schema names, itself or by a document of the
// registry; exact says that the validator finds it by that name.
func (r *Normalizer) dialectOf(named *ojson.Value, passed int) (d dialect, exact, known bool) {
	if !named.Is(ojson.String) {
		return 0, false, false
	}
	if d, exact, known = knownDialect(named.Text()); known {
		return d, exact, true
	}
	uri, _, _ := strings.Cut(named.Text(), "#")
	if passed == maxMetaschemas {
		return 0, false, false
	}
	metaschema := r.registered(uri)
	if metaschema == nil {
		return 0, false, false
	}
	if metaschema.dialect == nil {
		return newest, true, true
	}
	d, exact, known = r.dialectOf(metaschema.dialect, passed+1)
	return d, exact, known && d != draft3
}

// identify takes the URL that a schema gives itself. One that is wrong, or that
// another schema has already, is dropped.
func (r *Normalizer) identify(s *Node, o *object, d dialect) (named bool) {
	key := d.id()
	id := o.get(key)
	if !id.Is(ojson.String) || d.ignoresSiblings() && o.get("$ref").Exists() {
		return false
	}
	words := r.known.keywords[fault{s.src.url, s.At, key}]
	if words == "" {
		words = r.takeID(s, id.Text(), d)
	}
	if words != "" {
		o.drop(key)
		r.note(s, message.Quote(key)+" "+words+", so it is ignored")
		return false
	}
	return d.names(o)
}

// takeID says what is wrong with an identifier.
func (r *Normalizer) takeID(s *Node, id string, d dialect) string {
	uri, fragment, _ := strings.Cut(id, "#")
	name, err := url.PathUnescape(fragment)
	switch {
	case err != nil:
		return "is no URL"
	case fragment != "" && !d.ignoresSiblings():
		return "has a fragment"
	}
	base := s.in.base
	if uri != "" {
		abs, err := join(base, uri)
		if err != nil {
			return "is no URL"
		}
		if at, taken := s.src.ids[abs]; taken && at != s.At {
			return nameTaken
		}
		s.in.base = abs
	}
	if name != "" && !strings.HasPrefix(name, "/") && !s.anchor(name) {
		s.in.base = base
		return nameTaken
	}
	if uri != "" {
		s.src.ids[s.in.base] = s.At
	}
	if len(s.src.ids) > limit.SchemaNames.Int() {
		r.err = errTooManyIDs()
	}
	return ""
}

// nameTaken is what is wrong with a name that is there already.
const nameTaken = "is the name of another schema already"

// name reads the anchors of a schema. One that another schema has already is
// dropped.
func (r *Normalizer) name(s *Node, o *object) {
	s.anchored = o.get("$dynamicAnchor").Exists() || o.get("$recursiveAnchor").Bool()
	for _, key := range []string{"$anchor", "$dynamicAnchor"} {
		anchor := o.get(key)
		if s.in.dialect.keywordOf(key).form == 0 || !anchor.Is(ojson.String) || s.anchor(anchor.Text()) {
			continue
		}
		o.drop(key)
		r.note(s, message.Quote(key)+" "+nameTaken+", so it is ignored")
	}
}

// anchor takes a name within a resource, unless another schema has it.
func (s *Node) anchor(name string) bool {
	key := s.in.base + "#" + name
	if at, taken := s.src.anchors[key]; taken && at != s.At {
		return false
	}
	s.src.anchors[key] = s.At
	return true
}

// moved notes where what a keyword held is now.
func (s *Node) moved(keyword, to string) {
	s.src.moved[ojson.Pointer(s.At, keyword)] = s.At + to
}

// join resolves a reference against a base as the validator does, without the
// fragment.
func join(base, reference string) (string, error) {
	b, err := url.Parse(base)
	if err != nil {
		return "", fmt.Errorf("base: %w", err)
	}
	u, err := url.Parse(reference)
	if err != nil {
		return "", fmt.Errorf("reference: %w", err)
	}
	resolved := b.ResolveReference(u)
	// ResolveReference forgets the opaque part of a URN.
	if !u.IsAbs() && b.Opaque != "" {
		resolved.Opaque = b.Opaque
	}
	return resolved.String(), nil
}
