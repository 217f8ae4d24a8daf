package schema

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestSelect(t *testing.T) {
	const (
		plain   = `{"type":"object","$defs":{"A":{"type":"string"}}}`
		defs    = `{"$defs":{"A":{"$ref":"#/$defs/B"},"B":{"type":"string"}}}`
		single  = `{"definitions":{"A":{"type":"string"}}}`
		openAPI = `{"openapi":"3.1.0","info":{},"components":{"schemas":{"Order":{"type":"object"},"a/b":{}}}}`
		api     = `{"openapi":"3.0.3","paths":{"/orders":{"post":{"body":{"items":[{"$ref":"#/components/schemas/Order"}]}},"get":{"body":{"type":"string"}}}},"components":{"schemas":{"Order":{}}}}`
		alone   = `{"result":{"inputSchema":{"$ref":"#/$defs/A","$defs":{"A":{"type":"string"}}}},"$defs":{"A":{"type":"integer"}}}`
		mcp     = `{"tools":[{"name":"add","inputSchema":{"type":"object"}},{"name":"sub","inputSchema":{"type":"array"}},{"name":"none"}]}`
	)
	tests := []struct{ document, name, want, fault string }{
		{plain, "", plain, ""},
		{plain, "A", `{"$ref":"#/$defs/A","$defs":{"A":{"type":"string"}}}`, ""},
		{"true", "", "true", ""},
		{defs, "", "", "it has several schemas; choose one as FILE#NAME: A, B"},
		{defs, "A", `{"$ref":"#/$defs/A","$defs":{"A":{"$ref":"#/$defs/B"},"B":{"type":"string"}}}`, ""},
		{defs, "/$defs/B", `{"$ref":"#/$defs/B","$defs":{"A":{"$ref":"#/$defs/B"},"B":{"type":"string"}}}`, ""},
		{defs, "C", "", "it has no schema C; it has A, B"},
		{defs, "/$defs/C", "", "it has no schema at /$defs/C: /$defs has no C; it has A and B"},
		{single, "", `{"$ref":"#/definitions/A","definitions":{"A":{"type":"string"}}}`, ""},
		{openAPI, "Order", `{"$ref":"#/components/schemas/Order","components":{"schemas":{"Order":{"type":"object"},"a/b":{}}}}`, ""},
		{openAPI, "a/b", `{"$ref":"#/components/schemas/a~1b","components":{"schemas":{"Order":{"type":"object"},"a/b":{}}}}`, ""},
		{mcp, "sub", `{"type":"array"}`, ""},
		{mcp, "none", "", "it has no schema none; it has add, sub"},
		{mcp, "", "", "it has several schemas; choose one as FILE#NAME: add, sub"},
		{api, "/paths/~1orders/post/body", `{"$ref":"#/paths/~1orders/post/body",` + api[len(`{"openapi":"3.0.3",`):], ""},
		{api, "/paths/~1orders/get/body", `{"type":"string"}`, ""},
		{alone, "/result/inputSchema", `{"$ref":"#/$defs/A","$defs":{"A":{"type":"string"}}}`, ""},
		{`{"a":1}`, "x", "", "it has no named schemas, and so no x"},
		{`{"a":`, "", "", "it is not JSON: line 1, column 6: the text ends too early"},
	}
	for _, tt := range tests {
		got, err := selectInFile([]byte(tt.document), tt.name)
		if fault := errorText(err); string(got) != tt.want || fault != tt.fault {
			t.Errorf("%s of %s: %s, %q; want %s, %q", tt.name, tt.document, got, fault, tt.want, tt.fault)
		}
	}
}

func TestRead(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{"a.json": `{"$defs":{"A":{"type":"string"},"B":{}}}`, "odd#name.json": `{"type":"string"}`} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for ref, want := range map[string]string{
		"a.json#B": `{"$ref":"#/$defs/B","$defs":{"A":{"type":"string"},"B":{}}}`, "odd#name.json": `{"type":"string"}`,
		"a.json": "a.json: it has several schemas", "none.json#x": "none.json cannot be read: no such file",
	} {
		got, err := ReadFile(filepath.Join(dir, ref))
		if string(got)+errorText(err) != want && !strings.Contains(errorText(err), want) {
			t.Errorf("%s: %s, %v; want %s", ref, got, err, want)
		}
	}
}

func errorText(err error) string {
	if err == nil {
		return ""
	}
	return err.Error()
}
