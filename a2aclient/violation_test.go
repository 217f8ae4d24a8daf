package a2aclient

import (
	"errors"
	"net/http"
	"slices"
	"strings"
	"testing"

	"a2aform/a2aclient/a2a"
	"a2aform/internal/safe"
)

const violated = `[{"@type":"type.googleapis.com/google.rpc.ErrorInfo","reason":"BAD"},
	{"@type":"type.googleapis.com/google.rpc.BadRequest","fieldViolations":[{"field":"message.parts[0].data.rounds","description":"at most \u001b[31m12"},{"field":"a","reason":"EMPTY"}]}]`

// Over both bindings the fields that the agent refused are in the error and its text.
func TestRefusedFieldsAreNamed(t *testing.T) {
	for name, body := range map[string]string{
		"JSON-RPC":  `{"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"bad","data":` + violated + `}}`,
		"HTTP+JSON": `{"error":{"code":400,"status":"INVALID_ARGUMENT","message":"bad","details":` + violated + `}}`,
		"an object": `{"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"bad","data":{"field_violations":[{"field":"message.parts[0].data.rounds","description":"at most \u001b[31m12"},{"field":"a","description":"EMPTY"}]}}}`,
	} {
		f := newFake(t, scripts{"SendMessage": jsonBody(body)})
		_, _, err := runAll(agentOf(t, f.URL, "1.0", false, ""), t, &Request{Text: "x"})
		var refused *Error
		if !errors.As(err, &refused) || len(refused.Violations) != 2 || refused.Violations[0].Field.Exact() != "message.parts[0].data.rounds" {
			t.Errorf("%s: %v", name, err)
			continue
		}
		text := err.Error()
		for _, want := range []string{"message.parts[0].data.rounds: “at most ", "12”; a: “EMPTY”"} {
			if !strings.Contains(text, want) || strings.Contains(text, "\x1b") {
				t.Errorf("%s: %q has no %q", name, text, want)
			}
		}
	}
}

// What the agent says in the data of an error is in its text, and the fields it names are
// violations, in the shapes of the validators that agents use.
func TestDataOfErrorIsShown(t *testing.T) {
	for name, tt := range map[string]struct{ failed, want string }{
		"pydantic":           {`{"code":-32602,"message":"Invalid parameters","data":[{"type":"string_too_short","loc":["city"],"msg":"at least 6 characters","input":"Oslo"}]}`, `; city: “at least 6 characters”`},
		"pydantic, nested":   {`{"code":-32602,"message":"m","data":{"errors":[{"loc":["body","items",0,"a/b"],"msg":"no"}]}}`, `; items/0/a~1b: “no”`},
		"pydantic's text":    {`{"code":-32603,"message":"2 validation errors for Input\ncity\n  String too short [type=string_too_short, input_value='Oslo']\n    For further information visit x\nitems.0.amount\n  Field required [type=missing]"}`, `; city: “String too short”; items.0.amount: “Field required”`},
		"zod":                {`{"code":-32602,"message":"m","data":{"issues":[{"code":"too_small","path":["rounds",0],"message":"too small"}]}}`, `; rounds/0: “too small”`},
		"zod's message":      {`{"code":-32603,"message":"[{\"code\":\"too_small\",\"path\":[\"rounds\"],\"message\":\"too small\"}]"}`, `; rounds: “too small”`},
		"zod, flat":          {`{"code":-32602,"message":"m","data":{"formErrors":[],"fieldErrors":{"city":["too short","no"]}}}`, `; city: “too short”; city: “no”`},
		"JSON Schema":        {`{"code":-32602,"message":"m","data":[{"instancePath":"/a/b","keyword":"type","message":"must be string"}]}`, `; a/b: “must be string”`},
		"problem details":    {`{"title":"m","status":422,"errors":[{"detail":"no","pointer":"#/age"}]}`, `; #/age: “no”`},
		"by field":           {`{"code":-32602,"message":"m","data":{"errors":{"name":["is blank"]}}}`, `; name: “is blank”`},
		"text":               {`{"code":-32603,"message":"Internal error","data":"the quota is exhausted\nuntil 14:00"}`, `(SendMessage, code -32603); it adds: “the quota is exhausted until 14:00”`},
		"hint":               {`{"code":-32000,"message":"m","data":{"hint":"say please","retry":3,"more":null}}`, `; it adds: “hint: say please, retry: 3”`},
		"nested":             {`{"code":-32000,"message":"m","data":{"a":{"b":[1.10]}}}`, `; it adds: “{"a":{"b":[1.10]}}”`},
		"controls":           {`{"code":-32000,"message":"m","data":"\u001b[31mred"}`, `; it adds: “`},
		"reason with facts":  {`{"code":-32004,"message":"m","data":[{"@type":"type.googleapis.com/google.rpc.ErrorInfo","reason":"R","domain":"d","metadata":{"plan":"free"}}]}`, `; it adds: “`},
		"reason alone":       {`{"code":-32004,"message":"m","data":[{"@type":"type.googleapis.com/google.rpc.ErrorInfo","reason":"R","domain":"d"}]}`, `(SendMessage, code -32004, R)`},
		"nothing":            {`{"code":-32000,"message":"m","data":null}`, `(SendMessage, code -32000)`},
		"empty":              {`{"code":-32000,"message":"m","data":[]}`, `(SendMessage, code -32000)`},
		"the message again":  {`{"code":-32000,"message":"m","data":"m"}`, `(SendMessage, code -32000)`},
		"too deep to matter": {`{"code":-32000,"message":"m","data":` + strings.Repeat(`{"errors":[`, 9) + `{"loc":["a"],"msg":"x"}` + strings.Repeat(`]}`, 9) + `}`, `; it adds: “{"errors":`},
	} {
		f := newFake(t, scripts{"SendMessage": jsonBody(`{"jsonrpc":"2.0","id":1,"error":` + tt.failed + `}`)})
		_, _, err := runAll(agentOf(t, f.URL, "1.0", false, ""), t, &Request{Text: "x"})
		if err == nil || !strings.Contains(err.Error(), tt.want) || strings.ContainsAny(err.Error(), "\x1b\n") {
			t.Errorf("%s: %v, want %s in it", name, err, tt.want)
			continue
		}
		if !strings.Contains(tt.want, "; ") && !strings.HasSuffix(strings.TrimSuffix(err.Error(), "; correct the values, then send again"), tt.want) {
			t.Errorf("%s: %v says more than %s", name, err, tt.want)
		}
	}
}

