package formgen_test

import (
	"fmt"
	"strconv"
	"strings"

	"pgregory.net/rapid"
)

// The dialects of random schemas; "" leaves it to the loader.
var dialects = []string{
	"", "", "https://json-schema.org/draft/2020-12/schema", "https://json-schema.org/draft/2019-09/schema",
	"http://json-schema.org/draft-07/schema#", "http://json-schema.org/draft-04/schema#",
}

// Few names and few texts, so that keywords meet in one location.
var (
	randomNames = []string{"a", "b", "c", "x-1", ""}
	randomTexts = []string{"", "a", "b", "1", "1.50", "Rome", `{"a":1}`, `[1,"a"]`, "null", "true", "2026-03-14", "tab\t", "-", "x-1"}
	randomAny   = []string{`"a"`, `"b"`, `""`, `1`, `1.0`, `2.5`, `-3`, `null`, `true`, `false`, `[]`, `{}`, `["a",1]`, `{"a":1}`, `{"a":"b","c":[null]}`}
	randomTypes = []string{"string", "integer", "number", "boolean", "null", "array", "object", "object", "array"}
)

// randomSchema is a schema document over all the keywords that forms know.
func randomSchema(t *rapid.T) string {
	d := drawer{t}
	root := d.schema(3)
	defs := fmt.Sprintf(`"$defs":{"d":%s,"e":%s}`, d.schema(2), d.schema(2))
	members := []string{defs}
	if dialect := pickOf(t, dialects); dialect != "" {
		members = append(members, `"$schema":`+strconv.Quote(dialect))
	}
	if inner := strings.TrimSuffix(strings.TrimPrefix(root, "{"), "}"); strings.HasPrefix(root, "{") && inner != "" {
		members = append(members, inner)
	}
	return "{" + strings.Join(members, ",") + "}"
}

func pickOf[T any](t *rapid.T, list []T) T { return rapid.SampledFrom(list).Draw(t, "one") }

// drawer draws parts of a schema document.
type drawer struct{ t *rapid.T }

func (d drawer) upTo(n int) int { return rapid.IntRange(0, n).Draw(d.t, "n") }

func (d drawer) any() string { return pickOf(d.t, randomAny) }

func (d drawer) name() string { return strconv.Quote(pickOf(d.t, randomNames)) }

func (d drawer) schema(depth int) string {
	switch n := d.upTo(19); {
	case n == 0:
		return pickOf(d.t, []string{"true", "false", "{}"})
	case n < 3:
		return pickOf(d.t, []string{`{"$ref":"#/$defs/d"}`, `{"$ref":"#/$defs/e"}`, `{"$ref":"#"}`, `{"$dynamicRef":"#n"}`, `{"$recursiveRef":"#"}`, `{"$ref":"#/$defs/none"}`})
	}
	keywords := []string{}
	seen := map[string]bool{}
	for range 1 + d.upTo(3) {
		keyword, value := d.keyword(depth)
		if !seen[keyword] {
			seen[keyword] = true
			keywords = append(keywords, strconv.Quote(keyword)+":"+value)
		}
	}
	return "{" + strings.Join(keywords, ",") + "}"
}

// keyword draws a keyword and a value that it may have.
func (d drawer) keyword(depth int) (keyword, value string) {
	if depth > 0 {
		switch d.upTo(5) {
		case 0, 1:
			return d.ofObjects(depth - 1)
		case 2:
			return d.ofArrays(depth - 1)
		case 3:
			return d.ofBranches(depth - 1)
		}
	}
	switch d.upTo(4) {
	case 0, 1:
		return "type", d.types()
	case 2:
		return d.ofValues()
	case 3:
		return d.bound()
	}
	return d.annotation()
}

func (d drawer) types() string {
	if d.upTo(3) > 0 {
		return strconv.Quote(pickOf(d.t, randomTypes))
	}
	return `["` + pickOf(d.t, randomTypes[:5]) + `","` + pickOf(d.t, randomTypes[5:7]) + `"]`
}

func (d drawer) ofValues() (keyword, value string) {
	switch d.upTo(2) {
	case 0:
		return "const", d.any()
	case 1:
		return "default", d.any()
	}
	values := map[string]bool{}
	for range 1 + d.upTo(3) {
		values[d.any()] = true
	}
	list := make([]string, 0, len(values))
	for _, v := range randomAny {
		if values[v] {
			list = append(list, v)
		}
	}
	return "enum", "[" + strings.Join(list, ",") + "]"
}

