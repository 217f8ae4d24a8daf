package a2aclient

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"a2aform/internal/ojson"
)

// A card that says twice where messages go is refused; of other members the last one counts.
func TestAddressTwiceIsRefused(t *testing.T) {
	for card, want := range map[string]string{
		`{"name":"x","skills":[],"url":"https://a.example","url":"https://b.example"}`:                                                                    "member url is there twice",
		`{"name":"x","skills":[],"supportedInterfaces":[{"url":"https://a.example"}],"supportedInterfaces":[{"url":"https://b.example"}]}`:                "member supportedInterfaces is there twice",
		`{"name":"x","skills":[],"additionalInterfaces":[{},{"url":"https://b.example","url":"https://c.example"}],"url":"https://a.example"}`:            "member additionalInterfaces[1].url is there twice",
		`{"name":"x","skills":[],"url":"https://a.example","preferredTransport":"JSONRPC","preferredTransport":"GRPC"}`:                                   "member preferredTransport is there twice",
		`{"name":"x","name":"y","skills":[],"url":"https://a.example","description":"a","description":"b","capabilities":{"streaming":true,"a":1,"a":2}}`: "",
	} {
		_, err := Parse([]byte(card), "card.json")
		if want == "" && err != nil || want != "" && (err == nil || !strings.Contains(err.Error(), want)) {
			t.Errorf("%s:\n%v\nwant %q", card, err, want)
		}
	}
}

// Members of other spellings are read as those of A2A, but for one that is there itself.
func TestOtherSpellingsAreRead(t *testing.T) {
	c := mustCard(t, `{"Name":"x","protocol_version":"1.0","default_input_modes":["text/plain"],"default-output-modes":["text/plain"],
		"Capabilities":{"Streaming":true,"push_notifications":true,"extensions":[{"URI":"urn:e"}]},
		"supported_interfaces":[{"URL":"https://a.example/","transport":"JSONRPC","protocol_version":"1.0"},{"url":"https://b.example/","protocol":"HTTP+JSON"}],
		"provider":{"Organization":"Org"},
		"skill":[{"ID":"s","Name":"Skill","input_modes":["application/json;schema=in"],"tag":["t"]}],"schemas":{"in":{"type":"object"}}}`, "card.json")
	s := c.Skills[0]
	got := fmt.Sprint(c.Name.Exact(), c.Dialect, c.Streaming, c.PushNotifications, len(c.Extensions), c.Provider.Exact(), s.ID.Exact(), s.Name.Exact(), len(s.Inputs), len(s.Tags))
	if want := fmt.Sprint("x", DialectV10, true, true, 1, "Org", "s", "Skill", 1, 1); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	var at []string
	for _, i := range c.Interfaces {
		at = append(at, string(i.Binding)+" "+i.URL.Exact())
	}
	if want := []string{"JSONRPC https://a.example/", "HTTP+JSON https://b.example/"}; !slices.Equal(at, want) {
		t.Errorf("%q", at)
	}
	c = mustCard(t, `{"name":"x","Name":"y","url":"https://a.example/","URL":"https://b.example/","skills":[]}`, "card.json")
	if c.Name.Exact() != "x" || c.Interfaces[0].URL.Exact() != "https://a.example/" {
		t.Errorf("%s at %s", c.Name.Exact(), c.Interfaces[0].URL.Exact())
	}
}

