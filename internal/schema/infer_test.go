package schema_test

import (
	"bytes"
	"encoding/json"
	"testing"

	"a2aform/internal/ojson"
	"a2aform/internal/schema"
)

func TestSchema(t *testing.T) {
	tests := []struct{ name, examples, want string }{
		{"none", ``, ``},
		{
			"one object", `{"city":"Rome","nights":3}`,
			`{"type":"object","properties":{"city":{"type":"string","examples":["Rome"]},"nights":{"type":"integer","examples":[3]}},"required":["city","nights"]}`,
		},
		{
			"a member that not every example has", `{"a":1} {"a":2,"b":true}`,
			`{"type":"object","properties":{"a":{"type":"integer","examples":[1,2]},"b":{"type":"boolean","examples":[true]}},"required":["a"]}`,
		},
		{
			"no member in common", `{"a":1} {"b":1}`,
			`{"type":"object","properties":{"a":{"type":"integer","examples":[1]},"b":{"type":"integer","examples":[1]}}}`,
		},
		{"integer and fraction", `[1, 2.5]`, `{"type":"array","items":{"type":"number","examples":[1,2.5]}}`},
		{"written as a fraction", `[2.0]`, `{"type":"array","items":{"type":"number","examples":[2.0]}}`},
		{"empty list", `[]`, `{"type":"array"}`},
		{"null and text", `["a", null]`, `{"type":"array","items":{"type":["string","null"],"examples":["a"]}}`},
		{
			"kinds with parts", `[{"a":null}, "b", 1]`,
			`{"type":"array","items":{"anyOf":[{"type":"object","properties":{"a":{"type":"null"}},"required":["a"]},{"type":["string","integer"],"examples":["b",1]}]}}`,
		},
		{"dates", `["2026-05-14","2026-05-15"]`, `{"type":"array","items":{"type":"string","format":"date","examples":["2026-05-14","2026-05-15"]}}`},
		{"a date and a text", `["2026-05-14","soon"]`, `{"type":"array","items":{"type":"string","examples":["2026-05-14","soon"]}}`},
		{"moments", `["2026-05-14T09:30:00Z"]`, `{"type":"array","items":{"type":"string","format":"date-time","examples":["2026-05-14T09:30:00Z"]}}`},
		{"addresses", `["ada@example.com"]`, `{"type":"array","items":{"type":"string","format":"email","examples":["ada@example.com"]}}`},
		{"links", `["https://example.com/a"]`, `{"type":"array","items":{"type":"string","format":"uri","examples":["https://example.com/a"]}}`},
		{"lines", `["a\nb"]`, `{"type":"array","items":{"type":"string","format":"textarea","examples":["a\nb"]}}`},
		{"choices", `["on","off","on","on","off","off"]`, `{"type":"array","items":{"type":"string","enum":["on","off"]}}`},
		{"too few for choices", `["on","off","on","on","off"]`, `{"type":"array","items":{"type":"string","examples":["on","off"]}}`},
		{"too many to be choices", `["a","b","c","d","a","b"]`, `{"type":"array","items":{"type":"string","examples":["a","b","c"]}}`},
		{"phrases", `["a b","c d","a b","c d","a b","c d"]`, `{"type":"array","items":{"type":"string","examples":["a b","c d"]}}`},
		{"a name that comes twice", `{"a":1,"a":"x"}`, `{"type":"object","properties":{"a":{"type":"string","examples":["x"]}},"required":["a"]}`},
		{"digits", `{"n":123456789012345678901234567890}`, `{"type":"object","properties":{"n":{"type":"integer","examples":[123456789012345678901234567890]}},"required":["n"]}`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := schema.Infer(exampleValues(t, tt.examples)); string(got) != tt.want {
				t.Errorf("got  %s\nwant %s", got, tt.want)
			}
		})
	}
}

func TestExample(t *testing.T) {
	for text, want := range map[string]string{
		`{"a":1}`:                         `{"a":1}`,
		`[1]`:                             `[1]`,
		`Plan a trip: {"city":"Rome"}`:    `{"city":"Rome"}`,
		`Send {x} as {"x":{"y":2}}`:       `{"x":{"y":2}}`,
		"```json\n{\"a\": [1]}\n```":      `{"a":[1]}`,
		`two: {"a":1} or {"b":2}`:         `{"b":2}`,
		`"text"`:                          ``,
		`12`:                              ``,
		`What is {this}?`:                 ``,
		`empty: {}`:                       ``,
		`{"a":`:                           ``,
		``:                                ``,
		`{{{{{{{{{ {"too":"many braces"}`: ``,
	} {
		if got := schema.ExampleOf(text); !got.Exists() != (want == "") || got.Exists() && string(got.Compact()) != want {
			t.Errorf("%s: got %s, want %s", text, got.Compact(), want)
		}
	}
}

func FuzzExample(f *testing.F) {
	f.Add(`{"a":1}`)
	f.Add(`Plan: {"a":[1,2.5,null,"2026-01-01"]}`)
	f.Fuzz(func(t *testing.T, text string) {
		v := schema.ExampleOf(text)
		if v == nil {
			return
		}
		if guess := schema.Infer([]*ojson.Value{v}); !json.Valid(guess) {
			t.Errorf("%s: %s", text, guess)
		}
	})
}

// exampleValues are the JSON values of a text, one after the other.
func exampleValues(t *testing.T, text string) (list []*ojson.Value) {
	t.Helper()
	for dec := json.NewDecoder(bytes.NewBufferString(text)); dec.More(); {
		var one json.RawMessage
		if err := dec.Decode(&one); err != nil {
			t.Fatal(err)
		}
		v, err := ojson.Parse(one, ojson.DataLimits)
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, v)
	}
	return list
}
