package schema_test

import (
	"strconv"
	"strings"
	"testing"

	"a2aform/internal/safe"
	"a2aform/internal/schema"
)

func TestCountFields(t *testing.T) {
	for text, want := range map[string]int{
		`{"type":"object","properties":{"a":{},"b":{"properties":{"c":{}}}}}`: 2,
		`{"$ref":"#/$defs/x","$defs":{"x":{"properties":{"a":true}}}}`:        1,
		`{"$ref":"#/$defs/none"}`: 0,
		"\n{\"$ref\":\"#\\/$defs/x~1y\",\"$defs\":{\"x\\/y\":{\"properties\":{\"a\":1,\"b\":2}}}}": 2,
		`{"$ref":"http://elsewhere"}`:         0,
		`{"$ref":"#name","properties":{}}`:    0,
		`{"properties":[1,2]}`:                0,
		`{"oneOf":[{"properties":{"a":{}}}]}`: 0,
		`true`:                                0, `[]`: 0, `{`: 0, ``: 0,
		`{"properties":{"a":"` + strings.Repeat("x", 1<<20) + `"}}`: 0,
	} {
		if got := schema.CountFields([]byte(text)); got != want {
			t.Errorf("%.60s: %d, want %d", text, got, want)
		}
	}
}

func TestSchemaStatesThatValueIsNoObject(t *testing.T) {
	for text, want := range map[string]bool{
		`{"type":"array","items":{"type":"object"}}`:             true,
		`{"type":"string"}`:                                      true,
		`{"type":["string","null"]}`:                             true,
		`{"$ref":"#/$defs/x","$defs":{"x":{"type":"array"}}}`:    true,
		`{"$ref":"#/$defs/x","$defs":{"x":{"type":"object"}}}`:   false,
		`{"type":"object","properties":{"a":{"type":"string"}}}`: false,
		`{"type":["array","object"]}`:                            false,
		`{"properties":{"type":{"type":"string"}}}`:              false,
		`{"type":"str","properties":{}}`:                         false, `{"type":7}`: false, `{"type":[]}`: false, `{"type":[1]}`: false,
		`true`: false, `[]`: false, `{`: false, ``: false,
	} {
		if got := schema.StatesNoObject([]byte(text)); got != want {
			t.Errorf("%s: %t, want %t", text, got, want)
		}
	}
}

func TestFields(t *testing.T) {
	text := `{"$ref":"#/$defs/x","$defs":{"x":{"type":"object","required":["b"],"properties":{"a":{"title":"The A"},"b":true,"c":{"title":7}}}}}`
	var got []string
	for _, f := range schema.OutlineFields([]byte(text)) {
		got = append(got, f.Name.Line(0).String()+"|"+f.Title.Line(0).String()+"|"+strconv.FormatBool(f.Required))
	}
	if want := "a|The A|false b||true c||false"; strings.Join(got, " ") != want {
		t.Errorf("%q, want %q", got, want)
	}
	for _, text := range []string{`{"properties":[1]}`, `true`, ``, `{`} {
		if got := schema.OutlineFields([]byte(text)); got != nil {
			t.Errorf("%s: %v", text, got)
		}
	}
}

func TestTitleAndList(t *testing.T) {
	for text, want := range map[string]struct {
		title  string
		isList bool
	}{
		`{"title":"Rows","type":"array"}`:                                 {"Rows", true},
		`{"title":"One","type":"object"}`:                                 {"One", false},
		`{"$ref":"#/$defs/a","$defs":{"a":{"title":"A","type":"array"}}}`: {"A", true},
		`{"title":7,"type":["array","null"]}`:                             {"", false},
		`true`:                                                            {"", false},
	} {
		if title, isList := schema.TitleOf([]byte(text)), schema.IsListSchema([]byte(text)); title != safe.Text(want.title) || isList != want.isList {
			t.Errorf("%s: %q, %v", text, title.Exact(), isList)
		}
	}
}
