package normalize

import (
	"strings"

	"a2aform/internal/schema/message"
)

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
