package schema_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"a2aform/internal/schema"
)

// A schema in a document of another kind is chosen by its pointer, through references; what is in its place is said.
func TestSchemaWithinADocument(t *testing.T) {
	t.Parallel()
	const document = `{"paths":{"a":{"$ref":"#/shared/b"},"loop":{"$ref":"#/paths/loop"},"out":{"$ref":"other.json"},"gone":{"$ref":"#/nowhere"}},"shared":{"b":{"body":{"type":"string"},"list":[{"type":"integer"},7]}},"text":"x","none":null,"yes":true,"empty":{}}`
	for pointer, want := range map[string]string{
		"/shared/b/body":   `{"type":"string"}`,
		"/paths/a/body":    `{"type":"string"}`,
		"/paths/a/list/0":  `{"type":"integer"}`,
		"/paths/a/list/1":  "it has no schema at /paths/a/list/1: /shared/b/list/1 is 7",
		"/paths/a/list/2":  "/shared/b/list is a list of 2 items",
		"/paths/a/list/00": "/shared/b/list is a list of 2 items",
		"/paths/a/list":    "/shared/b/list is a list",
		"/paths/loop/x":    "/paths/loop refers to #/paths/loop, which is not in the document",
		"/paths/out/x":     "/paths/out refers to other.json, which is not in the document",
		"/paths/gone/x":    "/paths/gone refers to #/nowhere, which is not in the document",
		"/text":            "/text is text",
		"/text/x":          "/text is text",
		"/none":            "/none is null",
		"/yes":             "/yes is true",
		"/empty/x":         "/empty is empty",
		"/shared/c":        "/shared has no c; it has b",
		"/x":               "the document has no x; it has paths, shared, text, none, yes and empty",
		"":                 document,
	} {
		got, err := schema.Within([]byte(document), pointer)
		if err != nil && !strings.HasPrefix(err.Error(), "the document cannot be used: ") || err != nil && !strings.HasSuffix(err.Error(), want) || err == nil && string(got) != want {
			t.Errorf("%s: %s, %v", pointer, got, err)
		}
	}
	for text, want := range map[string]string{" ": "the document is empty", "": "the document is empty", "openapi: 3.1.0": "convert YAML to JSON first", "{": "line 1", "[": "line 1", "\ufeff{}": ""} {
		_, err := schema.Within([]byte(text), "")
		if (err == nil) != (want == "") || err != nil && !strings.Contains(err.Error(), want) || err != nil && want == "line 1" && strings.Contains(err.Error(), "YAML") {
			t.Errorf("%q: %v", text, err)
		}
	}
}

// A document that is no schema itself names one of those in it.
func TestExampleWithinADocument(t *testing.T) {
	t.Parallel()
	for document, want := range map[string]string{
		`{"type":"object"}`:               "",
		`{"a":1}`:                         "",
		`[`:                               "",
		`{"name":"text","age":"integer"}`: "",
		`{"tools":[{"name":"a"},{"name":"b","inputSchema":{"type":"object"}}]}`:                                            "/tools/1/inputSchema",
		`{"tools":[{"name":"b","input_schema":{"type":"object"}}]}`:                                                        "/tools/0/input_schema",
		`{"paths":{"/a":{"get":{"responses":{"200":{"schema":{"type":"string"}}},"requestBody":{"schema":{}}}}}}`:          "/paths/~1a/get/requestBody/schema",
		`{"paths":{"/a":{"get":{"requestBody":{"schema":{}},"responses":{"200":{"schema":{"type":"string"}}}}}}}`:          "/paths/~1a/get/requestBody/schema",
		`{"x":{"schema":7},"components":{"schemas":{"A":{},"B":{}}}}`:                                                      "/components/schemas/A",
		`{"definitions":{"A":{"type":"string"}},"openapi":"3"}`:                                                            "/definitions/A",
		`{"apiVersion":"v1","kind":"CustomResourceDefinition","items":[{"schema":{"openAPIV3Schema":{"type":"object"}}}]}`: "/items/0/schema/openAPIV3Schema",
	} {
		if got := schema.ExampleWithin([]byte(document)); got != want {
			t.Errorf("%s: %q, want %q", document, got, want)
		}
	}
}

// The schemas of a file are named where there is a choice.
func TestNamesOfSchemasInAFile(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		`{"$defs":{"A":{},"B":{}}}`:                 "A B|A B",
		`{"$defs":{"A":{}},"definitions":{"C":{}}}`: "A C|A C",
		`{"$defs":{"A":{}}}`:                        "A|",
		`{"type":"object","$defs":{"A":{},"B":{}}}`: "|",
		`{"enum":[1],"$defs":{"A":{},"B":{}}}`:      "|",
		`{"type":{},"$defs":{"A":{},"B":{}}}`:       "A B|A B",
		`{`:                                         "|",
		`{"tools":[{"name":"a","inputSchema":{}},{"name":"b"}],"components":{"schemas":{"C":{}}}}`: "a C|a C",
	} {
		path := filepath.Join(t.TempDir(), "s.json")
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		if got := strings.Join(schema.NamesIn([]byte(text)), " ") + "|" + strings.Join(schema.NamesInFile(path), " "); got != want {
			t.Errorf("%s: %s, want %s", text, got, want)
		}
	}
	if got := schema.NamesInFile(filepath.Join(t.TempDir(), "none")); got != nil {
		t.Errorf("no file: %q", got)
	}
}
