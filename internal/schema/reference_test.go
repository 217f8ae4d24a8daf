package schema_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"a2aform/internal/schema/normalize"
	"a2aform/ui/uitest"
)

// keywordRows show each keyword at work: the drafts that have it, a schema with it, a value that it allows, one that
// it does not ("" where it forbids nothing), and what becomes of it on a form.
var keywordRows = []struct{ keyword, drafts, schema, good, bad, form string }{
	{"type", "all", `{"type":"integer"}`, `1`, `"x"`, "the kind of the field"},
	{"enum", "all", `{"enum":["a","b"]}`, `"a"`, `"c"`, "a choice"},
	{"const", "from 6", `{"const":5}`, `5`, `6`, "a value that is filled in and cannot be changed"},
	{"minimum", "all", `{"minimum":3}`, `3`, `2`, "a bound in the hint"},
	{"maximum", "all", `{"maximum":3}`, `3`, `4`, "a bound in the hint"},
	{"exclusiveMinimum", "all", `{"exclusiveMinimum":3}`, `4`, `3`, "a bound in the hint"},
	{"exclusiveMaximum", "all", `{"exclusiveMaximum":3}`, `2`, `3`, "a bound in the hint"},
	{"multipleOf", "all", `{"multipleOf":5}`, `10`, `7`, "a step in the hint"},
	{"minLength", "all", `{"minLength":2}`, `"ab"`, `"a"`, "a length in the hint"},
	{"maxLength", "all", `{"maxLength":2}`, `"ab"`, `"abc"`, "a length in the hint"},
	{"pattern", "all", `{"pattern":"^[a-z]+$"}`, `"ab"`, `"A"`, "an example in the hint, else the pattern"},
	{"format", "all", `{"type":"string","format":"date"}`, `"2026-03-14"`, ``, "an editor for dates, times and addresses; a sample in the hint"},
	{"contentEncoding", "from 7", `{"contentEncoding":"base64"}`, `"YQ=="`, ``, "a field that takes a file"},
	{"contentMediaType", "from 7", `{"contentMediaType":"image/png"}`, `"x"`, ``, "the type of the file"},
	{"contentSchema", "from 2019-09", `{"contentSchema":{"type":"object"}}`, `"{}"`, ``, "nothing"},
	{"properties", "all", `{"properties":{"a":{"type":"string"}}}`, `{"a":"x"}`, `{"a":1}`, "a field each, in the order of the schema"},
	{"required", "all", `{"required":["a"]}`, `{"a":1}`, `{}`, "a mark at the field"},
	{"additionalProperties", "all", `{"additionalProperties":false}`, `{}`, `{"b":1}`, "entries with names of your own, unless it is false"},
	{"patternProperties", "all", `{"patternProperties":{"^n":{"type":"number"}}}`, `{"n1":1}`, `{"n1":"x"}`, "entries with names of your own"},
	{"propertyNames", "from 6", `{"propertyNames":{"maxLength":1}}`, `{"a":1}`, `{"ab":1}`, "checked for the names that you give"},
	{"minProperties", "all", `{"minProperties":1}`, `{"a":1}`, `{}`, "checked"},
	{"maxProperties", "all", `{"maxProperties":1}`, `{"a":1}`, `{"a":1,"b":2}`, "checked"},
	{"dependentRequired", "from 2019-09", `{"dependentRequired":{"a":["b"]}}`, `{"a":1,"b":2}`, `{"a":1}`, "marks that come and go with another field"},
	{"dependentSchemas", "from 2019-09", `{"dependentSchemas":{"a":{"required":["b"]}}}`, `{"a":1,"b":2}`, `{"a":1}`, "fields that come and go with another field"},
	{"dependencies", "all", `{"$schema":"http://json-schema.org/draft-07/schema#","dependencies":{"a":["b"]}}`, `{"a":1,"b":2}`, `{"a":1}`, "as dependentRequired and dependentSchemas"},
	{"items", "all", `{"items":{"type":"string"}}`, `["x"]`, `[1]`, "the fields of each item"},
	{"prefixItems", "from 2020-12", `{"prefixItems":[{"type":"string"}]}`, `["x"]`, `[1]`, "a row for each position"},
	{"additionalItems", "all", `{"$schema":"http://json-schema.org/draft-07/schema#","items":[{}],"additionalItems":false}`, `[1]`, `[1,2]`, "the items behind those with a position"},
	{"contains", "from 6", `{"contains":{"const":1}}`, `[1]`, `[2]`, "checked"},
	{"minContains", "from 2019-09", `{"contains":{"const":1},"minContains":2}`, `[1,1]`, `[1]`, "checked"},
	{"maxContains", "from 2019-09", `{"contains":{"const":1},"maxContains":1}`, `[1]`, `[1,1]`, "checked"},
	{"minItems", "all", `{"minItems":1}`, `[1]`, `[]`, "a number in the hint of the list"},
	{"maxItems", "all", `{"maxItems":1}`, `[1]`, `[1,2]`, "a number in the hint of the list"},
	{"uniqueItems", "all", `{"uniqueItems":true}`, `[1,2]`, `[1,1]`, "checked; with choices, a choice of several"},
	{"allOf", "all", `{"allOf":[{"minimum":1},{"maximum":3}]}`, `2`, `4`, "all of them hold for the field"},
	{"anyOf", "all", `{"anyOf":[{"type":"string"},{"type":"integer"}]}`, `1`, `true`, "a choice between shapes"},
	{"oneOf", "all", `{"oneOf":[{"type":"string"},{"type":"integer"}]}`, `1`, `true`, "a choice between shapes"},
	{"not", "all", `{"not":{"const":1}}`, `2`, `1`, "checked"},
	{"if", "from 7", `{"if":{"required":["a"]},"then":{"required":["b"]}}`, `{}`, `{"a":1}`, "fields that come and go with others"},
	{"then", "from 7", `{"if":{"required":["a"]},"then":{"required":["b"]}}`, `{"a":1,"b":1}`, `{"a":1}`, "fields that come and go with others"},
	{"else", "from 7", `{"if":{"required":["a"]},"else":{"required":["b"]}}`, `{"a":1}`, `{}`, "fields that come and go with others"},
	{"unevaluatedProperties", "from 2019-09", `{"properties":{"a":{}},"unevaluatedProperties":false}`, `{"a":1}`, `{"b":1}`, "as additionalProperties"},
	{"unevaluatedItems", "from 2019-09", `{"prefixItems":[{}],"unevaluatedItems":false}`, `[1]`, `[1,2]`, "as additionalItems"},
	{"$ref", "all", `{"$ref":"#/$defs/a","$defs":{"a":{"type":"string"}}}`, `"x"`, `1`, "followed within the document"},
	{"$dynamicRef", "from 2020-12", `{"$dynamicRef":"#a","$defs":{"a":{"$dynamicAnchor":"a","type":"string"}}}`, `"x"`, `1`, "followed within the document"},
	{"$recursiveRef", "from 2019-09", `{"$schema":"https://json-schema.org/draft/2019-09/schema","properties":{"a":{"$recursiveRef":"#"}},"type":"object"}`, `{"a":{}}`, `{"a":1}`, "followed within the document"},
	{"$defs", "from 2019-09", `{"$defs":{"a":{"type":"string"}}}`, `1`, ``, "the targets of references"},
	{"definitions", "all", `{"definitions":{"a":{"type":"string"}}}`, `1`, ``, "the targets of references"},
	{"$schema", "all", `{"$schema":"https://json-schema.org/draft/2020-12/schema"}`, `1`, ``, "says which draft is meant"},
	{"$id", "from 6", `{"$id":"https://example.com/a"}`, `1`, ``, "the base of references"},
	{"id", "4", `{"$schema":"http://json-schema.org/draft-04/schema#","id":"https://example.com/a"}`, `1`, ``, "the base of references, in draft 4"},
	{"$anchor", "from 2019-09", `{"$anchor":"a"}`, `1`, ``, "a target of references"},
	{"$dynamicAnchor", "from 2020-12", `{"$dynamicAnchor":"a"}`, `1`, ``, "a target of references"},
	{"$recursiveAnchor", "from 2019-09", `{"$schema":"https://json-schema.org/draft/2019-09/schema","$recursiveAnchor":true}`, `1`, ``, "a target of references"},
	{"$vocabulary", "from 2019-09", `{"$vocabulary":{}}`, `1`, ``, "nothing"},
	{"$comment", "from 7", `{"$comment":"x"}`, `1`, ``, "nothing"},
	{"title", "all", `{"title":"x"}`, `1`, ``, "the label of the field"},
	{"description", "all", `{"description":"x"}`, `1`, ``, "the help of the field"},
	{"default", "all", `{"default":1}`, `1`, ``, "filled in at the start if the field is required, else named in the row"},
	{"examples", "from 6", `{"examples":[1]}`, `1`, ``, "shown in the hint of the field"},
	{"readOnly", "from 7", `{"readOnly":true}`, `1`, ``, "left out, unless it is required and has no default"},
	{"writeOnly", "from 7", `{"writeOnly":true}`, `1`, ``, "a secret: not shown and not kept"},
	{"deprecated", "from 2019-09", `{"deprecated":true}`, `1`, ``, "listed last, and marked"},
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
			says = fmt.Sprintf("`%s` %s", row.bad, problems[0].Message())
		}
		fmt.Fprintf(&b, "| `%s` | %s | %s | %s |\n", row.keyword, row.drafts, row.form, cell(says))
	}
	if len(missing) > 0 {
		t.Errorf("the table has no row for %q", missing)
	}
	uitest.Page(t, "../../docs/reference/schemas.md", "keywords", b.String())
}

func cell(text string) string { return strings.ReplaceAll(text, "|", "\\|") }
