package doctor_test

import (
	"strings"
	"testing"

	"a2aform/internal/qa/doctor"
)

// found is what a card breaks, a line for each finding: the rule, the place, what it is, and how it is put right.
func found(card string) string {
	var lines []string
	for _, f := range doctor.Check([]byte(card), doctor.Options{}).Findings {
		text := f.Rule + " " + f.Pointer + ": " + f.What
		if fixes := doctor.FindRule(f.Rule).Fix; f.Fix != fixes && f.Fix != "" {
			text += " → " + f.Fix
		}
		lines = append(lines, text)
	}
	return strings.Join(lines, "\n")
}

// carded is a card that breaks no rule, with another text in place of one.
func carded(old, with string) string {
	const card = `{"name":"Fights","description":"d","version":"1.0.0","supportedInterfaces":[{"url":"https://example.com/a2a","protocolBinding":"JSONRPC","protocolVersion":"1.0"}],` +
		`"capabilities":{"streaming":true,"extensions":[{"uri":"` + extensionURI + `"}]},"defaultInputModes":["text/plain"],"defaultOutputModes":["text/plain"],` +
		`"schemas":{"in":{"type":"object","properties":{"n":{"type":"integer"}},"examples":[{"n":1}]}},` +
		`"skills":[{"id":"one","name":"One","description":"d","tags":["t"],"inputModes":["text/plain","application/json;schema=in"],"outputModes":["text/plain"]}]}`
	return strings.Replace(card, old, with, 1)
}

