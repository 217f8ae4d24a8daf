package normalize

import (
	"slices"

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

// annotations are keywords that say nothing of a value.
var annotations = []string{
	"$schema", "$vocabulary", "$id", "id", "$anchor", "$dynamicAnchor", "$recursiveAnchor", "$defs", "definitions",
	"title", "description", "$comment", "default", "examples", "readOnly", "writeOnly", "deprecated",
}

// HasKeywords reports a keyword that says something of a value, in any dialect.
func HasKeywords(v *ojson.Value) bool {
	for _, m := range v.Members() {
		if _, ok := keywords[m.Name]; ok && !slices.Contains(annotations, m.Name) {
			return true
		}
	}
	return false
}
