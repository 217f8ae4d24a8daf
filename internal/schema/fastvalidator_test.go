package schema_test

import (
	"strconv"
	"strings"
	"testing"

	"a2aform/internal/ojson"
	"a2aform/internal/schema"
)

// proofCases are values by schema. The fast validator must accept the valid ones, as a
// table of them is only fast then, and not the others.
var proofCases = []struct{ schema, valid, invalid string }{
	{`true`, "1\n\"a\"\n[{}]\n{\"a\":[1,2]}\n null ", ``},
	{`{}`, "1\n\"\\ud83d\\ude00\"\n{\"a\":{\"a\":{}}}", ``},
	{`{"type":"null"}`, `null`, "nul\nfalse\n0"},
	{`{"type":"boolean"}`, "true\nfalse", "truer\n0\n\"true\""},
	{`{"type":"string"}`, "\"\"\n\"é\"\n\"\\u0061\"", "1\nnull"},
	{`{"type":"number"}`, "0\n-0\n1.5\n-1e-7\n123456789012345678901234567890.5\n1e400", "\"1\"\ntrue"},
	{`{"type":"integer"}`, "0\n-12\n1.0\n1e2\n1.50e1\n12.0e-0\n1234567890123456789012345\n100e-2\n0.0", "1.5\n1e-1\n105e-2\n1234567890123456789012345.5"},
	{`{"type":["string","null"]}`, "null\n\"\"", "1\n{}"},
	{`{"const":"a"}`, "\"a\"\n\"\\u0061\"", "\"b\"\n1"},
	{`{"const":1}`, "1\n1.0\n10e-1\n0.1e1", "1.01\n\"1\"\ntrue"},
	{`{"const":null}`, "null", "0\n\"\""},
	{`{"enum":["a",2,null,true]}`, "\"a\"\n2\n2.00\nnull\ntrue", "false\n\"2\"\n3\n\"\""},
	{`{"enum":[12345678901234567890123]}`, "12345678901234567890123\n12345678901234567890123.0", "12345678901234567890124"},
	{`{"minimum":1,"maximum":2}`, "1\n1.0\n2\n1.5\n2.0000000000000000000000\n\"a\"\n10e-1", "0.999999\n2.0000000000000000000001\n-1\n3\n-1e5"},
	{`{"exclusiveMinimum":-1.5,"exclusiveMaximum":0}`, "-1\n-1.4999999999999999\n-0.000001", "-1.5\n0\n-0\n0.0\n-2\n1"},
	{`{"minimum":-0.1}`, "-0.1\n0\n-1e-1\n-0.10", "-0.11\n-1"},
	{`{"multipleOf":0.01}`, "1\n1.25\n0\n-0.07\n1e2\n123456789012345678901.25", "0.001\n1.255\n123456789012345678901.255"},
	{`{"multipleOf":3}`, "3\n-9\n0\n6.0\n3e1", "1\n4\n1.5"},
	{`{"minLength":2,"maxLength":3}`, "\"ab\"\n\"éé\"\n\"日本語\"\n\"\\u00e9\\n\"\n\"\\\"\\\\\\/\"\n1", "\"a\"\n\"abcd\"\n\"\\u0061\"\n\"日本語字\""},
	{`{"pattern":"^a[b-d]+$"}`, "\"ab\"\n\"a\\u0062c\"\n12", "\"a\"\n\"b\"\n\"abx\""},
	{`{"pattern":"^(?!x).*$"}`, "\"ab\"", "\"xa\""},
	{`{"items":{"type":"integer"}}`, "[]\n[1, 2 ,3]\n\"a\"\n{}", "[1,\"a\"]\n[null]"},
	{`{"minItems":1,"maxItems":2}`, "[1]\n[1,[2,3,4]]\n1", "[]\n[1,2,3]"},
	{`{"prefixItems":[{"type":"string"},{"type":"integer"}],"items":{"type":"boolean"}}`, "[]\n[\"a\"]\n[\"a\",1]\n[\"a\",1,true]", "[1]\n[\"a\",1,2]"},
	{`{"prefixItems":[true],"items":false}`, "[]\n[1]", "[1,2]"},
	{`{"$schema":"http://json-schema.org/draft-07/schema#","items":[{"type":"string"}],"additionalItems":{"type":"integer"}}`, "[]\n[\"a\",1,2]", "[1]\n[\"a\",\"b\"]"},
	{
		`{"properties":{"a":{"type":"integer"},"b":{"type":"string"}},"required":["a"]}`,
		"{\"a\":1}\n{\"a\":1,\"b\":\"x\"}\n{\"b\":\"x\",\"a\":1}\n{\"c\":[],\"a\":1,\"d\":{}}\n{ \"\\u0061\" : 1 }\n1", "{}\n{\"b\":\"x\"}\n{\"a\":\"x\"}\n{\"a\":1,\"b\":1}\n{\"\\u0061\":\"x\"}\n{\"a\":1,\"\\u0062\":1}",
	},
	{`{"properties":{"a":true},"additionalProperties":false}`, "{}\n{\"a\":{\"b\":1}}", "{\"b\":1}\n{\"a\":1,\"\":2}"},
	{`{"additionalProperties":{"type":"number"}}`, "{}\n{\"a\":1,\"b\":2,\"c\":3.5}", "{\"a\":1,\"b\":\"2\"}"},
	{`{"required":["x"],"additionalProperties":{"type":"number"}}`, "{\"x\":1}", "{\"x\":\"1\"}\n{\"y\":1}"},
	{`{"minProperties":1,"maxProperties":2}`, "{\"a\":1}\n{\"a\":1,\"b\":2}\n[]", "{}\n{\"a\":1,\"b\":2,\"c\":3}"},
	{
		`{"type":"object","properties":{"o":{"type":"object","properties":{"l":{"type":"array","items":{"enum":["x","y"]}}},"required":["l"]}},"required":["o"]}`,
		"{\"o\":{\"l\":[\"x\",\"y\",\"x\"]}}", "{\"o\":{\"l\":[\"z\"]}}\n{\"o\":{}}\n{\"o\":null}",
	},
	{
		`{"$ref":"#/$defs/n","$defs":{"n":{"type":"object","properties":{"v":{"type":"integer"},"next":{"$ref":"#/$defs/n"}},"required":["v"],"additionalProperties":false}}}`,
		"{\"v\":1}\n{\"v\":1,\"next\":{\"v\":2,\"next\":{\"v\":3}}}", "{\"v\":1,\"next\":{}}\n{\"next\":{\"v\":1}}\n{\"v\":1,\"next\":{\"v\":2,\"x\":1}}",
	},
	{`{"properties":{"l":{"items":{"$ref":"#"}}}}`, "{\"l\":[{\"l\":[]},{}]}", ``},
	{`{"$ref":"#/$defs/a","minimum":3,"$defs":{"a":{"type":"integer"}}}`, "3\n4", "2\n3.5"},
	{`{"$schema":"http://json-schema.org/draft-07/schema#","$ref":"#/definitions/a","minimum":3,"definitions":{"a":{"type":"integer"}}}`, "3\n2", "3.5"},
	{
		`{"allOf":[{"type":"object","properties":{"a":{"type":"integer"}}},{"required":["a"]}],"properties":{"b":{"type":"string"}}}`,
		"{\"a\":1}\n{\"a\":1,\"b\":\"x\",\"c\":null}", "{\"a\":\"x\"}\n{\"b\":\"x\"}\n{\"a\":1,\"b\":1}\n1",
	},
	{`{"anyOf":[{"type":"string","maxLength":1},{"type":"null"},{"type":"integer","minimum":5}]}`, "\"a\"\nnull\n5\n6.0", "\"ab\"\n4\ntrue\n5.5"},
	{`{"oneOf":[{"type":"string","maxLength":1},{"type":"null"}]}`, "\"a\"\nnull", "\"ab\"\n1"},
	{`{"oneOf":[{"type":"number"},{"type":"string"},{"enum":[null]},{"$ref":"#/$defs/o"}],"$defs":{"o":{"type":"object","required":["a"]}}}`, "1\n\"a\"\nnull\n{\"a\":1}", "{}\n[]"},
	{`{"oneOf":[{"contains":{"type":"integer"}},{"type":"array"}]}`, ``, "[1]"},
	{`{"oneOf":[{"not":{"type":"string"}},{"type":"integer"},{"type":"string"}]}`, ``, "1"},
	{`{"oneOf":[{"const":[1]},{"type":"array"},{"type":"null"}]}`, "null", "[1]"},
	{`{"format":"date"}`, "\"x\"\n\"2026-01-01\"", ``},
	{`{"$schema":"http://json-schema.org/draft-07/schema#","format":"date"}`, "\"2026-01-01\"\n1\nnull\n[]", "\"x\"\n\"2026-13-01\""},
	{`{"$schema":"http://json-schema.org/draft-04/schema#","minimum":1,"exclusiveMinimum":true}`, "2\n1.1", "1\n0"},
	{`{"if":{"type":"string"},"title":"x"}`, "1\n\"a\"", ``},
	{`{"uniqueItems":true}`, "[]\n[1]", "[1,1]\n[1,1.0]"},
}

