package formgen_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"a2aform/formgen"
	"a2aform/formgen/words"
)

const visit = `{"type":"object","required":["city","who"],"anyOf":[{"required":["mail"]},{"required":["phone"]}],"properties":{
	"city":{"type":"string","minLength":2},"mail":{"type":"string"},"phone":{"type":"string"},
	"nights":{"type":"integer","maximum":30},"day":{"type":"string","format":"date"},"mode":{"enum":["r","a"],"x-enumNames":["Rail","Air"]},
	"who":{"type":"object","required":["name"],"properties":{"name":{"type":"string"}}},
	"pay":{"oneOf":[{"type":"object","additionalProperties":false,"required":["card"],"properties":{"card":{"type":"string"}}},
		{"type":"object","additionalProperties":false,"required":["iban"],"properties":{"iban":{"type":"string"}}}]},
	"tags":{"type":"array","items":{"type":"string"}},"more":{"type":"object","additionalProperties":{"type":"number"}},"free":{"not":{"required":["z"]}}}}`

func openInput(t *testing.T, schema string) *formgen.Input {
	t.Helper()
	in, err := formgen.Open([]byte(schema))
	if err != nil {
		t.Fatal(err)
	}
	formgen.FormOf(in).SetClock(march)
	return in
}

// bytesOf is nil for "", which leaves a location out.
func bytesOf(text string) []byte {
	if text == "" {
		return nil
	}
	return []byte(text)
}

func TestInputTakesJSON(t *testing.T) {
	in := openInput(t, visit)
	for _, step := range []struct{ pointer, value, want string }{
		{"/nights", `1.50`, `{"nights":1.50,"who":{}}`},
		{"/nights", `"two"`, `{"nights":"two","who":{}}`},
		{"/nights", "", `{"who":{}}`},
		{"/who/name", `"Ada"`, `{"who":{"name":"Ada"}}`},
		{"/tags/0", `"a"`, `{"who":{"name":"Ada"},"tags":["a"]}`},
		{"/tags/1", `"b"`, `{"who":{"name":"Ada"},"tags":["a","b"]}`},
		{"/tags/0", "", `{"who":{"name":"Ada"},"tags":["b"]}`},
		{"/more/a~1b", "2", `{"who":{"name":"Ada"},"tags":["b"],"more":{"a/b":2}}`},
		{"/more/a~1b", "", `{"who":{"name":"Ada"},"tags":["b"],"more":{}}`},
		{"/more", "", `{"who":{"name":"Ada"},"tags":["b"]}`},
		{"/pay/iban", `"DE"`, `{"who":{"name":"Ada"},"pay":{"iban":"DE"},"tags":["b"]}`},
		{"/absent/deeper", "", `{"who":{"name":"Ada"},"pay":{"iban":"DE"},"tags":["b"]}`},
		{"", `{"tags":[], "city":"Oslo"}`, `{"city":"Oslo","tags":[]}`},
		{"", "", `{"who":{}}`},
	} {
		if err := in.Set(step.pointer, bytesOf(step.value)); err != nil || string(in.Value()) != step.want {
			t.Errorf("%s = %s: %s, %v; want %s", step.pointer, step.value, in.Value(), err, step.want)
		}
	}
}

func TestInputTakesTypedText(t *testing.T) {
	in := openInput(t, visit)
	for _, step := range []struct{ pointer, text string }{
		{"/city", "Oslo"}, {"/nights", "3"}, {"/day", "2026-03-14"}, {"/mode", "Air"}, {"/tags", "a, b"}, {"/who", `{"name":"Ada"}`},
	} {
		if err := in.SetText(step.pointer, step.text); err != nil {
			t.Errorf("%s: %v", step.pointer, err)
		}
	}
	const want = `{"city":"Oslo","nights":3,"day":"2026-03-14","mode":"a","who":{"name":"Ada"},"tags":["a","b"]}`
	if got := string(in.Value()); got != want {
		t.Errorf("%s, want %s", got, want)
	}
	number := openInput(t, `{"type":"number"}`)
	if err := number.SetText("", "1.50"); err != nil || string(number.Value()) != "1.50" {
		t.Errorf("%s, %v", number.Value(), err)
	}
}

