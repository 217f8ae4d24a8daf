package normalize

import (
	"fmt"
	"slices"

	"a2aform/internal/limit"
	"a2aform/internal/ojson"
	"a2aform/internal/schema/message"
)

// names normalizes the keyword required.
func (r *Normalizer) names(s *Node, o *object, v *ojson.Value) {
	if v.Is(ojson.Bool) {
		r.ignore(s, o, "required", "is true or false, as in draft 3, and not a list of names")
		return
	}
	if v.Is(ojson.String) && v.Text() != "" {
		o.set("required", ojson.NewArray(v))
		r.note(s, `"required" is one name; it is read as a list of it`)
		return
	}
	if !v.Is(ojson.Array) || v.Len() > limit.SchemaParts.Int() {
		r.ignore(s, o, "required", fmt.Sprintf("is no list of at most %d names", limit.SchemaParts.Int()))
		return
	}
	var kept []*ojson.Value
	seen := map[string]bool{}
	for _, item := range v.Items() {
		if item.Is(ojson.String) && !seen[item.Text()] {
			seen[item.Text()] = true
			kept = append(kept, item)
		}
	}
	switch {
	case len(kept) == 0 && s.in.dialect == draft4:
		o.drop("required")
	case len(kept) < v.Len():
		o.set("required", ojson.NewArray(kept...))
		r.relax(s, `"required" has entries that are no names, or twice the same; they are left out`)
	}
}

// selfRequired makes the members required that say so themselves, as in draft 3.
func (r *Normalizer) selfRequired(s *Node, o *object) {
	properties := o.get("properties")
	var members []ojson.Member
	names := append([]*ojson.Value(nil), o.get("required").Items()...)
	for i, m := range properties.Members() {
		if !m.Value.Is(ojson.Object) || !m.Value.Get("required").Bool() {
			continue
		}
		if members == nil {
			members = append(members, properties.Members()...)
		}
		name := func(v *ojson.Value) bool { return v.Text() == m.Name }
		if !slices.ContainsFunc(names, name) {
			names = append(names, ojson.NewString(m.Name))
		}
		kept := &object{value: m.Value}
		kept.drop("required")
		members[i].Value = kept.made()
		r.note(s, message.Quote(m.Name)+" says itself that it is required, as in draft 3; it is read so")
	}
	if members != nil {
		o.set("properties", ojson.NewObject(members...))
		o.set("required", ojson.NewArray(names...))
	}
}

// mapKeyword reads an empty list as PHP means it.
func (r *Normalizer) mapKeyword(s *Node, o *object, name string, v *ojson.Value) {
	switch {
	case v.Is(ojson.Object):
		if name == "patternProperties" {
			r.keyPatterns(s, o, v)
		}
	case v.Is(ojson.Array) && v.Len() == 0:
		o.set(name, ojson.NewObject())
		r.note(s, message.Quote(name)+" is an empty list; it is read as an empty object")
	default:
		r.ignore(s, o, name, "is not an object")
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
