package schema_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"a2aform/internal/schema/normalize"
	"a2aform/ui/uitest"
)

// keywordRows show each keyword at work: a schema with it, a value that it allows, one that
// it does not ("" where it forbids nothing), and what becomes of it on a form.
var keywordRows = []struct{ keyword, schema, good, bad, form string }{
	{"type", `{"type":"integer"}`, `1`, `"x"`, "the kind of the field"},
	{"enum", `{"enum":["a","b"]}`, `"a"`, `"c"`, "a choice"},
	{"const", `{"const":5}`, `5`, `6`, "a value that is filled in and cannot be changed"},
	{"minimum", `{"minimum":3}`, `3`, `2`, "a bound in the hint"},
	{"maximum", `{"maximum":3}`, `3`, `4`, "a bound in the hint"},
	{"exclusiveMinimum", `{"exclusiveMinimum":3}`, `4`, `3`, "a bound in the hint"},
	{"exclusiveMaximum", `{"exclusiveMaximum":3}`, `2`, `3`, "a bound in the hint"},
	{"multipleOf", `{"multipleOf":5}`, `10`, `7`, "a step in the hint"},
	{"minLength", `{"minLength":2}`, `"ab"`, `"a"`, "a length in the hint"},
	{"maxLength", `{"maxLength":2}`, `"ab"`, `"abc"`, "a length in the hint"},
	{"pattern", `{"pattern":"^[a-z]+$"}`, `"ab"`, `"A"`, "the pattern in the hint"},
	{"format", `{"type":"string","format":"date"}`, `"2026-03-14"`, ``, "an editor for dates, times and addresses; a sample in the hint"},
	{"contentEncoding", `{"contentEncoding":"base64"}`, `"YQ=="`, ``, "a field that takes a file"},
	{"contentMediaType", `{"contentMediaType":"image/png"}`, `"x"`, ``, "the type of the file"},
	{"contentSchema", `{"contentSchema":{"type":"object"}}`, `"{}"`, ``, "nothing"},
	{"properties", `{"properties":{"a":{"type":"string"}}}`, `{"a":"x"}`, `{"a":1}`, "a field each, in the order of the schema"},
	{"required", `{"required":["a"]}`, `{"a":1}`, `{}`, "a mark at the field"},
	{"additionalProperties", `{"additionalProperties":false}`, `{}`, `{"b":1}`, "entries with names of your own, unless it is false"},
	{"patternProperties", `{"patternProperties":{"^n":{"type":"number"}}}`, `{"n1":1}`, `{"n1":"x"}`, "entries with names of your own"},
	{"propertyNames", `{"propertyNames":{"maxLength":1}}`, `{"a":1}`, `{"ab":1}`, "checked for the names that you give"},
	{"minProperties", `{"minProperties":1}`, `{"a":1}`, `{}`, "checked"},
	{"maxProperties", `{"maxProperties":1}`, `{"a":1}`, `{"a":1,"b":2}`, "checked"},
	{"dependentRequired", `{"dependentRequired":{"a":["b"]}}`, `{"a":1,"b":2}`, `{"a":1}`, "marks that come and go with another field"},
	{"dependentSchemas", `{"dependentSchemas":{"a":{"required":["b"]}}}`, `{"a":1,"b":2}`, `{"a":1}`, "fields that come and go with another field"},
	{"dependencies", `{"$schema":"http://json-schema.org/draft-07/schema#","dependencies":{"a":["b"]}}`, `{"a":1,"b":2}`, `{"a":1}`, "as dependentRequired and dependentSchemas"},
	{"items", `{"items":{"type":"string"}}`, `["x"]`, `[1]`, "the fields of each item"},
	{"prefixItems", `{"prefixItems":[{"type":"string"}]}`, `["x"]`, `[1]`, "a row for each position"},
	{"additionalItems", `{"$schema":"http://json-schema.org/draft-07/schema#","items":[{}],"additionalItems":false}`, `[1]`, `[1,2]`, "the items behind those with a position"},
	{"contains", `{"contains":{"const":1}}`, `[1]`, `[2]`, "checked"},
	{"minContains", `{"contains":{"const":1},"minContains":2}`, `[1,1]`, `[1]`, "checked"},
	{"maxContains", `{"contains":{"const":1},"maxContains":1}`, `[1]`, `[1,1]`, "checked"},
	{"minItems", `{"minItems":1}`, `[1]`, `[]`, "a number in the hint of the list"},
	{"maxItems", `{"maxItems":1}`, `[1]`, `[1,2]`, "a number in the hint of the list"},
	{"uniqueItems", `{"uniqueItems":true}`, `[1,2]`, `[1,1]`, "checked; with choices, a choice of several"},
	{"allOf", `{"allOf":[{"minimum":1},{"maximum":3}]}`, `2`, `4`, "all of them hold for the field"},
	{"anyOf", `{"anyOf":[{"type":"string"},{"type":"integer"}]}`, `1`, `true`, "a choice between shapes"},
	{"oneOf", `{"oneOf":[{"type":"string"},{"type":"integer"}]}`, `1`, `true`, "a choice between shapes"},
	{"not", `{"not":{"const":1}}`, `2`, `1`, "checked"},
	{"if", `{"if":{"required":["a"]},"then":{"required":["b"]}}`, `{}`, `{"a":1}`, "fields that come and go with others"},
	{"then", `{"if":{"required":["a"]},"then":{"required":["b"]}}`, `{"a":1,"b":1}`, `{"a":1}`, "fields that come and go with others"},
	{"else", `{"if":{"required":["a"]},"else":{"required":["b"]}}`, `{"a":1}`, `{}`, "fields that come and go with others"},
	{"unevaluatedProperties", `{"properties":{"a":{}},"unevaluatedProperties":false}`, `{"a":1}`, `{"b":1}`, "as additionalProperties"},
	{"unevaluatedItems", `{"prefixItems":[{}],"unevaluatedItems":false}`, `[1]`, `[1,2]`, "as additionalItems"},
	{"$ref", `{"$ref":"#/$defs/a","$defs":{"a":{"type":"string"}}}`, `"x"`, `1`, "followed within the document"},
	{"$dynamicRef", `{"$dynamicRef":"#a","$defs":{"a":{"$dynamicAnchor":"a","type":"string"}}}`, `"x"`, `1`, "followed within the document"},
	{"$recursiveRef", `{"$schema":"https://json-schema.org/draft/2019-09/schema","properties":{"a":{"$recursiveRef":"#"}},"type":"object"}`, `{"a":{}}`, `{"a":1}`, "followed within the document"},
	{"$defs", `{"$defs":{"a":{"type":"string"}}}`, `1`, ``, "the targets of references"},
	{"definitions", `{"definitions":{"a":{"type":"string"}}}`, `1`, ``, "the targets of references"},
	{"$schema", `{"$schema":"https://json-schema.org/draft/2020-12/schema"}`, `1`, ``, "says which draft is meant"},
	{"$id", `{"$id":"https://example.com/a"}`, `1`, ``, "the base of references"},
	{"id", `{"$schema":"http://json-schema.org/draft-04/schema#","id":"https://example.com/a"}`, `1`, ``, "the base of references, in draft 4"},
	{"$anchor", `{"$anchor":"a"}`, `1`, ``, "a target of references"},
	{"$dynamicAnchor", `{"$dynamicAnchor":"a"}`, `1`, ``, "a target of references"},
	{"$recursiveAnchor", `{"$schema":"https://json-schema.org/draft/2019-09/schema","$recursiveAnchor":true}`, `1`, ``, "a target of references"},
	{"$vocabulary", `{"$vocabulary":{}}`, `1`, ``, "nothing"},
	{"$comment", `{"$comment":"x"}`, `1`, ``, "nothing"},
	{"title", `{"title":"x"}`, `1`, ``, "the label of the field"},
	{"description", `{"description":"x"}`, `1`, ``, "the help of the field"},
	{"default", `{"default":1}`, `1`, ``, "filled in at the start"},
	{"examples", `{"examples":[1]}`, `1`, ``, "shown in the hint of the field"},
	{"readOnly", `{"readOnly":true}`, `1`, ``, "left out, unless it is required and has no default"},
	{"writeOnly", `{"writeOnly":true}`, `1`, ``, "a secret: not shown and not kept"},
	{"deprecated", `{"deprecated":true}`, `1`, ``, "listed last, and marked"},
}