// What fails changes nothing, also nothing on the way to the location, and no older edit.
func TestFailedSetChangesNothing(t *testing.T) {
	in := openInput(t, visit)
	if err := in.Set("/city", []byte(`"Oslo"`)); err != nil {
		t.Fatal(err)
	}
	before := string(in.Value())
	for _, tt := range []struct{ pointer, value, want string }{
		{"city", "1", "city is not a JSON Pointer: write /city"},
		{"/city", "Oslo", "/city: the value is not JSON: line 1, column 1: expected a value, not 'O'"},
		{"", "{", "the value is not JSON: line 1, column 2: the text ends too early"},
		{"/citty", "1", "/citty: there is no field citty; did you mean city? There is city, mail,"},
		{"/pay/cash", "1", "/pay/cash: there is no field cash"},
		{"/more/a/b", "1", "/more/a/b: there is no field b; /more/a has no fields"},
		{"/tags/4", `"a"`, "/tags/4: there is no item 4; the next one is /tags/0"},
	} {
		if err := in.Set(tt.pointer, []byte(tt.value)); err == nil || !strings.HasPrefix(err.Error(), tt.want) || string(in.Value()) != before {
			t.Errorf("%s = %s: %v, and the value is %s", tt.pointer, tt.value, err, in.Value())
		}
	}
	if err := in.SetText("/mode", "sea"); err == nil || err.Error() != "/mode: sea is not one of Rail, Air" || string(in.Value()) != before {
		t.Errorf("%v, and the value is %s", err, in.Value())
	}
}

