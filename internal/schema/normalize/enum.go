package normalize

import (
	"slices"

	"a2aform/internal/ojson"
)

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
