package schema

import (
	"fmt"
	"net/url"
	"strings"

	"a2aform/internal/ojson"
)

// enter reads which dialect a schema is written in.
func (r *repair) enter(s *site, o *object) {
	named := o.get("$schema")
	if !named.Exists() {
		return
	}
	d, exact, known := r.dialectOf(named, 0)
	switch {
	case !known:
		r.note(s, "its dialect "+shown(named.Text())+" is not known; it is read as JSON Schema 2020-12")
		d = newest
	case d == draft3:
		r.note(s, "it is written in draft 3 of JSON Schema, which is read as 2020-12")
		d, known = newest, false
	}
	if !exact {
		o.set("$schema", ojson.NewString(d.uri()))
	}
	// Inside a document only a schema with a name of its own may have a dialect
	// of its own.
	if s.at == "" || o.get(d.id()).Is(ojson.String) {
		s.in.dialect, s.in.loose = d, !known
	}
}

// mostMetaschemas is how many documents may each name the next as its dialect.
const mostMetaschemas = 4

// dialectOf is the dialect that a $schema names, itself or by a document of the
// registry; exact says that the judge finds it by that name.
func (r *repair) dialectOf(named *ojson.Value, passed int) (d dialect, exact, known bool) {
	if !named.Is(ojson.String) {
		return 0, false, false
	}
	if d, exact, known = knownDialect(named.Text()); known {
		return d, exact, true
	}
	uri, _, _ := strings.Cut(named.Text(), "#")
	if passed == mostMetaschemas {
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

// name reads what a schema is called: its URL and its anchors. A name that
// another schema has already is dropped.
func (r *repair) name(s *site, o *object) {
	if s.at == "" {
		s.src.ids[s.in.base] = ""
		s.in.resource = ""
	}
	key := s.in.dialect.id()
	if id := o.get(key); id.Is(ojson.String) && !(s.in.dialect.ignoresSiblings() && o.get("$ref").Exists()) {
		if words := r.identify(s, id.Text()); words != "" {
			o.drop(key)
			r.note(s, quoted(key)+" "+words+", so it is ignored")
		}
	}
	if s.at == s.in.resource {
		s.src.scopes[s.at] = s.in
	}
	s.anchored = o.get("$dynamicAnchor").Exists() || o.get("$recursiveAnchor").Bool()
	for _, key := range []string{"$anchor", "$dynamicAnchor"} {
		anchor := o.get(key)
		if s.in.dialect.keywordOf(key).form == 0 || !anchor.Is(ojson.String) || s.anchor(anchor.Text()) {
			continue
		}
		o.drop(key)
		r.note(s, quoted(key)+" is the name of another schema already, so it is ignored")
	}
}

// identify takes the URL that a schema gives itself, and says what is wrong
// with it.
func (r *repair) identify(s *site, id string) string {
	uri, fragment, _ := strings.Cut(id, "#")
	if fragment != "" && !s.in.dialect.ignoresSiblings() {
		return "has a fragment"
	}
	if uri != "" {
		abs, err := join(s.in.base, uri)
		if err != nil {
			return "is no URL"
		}
		if at, taken := s.src.ids[abs]; taken && at != s.at {
			return "is the name of another schema already"
		}
		s.src.ids[abs] = s.at
		s.in.base, s.in.resource = abs, s.at
		if len(s.src.ids) > maxNamed {
			r.err = errTooNamed
		}
	}
	name, err := url.PathUnescape(fragment)
	switch {
	case err != nil:
		return "is no URL"
	case name != "" && !strings.HasPrefix(name, "/") && !s.anchor(name):
		return "is the name of another schema already"
	}
	return ""
}

// anchor takes a name within a resource, unless another schema has it.
func (s *site) anchor(name string) bool {
	key := s.in.base + "#" + name
	if at, taken := s.src.anchors[key]; taken && at != s.at {
		return false
	}
	s.src.anchors[key] = s.at
	return true
}

// moved notes where what a keyword held is now.
func (s *site) moved(keyword, to string) {
	s.src.moved[ojson.Pointer(s.at, keyword)] = s.at + to
}

// join resolves a reference against a base as the judge does, without the
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
