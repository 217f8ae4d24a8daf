package normalize

import (
	"a2aform/internal/ojson"
	"a2aform/internal/schema/message"
)

// bounds are the exclusive bounds, each with the bound that it makes exclusive in draft 4.
var bounds = [][2]string{{"exclusiveMinimum", "minimum"}, {"exclusiveMaximum", "maximum"}}

// legacyKeywords rewrites what other dialects say in other words: lists as items,
// boolean bounds, divisibleBy.
func (r *Normalizer) legacyKeywords(s *Node, o *object) {
	if s.in.dialect == draft2020 {
		r.tuple(s, o)
	}
	if s.in.lenient && o.get("divisibleBy").Exists() && !o.get("multipleOf").Exists() {
		o.replace("divisibleBy", "multipleOf", o.get("divisibleBy"))
		r.note(s, `"divisibleBy" is read as "multipleOf"`)
	}
	for _, bound := range bounds {
		r.bound(s, o, bound[0], bound[1])
	}
}

// tuple writes items and additionalItems of older dialects as prefixItems and
// items.
func (r *Normalizer) tuple(s *Node, o *object) {
	items := o.get("items")
	if !items.Is(ojson.Array) || items.Len() == 0 || o.get("prefixItems").Exists() {
		return
	}
	s.moved("items", "/prefixItems")
	o.replace("items", "prefixItems", items)
	r.note(s, `"items" is a list, as in older dialects; it is read as "prefixItems"`)
	if more := o.get("additionalItems"); more.Exists() {
		s.moved("additionalItems", "/items")
		o.replace("additionalItems", "items", more)
		r.note(s, `"additionalItems" is read as "items"`)
	}
}

// bound writes an exclusive bound as the dialect does: true next to the bound in
// draft 4, a number of its own in all others.
func (r *Normalizer) bound(s *Node, o *object, exclusive, inclusive string) {
	v, bound := o.get(exclusive), o.get(inclusive)
	switch {
	case s.in.dialect > draft4 && v.Is(ojson.Bool):
		o.drop(exclusive)
		if v.Bool() && bound.Is(ojson.Number) {
			o.replace(inclusive, exclusive, bound)
		}
		r.note(s, message.Quote(exclusive)+" is true or false; it is read as draft 4 and OpenAPI 3.0 do")
	case s.in.dialect == draft4 && v.Is(ojson.Number) && !bound.Exists():
		o.set(exclusive, ojson.NewBool(true))
		o.set(inclusive, v)
		r.note(s, message.Quote(exclusive)+" is a number; it is read as later dialects do")
	}
}

// exclusives drops what draft 4 wants a bound for, where there is none.
func (r *Normalizer) exclusives(s *Node, o *object) {
	for _, bound := range bounds {
		if s.in.dialect == draft4 && o.get(bound[0]).Exists() && !o.get(bound[1]).Exists() {
			r.ignore(s, o, bound[0], "has no "+message.Quote(bound[1])+" with it")
		}
	}
}

// unlessNull are the keywords that may turn null down whatever the type is.
var unlessNull = []string{"$ref", "allOf", "anyOf", "oneOf", "not", "if", "then", "else"}

// nullable lets null join where OpenAPI 3.0 would.
func (r *Normalizer) nullable(s *Node, o *object) {
	if !s.in.lenient || !o.get("nullable").Bool() {
		return
	}
	if t := o.get("type"); t.Is(ojson.String) && t.Text() != "null" {
		o.set("type", ojson.NewArray(t, ojson.NewString("null")))
	} else if t.Is(ojson.Array) && !holdsNull(t, ojson.NewString("null")) {
		o.set("type", ojson.NewArray(append(t.Items()[:t.Len():t.Len()], ojson.NewString("null"))...))
	}
	if fixed := o.get("const"); fixed.Exists() && !fixed.Is(ojson.Null) {
		o.replace("const", "enum", ojson.NewArray(fixed, ojson.NewNull()))
	} else if values := o.get("enum"); values.Is(ojson.Array) && !holdsNull(values, ojson.NewNull()) {
		o.set("enum", ojson.NewArray(append(values.Items()[:values.Len():values.Len()], ojson.NewNull())...))
	}
	r.orNull(s, o)
	r.note(s, `"nullable" is read as OpenAPI 3.0 does: null is allowed`)
}

func holdsNull(list, null *ojson.Value) bool {
	for _, item := range list.Items() {
		if ojson.Equal(item, null) {
			return true
		}
	}
	return false
}

// orNull makes one alternative of what may turn null down, and null the other.
func (r *Normalizer) orNull(s *Node, o *object) {
	null := ojson.NewObject(ojson.Member{Name: "type", Value: ojson.NewString("null")})
	var some []ojson.Member
	for _, name := range unlessNull {
		if v := o.get(name); v.Exists() {
			some = append(some, ojson.Member{Name: name, Value: v})
		}
	}
	switch {
	case len(some) == 0:
		return
	case len(some) == 1 && some[0].Name == "anyOf" && some[0].Value.Is(ojson.Array):
		branches := some[0].Value.Items()
		o.set("anyOf", ojson.NewArray(append(branches[:len(branches):len(branches)], null)...))
		return
	}
	for _, m := range some {
		s.moved(m.Name, "/anyOf/0/"+m.Name)
		o.drop(m.Name)
	}
	o.set("anyOf", ojson.NewArray(ojson.NewObject(some...), null))
}