// What a card breaks is said with its place and a way to put it right.
func TestCardsThatVary(t *testing.T) {
	t.Parallel()
	if got := found(carded("", "")); got != "" {
		t.Errorf("the card that holds all rules breaks %s", got)
	}
	for _, c := range []struct{ old, with, want string }{
		{`"n":{"type":"integer"}`, `"n":{"type":"integr"}`, `S04 /schemas/in/properties/n/type: the type "integr" is not one of JSON Schema`},
		{`"n":{"type":"integer"}`, `"n":{"type":["integer","strng"]}`, `S04 /schemas/in/properties/n/type/1: the type "strng" is not one of JSON Schema`},
		{`"n":{"type":"integer"}`, `"n":{"type":"any"}`, `S04 /schemas/in/properties/n/type: the type "any" is not one of JSON Schema → leave "type" out`},
		{`"n":{"type":"integer"}`, `"n":{"type":"integer","minimum":3,"maximum":1}`, "S07 /schemas/in/properties/n: minimum 3 is greater than maximum 1: no value is valid\nS10 /schemas/in/examples/0: \"examples\" holds \"{\"n\":1}\", which the schema refuses at \"/n\": it must be at least 3"},
		{`"n":{"type":"integer"}`, `"n":{"type":"integer","minimum":1,"exclusiveMaximum":1}`, "S07 /schemas/in/properties/n: minimum 1 is greater than exclusiveMaximum 1: no value is valid\nS10 /schemas/in/examples/0: \"examples\" holds \"{\"n\":1}\", which the schema refuses at \"/n\": it must be less than 1"},
		{`"n":{"type":"integer"}`, `"n":{"type":"integer","exclusiveMinimum":true,"minimum":0}`, `S05 /schemas/in/properties/n/exclusiveMinimum: "exclusiveMinimum" has the form of another draft → write the bound itself as the value of "exclusiveMinimum"`},
		{`"n":{"type":"integer"}`, `"n":{"type":"integer"},"s":{"type":"string","minLength":3,"maxLength":2}`, `S07 /schemas/in/properties/s: minLength 3 is greater than maxLength 2: no value is valid`},
		{`"n":{"type":"integer"}`, `"n":{"type":"integer"},"s":{"type":"string","pattern":"("}`, `S13 /schemas/in/properties/s/pattern: the pattern is not understood here, and not checked: "("`},
		{`"n":{"type":"integer"}`, `"n":{"type":"integer"},"s":{"type":"string","pattern":"a++"}`, `S13 /schemas/in/properties/s/pattern: the pattern has a possessive repetition, which not every engine supports: "a++"`},
		{`"n":{"type":"integer"}`, `"n":{"type":"integer"},"s":{"type":"string","minLenght":3}`, `S06 /schemas/in/properties/s/minLenght: unknown keyword "minLenght"; did you mean "minLength"? → write "minLength"`},
		{`"n":{"type":"integer"}`, `"n":{"type":"integer"},"s":{"type":"string","Format":"date"}`, `S06 /schemas/in/properties/s/Format: unknown keyword "Format"; did you mean "format"? → write "format"`},
		{`"n":{"type":"integer"}`, `"n":{"type":"integer"},"s":{"$ref":"#/$defs/none"}`, `S02 /schemas/in/properties/s/$ref: $ref "#/$defs/none" points to nothing`},
		{`"n":{"type":"integer"}`, `"n":{"type":"integer"},"s":{"$ref":"other.json"}`, `S03 /schemas/in/properties/s/$ref: $ref "other.json" points outside the card: it is never fetched, and any value is accepted there`},
		{`"n":{"type":"integer"}`, `"n":{"type":"integer"},"s":{"type":"array","items":[{"type":"string"}]}`, `S05 /schemas/in/properties/s/items: "items" has the form of another draft → write "prefixItems"`},
		{`"n":{"type":"integer"}`, `"n":{"type":"integer"},"s":{"type":"string","default":1}`, `S09 /schemas/in/properties/s/default: "default" holds "1", which the schema refuses: it must be text`},
		{`"n":{"type":"integer"}`, `"n":{"type":"integer"},"s":{"oneOf":[{"type":"integer"},{"type":"number"}]}`, `S16 /schemas/in/properties/s/oneOf: the alternatives 0 and 1 both hold for "0"`},
		{`"n":{"type":"integer"}`, `"n":{"allOf":[{"type":"integer"},{"type":"string"}]}`, "S08 /schemas/in/properties/n: no value fits all that the schema demands here\nS10 /schemas/in/examples/0: \"examples\" holds \"{\"n\":1}\", which the schema refuses at \"/n\": it must be text"},
		{`"examples":[{"n":1}]`, `"examples":[{"n":"x"}]`, `S10 /schemas/in/examples/0: "examples" holds "{"n":"x"}", which the schema refuses at "/n": it must be a whole number`},
		{`"examples":[{"n":1}]`, `"required":["m"],"additionalProperties":false`, `S11 /schemas/in/required/0: the member "m" is required, and "additionalProperties": false forbids it`},
		{`"examples":[{"n":1}]`, `"required":["n","n"]`, `S01 /schemas/in/required: "required" items 1 and 2 are equal (keyword "uniqueItems" of the metaschema)`},
		{`"type":"object","properties"`, `"type":"array","properties"`, "O10 /schemas/in: the schema \"in\" does not allow an object\nS10 /schemas/in/examples/0: \"examples\" holds \"{\"n\":1}\", which the schema refuses: it must be a list"},
		{`schema=in"`, `schema=inn"`, `O04 /skills/0/inputModes/1: a mode names the schema "inn", which does not exist`},
		{`schema=in"`, `schema="in\""`, `C01 : the card is not JSON: expected a comma or ], not 'i'`},
		{`"text/plain","application/json;schema=in"`, `"text","json","md"`, "C07 /skills/0/inputModes/0: the mode \"text\" is not a media type → write \"text/plain\"\nC07 /skills/0/inputModes/1: the mode \"json\" is not a media type → write \"application/json\"\nC07 /skills/0/inputModes/2: the mode \"md\" is not a media type → write \"text/markdown\""},
		{`"text/plain","application/json;schema=in"`, `""`, `C07 /skills/0/inputModes/0: the mode "" is not a media type`},
		{`"tags":["t"],`, ``, `C08 /skills/0: the skill "one" has no tags`},
		{`"id":"one"`, `"id":""`, `C04 /skills/0/id: "id" is empty`},
		{`"skills":[`, `"skills":[{"id":"one","name":"One","description":"d","tags":["t"]},`, `C05 /skills/1/id: the skills 0 and 1 both have the id "one"`},
		{`"description":"d","version"`, `"version"`, `C02 : the card has no "description"`},
		{`"description":"d","version"`, `"description":"  ","version"`, `C02 /description: "description" is empty`},
		{`"description":"d","version"`, `"descripton":"d","version"`, "C02 : the card has no \"description\"\nC09 /descripton: unknown member \"descripton\"; did you mean \"description\"? → write \"description\""},
		{`"version":"1.0.0"`, `"version":1`, `C03 /version: version must be text; a2aform ignores what it cannot read of it`},
		{`https://example.com/a2a`, `http://example.com/a2a`, `N01 /supportedInterfaces/0/url: example.com uses plain http: anybody on the network can read and change what is sent`},
		{`"protocolBinding":"JSONRPC"`, `"protocolBinding":"jsonrpc"`, `V03 /supportedInterfaces/0/protocolBinding: binding "jsonrpc": clients look for JSONRPC → "protocolBinding": "JSONRPC"`},
		{`"protocolVersion":"1.0"`, `"protocolVersion":"1.0.0"`, `V04 /supportedInterfaces/0/protocolVersion: the protocol version "1.0.0" is not MAJOR.MINOR`},
		{`"protocolVersion":"1.0"`, `"protocolVersion":"7"`, `V04 /supportedInterfaces/0/protocolVersion: the protocol version "7" is not MAJOR.MINOR`},
		{`"streaming":true`, `"streaming":"yes"`, `C03 /capabilities/streaming: capabilities.streaming must be true or false; a2aform ignores what it cannot read of it`},
		{`"uri":"` + extensionURI + `"`, `"url":"x"`, "O01 /capabilities: the card has schemas, and does not declare the extension → add {\"uri\": \"https://raw.githubusercontent.com/facultyai/a2a-extension-object-schemas/refs/heads/main/v1\"} to capabilities.extensions\nX01 /capabilities/extensions/0: the extension \"\" has no absolute URI"},
		{`"name":"Fights"`, `"name":"Fights","name":"Fights"`, `C01 /name: the member is there twice, the first one at line 1, column 9: some readers use the first, others the last`},
		{`"name":"Fights"`, `"name":"Fights","securityRequirements":[{"schemes":{"none":{"list":[]}}}]`, `V08 /securityRequirements/0/schemes/none: the scheme "none" is required, and not among "securitySchemes"`},
		{`"name":"Fights"`, `"name":"Fights","securitySchemes":{"a":{"apiKeySecurityScheme":{"location":"head","name":"X"}}}`, `C03 /securitySchemes/a: securitySchemes.a fits none of the 5 alternatives; a2aform ignores what it cannot read of it`},
		{`{"name"`, "\ufeff" + `{"name"`, `C01 : the card begins with a byte order mark, which JSON does not allow`},
		{`Fights`, "Figh\xffts", `C01 : the card is not UTF-8`},
	} {
		if got := found(carded(c.old, c.with)); got != c.want {
			t.Errorf("%s: got\n%s\nwant\n%s", c.with, got, c.want)
		}
	}
}

