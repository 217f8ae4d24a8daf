package normalize

import (
	"fmt"
	"slices"
	"strings"

	"a2aform/internal/limit"
	"a2aform/internal/ojson"
	"a2aform/internal/schema/message"
)

// keyword normalizes the value of one keyword.
func (r *Normalizer) keyword(s *Node, o *object, name string) {
	k, v := s.in.dialect.keywordOf(name), o.get(name)
	switch {
	case k.form == 0:
		return
	case v.Is(ojson.Null) && k.form != ofValue:
		r.ignore(s, o, name, "is null")
		return
	case tooLong(v) && k.form > ofMapOrNames:
		r.tooLong(s, o, name, k)
		return
	}
	switch k.form {
	case ofType:
		r.types(s, o, v)
	case ofNames:
		r.names(s, o, v)
	case ofEnum:
		r.enum(s, o, v)
	case ofCount:
		r.count(s, o, name, v)
	case ofOther:
		r.other(s, o, name, v)
	case ofNumber, ofValue:
	default:
		r.holder(s, o, name, k.form)
	}
}

func (r *Normalizer) other(s *Node, o *object, name string, v *ojson.Value) {
	switch {
	case name == "pattern" && v.Is(ojson.String):
		r.pattern(s, v.Text())
	case name == "$vocabulary" && s.src.url == message.BaseURL:
		o.drop(name) // it says something of metaschemas alone
	}
}

// holder normalizes a keyword whose value has schemas, but not these schemas.
func (r *Normalizer) holder(s *Node, o *object, name string, form form) {
	v := o.get(name)
	isList, isEmpty := v.Is(ojson.Array), v.Len() == 0
	switch form {
	case ofMap, ofMapOrNames:
		r.mapKeyword(s, o, name, v)
	case ofList:
		if !isList || isEmpty {
			r.ignore(s, o, name, "is no list of schemas")
		}
	case ofSchemaOrList:
		if isList && isEmpty {
			r.ignore(s, o, name, "is an empty list")
		}
	default:
	}
}

// ignore drops a keyword that the validator cannot read.
func (r *Normalizer) ignore(s *Node, o *object, name, why string) {
	o.drop(name)
	words := message.Quote(name) + " " + why + ", so it is ignored"
	if slices.Contains([]string{"default", "examples", "title", "description", "$comment"}, name) {
		r.note(s, words)
		return
	}
	r.relax(s, words)
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

// names normalizes the keyword required.
func (r *Normalizer) names(s *Node, o *object, v *ojson.Value) {
	if v.Is(ojson.Bool) {
		r.ignore(s, o, "required", "is true or false, as in draft 3, and not a list of names")
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

// titlesOfEnum are the keywords that generators use next to enum, value by value.
var titlesOfEnum = slices.Concat(EnumTitles, EnumNotes)

// enum normalizes the keyword enum.
func (r *Normalizer) enum(s *Node, o *object, v *ojson.Value) {
	twice := fault{s.src.url, s.At, "enum"}
	switch {
	case !v.Is(ojson.Array):
		r.ignore(s, o, "enum", "is no list of values")
	case v.Len() == 0 && s.in.dialect < draft2019:
		r.ignore(s, o, "enum", "lists no values")
	case r.known.keywords[twice] != "":
		r.once(s, o, v)
	}
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

// maxCounted is the largest length or number of items that is counted with;
// the validator's own numbers would overflow. No value can have as much.
const maxCounted = "9007199254740991"

// count normalizes a length or number of items that no value has.
func (r *Normalizer) count(s *Node, o *object, name string, v *ojson.Value) {
	n, maximum := ojson.Rat(v.Text()), ojson.Rat(maxCounted)
	if !v.Is(ojson.Number) || n == nil || n.Cmp(maximum) <= 0 {
		return
	}
	r.limitCount(s, o, name)
}

func (r *Normalizer) limitCount(s *Node, o *object, name string) {
	if limit, err := ojson.NewNumber(maxCounted); err == nil {
		o.set(name, limit)
	}
	r.note(s, message.Quote(name)+" is more than anything can have; it is read as "+maxCounted)
}

// tooLong drops what holds such a number, but for a count, whose sign says all.
func (r *Normalizer) tooLong(s *Node, o *object, name string, k keyword) {
	text := o.get(name).Text()
	if k.form == ofCount && !strings.HasPrefix(text, "-") && !strings.ContainsAny(text, ".-") {
		r.limitCount(s, o, name)
		return
	}
	r.ignore(s, o, name, "holds a number of too many digits")
}