func TestInputProblems(t *testing.T) {
	in := openInput(t, visit)
	for pointer, value := range map[string]string{"/nights": "31", "/day": `"2026-02-31"`, "/free": `{"z":1}`, "/more": `{"a":"x"}`} {
		if err := in.Set(pointer, []byte(value)); err != nil {
			t.Fatal(err)
		}
	}
	var got []string
	for _, p := range in.Problems() {
		got = append(got, fmt.Sprintf("%q %s", p.Pointer, p))
	}
	want := []string{
		`"/city" City: required`, `"" Fill in Mail or Phone`, `"/nights" Nights: at most 30`,
		`"/day" Day: February 2026 has 28 days`, `"/who/name" Who › Name: required`, `"/more/a" More › a: not a number`, `"/free" Free: must not have z`,
	}
	if strings.Join(got, "\n") != strings.Join(want, "\n") {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

// A part of a location without fields of its own is named by its path in the data.
func TestProblemsInsideJSON(t *testing.T) {
	const schema = `{"type":"object","properties":{"any":{"type":["object","array"],"items":{"type":"integer"}}}}`
	in := openInput(t, schema)
	if err := in.Set("", []byte(`{"any":[1,"x"]}`)); err != nil {
		t.Fatal(err)
	}
	problems := in.Problems()
	if len(problems) != 1 || problems[0].Pointer != "/any/1" || !strings.Contains(problems[0].String(), ": not a whole number") {
		t.Errorf("%+v", problems)
	}
}

func TestSubmit(t *testing.T) {
	in := openInput(t, visit)
	var invalid *formgen.InvalidError
	if data, err := in.Submit(); data != nil || !errors.As(err, &invalid) || len(invalid.Problems) != 3 {
		t.Fatalf("%s, %v", data, err)
	}
	if got, want := invalid.Error(), "the value is not valid:\n  City: required\n  Fill in Mail or Phone\n  Who › Name: required"; got != want {
		t.Errorf("%s", got)
	}
	const value = `{"city":"Oslo","mail":"a@b.example","nights":1.0,"who":{"name":"Ada"}}`
	if err := in.Set("", []byte(value)); err != nil {
		t.Fatal(err)
	}
	if data, err := in.Submit(); err != nil || string(data) != value || len(in.Problems()) > 0 {
		t.Errorf("%s, %v", data, err)
	}
	none := openInput(t, `{"type":["string","null"]}`)
	if data, err := none.Submit(); data != nil || err == nil || err.Error() != "the value is not valid:\n  the value: required" {
		t.Errorf("%s, %v", data, err)
	}
}

func TestLongErrorsAreCut(t *testing.T) {
	e := &formgen.InvalidError{Problems: make([]formgen.Problem, 12)}
	if got := e.Error(); !strings.HasSuffix(got, "\n  and 2 more") || strings.Count(got, "\n") != 11 {
		t.Error(got)
	}
}

func TestOpenFails(t *testing.T) {
	for schema, want := range map[string]string{
		"":         "the schema is empty",
		`{"type":`: "the schema cannot be read: line 1, column 9: the text ends too early",
		`7`:        "the schema is a JSON number; a schema is an object or a boolean",
		`{"anyOf":[` + strings.Repeat(`{"type":"object"},`, 30_000) + `{}]}`: "the schema has more than 20,000 subschemas",
	} {
		if in, err := formgen.Open([]byte(schema)); in != nil || err == nil || err.Error() != want {
			t.Errorf("%.40s: %v", schema, err)
		}
	}
	const document = `{"a":{"type":"object"},"l":[{"$ref":"#/a"}],"far":{"$ref":"https://example.com/x"},"loop":{"$ref":"#/loop"},"s":"x","e":{}}`
	for pointer, want := range map[string]string{
		"/b":      "the document cannot be used: it has no schema at /b: the document has no b; it has a, l, far, loop, s and e",
		"a":       "a is not a JSON Pointer: write /a",
		"a.b":     "a.b is not a JSON Pointer: write /a/b",
		"#/a.b":   "#/a.b is not a JSON Pointer: write /a.b",
		"#/a":     "#/a is not a JSON Pointer: write /a",
		"/a~":     "/a~ is not a JSON Pointer: write /a~0",
		"/a/":     `the document cannot be used: it has no schema at /a/: /a has no ""; it has type`,
		"/l/0/x":  "the document cannot be used: it has no schema at /l/0/x: /a has no x; it has type",
		"/l/00":   "the document cannot be used: it has no schema at /l/00: /l is a list of 1 item",
		"/l/1":    "the document cannot be used: it has no schema at /l/1: /l is a list of 1 item",
		"/far/x":  "the document cannot be used: it has no schema at /far/x: /far refers to https://example.com/x, which is not in the document",
		"/loop/x": "the document cannot be used: it has no schema at /loop/x: /loop refers to #/loop, which is not in the document",
		"/s/x":    "the document cannot be used: it has no schema at /s/x: /s is text",
		"/a/type": "the document cannot be used: it has no schema at /a/type: /a/type is text",
		"/e/x":    "the document cannot be used: it has no schema at /e/x: /e is empty",
	} {
		if in, err := formgen.OpenAt([]byte(document), pointer); in != nil || err == nil || err.Error() != want {
			t.Errorf("%s: %v", pointer, err)
		}
	}
	for document, want := range map[string]string{
		"": "the document is empty", "openapi: 3.0.3": "the document is not JSON: line 1, column 1: expected a value, not 'o'; convert YAML to JSON first",
	} {
		if in, err := formgen.OpenAt([]byte(document), "/a"); in != nil || err == nil || err.Error() != want {
			t.Errorf("%v", err)
		}
	}
	if in, err := formgen.OpenAt([]byte(`{`), "/a"); in != nil || err == nil || !strings.HasPrefix(err.Error(), "the document is not JSON: ") {
		t.Error(err)
	}
}

func TestNoticesOfInput(t *testing.T) {
	in := openInput(t, `{"type":"object","properties":{"a":{"$ref":"https://example.com/a.json"}}}`)
	if got := in.Notices(); len(got) != 1 || !strings.HasPrefix(got[0], "#/properties/a: cannot be checked: it refers to https://example.com/a.json") {
		t.Errorf("%q", got)
	}
}

// Around an input there is no agent, and none of the screens whose keys the words name.
func TestWordsOfInput(t *testing.T) {
	const schema = `{"type":"object","properties":{"id":{"type":"string","readOnly":true},"photo":{"type":"string","contentEncoding":"base64"},
		"never":{"type":"string","minLength":3,"maxLength":2}}}`
	for _, tt := range []struct {
		form   *formgen.Form
		locked string
		others bool
	}{{open(t, schema), "set by the agent", true}, {formgen.FormOf(openInput(t, schema)), "read-only", false}} {
		if err := formgen.SetText(tt.form, "/photo", "***"); err != nil {
			t.Fatal(err)
		}
		if err := formgen.SetText(tt.form, "/never", "x"); err != nil {
			t.Fatal(err)
		}
		tt.form.Accept(tt.form.Validate()())
		locked := words.LockedText(tt.form.Root().Children()[0])
		if locked != tt.locked || words.OmittedText(formgen.Row{Field: tt.form.Root().Children()[0]}, words.Keys{}) != formgen.Capital(tt.locked) {
			t.Errorf("%q", locked)
		}
		for pointer, key := range map[string]string{"/photo": "Choose a file", "/never": "ask for the review"} {
			x := field(t, tt.form, pointer)
			text := ""
			for _, p := range append(x.Warnings(), x.OwnProblems()...) {
				text += words.Sentence(x, p) + "\n"
			}
			if strings.Contains(text, key) != tt.others || text == "" {
				t.Errorf("%s: %q", pointer, text)
			}
		}
	}
}

// A schema beyond a limit is refused without words about an agent.
func TestSchemaBeyondALimitNamesNoAgent(t *testing.T) {
	const depth = 2000
	_, err := formgen.Open([]byte(strings.Repeat(`{"not":`, depth) + "{}" + strings.Repeat("}", depth)))
	if err == nil || strings.Contains(err.Error(), "agent") || !strings.Contains(err.Error(), "the schema") {
		t.Errorf("%v", err)
	}
}

// A document that is no schema but has some names one of them.
func TestOpenOfADocumentNamesASchemaInIt(t *testing.T) {
	for document, pointer := range map[string]string{
		`{"jsonrpc":"2.0","id":1,"result":{"tools":[{"name":"a","inputSchema":{"type":"object"}}]}}`:                                                                                    "/result/tools/0/inputSchema",
		`{"tools":[{"name":"a","inputSchema":{"type":"object"}}]}`:                                                                                                                      "/tools/0/inputSchema",
		`{"openapi":"3.0.3","paths":{"/a":{"get":{"parameters":[{"schema":{"type":"string"}}]},"post":{"requestBody":{"content":{"application/json":{"schema":{"type":"object"}}}}}}}}`: "/paths/~1a/post/requestBody/content/application~1json/schema",
		`{"openapi":"3.0.3","components":{"schemas":{"Pet":{"type":"object"}}}}`:                                                                                                        "/components/schemas/Pet",
		`{"apiVersion":"apiextensions.k8s.io/v1","kind":"CustomResourceDefinition","spec":{"versions":[{"schema":{"openAPIV3Schema":{"type":"object"}}}]}}`:                             "/spec/versions/0/schema/openAPIV3Schema",
		`{"apiVersion":"v1","kind":"List","items":[{"spec":{"versions":[{"schema":{"openAPIV3Schema":{"type":"object"}}}]}}]}`:                                                          "/items/0/spec/versions/0/schema/openAPIV3Schema",
	} {
		in, err := formgen.Open([]byte(document))
		if want := "this is a document that contains schemas: open one with OpenAt, such as the one at " + pointer; in != nil || err == nil || err.Error() != want {
			t.Errorf("%s\n%v\nwant %s", document, err, want)
		}
		if _, err := formgen.OpenAt([]byte(document), pointer); err != nil {
			t.Error(err)
		}
	}
	for _, schema := range []string{"{}", "true", `{"title":"X"}`, `{"properties":{"schema":{}},"schema":{"type":"object"}}`, "\ufeff{}"} {
		if _, err := formgen.Open([]byte(schema)); err != nil {
			t.Errorf("%s: %v", schema, err)
		}
	}
}

func TestOpenAtFollowsReferences(t *testing.T) {
	const document = `{"paths":{"/pets":{"post":{"requestBody":{"$ref":"#/components/requestBodies/Pet"}}}},"components":{
		"requestBodies":{"Pet":{"content":{"application/json":{"schema":{"$ref":"#/components/schemas/Pet"}}}}},
		"schemas":{"Pet":{"type":"object","required":["name"],"properties":{"name":{"type":"string"}}}}}}`
	for _, pointer := range []string{"/paths/~1pets/post/requestBody/content/application~1json/schema", "/components/schemas/Pet"} {
		in, err := formgen.OpenAt([]byte(document), pointer)
		if err != nil {
			t.Fatal(err)
		}
		if got := fmt.Sprint(in.Problems()); got != "[Name: required]" {
			t.Errorf("%s: %s", pointer, got)
		}
	}
	if in, err := formgen.OpenAt([]byte(`{"type":"integer"}`), ""); err != nil || in.SetText("", "7") != nil {
		t.Error(err)
	}
}

func TestIntOrString(t *testing.T) {
	in := openInput(t, `{"type":"object","properties":{"surge":{"x-kubernetes-int-or-string":true}}}`)
	for value, want := range map[string]string{"25": "[]", `"25%"`: "[]", "true": "[Surge: must be a whole number or text]"} {
		if err := in.Set("/surge", []byte(value)); err != nil {
			t.Fatal(err)
		}
		if got := fmt.Sprint(in.Problems()); got != want {
			t.Errorf("%s: %s", value, got)
		}
	}
	for text, want := range map[string]string{"25": `{"surge":25}`, "25%": `{"surge":"25%"}`} {
		if err := in.SetText("/surge", text); err != nil || string(in.Value()) != want {
			t.Errorf("%s: %s, %v", text, in.Value(), err)
		}
	}
}
