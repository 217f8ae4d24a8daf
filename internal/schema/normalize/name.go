package normalize

import (
	"fmt"
	"net/url"
	"strings"

	"a2aform/internal/limit"
	"a2aform/internal/ojson"
	"a2aform/internal/schema/message"
)

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
