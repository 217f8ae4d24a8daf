package schema_test

import (
	"slices"
	"testing"

	"a2aform/internal/schema"
)

func TestWhatStandsInPlaceOfASchemaIsRead(t *testing.T) {
	const (
		city   = `{"type":"object","properties":{"city":{"type":"string"}}}`
		asText = "the schema is a text; it is read as JSON"
		bare   = `the schema has fields without "properties" around them; they are read as the fields`
		list   = "the schema is a list of parameters; they are read as the fields"
	)
	tool := func(member string) string { return "the document is a tool; its " + member + " is read as the schema" }
	tests := []struct{ name, written, want, told string }{
		{"a schema", city, city, ""},
		{"text", `"{\"type\":\"object\",\"properties\":{\"city\":{\"type\":\"string\"}}}"`, city, asText},
		{"text of a tool", `"{\"name\":\"w\",\"inputSchema\":{\"city\":{\"type\":\"string\"}}}"`, city, asText + "; " + tool("inputSchema") + "; " + bare},
		{"bare fields", `{"city":{"type":"string"}}`, city, bare},
		{"bare words", `{"city":"string"}`, `{"type":"object","properties":{"city":"string"}}`, bare},
		{"fields called as keywords", `{"type":{"type":"string"},"title":{"enum":["a"]}}`, `{"type":"object","properties":{"type":{"type":"string"},"title":{"enum":["a"]}}}`, bare},
		{"annotations alone", `{"title":"string","description":"number"}`, `{"title":"string","description":"number"}`, ""},
		{"a keyword with a schema", `{"not":{"type":"string"}}`, `{"not":{"type":"string"}}`, ""},
		{"facts", `{"city":{"country":"Norway"}}`, `{"city":{"country":"Norway"}}`, ""},
		{"parameters", `[{"name":"city","type":"string","required":true}]`, `{"type":"object","properties":{"city":{"type":"string"}},"required":["city"]}`, list},
		{"parameters of OpenAPI", `[{"name":"city","in":"query","schema":{"type":"string"}}]`, city, list},
		{"MCP", `{"name":"w","description":"d","inputSchema":` + city + `}`, city, tool("inputSchema")},
		{"OpenAI", `{"type":"function","function":{"name":"w","parameters":` + city + `}}`, city, tool("parameters")},
		{"OpenAI responses", `{"type":"function","name":"w","parameters":` + city + `}`, city, tool("parameters")},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			d, err := schema.Load([]byte(tt.written))
			if err != nil {
				t.Fatal(err)
			}
			if got := string(d.Raw().Compact()); got != tt.want {
				t.Errorf("read as %s, want %s", got, tt.want)
			}
			if told := slices.Contains(texts(d.Notices()), tt.told); told != (tt.told != "") {
				t.Errorf("notices %q, want %q", texts(d.Notices()), tt.told)
			}
		})
	}
	for _, other := range []string{`"text"`, `[1]`, `[{"name":"a"}]`, `[{"name":"a","type":"string"},{"name":"a","type":"string"}]`} {
		if _, err := schema.Load([]byte(other)); err == nil {
			t.Errorf("%s is read as a schema", other)
		}
	}
}
