package a2aclient

import (
	"encoding/json"
	"net/http"
	"strings"
	"testing"

	"a2aform/internal/safe"
)

const schemaCard = `,"schemas":{"fight":{}},"defaultInputModes":["text/plain"]`

// skillCard has a skill with output modes of its own, and one without.
const skillCard = `,"defaultOutputModes":["text/plain","application/json"],"skills":[{"id":"own","outputModes":["text/markdown"]},{"id":"plain"}]`

func TestMessages(t *testing.T) {
	const tag = "application/json;schema=fight"
	exact := json.RawMessage("{ \"z\": 12345678901234567890,\n\"a\":100.10, \"e\":1e400,\"<\":\"\\u0061\" }")
	tests := []struct {
		name, version string
		streaming     bool
		extra         string
		request       Request
		want          string // params
		method        string
	}{
		{
			"1.0 tagged", "1.0", true, schemaCard,
			Request{Data: exact, Tag: safe.Text(tag), SkillID: "s"},
			`{"message":{"messageId":"m","role":"ROLE_USER","parts":[{"data":` + string(exact) + `,"metadata":{"mimeType":"application/json;schema=fight"}}]}}`, "SendStreamingMessage",
		},
		{
			"1.0 tagged, the agent's own mode", "1.0", true, `,"defaultInputModes":["application/json;schema=fight"]`,
			Request{Data: exact, Tag: safe.Text(tag)},
			`{"message":{"messageId":"m","role":"ROLE_USER","parts":[{"data":` + string(exact) + `,"metadata":{"mimeType":"application/json;schema=fight"},"mediaType":"application/json;schema=fight"}]}}`, "SendStreamingMessage",
		},
		{
			"0.3 tagged, not streaming", "0.3.0", false, `,"defaultInputModes":["application/json;schema=fight"]`,
			Request{Data: exact, Tag: safe.Text(tag)},
			`{"message":{"kind":"message","messageId":"m","role":"user","parts":[{"kind":"data","data":` + string(exact) + `,"metadata":{"mimeType":"application/json;schema=fight"}}]},"configuration":{"blocking":false}}`, "message/send",
		},
		{
			"1.0 without a name", "1.0", false, "",
			Request{Data: json.RawMessage(`[1]`), Tag: safe.Text("application/json"), SkillID: "s\"k", ContextID: safe.Text("c")},
			`{"message":{"messageId":"m","contextId":"c","role":"ROLE_USER","parts":[{"data":[1],"metadata":{"mimeType":"application/json"}}],"metadata":{"skillId":"s\"k"}},"configuration":{"returnImmediately":true}}`, "SendMessage",
		},
		{
			"1.0 text that asks for JSON", "1.0", true, skillCard,
			Request{Text: "prices", AnswerSchema: json.RawMessage(`{"type":"array"}`), SkillID: "own"},
			`{"message":{"messageId":"m","role":"ROLE_USER","parts":[{"text":"prices","metadata":{"mediaType":"application/json","schema":{"type":"array"}}}]},"configuration":{"acceptedOutputModes":["application/json","text/markdown"]}}`, "SendStreamingMessage",
		},
		{
			"0.3 text that asks for JSON, not streaming", "0.3.0", false, "",
			Request{Text: "prices", AnswerSchema: json.RawMessage(`{"type":"array"}`)},
			`{"message":{"kind":"message","messageId":"m","role":"user","parts":[{"kind":"text","text":"prices","metadata":{"mimeType":"application/json","schema":{"type":"array"}}}]},"configuration":{"acceptedOutputModes":["application/json","text/plain"],"blocking":false}}`, "message/send",
		},
		{
			"the modes of a skill without any are the agent's", "1.0", false, skillCard,
			Request{Text: "hello", SkillID: "plain", SkillHint: true},
			`{"message":{"messageId":"m","role":"ROLE_USER","parts":[{"text":"hello"}],"metadata":{"skillId":"plain"}},"configuration":{"acceptedOutputModes":["text/plain","application/json"],"returnImmediately":true}}`, "SendMessage",
		},
		{
			"the modes of the skill of a task are not known", "1.0", true, skillCard,
			Request{Text: "blue", TaskID: safe.Text("t")},
			`{"message":{"messageId":"m","taskId":"t","role":"ROLE_USER","parts":[{"text":"blue"}]}}`, "SendStreamingMessage",
		},
		{
			"1.0 untagged answer and text", "1.0", true, "",
			Request{Data: json.RawMessage(`{}`), Text: "<b>\n", TaskID: safe.Text("t"), ContextID: safe.Text("c"), SkillID: "s"},
			`{"message":{"messageId":"m","taskId":"t","contextId":"c","role":"ROLE_USER","parts":[{"data":{}},{"text":"<b>\n"}]}}`, "SendStreamingMessage",
		},
		{
			"0.3 metadata alone", "0.3.0", true, "",
			Request{Metadata: []Metadata{{Key: "https://x/\"v1", Value: json.RawMessage(`{"a":1.0}`)}}, TaskID: safe.Text("t")},
			`{"message":{"kind":"message","messageId":"m","taskId":"t","role":"user","parts":[{"kind":"text","text":""}],"metadata":{"https://x/\"v1":{"a":1.0}}}}`, "message/stream",
		},
		{
			"1.0 metadata, a text and the skill", "1.0", true, "",
			Request{Metadata: []Metadata{{Key: "https://x/v1", Value: json.RawMessage(`{"a":1.0}`)}}, Text: "hello", SkillID: "s", SkillHint: true},
			`{"message":{"messageId":"m","role":"ROLE_USER","parts":[{"text":"hello"}],"metadata":{"https://x/v1":{"a":1.0},"skillId":"s"}}}`, "SendStreamingMessage",
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			f := newFake(t, scripts{tt.method: result(taskV10("TASK_STATE_COMPLETED"))})
			a := agentOf(t, f.URL, tt.version, tt.streaming, tt.extra)
			r := tt.request
			r.MessageID = "m"
			p, err := a.Preview(&r)
			if err != nil {
				t.Fatal(err)
			}
			want := `{"jsonrpc":"2.0","id":"m","method":"` + tt.method + `","params":` + tt.want + `}`
			if string(p.Body) != want {
				t.Errorf("preview\n%s\nwant\n%s", p.Body, want)
			}
			if _, _, err := runAll(a, t, &r); err != nil {
				t.Fatal(err)
			}
			sent := f.received()[0]
			if string(sent.body) != want {
				t.Errorf("received %s", sent.body)
			}
			for name := range p.Header {
				if sent.header.Get(name) != p.Header.Get(name) {
					t.Errorf("header %s: %q, previewed %q", name, sent.header.Get(name), p.Header.Get(name))
				}
			}
			for name := range sent.header {
				if p.Header.Get(name) == "" && name != "Accept-Encoding" && name != "Content-Length" {
					t.Errorf("header %s was not previewed", name)
				}
			}
		})
	}
}

