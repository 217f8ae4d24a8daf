package normalize

import (
	"errors"
	"net/url"
	"strings"

	"github.com/santhosh-tekuri/jsonschema/v6"

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