func TestFastValidatorAcceptsWhatIsValid(t *testing.T) {
	for _, c := range proofCases {
		loc := load(t, c.schema).Root()
		validator := loc.FastValidator()
		for _, value := range lines(c.valid) {
			if !validator.Holds([]byte(value)) {
				t.Errorf("%s: %s is not proven", c.schema, value)
			}
			if problems := validated(t, loc, value); len(problems) > 0 {
				t.Errorf("%s: %s is invalid: %v", c.schema, value, problems)
			}
		}
		for _, value := range lines(c.invalid) {
			if validator.Holds([]byte(value)) {
				t.Errorf("%s: %s is proven and invalid", c.schema, value)
			}
		}
	}
}

func lines(text string) []string {
	if text == "" {
		return nil
	}
	return strings.Split(text, "\n")
}

func validated(t testing.TB, loc schema.Location, value string) []schema.Problem {
	t.Helper()
	v, err := ojson.Parse([]byte(value), ojson.DataLimits)
	if err != nil {
		t.Fatalf("%s: %v", value, err)
	}
	return loc.Validate(v)
}

// Text that is no JSON, or no JSON that everyone reads alike, is never accepted.
func TestFastValidatorRejectsWhatIsNotJSON(t *testing.T) {
	validator := load(t, `true`).Root().FastValidator()
	deep := strings.Repeat("[", 256) + strings.Repeat("]", 256)
	for _, text := range []string{
		``, ` `, `nul`, `nulll`, `True`, `01`, `-`, `+1`, `.5`, `1.`, `1.e2`, `1e`, `1e+`, `0x1`, `1 2`, `-01`, `NaN`,
		`"`, `"a`, `"\x"`, `"\u12"`, `"\u123g"`, "\"\x01\"", "\"\n\"", "\"\xff\"", "\"\xed\xa0\x80\"", `'a'`, `"\`, `"\u`,
		`[`, `]`, `[1`, `[1,]`, `[,]`, `[1 2]`, `[1,,2]`, `{`, `{"a"}`, `{"a":}`, `{"a":1,}`, `{a:1}`, `{"a":1 "b":2}`, `{1:2}`, `{"a":1}}`, `{,}`,
		`{"a":1,"a":1}`, `{"a":1,"\u0061":1}`, `[{"b":{"a":1,"c":2,"a":3}}]`, `{"\ud800":1}`, "\ufeff1", "1\x00", "1\v",
		`1e401`, `1e-401`, strings.Repeat("1", 1001), `[[` + deep + `]]`, "/**/1",
	} {
		if validator.Holds([]byte(text)) {
			t.Errorf("%.40q is proven", text)
		}
	}
	for _, text := range []string{`[` + deep + `]`, strings.Repeat("1", 1000), "\t\r\n 1 \n", `{"a":{"a":1},"b":{"a":1}}`, `[{"a":1},{"a":1}]`, `1E+400`} {
		if !validator.Holds([]byte(text)) {
			t.Errorf("%.40q is not proven", text)
		}
	}
}

