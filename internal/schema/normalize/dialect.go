package normalize

import (
	"slices"
	"strconv"
	"strings"

	"a2aform/internal/ojson"
)

// dialect is a version of JSON Schema: the number of its draft, or the year.
type dialect int

// The dialects that the validator knows, and draft 3, which it does not.
const (
	draft3    dialect = 3
	draft4    dialect = 4
	Draft6    dialect = 6
	draft7    dialect = 7
	draft2019 dialect = 2019
	draft2020 dialect = 2020
)

// newest is the dialect of a schema that names none.
const newest = draft2020

// newestURI names it.
const newestURI = "https://json-schema.org/draft/2020-12/schema"

// dialects by their names, without scheme and empty fragment. OpenAPI 3.1 names
// its own, which adds only annotations to 2020-12.
var dialects = map[string]dialect{
	"json-schema.org/schema":                       newest,
	"json-schema.org/draft/2020-12/schema":         draft2020,
	"json-schema.org/draft/2019-09/schema":         draft2019,
	"json-schema.org/draft-07/schema":              draft7,
	"json-schema.org/draft-06/schema":              Draft6,
	"json-schema.org/draft-04/schema":              draft4,
	"json-schema.org/draft-03/schema":              draft3,
	"spec.openapis.org/oas/3.1/dialect/base":       draft2020,
	"spec.openapis.org/oas/3.1/dialect/2024-11-10": draft2020,
}

// knownDialect is the dialect that a $schema names; exact says that the validator
// knows it by this very name.
func knownDialect(uri string) (d dialect, exact, ok bool) {
	name, _ := strings.CutSuffix(uri, "#")
	name = withoutScheme(name)
	if d, ok = dialects[name]; ok {
		return d, d != draft3 && strings.HasPrefix(name, "json-schema.org/"), true
	}
	d, ok = dialects[strings.TrimRight(strings.ToLower(name), "#/ ")]
	return d, false, ok
}

func withoutScheme(uri string) string {
	if name, ok := strings.CutPrefix(uri, "http://"); ok {
		return name
	}
	name, _ := strings.CutPrefix(uri, "https://")
	return name
}

// uri is the name by which the validator knows a dialect.
func (d dialect) uri() string {
	switch d {
	case draft4, Draft6, draft7:
		return "http://json-schema.org/draft-0" + strconv.Itoa(int(d)) + "/schema#"
	case draft2019:
		return "https://json-schema.org/draft/2019-09/schema"
	}
	return newestURI
}

// id is the keyword that names a schema.
func (d dialect) id() string {
	if d == draft4 {
		return "id"
	}
	return "$id"
}

// ignoresSiblings reports whether a reference makes its siblings void.
func (d dialect) ignoresSiblings() bool { return d < draft2019 }

// form is what the value of a keyword is made of.
type form uint8

// The forms of keywords. The first four hold schemas.
const (
	ofSchema form = iota + 1
	ofList
	ofMap
	ofSchemaOrList // items
	ofMapOrNames   // dependencies
	ofType
	ofNames // required
	ofEnum
	ofNumber
	ofCount
	ofValue // any value that is compared with others
	ofOther
)

// keyword is a keyword of JSON Schema that the validator reads.
type keyword struct {
	form  form
	since dialect
	// definition says that the schemas in it apply only where they are
	// referred to.
	definition bool
}

// keywords are the keywords of all dialects, by name.
var keywords = map[string]keyword{
	// Of numbers.
	"minimum": {form: ofNumber}, "maximum": {form: ofNumber}, "exclusiveMinimum": {form: ofNumber},
	"exclusiveMaximum": {form: ofNumber}, "multipleOf": {form: ofNumber},

	// Of texts.
	"minLength": {form: ofCount}, "maxLength": {form: ofCount}, "pattern": {form: ofOther}, "format": {form: ofOther},
	"contentEncoding": {form: ofOther, since: draft7}, "contentMediaType": {form: ofOther, since: draft7},
	"contentSchema": {form: ofSchema, since: draft2019},

	// Of arrays.
	"minItems": {form: ofCount}, "maxItems": {form: ofCount}, "uniqueItems": {form: ofOther}, "items": {form: ofSchemaOrList},
	"prefixItems": {form: ofList, since: draft2020}, "additionalItems": {form: ofSchema},
	"unevaluatedItems": {form: ofSchema, since: draft2019}, "contains": {form: ofSchema, since: Draft6},
	"minContains": {form: ofCount, since: draft2019}, "maxContains": {form: ofCount, since: draft2019},

	// Of objects.
	"minProperties": {form: ofCount}, "maxProperties": {form: ofCount}, "required": {form: ofNames}, "properties": {form: ofMap},
	"patternProperties": {form: ofMap}, "additionalProperties": {form: ofSchema},
	"unevaluatedProperties": {form: ofSchema, since: draft2019}, "propertyNames": {form: ofSchema, since: Draft6},
	"dependencies": {form: ofMapOrNames}, "dependentRequired": {form: ofOther, since: draft2019},
	"dependentSchemas": {form: ofMap, since: draft2019},

	// Of types and choices.
	"type": {form: ofType}, "enum": {form: ofEnum}, "const": {form: ofValue, since: Draft6},

	// Of unions and conditions.
	"allOf": {form: ofList}, "anyOf": {form: ofList}, "oneOf": {form: ofList}, "not": {form: ofSchema},
	"if": {form: ofSchema, since: draft7}, "then": {form: ofSchema, since: draft7}, "else": {form: ofSchema, since: draft7},

	// Of names and references.
	"$schema": {form: ofOther}, "$vocabulary": {form: ofOther, since: draft2019}, "$id": {form: ofOther, since: Draft6},
	"id": {form: ofOther}, "$anchor": {form: ofOther, since: draft2019}, "$dynamicAnchor": {form: ofOther, since: draft2020},
	"$recursiveAnchor": {form: ofOther, since: draft2019}, "$ref": {form: ofOther}, "$dynamicRef": {form: ofOther, since: draft2020},
	"$recursiveRef": {form: ofOther, since: draft2019}, "$defs": {form: ofMap, since: draft2019, definition: true},
	"definitions": {form: ofMap, definition: true},

	// Of annotations.
	"title": {form: ofOther}, "description": {form: ofOther}, "$comment": {form: ofOther, since: draft7}, "default": {form: ofValue},
	"examples": {form: ofValue, since: Draft6}, "readOnly": {form: ofOther, since: draft7},
	"writeOnly": {form: ofOther, since: draft7}, "deprecated": {form: ofOther, since: draft2019},
}