// CorrectNames says where it renamed a member, and returns the same value where it renamed none.
func TestCorrectNames(t *testing.T) {
	parse := func(text string) *ojson.Value {
		v, err := ojson.Parse([]byte(text), ojson.DataLimits)
		if err != nil {
			t.Fatal(err)
		}
		return v
	}
	right := parse(`{"name":"x","capabilities":{"extensions":[{"uri":"u"}]},"skills":[{"id":"a"}],"x-own":1}`)
	if same, found := CorrectNames(right); same != right || found != nil {
		t.Errorf("%s, %v", same.Compact(), found)
	}
	root, found := CorrectNames(parse(`{"url":null,"URL":"u","Skills":[{"id":"a"},{"input_modes":[],"x/y":1}],"capabilities":{"extensions":[{"Params":{}}]}}`))
	if got, want := string(root.Compact()), `{"url":"u","skills":[{"id":"a"},{"inputModes":[],"x/y":1}],"capabilities":{"extensions":[{"params":{}}]}}`; got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	if got, want := fmt.Sprint(found), "[{/URL url false} {/Skills skills false} {/capabilities/extensions/0/Params params false} {/skills/1/input_modes inputModes false}]"; got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	root, found = CorrectNames(parse(`{"URL":"a","Url":"b","uRL":"a","skills":[{"id":"a","ID":"b"}]}`))
	if got, want := string(root.Compact()), `{"url":"a","Url":"b","uRL":"a","skills":[{"id":"a","ID":"b"}]}`; got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	if got, want := fmt.Sprint(found), "[{/URL url false} {/Url url true} {/skills/0/ID id true}]"; got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}

// A schema is read wherever cards have one, and it is said where that was.
func TestSchemasOfSkillsInAnyPlace(t *testing.T) {
	const schema = `{"type":"object","properties":{"city":{"type":"string"}}}`
	for _, tt := range []struct{ skill, card, in, out string }{
		{`"inputSchema":` + schema + `,"outputSchema":` + schema, ``, "skills[].inputSchema", "skills[].outputSchema"},
		{`"input_schema":` + schema + `,"output_schema":` + schema, ``, "skills[].input_schema", "skills[].output_schema"},
		{`"x_input_schema":` + schema + `,"x-output-schema":` + schema, ``, "skills[].x_input_schema", "skills[].x-output-schema"},
		{`"parameters":` + schema, ``, "skills[].parameters", ""},
		{`"parameters":{"temperature":1}`, ``, "", ""},
		{`"parameters":[{"name":"city"}]`, ``, "", ""},
		{`"inputSchema":"none"`, ``, "", ""},
		{`"metadata":{"input_schema":` + schema + `,"outputSchema":` + schema + `}`, ``, "skills[].metadata.input_schema", "skills[].metadata.outputSchema"},
		{``, `"entrypoints":{"w":{"input_schema":` + schema + `,"output_schema":` + schema + `}}`, "entrypoints.w.input_schema", "entrypoints.w.output_schema"},
		{``, `"entrypoints":{"other":{"input_schema":` + schema + `}}`, "", ""},
		{
			``, `"capabilities":{"extensions":[{"uri":"a"},{"uri":"b","params":{"skills":{"w":{"input":` + schema + `,"outputs":{"rows":` + schema + `}}}}}]}`,
			"capabilities.extensions[].params.skills.w.input", "capabilities.extensions[].params.skills.w.outputs.rows",
		},
		{`"parameters":` + schema + `,"metadata":{"input_schema":true}`, `"entrypoints":{"w":{"input":` + schema + `}}`, "skills[].parameters", ""},
	} {
		sep := func(s string) string {
			if s == "" {
				return ""
			}
			return "," + s
		}
		c := mustCard(t, `{"name":"x","url":"http://127.0.0.1/","protocolVersion":"0.3"`+sep(tt.card)+`,"skills":[{"id":"w","inputModes":["text/plain"]`+sep(tt.skill)+`}]}`, "f")
		in, out, private := "", "", false
		for _, i := range c.Skills[0].Inputs {
			in, private = strings.TrimPrefix(i.Rule, "schema from "), i.IsPrivate
			if string(i.Schema) != schema || i.SkillID.Exact() != "w" || !i.Tag.IsEmpty() {
				t.Errorf("%+v", i)
			}
		}
		for _, o := range c.Skills[0].Outputs {
			out = strings.TrimPrefix(o.Rule, "schema from ")
		}
		if in != tt.in || out != tt.out || private != (in != "" && in != "skills[].inputSchema") {
			t.Errorf("%s %s: got %q %q, private %v", tt.skill, tt.card, in, out, private)
		}
	}
}
