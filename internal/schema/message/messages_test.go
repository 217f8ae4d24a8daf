package message_test

import (
	"strings"
	"testing"

	"a2aform/internal/schema/schematest"
)

func TestProblemMessages(t *testing.T) {
	const shapes = `{"oneOf":[{"title":"Circle","required":["r"]},{"$ref":"#/$defs/Square"},{"title":"Line","properties":{"to":{"type":"number"}}}],
		"$defs":{"Square":{"required":["a"]}}}`
	const paid = `{"oneOf":[{"$ref":"#/$defs/Card"},{"$ref":"#/$defs/Cash"}],"discriminator":{"propertyName":"by"},"$defs":{"Card":{"properties":{"n":{"type":"integer"}}},"Cash":{}}}`
	tests := []struct{ name, schema, value, want string }{
		{"not one", `{"not":{"required":["a"]}}`, `{"a":1}`, " must not have a"},
		{"not both", `{"not":{"required":["a","b"]}}`, `{"a":1,"b":1}`, " must not have both a and b"},
		{"not all", `{"not":{"type":"object","required":["a","b","c"]}}`, `{"a":1,"b":1,"c":1}`, " must not have all of a, b and c"},
		{"not any", `{"not":{"anyOf":[{"required":["a"]},{"required":["b"]}]}}`, `{"b":1}`, " must not have a or b"},
		{"not a constant", `{"not":{"const":"x","description":"no"}}`, `"x"`, " must not be x"},
		{"not a number that looks like text", `{"not":{"const":"5"}}`, `"5"`, ` must not be "5"`},
		{"not of several", `{"not":{"enum":[1,null,{"a":[1]}]}}`, `1`, ` must not be 1, null or {"a":[1]}`},
		{"not of a type", `{"not":{"type":["string","null"]}}`, `"x"`, " must not be text or null"},
		{"not like a pattern", `{"not":{"pattern":"^x"}}`, `"x"`, " must not match the pattern ^x"},
		{"not what has a name", `{"not":{"title":"a weekend","multipleOf":7,"minimum":3}}`, `7`, " must not be: a weekend"},
		{"not something", `{"not":{"multipleOf":7,"minimum":3}}`, `7`, " must not have this form"},
		{"not anything", `{"properties":{"a":{"not":{}}}}`, `{"a":1}`, "/a is not allowed here"},

		{"contains", `{"contains":{"const":5}}`, `[1,"x"]`, " must hold at least 1 item that is 5; holds none"},
		{"contains, in an empty list", `{"contains":{"minimum":5}}`, `[]`, " must hold at least 1 item that matches; holds none"},
		{"minContains", `{"contains":{"minimum":5},"minContains":2}`, `[1,6]`, " must hold at least 2 items that match; holds 1"},
		{"maxContains", `{"contains":{"type":"string"},"maxContains":1}`, `["a","b"]`, " must hold at most 1 item that is text; holds 2"},
		{"contains what requires", `{"contains":{"type":"object","required":["a","b"]},"minContains":2}`, `[{"a":1}]`, " must hold at least 2 items that have both a and b; holds 0"},
		{"uniqueItems", `{"uniqueItems":true}`, `[1,2,1.0]`, " items 1 and 3 are equal"},

		{
			"propertyNames", `{"propertyNames":{"pattern":"^[a-z]+$","maxLength":3}}`, `{"ab":1,"A b":2,"abcd":3}`,
			"/A b the name must match the pattern ^[a-z]+$; /abcd the name must have at most 3 characters, has 4",
		},
		{
			"propertyNames deep down", `{"additionalProperties":{"additionalProperties":{"propertyNames":{"enum":["a","b"]}}}}`,
			`{"x":{"y":{"z":1}},"u":{"v":{"a":1}},"o":{"p":{"b":1}}}`, "/x/y/z the name must be one of a, b",
		},
		{"propertyNames false", `{"propertyNames":false}`, `{"a":1}`, "/a the name is not allowed here"},
		{
			"propertyNames in draft 7", `{"$schema":"http://json-schema.org/draft-07/schema#","items":{"propertyNames":{"const":"k"}}}`, `[{"k":1},{"q":1},{"k":1}]`,
			"/1/q the name must be k",
		},
		{"propertyNames in draft 4", `{"$schema":"http://json-schema.org/draft-04/schema#","propertyNames":{"pattern":7}}`, `{"q":1}`, ""},

		{"dependentRequired", `{"dependentRequired":{"card":["address","zip"]}}`, `{"card":1,"zip":2}`, "/address is required when card is set"},
		{"if, then", `{"if":{"required":["a"]},"then":{"required":["b"],"properties":{"a":{"type":"string"}}}}`, `{"a":1}`, "/a must be text; /b is required"},
		{"else", `{"if":{"required":["a"]},"then":true,"else":{"allOf":[{"required":["c"]}]}}`, `{}`, "/c is required"},

		{"additionalProperties", `{"additionalProperties":false,"properties":{"a":{}}}`, `{"c":1,"a":1,"b":1}`, "/b is not a field of this object; /c is not a field of this object"},
		{"unevaluatedProperties", `{"allOf":[{"properties":{"a":{}}}],"unevaluatedProperties":false}`, `{"a":1,"b":1}`, "/b is not a field of this object"},
		{"unevaluatedProperties and another fault", `{"allOf":[{"properties":{"a":{"type":"string"},"b":{}}}],"unevaluatedProperties":false}`, `{"a":1,"b":1}`, "/a must be text"},
		{
			"a property of that name", `{"properties":{"unevaluatedProperties":false,"items":false}}`, `{"items":1,"unevaluatedProperties":1}`,
			"/items is not allowed here; /unevaluatedProperties is not allowed here",
		},
		{"unevaluatedItems", `{"prefixItems":[true],"unevaluatedItems":false}`, `[1,2]`, "/1 is one item too many"},
		{"items", `{"prefixItems":[true],"items":false}`, `[1,2]`, "/1 is one item too many"},
		{"additionalItems", `{"$schema":"http://json-schema.org/draft-07/schema#","items":[true],"additionalItems":false}`, `[1,2,3]`, " has 2 items too many"},

		{"one of some members", `{"anyOf":[{"required":["a"]},{"required":["b","c"]}]}`, `{"b":1}`, " needs one of: a, b and c"},
		{"exactly one of some members", `{"oneOf":[{"required":["a"]},{"required":["b"],"title":"B"}]}`, `{"a":1,"b":1}`, " needs exactly one of: a, b"},
		{"none of them", `{"oneOf":[{"required":["a"]},{"required":["b"]}]}`, `{}`, " needs exactly one of: a, b"},
		{"one without another", `{"anyOf":[{"required":["a"],"not":{"required":["b"]}},{"not":{"required":["c"]}}]}`, `{"c":1}`, " needs one of: a without b, no c"},

		{"both titles", shapes, `{"a":1,"r":1}`, " fits both Circle and Square, and only one may fit"},
		{"numbers for lack of titles", `{"oneOf":[{"minimum":1},{"minimum":2},{"minimum":3}]}`, `2`, " fits alternatives 1 and 2, and only one may fit"},
		{"none", shapes, `{"to":"x"}`, " fits none of Circle, Square or Line"},
		{"none, without titles", `{"anyOf":[{"minimum":5},{"multipleOf":3}]}`, `2`, " fits none of the 2 alternatives"},
		{"types", `{"anyOf":[{"type":"string"},{"type":"boolean"},{"const":7}]}`, `1`, " must be text, true or false or 7"},
		{
			"the branch with the tag", `{"oneOf":[{"properties":{"kind":{"const":"a"}},"required":["kind","x"]},{"properties":{"kind":{"const":"b"}},"required":["kind","y"]}]}`,
			`{"kind":"b"}`, "/y is required",
		},

		{
			"the branch with the tag in a list", `{"oneOf":[{"properties":{"kind":{"enum":["a","c"]}},"required":["kind","x"]},{"properties":{"kind":{"enum":["b"]}},"required":["kind","y"]}]}`,
			`{"kind":"b"}`, "/y is required",
		},
		{"no branch with the tag", `{"anyOf":[{"properties":{"kind":{"const":"a"},"n":{"const":1}}},{"properties":{"kind":{"const":"b"}}}]}`, `{"kind":"c","n":2}`, " must be a, 1 or b"},
		{"a tag below", `{"anyOf":[{"properties":{"of":{"properties":{"kind":{"const":"a"}}}},"required":["x"]},{"minProperties":2}]}`, `{"of":{"kind":"b"}}`, " fits none of the 2 alternatives"},
		{"the branch of its type", `{"anyOf":[{"enum":["a","b"]},{"type":"string","minLength":5},{"const":7}]}`, `"c"`, " must have at least 5 characters"},
		{"the branch beside null", `{"anyOf":[{"type":"null"},{"type":"object","required":["a"]}]}`, `5`, " must be an object"},
		{"two branches beside null", `{"anyOf":[{"type":"null"},{"type":"object"},{"type":"array"}]}`, `5`, " must be null, an object or a list"},
		{"null as a constant", `{"anyOf":[{"const":null},{"type":"object"}]}`, `5`, " must be null or an object"},

		{"both, and a tag that decides", paid, `{"by":"Cash"}`, ""},
		{"both, and no tag", paid, `{}`, "/by is required: it tells Card and Cash apart"},
		{"both, and another tag", paid, `{"by":"Bond"}`, "/by must be Card or Cash"},
		{"both, and a tag that is no text", paid, `{"by":7}`, "/by must be Card or Cash"},
		{"both, and no object", paid, `7`, " fits both Card and Cash, and only one may fit"},
		{"the one that its tag names is another", paid, `{"by":"Card","n":"x"}`, ""},
		{"both, by a mapping", strings.Replace(paid, `"by"`, `"by","mapping":{"visa":"#/$defs/Card","coins":"Cash"}`, 1), `{"by":"visa"}`, ""},
		{"both, and a tag that the mapping replaces", strings.Replace(paid, `"by"`, `"by","mapping":{"visa":"#/$defs/Card","coins":"Cash"}`, 1), `{"by":"Card"}`, "/by must be visa or coins"},
		{"both, and a branch without a name", strings.Replace(paid, `{"$ref":"#/$defs/Cash"}`, `{"title":"T"}`, 1), `{"by":"T"}`, " fits both Card and T, and only one may fit"},

		{
			"a constant that is no text", `{"properties":{"a":{"const":null},"b":{"const":{"x":[true,"<"]}},"c":{"const":1.50}}}`, `{"a":1,"b":1,"c":1}`,
			`/a must be null; /b must be {"x":[true,"<"]}; /c must be 1.50`,
		},
		{"a choice of one", `{"enum":["a"]}`, `1`, " must be a"},
		{"texts like other values", `{"enum":["1","true","",1]}`, `2`, ` must be one of "1", "true", "", 1`},
		{"a long number", `{"minimum":1e300}`, `1`, " must be at least about 1e+300"},
		{"a format", `{"$schema":"http://json-schema.org/draft-07/schema#","format":"date"}`, `"x"`, " is not a valid date, such as 2026-03-14"},
		{"a name with escapes", `{"additionalProperties":false}`, `{"a/\u001b[2J":1}`, "/a~1\x1b[2J is not a field of this object"},
		{"item 10 after item 9", `{"items":{"type":"string"}}`, `[1,"","","","","","","","",9,10]`, "/0 must be text; /9 must be text; /10 must be text"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			d := schematest.Load(t, tt.schema)
			v := schematest.Value(t, tt.value)
			for range 10 { // the validator has no order
				if got := schematest.Said(d.Validate(v)); got != tt.want {
					t.Fatalf("%q, want %q", got, tt.want)
				}
			}
			if got := schematest.Said(d.Root().Validate(v)); got != tt.want {
				t.Errorf("at the place: %q", got)
			}
		})
	}
}

