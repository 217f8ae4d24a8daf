package schema

import (
	"net/url"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"a2aform/internal/ojson"
)

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

// Mention reports whether a keyword is anywhere in the documents: most locations
// need not be searched for one that is not.
func (n *nodes) Mention(keyword string) bool {
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
