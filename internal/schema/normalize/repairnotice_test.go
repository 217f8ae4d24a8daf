package normalize_test

import "testing"

func TestDialects(t *testing.T) {
	unknown := "the schema: its dialect https://example.com/mine is not known; it is read as JSON Schema 2020-12"
	testRepairs(t, []repaired{
		{"unknown", `{"$schema":"https://example.com/mine","type":"string"}`, []string{`"x"`}, []string{`1`}, []string{unknown}},
		{"no text", `{"$schema":7,"type":"string"}`, []string{`"x"`}, []string{`1`}, []string{"the schema: its dialect 7 is not known; it is read as JSON Schema 2020-12"}},
		{
			"unknown, with old habits", `{"$schema":"https://example.com/mine","items":[{"type":"string"}]}`,
			[]string{`["x"]`},
			[]string{`[1]`},
			[]string{unknown, `the schema: "items" is a list, as in older dialects; it is read as "prefixItems"`},
		},
		{"https and no #", `{"$schema":"https://json-schema.org/draft-07/schema","items":[{"type":"string"}]}`, []string{`["x"]`}, []string{`[1]`}, nil},
		{"a slash too many", `{"$schema":"http://json-schema.org/draft-04/schema#/","minimum":1,"exclusiveMinimum":true}`, []string{`2`}, []string{`1`}, nil},
		{"OpenAPI 3.1", `{"$schema":"https://spec.openapis.org/oas/3.1/dialect/base","prefixItems":[{"type":"string"}]}`, []string{`["x"]`}, []string{`[1]`}, nil},
		{
			"draft 3", `{"$schema":"http://json-schema.org/draft-03/schema#","properties":{"a":{"type":"string","required":true},"b":{"divisibleBy":2}}}`,
			[]string{`{"a":""}`, `{"a":"","b":4}`},
			[]string{`{}`, `{"a":1}`, `{"a":"","b":3}`},
			[]string{
				"the schema: it is written in draft 3 of JSON Schema, which is read as 2020-12",
				`the schema: "a" says itself that it is required, as in draft 3; it is read so`,
				`#/properties/b: "divisibleBy" is read as "multipleOf"`,
			},
		},
		{
			"inside", `{"properties":{"a":{"$schema":"https://example.com/mine","type":"string"}}}`,
			[]string{`{"a":"x"}`},
			[]string{`{"a":1}`},
			[]string{"#/properties/a: its dialect https://example.com/mine is not known; it is read as JSON Schema 2020-12"},
		},
		{
			"a resource of another dialect", `{"$defs":{"t":{"$id":"t","$schema":"http://json-schema.org/draft-07/schema#","items":[{"type":"string"}]}},"$ref":"t"}`,
			[]string{`["x"]`},
			[]string{`[1]`},
			nil,
		},
		{"absent", `{"prefixItems":[{"type":"string"}],"definitions":{},"dependencies":{"a":["b"]}}`, []string{`["x"]`}, []string{`[1]`, `{"a":1}`}, nil},
		{
			"items as a list, named 2020-12", `{"$schema":"https://json-schema.org/draft/2020-12/schema","items":[{"type":"string"}],"additionalItems":false}`,
			[]string{`["x"]`},
			[]string{`[1]`, `["x",1]`},
			[]string{`the schema: "items" is a list, as in older dialects; it is read as "prefixItems"`, `the schema: "additionalItems" is read as "items"`},
		},
		{
			"boolean bounds", `{"minimum":1,"exclusiveMinimum":true,"maximum":5,"exclusiveMaximum":false}`,
			[]string{`2`, `5`},
			[]string{`1`, `6`},
			[]string{
				`the schema: "exclusiveMinimum" is true or false; it is read as draft 4 and OpenAPI 3.0 do`,
				`the schema: "exclusiveMaximum" is true or false; it is read as draft 4 and OpenAPI 3.0 do`,
			},
		},
		{"boolean bounds of draft 4", `{"$schema":"http://json-schema.org/draft-04/schema#","minimum":1,"exclusiveMinimum":true}`, []string{`2`}, []string{`1`}, nil},
		{
			"a bound of draft 4 that is a number", `{"$schema":"http://json-schema.org/draft-04/schema#","exclusiveMinimum":1}`,
			[]string{`2`},
			[]string{`1`},
			[]string{`the schema: "exclusiveMinimum" is a number; it is read as later dialects do`},
		},
		{
			"booleans in draft 4", `{"$schema":"http://json-schema.org/draft-04/schema#","properties":{"a":true,"b":false},"additionalProperties":false}`,
			[]string{`{"a":1}`},
			[]string{`{"b":1}`, `{"c":1}`},
			[]string{
				"#/properties/a: is true, which draft 4 does not know; it is read as any value",
				"#/properties/b: is false, which draft 4 does not know; it is read as no value at all",
			},
		},
	})
}