// Behind the name of a field and a colon, a problem is said in a few words made of the same facts.
func TestProblemInBrief(t *testing.T) {
	for _, tt := range []struct{ schema, value, message, brief string }{
		{`{"type":"integer"}`, `"x"`, "must be a whole number", "not a whole number"},
		{`{"maximum":12}`, `13`, "must be at most 12", "at most 12"},
		{`{"maxLength":3}`, `"four"`, "must have at most 3 characters, has 4", "at most 3 characters, has 4"},
		{`{"contains":{"const":5},"minContains":2}`, `[5]`, "must hold at least 2 items that are 5; holds 1", "at least 2 items that are 5, has 1"},
		{`{"enum":["a","b"]}`, `"c"`, "must be one of a, b", "one of a, b"},
		{`{"required":["a"]}`, `{}`, "is required", "required"},
		{`{"dependentRequired":{"a":["b"]}}`, `{"a":1}`, "is required when a is set", "required when a is set"},
		{`{"additionalProperties":false}`, `{"a":1}`, "is not a field of this object", "not a field of this object"},
		{`{"propertyNames":{"maxLength":1}}`, `{"ab":1}`, "the name must have at most 1 character, has 2", "the name must have at most 1 character, has 2"},
		{`{"not":{"const":5}}`, `5`, "must not be 5", "must not be 5"},
		{`{"uniqueItems":true}`, `[1,1]`, "items 1 and 2 are equal", "items 1 and 2 are equal"},
		{`{"prefixItems":[true],"items":false}`, `[1,2]`, "is one item too many", "one item too many"},
	} {
		problems := schematest.Load(t, tt.schema).Validate(schematest.Value(t, tt.value))
		if len(problems) != 1 || problems[0].Message() != tt.message || problems[0].Brief() != tt.brief {
			t.Errorf("%s: %+v, want %q, %q", tt.schema, problems, tt.message, tt.brief)
		}
	}
}

// A value that fits several branches, of which its tag names one, can be sent: that is a remark.
func TestTagThatDecidesIsARemark(t *testing.T) {
	d := schematest.Load(t, `{"items":{"oneOf":[{"$ref":"#/$defs/Card"},{"$ref":"#/$defs/Cash"}],"discriminator":{"propertyName":"by"}},"$defs":{"Card":{},"Cash":{}}}`)
	problems := d.ValidateAs(schematest.Value(t, `[{"by":"Cash"}]`), nil)
	if said := schematest.Said(problems); said != "/0 fits both Card and Cash, of which by names Cash" || !problems[0].IsAmbiguous() {
		t.Errorf("%q", said)
	}
}
