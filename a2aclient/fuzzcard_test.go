package a2aclient

import (
	"encoding/json"
	"errors"
	"net/url"
	"strings"
	"testing"

	"a2aform/internal/safe"
)

// dialects is a card of every dialect, small enough to be changed everywhere.
var dialects = []string{
	`{"name":"objects","url":"http://127.0.0.1:1/","protocolVersion":"0.3","preferredTransport":"JSONRPC","capabilities":{"streaming":true,"extensions":[{"uri":"https://x/facultyai/a2a-extension-object-schemas/v1","required":true,"params":{"schemas":{"p":{}}}}]},
		"defaultInputModes":["text/plain"],"schemas":{"in":{"type":"object"}},"skills":[{"id":"s","name":"S","inputModes":["application/json;schema=in"],"outputModes":["application/json;schema=p"]}],
		"additionalInterfaces":[{"url":"http://127.0.0.1:1/rest","transport":"HTTP+JSON"}],"security":[{"k":["a"]}],"securitySchemes":{"k":{"type":"http","scheme":"bearer"}}}`,
	`{"name":"workshop","url":"http://127.0.0.1:1/rpc","provider":{"name":"p"},"capabilities":{},"skills":[{"id":"w","name":"W","inputSchema":{"type":"string"},"outputSchema":true}]}`,
	`{"id":"x","name":"sessions","api":{"type":"a2a","url":"http://127.0.0.1:1/v1","version":"1"},"capabilities":[{"type":"c","description":"d","parameters":{"type":"object","properties":{"a":{}}}}],"auth":[{"type":"api_key"}],"contact":{"name":"n"}}`,
	`{"name":"ten","supportedInterfaces":[{"url":"http://127.0.0.1:1/a","protocolBinding":"HTTP+JSON","protocolVersion":"1.0","tenant":"t"},null,{"url":"grpc:x","protocolBinding":"GRPC"}],"capabilities":{"extendedAgentCard":true},
		"securityRequirements":[{"schemes":{"k":{"list":["x"]}}}],"securitySchemes":{"k":{"apiKeySecurityScheme":{"location":"query","name":"q"}}},"defaultInputModes":["application/json;schema=\"a b\""],"schemas":{"a b":{}},"skills":[{"id":"s","tags":["t"],"examples":[{"a":1},"x"]}],"signatures":[{}]}`,
	`{"name":"old","url":"http://127.0.0.1:1/","version":"1","capabilities":{"streaming":false},"defaultInputModes":["text"],"skills":[{"id":"o"}]}`,
}

// FuzzCard: whatever comes, a card or a located error, told in safe lines; what a
// card offers can be shown as a request, to an http address and with a payload
// that stays JSON.
func FuzzCard(f *testing.F) {
	for _, text := range dialects {
		f.Add(text)
	}
	f.Add(string(cardOf(1)))
	f.Add(`{"name":"x","api":{"url":"x"},"capabilities":[{"type":1}]}`)
	f.Add(`{"url":[],"skills":[{"id":{},"inputModes":[1,";schema=x"]}],"supportedInterfaces":[null,{"url":":"}]}`)
	f.Fuzz(func(t *testing.T, text string) {
		c, err := Parse([]byte(text), "https://h.example/card")
		if (c == nil) == (err == nil) {
			t.Fatal("neither or both")
		}
		if c == nil {
			var located *CardError
			if !errors.As(err, &located) || located.Layer == "" {
				t.Fatalf("not located: %v", err)
			}
			isLine(t, err.Error())
			return
		}
		for _, w := range c.Warnings {
			isLine(t, w)
		}
		for _, s := range c.Schemas {
			if !json.Valid(s.Schema) {
				t.Fatalf("the schema %q is %q", s.Name.Exact(), s.Schema)
			}
		}
		a, err := c.Dial()
		if err != nil {
			isLine(t, err.Error())
			return
		}
		if u, err := url.Parse(a.Interface().URL.Exact()); err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Host == "" {
			t.Fatalf("dialed %s", a.Interface().URL)
		}
		checkPreviews(t, a)
	})
}

// checkPreviews shows a request of every skill, as it would be sent.
func checkPreviews(t *testing.T, a *Agent) {
	t.Helper()
	requests := []*Request{{Text: "x"}}
	for _, s := range a.Card().Skills {
		for _, in := range s.Inputs {
			requests = append(requests, &Request{SkillID: s.ID.Exact(), Data: []byte(`{"a":1.0}`), Tag: in.Tag})
		}
	}
	for _, r := range requests[:min(len(requests), 20)] {
		p, err := a.Preview(r)
		if err != nil {
			isLine(t, err.Error())
			continue
		}
		if !json.Valid(p.Body) || r.Data != nil && !strings.Contains(string(p.Body), `{"a":1.0}`) {
			t.Fatalf("the request is %q", p.Body)
		}
	}
}

// isLine checks that a text of ours may be drawn.
func isLine(t *testing.T, text string) {
	t.Helper()
	if text == "" || safe.Text(text).Line(1<<20).String() != text {
		t.Fatalf("%q is no line that may be drawn", text)
	}
}