// The answers of web frameworks to a request that does not fit, and an error inside a stream,
// are read the same way.
func TestDataOfErrorElsewhere(t *testing.T) {
	status := func(code int, body string) http.HandlerFunc {
		return func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", "application/json")
			w.WriteHeader(code)
			_, _ = w.Write([]byte(body))
		}
	}
	for name, tt := range map[string]struct {
		answer http.HandlerFunc
		want   string
	}{
		"FastAPI":               {status(422, `{"detail":[{"type":"missing","loc":["body","city"],"msg":"Field required"}]}`), "city: “Field required”"},
		"a page with a title":   {status(502, "<!DOCTYPE html><html><head><title> 502 Bad\nGateway </title></head><body><h1>x</h1></body></html>"), "“502 Bad Gateway” (SendStreamingMessage, HTTP 502)"},
		"a page without one":    {status(500, "<html><script>alert(1)</script><body><p>Out of &lt;cheese&gt;</p></body></html>"), "“Out of <cheese>” (SendStreamingMessage, HTTP 500)"},
		"a page for a stream":   {labeled("text/html", "<html><title>Sign in</title></html>"), "the answer is a web page, not JSON: “Sign in”"},
		"FastAPI, text":         {status(422, `{"detail":"no such city"}`), "“no such city”"},
		"problem details":       {status(400, `{"type":"about:blank","title":"Bad","invalid-params":[{"name":"age","reason":"must be positive"}]}`), "“Bad” (SendStreamingMessage, HTTP 400); age: “must be positive”"},
		"in a stream":           {sseRaw("data: {\"error\":{\"code\":-32602,\"message\":\"m\",\"data\":[{\"loc\":[\"city\"],\"msg\":\"short\"}]}}\n\n"), "city: “short”"},
		"event of that name":    {sseRaw("event: error\ndata: {\"code\":-32000,\"message\":\"broken\",\"data\":\"disk full\"}\n\n"), "“disk full”"},
		"text of such an event": {sseRaw("event: error\ndata: the model is\ndata: overloaded\n\n"), "the model is"},
	} {
		f := newFake(t, scripts{"SendStreamingMessage": tt.answer})
		_, _, err := runAll(agentOf(t, f.URL, "1.0", true, ""), t, &Request{Text: "x"})
		if err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s: %v, want %s in it", name, err, tt.want)
		}
	}
}

// An agent that does not speak a version that its card offers is asked with another.
func TestOtherVersionOfTheCardIsNamed(t *testing.T) {
	for code, want := range map[string]string{
		"-32009": "; the card offers A2A 0.3, too: nothing was executed, so try --a2a-version 0.3", "-32601": "; A2A 0.3 was tried as well: check the address on the card. An agent that knows tasks/send alone speaks a form of A2A older than 0.2, and a2aform does not speak that",
	} {
		f := newFake(t, scripts{"SendMessage": jsonBody(`{"jsonrpc":"2.0","id":1,"error":{"code":` + code + `,"message":"no"}}`)})
		a := dialCard(t, `{"name":"Fake","skills":[],"capabilities":{},"supportedInterfaces":[{"url":"`+f.URL+`","protocolBinding":"JSONRPC","protocolVersion":"1.0"},
			{"url":"`+f.URL+`","protocolBinding":"JSONRPC","protocolVersion":"0.3"}]}`)
		_, _, err := runAll(a, t, &Request{Text: "x"})
		if err == nil || !strings.HasSuffix(err.Error(), want) {
			t.Errorf("%s: %v", code, err)
		}
	}
}

func TestMentionsSayWhatTheirLineSays(t *testing.T) {
	t.Parallel()
	for said, want := range map[string][]string{
		"Keep /rounds odd, see the rules.":                             {"/rounds Keep /rounds odd, see the rules."},
		"The data is not valid:\n- /a: too long\n* '/b/c' - no e-mail": {"/a too long", "/b/c no e-mail"},
		"1. /a: too long; /b: no date.":                                {"/a too long", "/b no date."},
		"- At /a it is too long.\n":                                    {"/a At /a it is too long."},
		"Nothing here.":                                                nil,
	} {
		var got []string
		for _, v := range MentionsIn(&a2a.Message{Parts: []a2a.Part{{Kind: a2a.PartText, Text: safe.Text(said)}}}) {
			got = append(got, v.Field.Exact()+" "+v.Description.Exact())
		}
		if !slices.Equal(got, want) {
			t.Errorf("%q: %q, want %q", said, got, want)
		}
	}
}
