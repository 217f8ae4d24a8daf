package a2aclient

import (
	"fmt"
	"strings"
	"testing"
)

// A skill without a schema has a form where its examples say that it takes JSON.
func TestFormsWithoutSchema(t *testing.T) {
	const both = `"examples":["{\"a\":1}",{"a":2,"b":"x"}]`
	const guess = `{"type":"object","properties":{"a":{"type":"integer","examples":[1,2]},"b":{"type":"string","examples":["x"]}},"required":["a"]}`
	tests := []struct{ name, skill, want string }{
		{"JSON and examples", `"inputModes":["application/json"],` + both, guess + " data: guessed from 2 JSON examples, other values can be sent too"},
		{
			"JSON and an example in a sentence", `"inputModes":["application/json"],"examples":["Send {\"a\":true} to begin","or write"]`,
			`{"type":"object","properties":{"a":{"type":"boolean","examples":[true]}},"required":["a"]} data: guessed from 1 JSON example, other values can be sent too`,
		},
		{"JSON and no example", `"inputModes":["application/json"],"examples":["Hello"]`, ""},
		{"text and JSON, all examples JSON", `"inputModes":["text/plain","application/json"],` + both, guess + " data: guessed from 2 JSON examples, other values can be sent too"},
		{"text and JSON, prose too", `"inputModes":["text/plain","application/json"],"examples":["{\"a\":1}","Hello"]`, `{"type":"object","properties":{"a":{"type":"integer","examples":[1]}},"required":["a"]} data: guessed from 1 JSON example, other values can be sent too`},
		{"input beside output", `"inputModes":["application/json"],"examples":[{"input":{"a":1},"output":{"b":2}},"{\"input\":{\"a\":2},\"output\":[]}"]`, `{"type":"object","properties":{"a":{"type":"integer","examples":[1,2]}},"required":["a"]} data: guessed from 2 JSON examples, other values can be sent too`},
		{"input alone", `"inputModes":["application/json"],"examples":[{"input":{"a":1}}]`, `{"type":"object","properties":{"input":{"type":"object","properties":{"a":{"type":"integer","examples":[1]}},"required":["a"]}},"required":["input"]} data: guessed from 1 JSON example, other values can be sent too`},
		{"text and JSON, no example", `"inputModes":["text/plain","application/json"]`, ""},
		{"text alone, all examples JSON", `"inputModes":["text/plain"],` + both, guess + " text: guessed from 2 JSON examples, other values can be sent too"},
		{"text alone, prose", `"inputModes":["text/plain"],"examples":["Hello"]`, ""},
		{"images alone", `"inputModes":["image/png"],` + both, ""},
		{"a declared schema", `"inputModes":["application/json;schema=s"],` + both, "{} data: the skill's input mode and the card's schemas"},
		{"an inputSchema", `"inputModes":["application/json"],"inputSchema":{"type":"object"},` + both, `{"type":"object"} data: schema from skills[].inputSchema`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			c := mustCard(t, `{"name":"x","url":"http://127.0.0.1/","protocolVersion":"0.3","schemas":{"s":{}},"skills":[{"id":"k",`+tt.skill+`}]}`, "f")
			var got string
			for _, in := range c.Skills[0].Inputs {
				part := "data"
				if in.AsText {
					part = "text"
				}
				got += fmt.Sprintf("%s %s: %s", in.Schema, part, in.Rule)
				if in.IsGuess != strings.HasPrefix(in.Rule, "guessed") || in.SkillID.Exact() != "k" {
					t.Errorf("%+v", in)
				}
			}
			if s := c.Skills[0]; len(s.Inputs) == 0 && s.JSON && !s.Text {
				t.Error("it takes neither a text nor a form")
			}
			if got != tt.want {
				t.Errorf("got  %s\nwant %s", got, tt.want)
			}
		})
	}
}