// TestReferenceOfKeywords writes what is done about each keyword into
// docs/reference/schemas.md, from what the program does.
func TestReferenceOfKeywords(t *testing.T) {
	missing := normalize.KeywordNames()
	var b strings.Builder
	b.WriteString("| keyword | drafts | on the form | a value that breaks it |\n|---|---|---|---|\n")
	for _, row := range keywordRows {
		missing = slices.DeleteFunc(missing, func(name string) bool { return name == row.keyword })
		doc := load(t, row.schema)
		if problems := doc.Validate(value(t, row.good)); len(problems) > 0 || len(doc.Notices()) > 0 {
			t.Errorf("%s: %s: %v, %v", row.keyword, row.good, problems, doc.Notices())
		}
		says := "–"
		if row.bad != "" {
			problems := doc.Validate(value(t, row.bad))
			if len(problems) == 0 {
				t.Errorf("%s: %s is valid", row.keyword, row.bad)
				continue
			}
			says = fmt.Sprintf("`%s` %s", row.bad, problems[0].Message)
		}
		fmt.Fprintf(&b, "| `%s` | %s | %s | %s |\n", row.keyword, normalize.Drafts(row.keyword), row.form, cell(says))
	}
	if len(missing) > 0 {
		t.Errorf("the table has no row for %q", missing)
	}
	uitest.Page(t, "../../docs/reference/schemas.md", "keywords", b.String())
}

func cell(text string) string { return strings.ReplaceAll(text, "|", "\\|") }