func TestNullable(t *testing.T) {
	const words = `"nullable" is read as OpenAPI 3.0 does: null is allowed`
	one := []string{"the schema: " + words}
	testRepairs(t, []repaired{
		{"type", `{"type":"string","nullable":true}`, []string{`"x"`, `null`}, []string{`1`}, one},
		{"types", `{"type":["string","null"],"nullable":true}`, []string{`"x"`, `null`}, []string{`1`}, one},
		{"enum", `{"type":"string","enum":["a"],"nullable":true}`, []string{`"a"`, `null`}, []string{`"b"`}, one},
		{"const", `{"const":"a","nullable":true}`, []string{`"a"`, `null`}, []string{`"b"`}, one},
		{"reference", `{"$ref":"#/$defs/a","nullable":true,"$defs":{"a":{"type":"string"}}}`, []string{`"a"`, `null`}, []string{`1`}, one},
		{"allOf", `{"allOf":[{"type":"string"}],"nullable":true}`, []string{`"a"`, `null`}, []string{`1`}, one},
		{"anyOf", `{"anyOf":[{"type":"string"}],"nullable":true}`, []string{`"a"`, `null`}, []string{`1`}, one},
		{"oneOf", `{"oneOf":[{"type":"string"},{"type":["integer","null"]}],"nullable":true}`, []string{`"a"`, `null`, `1`}, []string{`true`}, one},
		{
			"all together", `{"type":"object","oneOf":[{"required":["a"]},{"required":["b"]}],"not":{"required":["c"]},"nullable":true}`,
			[]string{`{"a":1}`, `null`},
			[]string{`{}`, `{"a":1,"b":1}`, `{"a":1,"c":1}`},
			one,
		},
		{"false", `{"type":"string","nullable":false}`, []string{`"x"`}, []string{`null`}, nil},
		{"a dialect that has no nullable", `{"$schema":"http://json-schema.org/draft-07/schema#","type":"string","nullable":true}`, []string{`"x"`}, []string{`null`}, nil},
		{
			"a reference past it", `{"allOf":[{"properties":{"q":{"type":"string"}}}],"nullable":true,"properties":{"r":{"$ref":"#/allOf/0/properties/q"}}}`,
			[]string{`{"r":"x"}`, `null`},
			[]string{`{"r":1}`},
			one,
		},
	})
}

// The rules of a resource definition of Kubernetes are programs, which do not run here.
func TestRulesOfKubernetes(t *testing.T) {
	testRepairs(t, []repaired{
		{
			"rules", `{"type":"object","properties":{"min":{"type":"integer","x-kubernetes-validations":[{"rule":"self > 0"}]}},
				"x-kubernetes-validations":[{"rule":"self.min <= self.max","message":"min is at most max"},{},{"rule":"true"},{"rule":"false"}]}`,
			[]string{`{"min":-1}`},
			[]string{`{"min":"x"}`},
			[]string{
				`the schema: "x-kubernetes-validations" is not checked: "min is at most max", "true", and 1 more`,
				`#/properties/min: "x-kubernetes-validations" is not checked: "self > 0"`,
			},
		},
		{"no rules", `{"type":"integer","x-kubernetes-validations":"none"}`, []string{`1`}, []string{`"x"`}, nil},
	})
}