func TestHeaders(t *testing.T) {
	const uri = "https://raw.githubusercontent.com/facultyai/a2a-extension-object-schemas/refs/heads/main/v1"
	card := `{"name":"x","skills":[],"capabilities":{"extensions":[{"uri":"` + uri + `"},{"uri":"https://other"}]},"supportedInterfaces":[{"url":"http://127.0.0.1/","protocolBinding":"JSONRPC","protocolVersion":"VERSION","tenant":"acme"}]}`
	for version, want := range map[string]http.Header{
		"1.0": {"A2a-Extensions": {uri}, "A2a-Version": {"1.0"}},
		"0.3": {"X-A2a-Extensions": {uri}},
	} {
		a, err := mustCard(t, strings.Replace(card, "VERSION", version, 1), "f").Dial()
		if err != nil {
			t.Fatal(err)
		}
		p, err := a.Preview(&Request{Text: "x"})
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range []string{"A2a-Extensions", "A2a-Version", "X-A2a-Extensions"} {
			if strings.Join(p.Header[name], "|") != strings.Join(want[name], "|") {
				t.Errorf("%s: %s is %q", version, name, p.Header[name])
			}
		}
		if !strings.Contains(string(p.Body), `"params":{"tenant":"acme","message"`) {
			t.Errorf("tenant: %s", p.Body)
		}
		if none, _ := a.Preview(&Request{Text: "x", Extensions: []string{}}); strings.Contains(strings.Join(keys(none.Header), " "), "xtensions") {
			t.Errorf("an empty list must name none: %v", none.Header)
		}
	}
}

func keys(h http.Header) (names []string) {
	for name := range h {
		names = append(names, name)
	}
	return names
}

func TestRefusedBeforeSending(t *testing.T) {
	tests := []struct {
		version string
		request Request
		want    string
	}{
		{"1.0", Request{}, "nothing to send"},
		{"1.0", Request{Data: json.RawMessage(`{"a":}`)}, "not JSON"},
		{"1.0", Request{Data: json.RawMessage(`[]`), Tag: safe.Text("application/json;schema=x")}, "must be an object"},
		{"0.3", Request{Data: json.RawMessage(`[]`)}, "A2A 0.3 carries only objects"},
		{"1.0", Request{Text: "x", Extensions: []string{"a\r\nX-Evil: 1"}}, "cannot be named in a header"},
	}
	for _, tt := range tests {
		f := newFake(t, nil)
		a := agentOf(t, f.URL, tt.version, true, "")
		if _, err := a.Preview(&tt.request); err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%v, want %q", err, tt.want)
		}
		if _, _, err := runAll(a, t, &tt.request); err == nil || len(f.received()) != 0 {
			t.Errorf("was sent: %v", err)
		}
	}
}

func TestMessageIDIsFixed(t *testing.T) {
	a := agentOf(t, "http://127.0.0.1/", "1.0", true, "")
	r := &Request{Text: "x"}
	first, _ := a.Preview(r)
	second, _ := a.Preview(r)
	if r.MessageID == "" || string(first.Body) != string(second.Body) {
		t.Errorf("%s\n%s", first.Body, second.Body)
	}
}

// Commas are between values, and JSON that is given is written byte for byte.
func TestEncoder(t *testing.T) {
	e := &encoder{}
	e.open('{')
	e.member(`a"b`, "[")
	e.list("list")
	e.open('[')
	e.close(']')
	e.raw([]byte(`{ "n" : 1.50 }`))
	e.base64("x:", []byte("y"))
	e.close(']')
	e.object("empty")
	e.close('}')
	e.raw([]byte(`"c":1,"d":2`))
	e.close('}')
	if got, want := string(e.b), `{"a\"b":"[","list":[[],{ "n" : 1.50 },"x:eQ=="],"empty":{},"c":1,"d":2}`; got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}
