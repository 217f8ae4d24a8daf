package a2aclient

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"a2aform/internal/safe"
)

const extension = `"extensions":[{"uri":"https://raw.githubusercontent.com/facultyai/a2a-extension-object-schemas/refs/heads/main/v1"}]`

func mustCard(t *testing.T, text, source string) *Card {
	t.Helper()
	c, err := Parse([]byte(text), source)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func TestDialects(t *testing.T) {
	const skills = `"name":"x","skills":[]`
	tests := []struct {
		card, source string
		dialect      Dialect
		evidence     string
		dial         string // binding and version, or part of the refusal
	}{
		{`{` + skills + `,"supportedInterfaces":[{"url":"http://127.0.0.1/","protocolBinding":"JSONRPC","protocolVersion":"1.0"}]}`, "f", DialectV10, "supportedInterfaces", "JSONRPC 1.0"},
		{`{` + skills + `,"supportedInterfaces":[{"url":"http://127.0.0.1/g","protocolBinding":"GRPC","protocolVersion":"1.0"},{"url":"http://127.0.0.1/","protocolBinding":"JSONRPC","protocolVersion":"0.3"}]}`, "f", DialectV10, "supportedInterfaces", "JSONRPC 0.3"},
		{`{` + skills + `,"supportedInterfaces":[{"url":"http://127.0.0.1/","protocolBinding":"JSONRPC"}]}`, "f", DialectV10, "supportedInterfaces", "JSONRPC "},
		{`{` + skills + `,"supportedInterfaces":[null,{"url":"http://127.0.0.1/","protocolBinding":"JSONRPC","protocolVersion":"2.0"}]}`, "f", DialectV10, "supportedInterfaces", "JSONRPC 2.0 (unknown version)"},
		{`{` + skills + `,"url":"http://127.0.0.1/","protocolVersion":"0.3.0"}`, "f", DialectV03, "protocolVersion 0.3.0", "JSONRPC 0.3.0"},
		{`{` + skills + `,"url":"http://127.0.0.1/r","preferredTransport":"HTTP+JSON","protocolVersion":"0.3.0","additionalInterfaces":[{"url":"http://127.0.0.1/r","transport":"HTTP+JSON"},{"url":"http://127.0.0.1/r","transport":"JSONRPC"}]}`, "f", DialectV03, "protocolVersion", "JSONRPC 0.3.0"},
		{`{` + skills + `,"url":"http://127.0.0.1/"}`, "http://127.0.0.1/.well-known/agent.json", DialectV02, "found at agent.json", "JSONRPC "},
		{`{` + skills + `,"url":"http://127.0.0.1/","protocolVersion":"0.2.6"}`, "f", DialectV02, "protocolVersion 0.2.6", "JSONRPC 0.2.6"},
		{`{` + skills + `,"url":"http://127.0.0.1/"}`, "f", DialectV03, "without protocolVersion", "JSONRPC "},
		{`{"name":"x","url":"http://127.0.0.1/","skills":[{"id":"s","inputSchema":{"type":"object"}}]}`, "f", DialectWorkshop, "inputSchema", "JSONRPC "},
		{`{"name":"x","url":"http://127.0.0.1/","protocolVersion":"0.3.0","skills":[{"id":"s","inputSchema":{"type":"object"}}]}`, "f", DialectV03, "protocolVersion", "JSONRPC 0.3.0"},
		{`{"name":"x","api":{"type":"a2a","url":"http://127.0.0.1/"},"capabilities":[{"type":"t","parameters":{"properties":{}}},{"type":"u","parameters":{"max":3}}]}`, "f", DialectSessions, "capabilities is a list", "sessions "},
		{`{` + skills + `,"supportedInterfaces":[{"url":"http://127.0.0.1/","protocolBinding":"GRPC","protocolVersion":"1.0"}]}`, "f", DialectV10, "supportedInterfaces", "GRPC 1.0"},
		{`{` + skills + `,"supportedInterfaces":[{"url":"127.0.0.1:1","protocolBinding":"grpc","protocolVersion":"1.0"},{"url":"http://127.0.0.1/","protocolBinding":"HTTP+JSON","protocolVersion":"1.0"}]}`, "f", DialectV10, "supportedInterfaces", "HTTP+JSON 1.0"},
		{`{` + skills + `,"supportedInterfaces":[{"url":"ftp://h/","protocolBinding":"JSONRPC","protocolVersion":"1.0"}]}`, "f", DialectV10, "supportedInterfaces", "not an http URL"},
		{`{` + skills + `}`, "f", DialectV03, "", "no address"},
	}
	for _, tt := range tests {
		c := mustCard(t, tt.card, tt.source)
		if c.Dialect != tt.dialect || !strings.Contains(c.Evidence, tt.evidence) {
			t.Errorf("%s: %s by %q", tt.card, c.Dialect, c.Evidence)
		}
		a, err := c.Dial()
		got := ""
		var refused *DialError
		if err == nil {
			got = fmt.Sprintf("%s %s", a.Interface().Binding, a.Interface().Version)
		} else if errors.As(err, &refused) {
			got = err.Error()
		}
		if err == nil && got != tt.dial || !strings.Contains(got, tt.dial) {
			t.Errorf("%s: dialed %q, want %q", tt.card, got, tt.dial)
		}
	}
}

func TestForms(t *testing.T) {
	c := mustCard(t, `{"name":"x","url":"http://127.0.0.1/","protocolVersion":"0.3","capabilities":{`+extension+`},
		"defaultInputModes":["application/json;schema=agent","text"],"defaultOutputModes":["application/json;schema=out"],
		"schemas":{"agent":{"n":1.10},"b":{"z":0,"a":0},"odd name":true,"out":{}},
		"skills":[
			{"id":"own","inputModes":["application/json ; charset=utf-8; schema=\"odd name\"","application/json;schema=b"],"outputModes":["application/json;schema=b","application/json;schema=b"]},
			{"id":"none"},
			{"id":"text","inputModes":["text/plain"]},
			{"id":"json","inputModes":["application/json"]},
			{"id":"lost","inputModes":["application/json;schema=gone"],"examples":["{}",{"a":1},5]},
			7]}`, "f")
	var got []string
	for _, s := range append([]Skill{{Inputs: c.Inputs, Text: c.Text, Outputs: c.Outputs}}, c.Skills...) {
		line := s.ID.Exact() + ":"
		for _, in := range s.Inputs {
			line += " " + in.Name.Exact() + "=" + string(in.Schema) + "/" + in.Tag.Exact()
		}
		var outs []string
		for _, out := range s.Outputs {
			outs = append(outs, out.Name.Exact())
		}
		got = append(got, fmt.Sprintf("%s text=%v json=%v out=%v", line, s.Text, s.JSON, outs))
	}
	want := []string{
		`: agent={"n":1.10}/application/json;schema=agent text=true json=false out=[out]`,
		`own: odd name=true/application/json ; charset=utf-8; schema="odd name" b={"z":0,"a":0}/application/json;schema=b text=false json=false out=[b]`,
		`none: agent={"n":1.10}/application/json;schema=agent text=true json=false out=[out]`,
		`text: text=true json=false out=[out]`,
		`json: text=true json=true out=[out]`,
		`lost: text=false json=false out=[out]`,
	}
	if strings.Join(got, "\n") != strings.Join(want, "\n") {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	if ex := c.Skill("lost").Examples; len(ex) != 3 || ex[1].Exact() != `{"a":1}` || c.Skill("x") != nil {
		t.Errorf("examples: %v", ex)
	}
	name, schema, ok := c.OutputSchema(safe.Text(`application/json; schema="b"`))
	if !ok || name != safe.Text("b") || string(schema) != `{"z":0,"a":0}` {
		t.Errorf("OutputSchema: %v %s %v", name, schema, ok)
	}
	if _, _, ok := c.OutputSchema(safe.Text("application/json")); ok {
		t.Error("a tag without a schema")
	}
	if c.Skills[1].Inputs[0].SkillID.Exact() != "none" {
		t.Error("the inherited form does not know its skill")
	}
}

func TestOtherSchemaSources(t *testing.T) {
	c := mustCard(t, `{"name":"x","api":{"type":"a2a","url":"http://127.0.0.1/"},"capabilities":[{"type":"t","parameters":{"properties":{}}},{"type":"u","parameters":{"max":3}}]}`, "f")
	if len(c.Skills) != 2 || len(c.Skills[0].Inputs) != 1 || len(c.Skills[1].Inputs) != 0 || !c.Skills[0].Inputs[0].Tag.IsEmpty() {
		t.Errorf("003: %+v", c.Skills)
	}
	c = mustCard(t, `{"name":"x","url":"http://127.0.0.1/","protocolVersion":"0.3","skills":[{"id":"s","inputModes":["application/json;schema=p"]}],
		"capabilities":{"extensions":[{"uri":"https://x.example/`+objectSchemas+`","params":{"schemas":{"p":{"a":1}}}}]}}`, "f")
	if in := c.Skills[0].Inputs; len(in) != 1 || string(in[0].Schema) != `{"a":1}` || len(c.Warnings) != 0 {
		t.Errorf("params: %+v %v", in, c.Warnings)
	}
}

func TestWarnings(t *testing.T) {
	tests := []struct{ name, card, source, want string }{
		{"no address of http", `{"name":"x","skills":[{"id":"s"}],"url":"file:///etc/passwd"}`, "https://h.example/card", "the address file:///etc/passwd is not http or https"},
		{"a password", `{"name":"x","skills":[{"id":"s"}],"url":"https://u:p@h.example/"}`, "f", "contains a user name or password"},
		{"relative in a file", `{"name":"x","skills":[{"id":"s"}],"url":"/a2a"}`, "f", "is relative"},
	}
	for _, tt := range tests {
		c := mustCard(t, tt.card, tt.source)
		if !strings.Contains(strings.Join(c.Warnings, "\n"), tt.want) {
			t.Errorf("%s: %q", tt.name, c.Warnings)
		}
	}
	c := mustCard(t, `{"name":"x","skills":[{"id":"s"}],"url":"/a2a"}`, "https://h.example/base/card")
	if c.Interfaces[0].URL != safe.Text("https://h.example/a2a") || len(c.Warnings) != 0 {
		t.Errorf("relative: %+v %v", c.Interfaces, c.Warnings)
	}
	for _, path := range []string{"//h.example/card.json", "file://h.example/card.json", "C:/card.json"} { // a file, whatever it looks like
		c = mustCard(t, `{"name":"x","skills":[{"id":"s"}],"url":"http://127.0.0.1/a2a"}`, path)
		if c.Interfaces[0].URL != safe.Text("http://127.0.0.1/a2a") || len(c.Warnings) != 0 {
			t.Errorf("%s: %+v %v", path, c.Interfaces, c.Warnings)
		}
	}
}

func TestIdentityAndCredentials(t *testing.T) {
	c := mustCard(t, "\xef\xbb\xbf"+`{"name":"N","description":"D","version":"1.2","provider":{"organization":"O"},"url":"http://127.0.0.1/","protocolVersion":"0.3.0",
		"capabilities":{"streaming":true,"pushNotifications":true},"skills":[{"id":"s"}],"huge":1e999,
		"securitySchemes":{"b":{"type":"http","scheme":"bearer"},"k":{"apiKeySecurityScheme":{"name":"K"}},"odd":{"type":"magic"}},
		"securityRequirements":[{"schemes":{"b":{"list":["x"]}}}]}`, "f")
	if c.Name.Exact() != "N" || c.Provider.Exact() != "O" || !c.Streaming || !c.PushNotifications || c.Version.Exact() != "1.2" {
		t.Errorf("%+v", c)
	}
	if got := c.AuthNote.Exact(); got != "b (bearer token); also takes k (apiKey), odd (magic)" {
		t.Errorf("credentials: %s", got)
	}
}

func TestCardRequests(t *testing.T) {
	const schemes = `"securitySchemes":{"tok":{"type":"http","scheme":"bearer"},"key":{"type":"apiKey","in":"header","name":"K"}}`
	for card, want := range map[string]string{
		schemes: "tok (bearer token), key (API key), not required for every call",
		schemes + `,"security":[{"tok":[]},{"key":[]}]`:                "tok (bearer token), or key (API key)",
		schemes + `,"security":[{"tok":[],"key":[]},{}]`:               "tok (bearer token) and key (API key), or nothing",
		schemes + `,"security":[{"gone":[]}]`:                          "gone; also takes tok (bearer token), key (API key)",
		`"authentication":{"type":"bearer","instructions":"mail us"}`:  "authentication (bearer token) “mail us”",
		`"auth":{"type":"secret handshake","instructions":"be there"}`: "secret handshake; be there",
	} {
		c := mustCard(t, `{"name":"x","url":"http://127.0.0.1/","skills":[{"id":"s"}],`+card+`}`, "f")
		if got := c.AuthNote.Exact(); got != want {
			t.Errorf("%s:\n%s\nwant\n%s", card, got, want)
		}
	}
}

func TestNotACard(t *testing.T) {
	for text, want := range map[string]string{
		``:                                 "content: it is not JSON",
		`{"name":"x",}`:                    "line 1, column 13",
		`<html>`:                           "not JSON",
		`[]`:                               "not an object",
		`{"name":"package","version":"1"}`: "no url or supportedInterfaces, no skills or capabilities",
		`{"jsonrpc":"2.0","error":{"message":"\u001b"}}`: "an error in JSON, not an agent card",
	} {
		_, err := Parse([]byte(text), "f.json")
		var e *CardError
		if !errors.As(err, &e) || !strings.Contains(err.Error(), want) || !strings.Contains(err.Error(), "f.json") || strings.Contains(err.Error(), "\x1b") {
			t.Errorf("%.40s: %v", text, err)
		}
	}
}

func TestDeepCardIsReadWithoutWhatIsTooDeep(t *testing.T) {
	for _, levels := range []int{300, 20_000} {
		deep := strings.Repeat(`{"a":[`, levels/2) + strings.Repeat("]}", levels/2)
		for _, card := range []string{
			`{"name":"x","url":"http://127.0.0.1/","x-more":` + deep + `,"skills":[{"id":"s"}]}`,
			`{"name":"x","url":"http://127.0.0.1/","skills":[{"id":"s","x-more":` + deep + `}]}`,
			`{"name":"x","url":"http://127.0.0.1/","skills":[{"id":"s"}],"schemas":{"in":` + deep + `}}`,
			`{"agentCard":{"name":"x","url":"http://127.0.0.1/","skills":[{"id":"s"}],"x-more":` + deep + `}}`,
		} {
			c, err := Parse([]byte(card), "f.json")
			if err != nil || len(c.Skills) != 1 || c.Skills[0].ID != safe.Text("s") {
				t.Errorf("%d levels, %.60s: %v", levels, card, err)
			} else if isRead := levels < 10_000 && strings.Contains(card, `"schemas"`); isRead == strings.Contains(strings.Join(c.Warnings, "\n"), "nested more than 256 levels deep; what lies deeper is kept as text") {
				t.Errorf("%d levels, %.60s: %q", levels, card, c.Warnings)
			}
		}
	}
}

func TestBrokenCardsAreNoJSON(t *testing.T) {
	for _, text := range []string{`{"name":`, `{"name":"x","url"`, `{"name":"x"} y`, `{"schemas":{"a":{`, `{"schemas":[1,`, `{`, `nonsense`, ``} {
		_, err := readCard([]byte(text), "f")
		if err == nil || err.Layer != LayerContent {
			t.Errorf("%s: %v", text, err)
		}
	}
}

// Of every schema it is said which rule of the card made it a form, or what an
// answer follows.
func TestRules(t *testing.T) {
	c := mustCard(t, `{"name":"x","url":"http://127.0.0.1/","protocolVersion":"0.3","capabilities":{"extensions":[{"uri":"urn:`+objectSchemas+`","params":{"schemas":{"p":{}}}}]},
		"defaultInputModes":["application/json;schema=a"],"defaultOutputModes":["application/json;schema=a"],"schemas":{"a":{}},
		"skills":[{"id":"own","inputModes":["application/json;schema=a","application/json;schema=p"],"outputModes":["application/json;schema=p"]},
			{"id":"none"},{"id":"w","inputModes":["text"],"outputModes":["text"],"inputSchema":{},"outputSchema":{}}]}`, "f")
	sessions := mustCard(t, `{"name":"x","api":{"type":"a2a","url":"http://127.0.0.1/"},"capabilities":[{"type":"s","parameters":{"properties":{}}}]}`, "f")
	var got []string
	for _, s := range append([]Skill{{Inputs: c.Inputs, Outputs: c.Outputs}}, append(c.Skills, sessions.Skills...)...) {
		for _, in := range s.Inputs {
			got = append(got, s.ID.Exact()+"<"+in.Name.Exact()+": "+in.Rule)
		}
		for _, out := range s.Outputs {
			got = append(got, s.ID.Exact()+">"+out.Name.Exact()+": "+out.Rule)
		}
	}
	want := []string{
		"<a: the agent's own input mode and the card's schemas",
		">a: the agent's own output mode and the card's schemas",
		"own<a: the skill's input mode and the card's schemas",
		"own<p: the skill's input mode and the extension's params",
		"own>p: the skill's output mode and the extension's params",
		"none<a: the agent's input mode, as the skill names none, and the card's schemas",
		"none>a: the agent's output mode, as the skill names none, and the card's schemas",
		"w<: schema from skills[].inputSchema",
		"w>: schema from skills[].outputSchema",
		"s<: schema from capabilities[].parameters",
	}
	if strings.Join(got, "\n") != strings.Join(want, "\n") {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

// Servers that listen on any address write that into their card (rossoctl/examples#139, BerriAI/litellm#20858), and others leave
// out the scheme: this machine and the host of the card are meant. Any other host without a scheme is not used.
func TestAddressesThatAreNoURL(t *testing.T) {
	const source = "http://agent.example:8/.well-known/agent-card.json"
	for _, tt := range []struct{ source, address, want string }{
		{source, "http://0.0.0.0:9/rpc", "http://agent.example:9/rpc"},
		{source, "http://[::]:9/", "http://agent.example:9/"},
		{source, "http://0.0.0.0/", "http://agent.example/"},
		{source, "0.0.0.0:9/rpc", "http://agent.example:9/rpc"},
		{source, "agent.example:9/rpc", "http://agent.example:9/rpc"},
		{source, "agent.example/rpc", "http://agent.example/rpc"},
		{source, "localhost:9/rpc", "http://localhost:9/rpc"},
		{source, "[::1]:9", "http://[::1]:9"},
		{"https://agent.example/card", "agent.example/a2a", "https://agent.example/a2a"},
		{"card.json", "127.0.0.1:9/rpc", "http://127.0.0.1:9/rpc"},
		{source, "other.example:9/rpc", ""},
		{"card.json", "other.example:9/rpc", ""},
		{source, "me@localhost:9/rpc", ""},
	} {
		c, err := Parse([]byte(`{"name":"x","skills":[],"url":"`+tt.address+`"}`), tt.source)
		if err != nil {
			t.Fatal(err)
		}
		a, err := c.Dial()
		switch {
		case tt.want == "":
			if err == nil {
				t.Errorf("%s from %s is used at %s", tt.address, tt.source, a.Interface().URL.Exact())
			}
		case err != nil || a.Interface().URL.Exact() != tt.want || !strings.HasSuffix(a.Interface().Note, tt.want) && !strings.HasSuffix(a.Interface().Note, tt.want+", at the host of the card"):
			t.Errorf("%s from %s: %v, %v, want %s", tt.address, tt.source, a, err, tt.want)
		}
	}
	for _, address := range []string{"http://10.0.0.0:9/", " http://agent.example:8/a ", "/rpc", "rpc"} {
		c, err := Parse([]byte(`{"name":"x","skills":[],"url":"`+address+`"}`), source)
		if err != nil {
			t.Fatal(err)
		}
		if a, err := c.Dial(); err != nil || a.Interface().Note != "" {
			t.Errorf("%q: %+v, %v", address, a.Interface(), err)
		}
	}
}

// Messages go to the address that the user gave, in the way of the card.
func TestEndpoint(t *testing.T) {
	for _, tt := range []struct{ card, endpoint, want string }{
		{`"url":"http://a.example/x","protocolVersion":"0.3.0"`, "http://a.example/y", "JSONRPC http://a.example/y "},
		{`"supportedInterfaces":[{"url":"http://a.example/x","protocolBinding":"HTTP+JSON","protocolVersion":"1.0","tenant":"acme"}]`, "http://a.example/y", "HTTP+JSON http://a.example/y acme"},
		{`"url":"","protocolVersion":"0.3.0"`, "http://b.example/y", "JSONRPC http://b.example/y "},
	} {
		c, err := Parse([]byte(`{"name":"x","skills":[],`+tt.card+`}`), "card.json")
		if err != nil {
			t.Fatal(err)
		}
		a, err := c.Dial(WithEndpoint(tt.endpoint))
		if err != nil {
			t.Fatal(err)
		}
		if i := a.Interface(); string(i.Binding)+" "+i.URL.Exact()+" "+i.Tenant.Exact() != tt.want || a.Choice() != "the address that you gave" {
			t.Errorf("%+v, %s, want %s", i, a.Choice(), tt.want)
		}
		if _, _, differ := a.OtherEndpoint(); differ {
			t.Errorf("%s is another origin", tt.endpoint)
		}
	}
	for text, want := range map[string]string{"localhost:9/a2a": "http://localhost:9/a2a", " agent.example/a2a#x": "https://agent.example/a2a", "": "", "/a2a": "", "ftp://x": "", "http://me@x/": ""} {
		if got, err := ParseEndpoint(text); got != want || (err == nil) != (want != "") {
			t.Errorf("%q is %q, %v, want %q", text, got, err, want)
		}
	}
}

// Details are what a card has of the members that are shown as they are.
func TestDetailsAreThoseThatTheCardHas(t *testing.T) {
	c := mustCard(t, `{"name":"x","url":"https://a.example","documentationUrl":"https://a.example/manual","provider":{"organization":"Org","url":"https://org.example"},"skills":[{"id":"s"}]}`, "card.json")
	var got []string
	for _, d := range c.Details() {
		got = append(got, d.Label+" "+d.Text.Exact())
	}
	if want := []string{"Website https://org.example", "Manual https://a.example/manual"}; !slices.Equal(got, want) {
		t.Errorf("got  %q\nwant %q", got, want)
	}
	if got := c.Skills[0].Details(); len(got) > 0 {
		t.Errorf("%v of a skill without facts", got)
	}
	c = mustCard(t, `{"name":"x","url":"https://a.example","skills":[],"capabilities":{"stateManagement":true}}`, "card.json")
	if got := c.Details(); len(got) != 1 || got[0].Label != "State" {
		t.Errorf("%v", got)
	}
}