func (d drawer) bound() (keyword, value string) {
	keyword = pickOf(d.t, []string{
		"minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf", "minLength", "maxLength",
		"minItems", "maxItems", "minProperties", "maxProperties", "uniqueItems", "pattern", "format", "contentEncoding",
	})
	switch keyword {
	case "uniqueItems":
		return keyword, "true"
	case "pattern":
		return keyword, strconv.Quote(pickOf(d.t, []string{"^a", "^[0-9.]+$", "(?=a)", "[", "\\d"}))
	case "format":
		return keyword, strconv.Quote(pickOf(d.t, []string{"date", "email", "password", "byte", "uuid", "odd"}))
	case "contentEncoding":
		return keyword, `"base64"`
	}
	return keyword, pickOf(d.t, []string{"1", "2", "3", "0"})
}

func (d drawer) annotation() (keyword, value string) {
	keyword = pickOf(d.t, []string{"title", "description", "readOnly", "writeOnly", "deprecated", "nullable", "examples", "$anchor", "$dynamicAnchor"})
	switch keyword {
	case "title", "description":
		return keyword, pickOf(d.t, []string{`"Title"`, `"\u001b[31m"`, `""`})
	case "examples":
		return keyword, "[" + d.any() + "]"
	case "$anchor", "$dynamicAnchor":
		return keyword, `"n"`
	}
	return keyword, "true"
}

func (d drawer) ofObjects(depth int) (keyword, value string) {
	keyword = pickOf(d.t, []string{
		"properties", "properties", "properties", "required", "required", "additionalProperties", "patternProperties", "propertyNames",
		"dependentRequired", "dependentSchemas", "dependencies", "unevaluatedProperties",
	})
	switch keyword {
	case "required":
		return keyword, "[" + d.name() + "]"
	case "dependentRequired":
		return keyword, "{" + d.name() + ":[" + d.name() + "]}"
	case "properties", "dependentSchemas", "dependencies":
		return keyword, "{" + d.members(depth) + "}"
	case "patternProperties":
		return keyword, `{"^x":` + d.schema(depth) + `}`
	}
	return keyword, d.schema(depth)
}

func (d drawer) members(depth int) string {
	var members []string
	for _, name := range randomNames {
		if d.upTo(1) == 0 {
			members = append(members, strconv.Quote(name)+":"+d.schema(depth))
		}
	}
	return strings.Join(members, ",")
}

func (d drawer) ofArrays(depth int) (keyword, value string) {
	keyword = pickOf(d.t, []string{"items", "items", "prefixItems", "contains", "unevaluatedItems", "additionalItems", "items[]"})
	switch keyword {
	case "items[]":
		return "items", "[" + d.schema(depth) + "," + d.schema(depth) + "]"
	case "prefixItems":
		return keyword, "[" + d.schema(depth) + "," + d.schema(depth) + "]"
	}
	return keyword, d.schema(depth)
}

func (d drawer) ofBranches(depth int) (keyword, value string) {
	keyword = pickOf(d.t, []string{"anyOf", "oneOf", "oneOf", "allOf", "not", "if", "titled"})
	switch keyword {
	case "not":
		return keyword, d.schema(depth)
	case "if":
		return keyword, d.schema(depth) + `,"then":` + d.schema(depth) + `,"else":` + d.schema(depth)
	case "titled":
		return "oneOf", `[{"const":` + d.any() + `,"title":"A"},{"const":` + d.any() + `}]`
	}
	list := []string{d.schema(depth)}
	for range d.upTo(2) {
		list = append(list, d.schema(depth))
	}
	return keyword, "[" + strings.Join(list, ",") + "]"
}

// value draws a value of the names and scalars that the schemas speak of.
func (d drawer) value(depth int) string {
	if depth == 0 || d.upTo(3) == 0 {
		return d.any()
	}
	if d.upTo(2) == 0 {
		var items []string
		for range d.upTo(3) {
			items = append(items, d.value(depth-1))
		}
		return "[" + strings.Join(items, ",") + "]"
	}
	var members []string
	for _, name := range randomNames {
		if d.upTo(1) == 0 {
			members = append(members, strconv.Quote(name)+":"+d.value(depth-1))
		}
	}
	return "{" + strings.Join(members, ",") + "}"
}
