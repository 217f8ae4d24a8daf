package normalize

import (
	"fmt"

	"a2aform/internal/limit"
	"a2aform/internal/ojson"
	"a2aform/internal/schema/message"
)

// pattern notes a pattern that is not checked.
func (r *Normalizer) pattern(s *Node, pattern string) {
	switch {
	case len(pattern) > limit.PatternBytes.Int():
		r.relax(s, fmt.Sprintf("the pattern is longer than %s, so it is not checked", limit.PatternBytes))
	case r.Patterns.Get(pattern) == nil:
		r.relax(s, "a pattern is not understood, so it is not checked: "+message.Sanitize(pattern))
	}
}

// keyPatterns lets properties be anything where a pattern for their names is
// not understood.
func (r *Normalizer) keyPatterns(s *Node, o *object, v *ojson.Value) {
	var changed []ojson.Member
	for i, m := range v.Members() {
		if r.Patterns.Get(m.Name) != nil {
			continue
		}
		if changed == nil {
			changed = append(changed, v.Members()...)
		}
		changed[i].Value = ojson.NewObject()
		r.relax(s, "a pattern is not understood, so the names of properties are not checked: "+message.Sanitize(m.Name))
	}
	if changed != nil {
		o.set("patternProperties", ojson.NewObject(changed...))
	}
}