// IsKeyword reports a keyword of any dialect.
func IsKeyword(name string) bool { return keywords[name].form != 0 }

// HoldsSchemas reports a keyword whose value is a schema, or has schemas in it.
func HoldsSchemas(name string) bool { f := keywords[name].form; return f > 0 && f <= ofMapOrNames }

// keywordOf is the keyword of that name in a dialect; its form is 0 where the
// dialect has none.
func (d dialect) keywordOf(name string) keyword {
	k := keywords[name]
	if k.since > d || name == "id" && d != draft4 {
		return keyword{}
	}
	return k
}

// eachSchema calls f for every schema that a keyword holds, with its pointer,
// and gives the value made of what f returns.
func (k keyword) eachSchema(v *ojson.Value, at string, f func(sub *ojson.Value, at string) *ojson.Value) *ojson.Value {
	switch {
	case k.form == ofSchema, k.form == ofSchemaOrList && !v.Is(ojson.Array):
		return f(v, at)
	case k.form == ofList, k.form == ofSchemaOrList:
		return eachItem(v, at, f)
	case k.form == ofMap, k.form == ofMapOrNames:
		return eachMember(v, at, k.form == ofMapOrNames, f)
	}
	return v
}

func eachItem(v *ojson.Value, at string, f func(*ojson.Value, string) *ojson.Value) *ojson.Value {
	if !v.Is(ojson.Array) {
		return v
	}
	items, changed := v.Items(), false
	for i, item := range v.Items() {
		made := f(item, ojson.Pointer(at, strconv.Itoa(i)))
		if made == item {
			continue
		}
		if !changed {
			items, changed = append([]*ojson.Value(nil), items...), true
		}
		items[i] = made
	}
	if !changed {
		return v
	}
	return ojson.NewArray(items...)
}

// eachMember passes lists of names by where namesToo says that they may be
// in place of a schema.
func eachMember(v *ojson.Value, at string, namesToo bool, f func(*ojson.Value, string) *ojson.Value) *ojson.Value {
	if !v.Is(ojson.Object) {
		return v
	}
	members, changed := v.Members(), false
	for i, m := range v.Members() {
		if namesToo && m.Value.Is(ojson.Array) {
			continue
		}
		made := f(m.Value, ojson.Pointer(at, m.Name))
		if made == m.Value {
			continue
		}
		if !changed {
			members, changed = append([]ojson.Member(nil), members...), true
		}
		members[i].Value = made
	}
	if !changed {
		return v
	}
	return ojson.NewObject(members...)
}

// SortedNames are the keys of a map in order.
func SortedNames[T any](m map[string]T) []string {
	if len(m) == 0 {
		return nil
	}
	names := make([]string, 0, len(m))
	for name := range m {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}

// KeywordNames are the names of all keywords that are known.
func KeywordNames() []string { return SortedNames(keywords) }

// Subschemas calls f for each schema that the keyword of a schema holds, in any dialect, with its pointer.
func Subschemas(keyword string, v *ojson.Value, at string, f func(sub *ojson.Value, at string)) {
	keywords[keyword].eachSchema(v, at, func(sub *ojson.Value, at string) *ojson.Value {
		f(sub, at)
		return sub
	})
}

// IsDialect reports whether a $schema names a dialect of JSON Schema.
func IsDialect(uri string) bool {
	_, _, ok := knownDialect(uri)
	return ok
}