func TestCommonMistakesAreNormalized(t *testing.T) {
	testRepairs(t, []repaired{
		{
			"Python", `{"type":"dict","properties":{"a":{"type":"str"},"b":{"type":["int","None"]},"c":{"type":"list"},"d":{"type":"any"},"e":{"type":"Float"}}}`,
			[]string{`{"a":"x","b":null,"c":[],"d":1,"e":1.5}`},
			[]string{`[]`, `{"a":1}`, `{"b":1.5}`, `{"c":{}}`, `{"e":"x"}`},
			[]string{
				`the schema: the type "dict" is read as "object"`, `#/properties/a: the type "str" is read as "string"`, `#/properties/b: the type "int" is read as "integer"`,
				`#/properties/b: the type "None" is read as "null"`, `#/properties/c: the type "list" is read as "array"`,
				`#/properties/d: the type "any" is read as any type`, `#/properties/e: the type "Float" is read as "number"`,
			},
		},
		{
			"many of them", `{"properties":{"a":{"type":"STRING"},"b":{"type":"STRING"},"c":{"type":"STRING"},"d":{"type":"STRING"}}}`,
			[]string{`{"a":"x"}`},
			[]string{`{"d":1}`},
			[]string{`#/properties/a and 3 other places: the type "STRING" is read as "string"`},
		},
		{
			"an object as the enum", `{"properties":{"a":{"type":"string","enum":{"c":"Celsius","f":"Fahrenheit"}},"b":{"type":"integer","enum":{"1":"One"}}}}`,
			[]string{`{"a":"c","b":1}`},
			[]string{`{"a":"Celsius"}`, `{"b":2}`},
			[]string{
				`#/properties/a: "enum" is an object; its names are read as the values, and its values as their titles`,
				`#/properties/b: "enum" is an object; its names are read as the values, and its values as their titles`,
			},
		},
		{
			"one required name", `{"properties":{"a":{"type":"string"}},"required":"a"}`,
			[]string{`{"a":"x"}`},
			[]string{`{}`},
			[]string{`the schema: "required" is one name; it is read as a list of it`},
		},
		{
			"an unknown type", `{"properties":{"a":{"type":"money","minimum":1}}}`,
			[]string{`{"a":"x"}`},
			[]string{`{"a":0}`},
			[]string{`#/properties/a: the type "money" is not known, so any type is allowed`},
		},
		{
			"odd lists of types", `{"properties":{"a":{"type":[]},"b":{"type":["string",null]},"c":{"type":["string","str"]},"d":{"type":3}}}`,
			[]string{`{"a":1,"b":null,"c":"x","d":1}`},
			[]string{`{"b":1}`, `{"c":1}`},
			[]string{
				`#/properties/a: "type" names no type, so it is ignored`, `#/properties/b: the type null is read as "null"`,
				`#/properties/c: the type "str" is read as "string"`, "#/properties/d: the type 3 is not known, so any type is allowed",
			},
		},
		{
			"PHP", `{"type":"object","properties":[],"required":[]}`,
			[]string{`{}`},
			[]string{`[]`},
			[]string{`the schema: "properties" is an empty list; it is read as an empty object`},
		},
		{
			"null", `{"type":"object","properties":null,"required":null,"additionalProperties":null,"default":null,"enum":null}`,
			[]string{`{"a":1}`},
			[]string{`[]`},
			[]string{
				`the schema: "properties" is null, so it is ignored`, `the schema: "required" is null, so it is ignored`,
				`the schema: "additionalProperties" is null, so it is ignored`, `the schema: "enum" is null, so it is ignored`,
			},
		},
		{
			"required at the property", `{"properties":{"a":{"type":"string","required":true}}}`,
			[]string{`{"a":""}`},
			[]string{`{}`, `{"a":1}`},
			[]string{`the schema: "a" says itself that it is required, as in draft 3; it is read so`},
		},
		{
			"required at a property within a property", `{"required":["b"],"properties":{"b":{"properties":{"a":{"required":true},"c":{"required":false}}}}}`,
			[]string{`{"b":{"a":1}}`},
			[]string{`{}`, `{"b":{}}`},
			[]string{
				`#/properties/b: "a" says itself that it is required, as in draft 3; it is read so`,
				`#/properties/b/properties/c: "required" is true or false, as in draft 3, and not a list of names, so it is ignored`,
			},
		},
		{
			"odd names", `{"required":["a","a",7]}`,
			[]string{`{"a":1}`},
			[]string{`{}`},
			[]string{`the schema: "required" has entries that are no names, or twice the same; they are left out`},
		},
		{
			"a text for a schema", `{"properties":{"a":"string","b":"?","c":null,"d":"false"},"additionalProperties":"int"}`,
			[]string{`{"a":"x","b":1,"c":1,"z":1}`},
			[]string{`{"a":1}`, `{"d":1}`, `{"z":"x"}`},
			[]string{
				`#/properties/a: is the text string; it is read as the type "string"`, `#/properties/b: is no schema but "?", so any value is allowed`,
				"#/properties/c: is no schema but null, so any value is allowed", "#/properties/d: is the text false; it is read as the boolean",
				`#/additionalProperties: is the text int; it is read as the type "integer"`,
			},
		},
		{
			"lists that are none", `{"allOf":[],"anyOf":{},"items":[]}`,
			[]string{`1`},
			nil,
			[]string{
				`the schema: "allOf" is no list of schemas, so it is ignored`, `the schema: "anyOf" is no list of schemas, so it is ignored`,
				`the schema: "items" is an empty list, so it is ignored`,
			},
		},
		{
			"one bad keyword", `{"properties":{"a":{"type":"integer","minimum":"1","maximum":5},"b":{"minLength":-1,"maxLength":2},"c":{"multipleOf":0}},"dependentRequired":{"a":"b"}}`,
			[]string{`{"a":-7,"c":3}`},
			[]string{`{"a":6}`, `{"b":"xxx"}`},
			[]string{
				`the schema: "dependentRequired" is not right, so it is ignored`, `#/properties/a: "minimum" must be a number, so it is ignored`,
				`#/properties/b: "minLength" must be at least 0, so it is ignored`, `#/properties/c: "multipleOf" must be more than 0, so it is ignored`,
			},
		},
		{
			"bad keywords of draft 7", `{"$schema":"http://json-schema.org/draft-07/schema#","title":5,"examples":{"a":1},"items":{"minimum":"x","type":"string"},"dependencies":{"a":7}}`,
			[]string{`["x"]`},
			[]string{`[1]`},
			[]string{
				`the schema: "title" must be text, so it is ignored`, `the schema: "examples" must be a list, so it is ignored`,
				`#/items: "minimum" must be a number, so it is ignored`, "#/dependencies/a: is no schema but 7, so any value is allowed",
			},
		},
		{
			"the same value twice", `{"$schema":"http://json-schema.org/draft-07/schema#","enum":["a",1,1.0,"a","b"],"enumNames":["A","One","Eins","Ah","B"]}`,
			[]string{`"b"`},
			[]string{`2`},
			[]string{`the schema: "enum" lists values twice; they are left out`},
		},
		{
			"an identifier twice", `{"$defs":{"a":{"$id":"x","type":"string"},"b":{"$id":"x","$anchor":"q"},"c":{"$anchor":"q"}},"items":{"$ref":"x"},"contains":{"$ref":"#/$defs/b"},"not":{"$ref":"#/$defs/c/not"}}`,
			[]string{`["a"]`},
			[]string{`[1]`},
			[]string{
				`the schema: "not" is not checked, as a part of it cannot be`,
				`#/$defs/b: "$id" is the name of another schema already, so it is ignored`,
				"#/not: cannot be checked: it refers to #/$defs/c/not, which is not part of the schema",
			},
		},
		{
			"bad identifiers", `{"properties":{"a":{"$id":"#/properties/a","type":"string"},"b":{"$id":"http://[x","type":"string"},"c":{"$anchor":"not one"}}}`,
			[]string{`{"a":"x"}`},
			[]string{`{"a":1}`, `{"b":1}`},
			[]string{
				`#/properties/a: "$id" has a fragment, so it is ignored`, `#/properties/b: "$id" is no URL, so it is ignored`,
				`#/properties/c: "$anchor" must match the pattern ^[A-Za-z_][-A-Za-z0-9._]*$, so it is ignored`,
			},
		},
		{
			"absurd numbers", `{"minLength":1,"maxLength":1e20,"minItems":1e999,"minimum":1e99999999,"maximum":5,"enum":["a",1e500],"default":1e500}`,
			[]string{`"abc"`, `-1`},
			[]string{`""`, `6`, `[]`},
			[]string{
				`the schema: "maxLength" is more than anything can have; it is read as 9007199254740991`,
				`the schema: "minItems" is more than anything can have; it is read as 9007199254740991`,
				`the schema: "minimum" holds a number of too many digits, so it is ignored`,
				`the schema: "enum" holds a number of too many digits, so it is ignored`,
				`the schema: "default" holds a number of too many digits, so it is ignored`,
			},
		},
		{
			"the last of two names counts", `{"properties":{"a":{"type":"str"},"a":{"type":"int"}}}`,
			[]string{`{"a":1}`},
			[]string{`{"a":"x"}`},
			[]string{`#/properties: "a" appears more than once; the last one counts`, `#/properties/a: the type "int" is read as "integer"`},
		},
		{
			"the last of many names counts", `{"title":"a","title":"b","properties":{"a":{"type":"string"},"a":{"type":"null"},"a":{"type":"integer"}}}`,
			[]string{`{"a":1}`},
			[]string{`{"a":"x"}`},
			[]string{`the schema: "title" appears more than once; the last one counts (and 2 more like it)`},
		},
		{
			"a keyword of a later dialect", `{"$schema":"http://json-schema.org/draft-07/schema#","prefixItems":[{"type":"str"}],"dependentSchemas":{"a":{"type":"str"}}}`,
			[]string{`[1]`, `{"a":1}`},
			nil,
			nil,
		},
	})
}
