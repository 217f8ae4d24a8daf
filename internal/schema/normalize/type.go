package normalize

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"a2aform/internal/ojson"
	"a2aform/internal/safe"
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

// maxRules is how many rules of a resource definition a notice repeats.
const maxRules = 3

// celRules says that the rules of Kubernetes, which are programs in its language CEL, are not checked.
func (r *Normalizer) celRules(s *Node, o *object) {
	rules := o.get("x-kubernetes-validations").Items()
	if len(rules) == 0 {
		return
	}
	var texts []string
	for _, rule := range rules[:min(len(rules), maxRules)] {
		if text := cmp.Or(rule.Get("message").Text(), rule.Get("rule").Text()); text != "" {
			texts = append(texts, `"`+safe.Text(text).Line(120).String()+`"`)
		}
	}
	if len(rules) > maxRules {
		texts = append(texts, fmt.Sprintf("and %d more", len(rules)-maxRules))
	}
	words := `"x-kubernetes-validations" is not checked`
	if len(texts) > 0 {
		words += ": " + strings.Join(texts, ", ")
	}
	r.note(s, words)
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

// titlesOfEnum are the keywords that generators use next to enum, value by value.
var titlesOfEnum = slices.Concat(EnumTitles, EnumNotes)

// enum normalizes the keyword enum.
func (r *Normalizer) enum(s *Node, o *object, v *ojson.Value) {
	twice := fault{s.src.url, s.At, "enum"}
	switch {
	case v.Is(ojson.Object) && v.Len() > 0 && !o.get("enumNames").Exists() && areTexts(v):
		r.titled(s, o, v)
	case !v.Is(ojson.Array):
		r.ignore(s, o, "enum", "is no list of values")
	case v.Len() == 0 && s.in.dialect < draft2019:
		r.ignore(s, o, "enum", "lists no values")
	case r.known.keywords[twice] != "":
		r.once(s, o, v)
	}
}

func areTexts(v *ojson.Value) bool {
	return !slices.ContainsFunc(v.Members(), func(m ojson.Member) bool { return !m.Value.Is(ojson.String) })
}

// titled reads values that are the names of an object with their titles, as {"c": "Celsius"}.
func (r *Normalizer) titled(s *Node, o *object, v *ojson.Value) {
	isNumeric := slices.Contains([]string{"integer", "number"}, o.get("type").Text())
	var values, titles []*ojson.Value
	for _, m := range v.Members() {
		value := ojson.NewString(m.Name)
		if n, err := ojson.NewNumber(m.Name); isNumeric && err == nil {
			value = n
		}
		values, titles = append(values, value), append(titles, m.Value)
	}
	o.set("enum", ojson.NewArray(values...))
	o.set("enumNames", ojson.NewArray(titles...))
	r.note(s, `"enum" is an object; its names are read as the values, and its values as their titles`)
}

// once leaves out the values that an enum has twice, which the older dialects
// forbid.
func (r *Normalizer) once(s *Node, o *object, v *ojson.Value) {
	var kept []int
	seen := map[string]bool{}
	for i, item := range v.Items() {
		if key := item.Key(); !seen[key] {
			seen[key] = true
			kept = append(kept, i)
		}
	}
	if len(kept) == v.Len() {
		return
	}
	s.normalized = true
	r.note(s, `"enum" lists values twice; they are left out`)
	for _, name := range titlesOfEnum {
		if titles := o.get(name); titles.Len() == v.Len() {
			o.set(name, pick(titles, kept))
		}
	}
	o.set("enum", pick(v, kept))
}

func pick(v *ojson.Value, indexes []int) *ojson.Value {
	items := make([]*ojson.Value, len(indexes))
	for i, index := range indexes {
		items[i] = v.Index(index)
	}
	return ojson.NewArray(items...)
}

// The keywords that generators use for titles and descriptions of enumerated
// values, by position or by the values themselves: JSON Schema has none of its own.
var (
	EnumTitles = []string{"enumNames", "x-enum-varnames", "x-enumNames"}
	EnumNotes  = []string{"enumDescriptions", "x-enum-descriptions", "x-enumDescriptions", "meta:enum", "markdownEnumDescriptions"}
)
