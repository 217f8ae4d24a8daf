package hostile

import (
	"fmt"
	"strings"
)

// asksFor gives the skill's form a schema.
func asksFor(schema string) func(*script) {
	return func(s *script) { s.input = schema }
}

// word is a schema whose one field has these keywords.
func word(keywords string) func(*script) {
	return asksFor(`{"type":"object","properties":{"word":{` + keywords + `}}}`)
}

// allOfBomb doubles at every level what must be validated.
func allOfBomb(levels int) string {
	var sb strings.Builder
	for i := range levels {
		_, _ = fmt.Fprintf(&sb, `"d%d":{"allOf":[{"$ref":"#/$defs/d%d"},{"$ref":"#/$defs/d%d"}]},`, i, i+1, i+1)
	}
	return fmt.Sprintf(`{"type":"object","properties":{"word":{"$ref":"#/$defs/d0"}},"$defs":{%s"d%d":{"minLength":1}}}`, sb.String(), levels)
}

// manyFields is an object of optional fields.
func manyFields(n int) string {
	var sb strings.Builder
	for i := range n {
		_, _ = fmt.Fprintf(&sb, `"f%d":{"type":"string"},`, i)
	}
	return `{"type":"object","properties":{` + sb.String() + `"word":{"type":"string"}}}`
}

var schemas = []Behavior{
	{Name: "schema refers to itself", What: "$ref goes round", Expect: Notices, Says: "it refers to itself and says nothing else", bend: word(`"$ref":"#/properties/word"`)},
	{Name: "schema recurs", What: "an object holds itself", Expect: Works, Says: "outcome: completed", bend: asksFor(`{"type":"object","properties":{"word":{"type":"string"},"next":{"$ref":"#"}}}`)},
	{Name: "schema refers to a file", What: "$ref is file:///etc/passwd", Expect: Notices, Says: "other documents are not followed", bend: word(`"$ref":"file:///etc/passwd"`)},
	{Name: "schema refers to a host", What: "$ref is a URL of another host", Expect: Notices, Says: "other documents are not followed", bend: func(s *script) {
		word(`"$ref":"ELSEWHERE/schema.json"`)(s)
		s.output = `{"$ref":"ELSEWHERE/out.json"}`
	}},
	{Name: "schema of a foreign dialect", What: "$schema is a URL of another host", Expect: Notices, Says: "it is read as JSON Schema 2020-12", bend: asksFor(`{"$schema":"ELSEWHERE/meta.json","type":"object","properties":{"word":{"type":"string"}}}`)},
	{Name: "schema nests 2,000 deep", What: "nests properties", Expect: Notices, Says: "the schema is too large: the nesting is beyond the limit", bend: word(strings.Repeat(`"properties":{"a":{`, 2000) + strings.Repeat(`}}`, 2000))},
	{Name: "schema doubles 40 times", What: "allOf doubles at every level", Expect: Notices, Says: "combines too many alternatives", bend: asksFor(allOfBomb(40))},
	{Name: "schema of 15,000 fields", What: "has very many fields", Expect: Works, Says: "outcome: completed", bend: asksFor(manyFields(15_000))},
	{Name: "schema of one huge list", What: "offers 50,000 choices", Expect: Works, Says: "outcome: completed", bend: word(`"enum":["hi"` + strings.Repeat(`,"option of many"`, 50_000) + `]`)},
	{Name: "pattern that explodes", What: "a pattern that takes for ever where it backtracks", Expect: Notices, Says: "is not checked here: a pattern takes too long", Data: `{"word":"` + strings.Repeat("a", 4000) + `!"}`, bend: word(`"pattern":"^(?=(a+)+$)"`)},
	{Name: "pattern that looks ahead", What: "a pattern that RE2 does not know", Expect: Works, Says: "outcome: completed", bend: word(`"type":"string","pattern":"^(?!x)hi$"`)},
	{Name: "pattern of 1 MB", What: "a pattern that is very long", Expect: Notices, Says: "the pattern is longer than 64 KiB", bend: word(`"pattern":"` + strings.Repeat("(a|b)?", 170<<10) + `"`)},
	{Name: "pattern that is none", What: "a pattern with an open bracket", Expect: Notices, Says: "a pattern is not understood", bend: word(`"type":"string","pattern":"[a-"`)},
	{Name: "numbers beyond measure", What: "limits of 1e9999999", Expect: Notices, Says: "holds a number of too many digits", bend: word(`"minimum":1e-99999999,"maximum":1e9999999,"multipleOf":1e-100000000`)},
	{Name: "schema is false", What: "a schema that nothing fits", Expect: Refuses, Says: "is not allowed here", bend: asksFor(`false`)},
	{Name: "schema is a text", What: "a text where a schema belongs", Expect: Refuses, Says: "a schema is an object or a boolean", bend: asksFor(`"word"`)},
	{Name: "keywords of other types", What: "every keyword has a wrong type", Expect: Notices, Says: "the type 7 is not known", bend: word(`"type":7,"enum":{},"pattern":[],"title":{},"properties":"x","items":3,"required":true,"minLength":"long","format":null`)},
	{Name: "members twice", What: "repeats the members of its schema", Expect: Refuses, Says: "the member is there twice", bend: asksFor(`{"type":"object","type":"array","properties":{"word":{"type":"integer"},"word":{"type":"string"}}}`)},
	{Name: "dynamic reference", What: "$dynamicRef goes round", Expect: Works, Says: "outcome: completed", bend: asksFor(`{"$dynamicAnchor":"x","type":"object","properties":{"word":{"type":"string"},"more":{"$dynamicRef":"#x"}}}`)},
	{Name: "anchor of nothing", What: "$ref points to nothing", Expect: Notices, Says: "which is not part of the schema", bend: word(`"$ref":"#/$defs/none"`)},
}
