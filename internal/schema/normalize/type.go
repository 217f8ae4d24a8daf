package normalize

import (
	"strings"

	"a2aform/internal/ojson"
	"a2aform/internal/schema/message"
)

// anyType is what a type is called that means every type.
const anyType = "any"

// typesInRest are the types of JSON Schema by the names that other languages
// have for them.
var typesInRest = map[string]string{
	"str": "string", "text": "string", "int": "integer", "long": "integer", "float": "number", "double": "number", "decimal": "number",
	"bool": "boolean", "dict": "object", "map": "object", "list": "array", "tuple": "array", "set": "array",
	"none": "null", "nonetype": "null", "nil": "null", "any": anyType,
}

// TypeNamed is the type of JSON Schema that is meant by a name, "any" for every type.
func TypeNamed(name string) (string, bool) {
	lower := strings.ToLower(name)
	if _, ok := message.TypeTexts[lower]; ok {
		return lower, true
	}
	known, ok := typesInRest[lower]
	return known, ok
}

// types normalizes the keyword type.
func (r *Normalizer) types(s *Node, o *object, v *ojson.Value) {
	items := v.Items()
	if !v.Is(ojson.Array) {
		items = []*ojson.Value{v}
	}
	var names []*ojson.Value
	seen := map[string]bool{}
	for _, item := range items {
		name, known := TypeNamed(item.Text())
		switch {
		case !known || !item.Is(ojson.String) && !item.Is(ojson.Null):
			o.drop("type")
			r.relax(s, "the type "+shortly(item)+" is not known, so any type is allowed")
			return
		case name == anyType:
			o.drop("type")
			r.note(s, "the type "+shortly(item)+" is read as any type")
			return
		case name != item.Text() || item.Is(ojson.Null):
			r.note(s, "the type "+shortly(item)+" is read as "+message.Quote(name))
		}
		if !seen[name] {
			seen[name] = true
			names = append(names, ojson.NewString(name))
		}
	}
	r.setTypes(s, o, v, names)
}

func (r *Normalizer) setTypes(s *Node, o *object, old *ojson.Value, names []*ojson.Value) {
	switch {
	case len(names) == 0:
		r.ignore(s, o, "type", "names no type")
	case !old.Is(ojson.Array):
		o.set("type", names[0])
	case string(ojson.NewArray(names...).Compact()) != string(old.Compact()):
		o.set("type", ojson.NewArray(names...))
	}
}

// unlessNull are the keywords that may turn null down whatever the type is.
var unlessNull = []string{"$ref", "allOf", "anyOf", "oneOf", "not", "if", "then", "else"}

// intOrString says what Kubernetes means by its extension, with which a schema needs no anyOf.
func intOrString(o *object) {
	if !o.get("x-kubernetes-int-or-string").Bool() || o.get("type").Exists() || o.get("anyOf").Exists() {
		return
	}
	one := func(name string) *ojson.Value {
		return ojson.NewObject(ojson.Member{Name: "type", Value: ojson.NewString(name)})
	}
	o.set("anyOf", ojson.NewArray(one("integer"), one("string")))
}

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
