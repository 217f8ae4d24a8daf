package schema

import "strings"

// sizes are the numbers of schemas in each, itself included.
func (src *source) sizes() map[*schemaNode]int {
	sizes := make(map[*schemaNode]int, len(src.order))
	for i := len(src.order) - 1; i >= 0; i-- {
		s := src.order[i]
		sizes[s]++
		for _, h := range s.children {
			sizes[s] += sizes[h.node]
		}
	}
	return sizes
}

// targets are the pointers of what references lead to, and of all around it.
func (r *repair) targets() map[string]bool {
	set := map[string]bool{}
	for _, f := range r.refs {
		if f.to == nil || f.to.src.url != baseURL {
			continue
		}
		for at := f.to.at; at != "" && !set[at]; at = at[:strings.LastIndexByte(at, '/')] {
			set[at] = true
		}
	}
	return set
}

// largest are the schemas that apply and hold at least so many others.
func (r *repair) largest(many int) (large []*schemaNode) {
	main := r.sources[baseURL]
	sizes := main.sizes()
	for _, s := range main.order {
		if sizes[s] >= many && s.seen && (len(s.refs) == 0 || !s.in.dialect.ignoresSiblings()) {
			large = append(large, s)
		}
	}
	return large
}

// hasKeyword reports whether a keyword means anything in the schema's dialect.
func (s *schemaNode) hasKeyword(keyword string) bool {
	return s.in.dialect.keywordOf(keyword).form != 0
}
