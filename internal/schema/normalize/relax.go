package normalize

import "github.com/santhosh-tekuri/jsonschema/v6"

// propagate marks as weak all that holds or refers to what is weak.
func (r *Normalizer) propagate() {
	above := map[*Node][]*Node{}
	var waiting []*Node
	for _, src := range r.Sources {
		for _, s := range src.order {
			if s.relaxed {
				waiting = append(waiting, s)
			}
			for _, inner := range s.applying() {
				above[inner] = append(above[inner], s)
			}
		}
	}
	for len(waiting) > 0 {
		s := waiting[len(waiting)-1]
		waiting = waiting[:len(waiting)-1]
		for _, outer := range above[s] {
			if !outer.relaxed {
				outer.relaxed = true
				waiting = append(waiting, outer)
			}
		}
	}
}

// markReachable marks what applies from the root on, as far as is known without a
// value.
func (r *Normalizer) markReachable(root *Node) {
	waiting := []*Node{root}
	dynamic := false
	for len(waiting) > 0 {
		s := waiting[len(waiting)-1]
		waiting = waiting[:len(waiting)-1]
		if s.seen {
			continue
		}
		s.seen = true
		waiting = append(waiting, s.applying()...)
		if !dynamic && s.isDynamic() {
			dynamic = true
			waiting = append(waiting, r.anchored()...)
		}
	}
}

// applying are the schemas that a schema applies.
func (s *Node) applying() []*Node {
	var list []*Node
	for _, h := range s.children {
		if !h.definition {
			list = append(list, h.node)
		}
	}
	for _, f := range s.refs {
		if f.to != nil {
			list = append(list, f.to)
		}
	}
	return list
}

// isDynamic reports a reference whose target depends on the way to it.
func (s *Node) isDynamic() bool {
	for _, f := range s.refs {
		if f.keyword != "$ref" {
			return true
		}
	}
	return false
}

// anchored are the schemas that a dynamic reference may lead to.
func (r *Normalizer) anchored() []*Node {
	var list []*Node
	for _, src := range r.Sources {
		for _, s := range src.order {
			if s.anchored {
				list = append(list, s)
			}
		}
	}
	return list
}

// RelaxCompiled takes back what would turn down a valid value because a part of the
// schema was relaxed: where the part allows everything, "not" would allow
// nothing, and "oneOf" would find two that match.
func (r *Normalizer) RelaxCompiled(at func(url, pointer string) *jsonschema.Schema) {
	for _, src := range r.inOrder() {
		for _, s := range src.order {
			if !s.relaxed || !s.seen {
				continue
			}
			relaxed := map[string]bool{}
			for _, h := range s.children {
				relaxed[h.keyword] = relaxed[h.keyword] || h.node.relaxed
			}
			if !relaxed["not"] && !relaxed["oneOf"] && !relaxed["if"] && !relaxed["contains"] {
				continue
			}
			if compiled := at(src.url, s.At); compiled != nil {
				r.relaxCompiledOne(s, compiled, relaxed)
			}
		}
	}
}

func (r *Normalizer) relaxCompiledOne(s *Node, compiled *jsonschema.Schema, relaxed map[string]bool) {
	if relaxed["not"] {
		compiled.Not = nil
		r.note(s, `"not" is not checked, as a part of it cannot be`)
	}
	if relaxed["oneOf"] && len(compiled.OneOf) > 1 {
		if compiled.AnyOf == nil {
			compiled.AnyOf = compiled.OneOf
		}
		compiled.OneOf = nil
		r.note(s, `"oneOf" allows several alternatives to match, as a part of them cannot be checked`)
	}
	if relaxed["if"] && (compiled.Then != nil || compiled.Else != nil) {
		compiled.If = nil
		r.note(s, `"if" is not checked, as a part of it cannot be`)
	}
	if relaxed["contains"] {
		compiled.MaxContains = nil
	}
}