// A name that is declared counts once however it is written.
func TestFastValidatorSeesDuplicates(t *testing.T) {
	var many, names []string
	for i := range 200 {
		many = append(many, `"p`+strconv.Itoa(i)+`":{"type":"integer"}`)
		names = append(names, `"p`+strconv.Itoa(i)+`":1`)
	}
	validator := load(t, `{"properties":{`+strings.Join(many, ",")+`}}`).Root().FastValidator()
	all := strings.Join(names, ",")
	if !validator.Holds([]byte(`{` + all + `,"other":1}`)) {
		t.Error("200 members are not proven")
	}
	for _, text := range []string{`{` + all + `,"p7":1}`, `{` + all + `,"\u007010":1}`, `{"x":1,` + all + `,"x":1}`} {
		if validator.Holds([]byte(text)) {
			t.Errorf("%s … %s is proven", text[:20], text[len(text)-20:])
		}
	}
}

// Keywords that the fast validator does not know make it silent, not wrong.
func TestFastValidatorLeavesUnknownKeywordsToValidate(t *testing.T) {
	for text, values := range map[string]string{
		`{"not":{"type":"string"}}`:                                                     `1`,
		`{"if":{"type":"string"},"then":{"minLength":2}}`:                               "1\n\"ab\"",
		`{"patternProperties":{"^a":{"type":"string"}}}`:                                `{"a":"x"}`,
		`{"propertyNames":{"maxLength":1}}`:                                             `{"a":1}`,
		`{"dependentRequired":{"a":["b"]}}`:                                             `{"a":1,"b":2}`,
		`{"dependentSchemas":{"a":{"required":["b"]}}}`:                                 `{"a":1,"b":2}`,
		`{"properties":{"a":true},"unevaluatedProperties":false}`:                       `{"a":1}`,
		`{"prefixItems":[true],"unevaluatedItems":false}`:                               `[1]`,
		`{"contains":{"type":"string"}}`:                                                `["a"]`,
		`{"uniqueItems":true}`:                                                          `[1,2]`,
		`{"const":{"a":1}}`:                                                             `{"a":1}`,
		`{"oneOf":[{"type":"integer"},{"type":"number","minimum":3}]}`:                  `1`,
		`{"$dynamicRef":"#a","$defs":{"x":{"$dynamicAnchor":"a","type":"string"}}}`:     `"x"`,
		`{"anyOf":[{"not":{}},{"$ref":"#"}]}`:                                           ``,
		`{"$schema":"http://json-schema.org/draft-04/schema#","additionalItems":false}`: ``,
	} {
		loc := load(t, text).Root()
		validator := loc.FastValidator()
		for _, value := range lines(values) {
			if validator.Holds([]byte(value)) {
				t.Errorf("%s: %s is proven: say so in proofCases", text, value)
			}
			if problems := validated(t, loc, value); len(problems) > 0 {
				t.Errorf("%s: %s: %v", text, value, problems)
			}
		}
	}
	if load(t, `{"not":{}}`).Root().FastValidator() != nil {
		t.Error("there is a prover for what cannot be proven")
	}
	if !(schema.Location{}).FastValidator().Holds([]byte(`{"a":1}`)) {
		t.Error("a place that accepts everything does not")
	}
}