// A rule that could not be asked is undecided, and is one where nothing else is wrong with the card.
func TestRulesThatWereNotAsked(t *testing.T) {
	t.Parallel()
	rules, err := doctor.SelectRules([]string{"L01", "OS3.2"})
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		card  string
		level doctor.Level
	}{{carded("", ""), doctor.Error}, {carded(`{"n":{"type":"integer"}}`, `{"n":{"$ref":"#/none"}}`), doctor.Note}} {
		report := doctor.Check([]byte(c.card), doctor.Options{})
		report.NotAsked([]byte(c.card), rules, "the agent is down", "an agent that answers")
		n := 0
		for _, f := range report.Findings {
			if f.Rule != "L01" && f.Rule != "OS3.2" {
				continue
			}
			if n++; f.Level != c.level || f.What != "the agent is down" || f.Result != doctor.Undecided {
				t.Errorf("%+v", f)
			}
		}
		if n != 2 {
			t.Errorf("%d rules are undecided", n)
		}
	}
}

// A rule shows the part of its cards that matters.
func TestPartsOfTheCardsOfRules(t *testing.T) {
	t.Parallel()
	for _, r := range doctor.AllRules() {
		if r.Live {
			continue
		}
		trips, holds := r.TripsPart(), r.HoldsPart()
		if trips == "" || holds == "" || len(trips) > 3000 || len(holds) > 6000 {
			t.Errorf("%s: %d bytes trip it, %d hold it", r.ID, len(trips), len(holds))
		}
	}
	if doctor.FindRule("none") != nil {
		t.Error("there is a rule none")
	}
}
