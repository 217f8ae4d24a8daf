package normalize

import (
	"errors"
	"net/url"
	"strings"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/santhosh-tekuri/jsonschema/v6/kind"

	"a2aform/internal/ojson"
	"a2aform/internal/schema/message"
)

// MaxAttempts is how often a schema is normalized by what the validator says of it.
const MaxAttempts = 8

// CompileErrors are keywords that the validator cannot read, and references that it does
// not find.
type CompileErrors struct {
	keywords map[fault]string // with what is wrong
	missing  map[string]bool  // URLs
}

// fault is a keyword of one schema.
type fault struct{ url, at, keyword string }

// forget drops the keywords of a schema that the validator could not read.
func (r *Normalizer) forget(s *Node, o *object) {
	if len(r.known.keywords) == 0 {
		return
	}
	for _, m := range o.members() {
		if why, ok := r.known.keywords[fault{s.src.url, s.At, m.Name}]; ok && !(m.Name == "enum" && s.normalized) {
			r.ignore(s, o, m.Name, why)
		}
	}
}

// cuts reports a reference that the validator did not find.
func (c CompileErrors) cuts(f *ref) bool {
	if len(c.missing) == 0 {
		return false
	}
	src := f.node.src
	return c.missing[f.url] || c.missing[f.url+"#"+EscapeFragment(f.fragment)] ||
		c.missing[src.url+"#"+EscapeFragment(src.ids[f.url]+f.fragment)]
}

// Record takes in why the validator turned the documents down. It reports whether
// another attempt can do better.
func (c *CompileErrors) Record(r *Normalizer, err error) bool {
	var invalid *jsonschema.SchemaValidationError
	var verdict *jsonschema.ValidationError
	if errors.As(err, &invalid) && errors.As(invalid.Err, &verdict) {
		return c.recordKeywords(r, invalid.URL, verdict)
	}
	var load *jsonschema.LoadURLError
	var pointer *jsonschema.JSONPointerNotFoundError
	var anchor *jsonschema.AnchorNotFoundError
	switch {
	case errors.As(err, &load):
		return c.miss(load.URL)
	case errors.As(err, &pointer):
		return c.miss(pointer.URL)
	case errors.As(err, &anchor):
		return c.miss(anchor.Reference)
	}
	return false
}

func (c *CompileErrors) miss(url string) bool {
	if c.missing[url] {
		return false
	}
	if c.missing == nil {
		c.missing = map[string]bool{}
	}
	c.missing[url] = true
	return true
}

// recordKeywords finds the keywords that a verdict of the metaschema is about.
func (c *CompileErrors) recordKeywords(r *Normalizer, location string, verdict *jsonschema.ValidationError) bool {
	uri, fragment, _ := strings.Cut(location, "#")
	base, err := url.PathUnescape(fragment)
	src := r.Sources[uri]
	if err != nil || src == nil {
		return false
	}
	news := false
	for _, cause := range deepest(verdict) {
		f, ok := src.faultAt(base, cause.InstanceLocation)
		if _, known := c.keywords[f]; !ok || known {
			continue
		}
		if c.keywords == nil {
			c.keywords = map[fault]string{}
		}
		c.keywords[f] = "is not right"
		if problems := message.Leaf(cause); len(problems) > 0 && problems[0].Pointer == ojson.Pointer(f.at, f.keyword)[len(base):] {
			c.keywords[f] = problems[0].Message()
		}
		news = true
	}
	return news
}

// faultAt is the keyword that is at a location in a document.
func (src *source) faultAt(base string, tokens []string) (fault, bool) {
	at, found := base, fault{}
	for _, token := range tokens {
		if src.nodes[at] != nil {
			found = fault{src.url, at, token}
		}
		at = ojson.Pointer(at, token)
	}
	return found, found.url != ""
}

// deepest are the leaves of a verdict; of alternatives only the one that comes
// farthest into the value.
func deepest(e *jsonschema.ValidationError) []*jsonschema.ValidationError {
	if len(e.Causes) == 0 {
		return []*jsonschema.ValidationError{e}
	}
	_, anyOf := e.ErrorKind.(*kind.AnyOf)
	var best []*jsonschema.ValidationError
	depth := -1
	for _, cause := range e.Causes {
		leaves := deepest(cause)
		if !anyOf {
			best = append(best, leaves...)
			continue
		}
		for _, leaf := range leaves {
			if len(leaf.InstanceLocation) > depth {
				best, depth = leaves, len(leaf.InstanceLocation)
			}
		}
	}
	return best
}
