package a2aclient

import (
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"a2aform/a2aclient/a2a"
	"a2aform/a2aclient/auth"
	"a2aform/internal/ojson"
	"a2aform/internal/safe"
)

// FuzzSession: what an agent of seed 003 answers is read without a panic, and
// every piece that is handed out is JSON as it came.
func FuzzSession(f *testing.F) {
	for _, s := range []string{
		`{"session":{"id":"s","status":"active","updated_at":"2026-01-01T00:00:00Z"}}`, `{"id":"s","status":3}`, `{"session":[]}`,
		`{"messages":[` + sessionReply + `,7,null,{"content":5,"artifacts":{}}],"pagination":{"next_cursor":"c"}}`,
		`{"messages":{},"pagination":"c"}`, `{"messages":[{"artifacts":[{"data":"base64:","type":"a;b"},3,{"type":"text/x","data":"\ud800"}]}]}`, `[`, ``,
	} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		if !ojson.IsValid(data) {
			return // refused before it comes to this
		}
		_ = readSession(data).state()
		list, _, _ := readSessionMessages(data, 0)
		for _, m := range list {
			raws := []json.RawMessage{m.Raw, m.Metadata}
			for _, a := range m.artifacts {
				for _, p := range a.Parts {
					raws = append(raws, a.Raw, p.Raw, p.Data)
				}
			}
			for _, raw := range raws {
				if raw != nil && !json.Valid(raw) {
					t.Fatalf("%q came out of %q", raw, data)
				}
			}
			_ = m.key()
		}
	})
}

// FuzzMaskJSON: what is masked stays JSON, and no name, text or number in it
// is or contains the secret, however it was escaped.
func FuzzMaskJSON(f *testing.F) {
	f.Add(`{"a":12345678,"b":["x12345678y",{"12345678":-12345678}]}`, "12345678")
	f.Add(`["\\\"HUSHHUSH","\u0048USHHUSH","HU\/SH\u0048USH/","\\u0048USHHUSH"]`, `HU/SHHUSH/`)
	f.Add(`{"\u0048USH\u0048USH":"\ud83e\udd81 HUSH\u0048USH","x":"HUSH\u0048USHHUSHHUSH"}`, `HUSHHUSH`)
	f.Add(`"•••••••"`, "••••")
	f.Add(`"\\\\nnnnnn"`, `\nnnnnn`)
	f.Fuzz(func(t *testing.T, data, secret string) {
		if !json.Valid([]byte(data)) || len(secret) < auth.MinMaskedInData || strings.Contains(secret, "•") || !utf8.ValidString(secret) {
			return
		}
		w, err := auth.NewCredentialSet(safe.Text("http://127.0.0.1"))
		if err != nil || w.Put(auth.Scheme{Name: safe.Text("k"), Kind: auth.SchemeBearer}, secret, "x") != nil {
			return
		}
		secret = strings.TrimSpace(secret)
		got := w.MaskJSON([]byte(data))
		v, err := ojson.Parse(got, ojson.Limits{})
		if err != nil {
			t.Fatalf("%q became %q for %q", data, got, secret)
		}
		if len(secret) >= auth.MinMaskedInData && holds(v, secret) {
			t.Fatalf("%q became %q, which holds %q", data, got, secret)
		}
	})
}

// holds reports whether a name or a text of a value holds a secret, or a number is
// it.
func holds(v *ojson.Value, secret string) bool {
	switch {
	case v.Is(ojson.String):
		return strings.Contains(v.Text(), secret)
	case v.Is(ojson.Number):
		return v.Text() == secret
	}
	for _, m := range v.Members() {
		if strings.Contains(m.Name, secret) || holds(m.Value, secret) {
			return true
		}
	}
	return slices.ContainsFunc(v.Items(), func(item *ojson.Value) bool { return holds(item, secret) })
}

// FuzzRedaction: an agent that repeats a credential, spelled in any way that JSON or
// an address has for it, in what it answers and in the head of that, gets it into
// no event, no error, no header and no trace.
func FuzzRedaction(f *testing.F) {
	f.Add("HUSH/HUSH+1", "Authorization: Bearer ", uint64(1))
	f.Add(`p"w\d:secret`, "\x1b]0;", uint64(7))
	f.Add("geheim-ü-geheim", "?key=", uint64(9))
	f.Fuzz(func(t *testing.T, secret, before string, seed uint64) {
		secret = strings.TrimSpace(secret)
		if len(secret) < auth.MinMaskedInData || !utf8.ValidString(secret) || !utf8.ValidString(before) || strings.ContainsAny(secret, "•\ufffd") || isNumber(secret) {
			return
		}
		for kind, scheme := range []auth.Scheme{{Name: safe.Text("k"), Kind: auth.SchemeBearer}, {Name: safe.Text("k"), Kind: auth.SchemeBasic}, {Name: safe.Text("k"), Kind: auth.SchemeAPIKey, In: auth.KeyInQuery, Param: safe.Text("key")}} {
			w, err := auth.NewCredentialSet(safe.Text("http://127.0.0.1:1"))
			value := secret
			if kind == 1 {
				value = "user:" + secret
			}
			if err != nil || w.Put(scheme, value, "x") != nil {
				return
			}
			r := rand.New(rand.NewPCG(seed, uint64(kind)))
			data := []byte(`{"jsonrpc":"2.0","id":1,"result":{"message":{"messageId":"m","role":"ROLE_AGENT","parts":[{"text":"` + escaped(r, before+secret) + `"},{"data":{"` + escaped(r, secret) + `":["` + escaped(r, secret+before) + `"]}}]}}}`)
			said, ok := (&a2a.Decoder{IsWrapped: true, Credentials: w}).Reply(data)
			if !ok || !said.IsEvent {
				t.Fatalf("%q is no event", data)
			}
			if v, err := ojson.Parse(said.Event.Raw, ojson.Limits{}); err != nil || holds(v, secret) || strings.Contains(said.Event.Message.Parts[0].Text.Exact(), secret) {
				t.Fatalf("%q: %v: %q", data, err, said.Event.Raw)
			}
			resp := &http.Response{StatusCode: 401, Status: "401 " + secret, Header: http.Header{"Www-Authenticate": {before + secret}, "Set-Cookie": {"a=" + secret}, "Content-Type": {"text/" + secret}, "A2a-Extensions": {before + secret}, "X-" + secret: {"1"}}}
			w.MaskResponse(resp)
			event := maskFrame(w, Frame{Head: safe.Text(eventHead(before + secret))})
			if text := fmt.Sprint(resp.Status, resp.Header, contentFault(resp, w.MaskText([]byte(before+secret))), activated(resp.Header)) + "\n" + event.Head.Exact(); strings.Contains(text, secret) {
				t.Fatalf("%q", text)
			}
			failure := statusError(resp, w.MaskText([]byte(`{"error":{"code":1,"message":"`+escaped(r, before+secret)+`"}}`)), &call{method: "M"})
			if text := failure.Error() + "\n" + failure.Message.Exact() + "\n" + failure.Challenge.Exact(); strings.Contains(text, secret) || strings.Contains(resp.Header.Get("Set-Cookie"), secret) {
				t.Fatalf("%q", text)
			}
		}
	})
}

// escaped is text inside a JSON string, some of its characters escaped as none has
// to be.
func escaped(r *rand.Rand, text string) string {
	var sb strings.Builder
	for _, c := range text {
		switch {
		case c == '/' && r.IntN(2) == 0:
			sb.WriteString(`\/`)
		case c < 0x10000 && (c < ' ' || c == '"' || c == '\\' || r.IntN(3) == 0):
			fmt.Fprintf(&sb, `\u%04`+[]string{"x", "X"}[r.IntN(2)], c)
		default:
			sb.WriteRune(c)
		}
	}
	return sb.String()
}

func isNumber(s string) bool { return json.Valid([]byte(s)) && s[0] != '"' }

// FuzzSecurity: schemes and requirements in any shape are read without a panic;
// a secret for what comes out fits into a request, or is refused.
func FuzzSecurity(f *testing.F) {
	f.Add(`{`+strings.TrimPrefix(allSchemes, `"securitySchemes":{`), `[{"schemes":{"old":{"list":["x"]},"head":{}}},{"cookie":[]},{}]`)
	f.Add(`{"a":{"apiKeySecurityScheme":{"location":"HEADER","name":"A\r\nB: c"}},"":{"type":"http","scheme":"Basic"}}`, `[{"a":null},5,{"schemes":[]}]`)
	f.Add(`{"a":{"type":"apiKey","in":"query","name":"&=?#"}}`, `{"a":[]}`)
	f.Add(`[]`, `"x"`)
	f.Fuzz(func(t *testing.T, schemes, required string) {
		all, err := ojson.Parse([]byte(schemes), cardLimits)
		if err != nil {
			return
		}
		list, err := ojson.Parse([]byte(required), cardLimits)
		if err != nil {
			return
		}
		w, err := auth.NewCredentialSet(safe.Text("http://127.0.0.1:1/"))
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range all.Members() {
			s := auth.ReadScheme(m.Value)
			s.Name = safe.Text(m.Name)
			_ = w.Put(s, "a:b", "test")
		}
		needs := requirementsOf(list)
		req, err := http.NewRequestWithContext(t.Context(), http.MethodGet, "http://127.0.0.1:1/x", nil)
		if err != nil {
			t.Fatal(err)
		}
		w.Apply(req, needs)
		for name, values := range req.Header {
			if !auth.IsHeaderName(name) || strings.ContainsAny(strings.Join(values, ""), "\r\n") {
				t.Fatalf("header %q: %q from %s", name, values, schemes)
			}
		}
		if req.URL.Host != "127.0.0.1:1" || req.URL.Path != "/x" {
			t.Fatalf("sent to %s", req.URL)
		}
		_ = (&Card{Requirements: needs}).Missing(w, nil)
	})
}

// FuzzRefusal: whatever a server says with an error, it becomes one safe line.
func FuzzRefusal(f *testing.F) {
	for _, s := range []string{
		`{"error":{"code":401,"status":"UNAUTHENTICATED","message":"no","details":[{"reason":"NO_TOKEN"}]}}`, `{"code":-32001,"message":"x"}`,
		`{"type":"about:blank","title":"T","status":404,"detail":"d"}`, `{"error":"plain"}`, "<html>\x1b]0;x\a", "\xff\xfe", ``, `{"error":{"code":1e999,"data":[]}}`,
	} {
		f.Add([]byte(s), 401, "Bearer realm=\"\u202ex\"", "7")
	}
	f.Fuzz(func(t *testing.T, body []byte, status int, challenge, after string) {
		resp := &http.Response{StatusCode: status, Header: http.Header{"Www-Authenticate": {challenge}, "Retry-After": {after}}}
		for _, workshop := range []bool{false, true} {
			err := statusError(resp, body, &call{method: "GetTask", workshop: workshop})
			if text := err.Error(); text == "" || strings.ContainsAny(text, "\x1b\a\r\n\u202e") {
				t.Fatalf("%q", text)
			}
		}
	})
}

// FuzzAddress: whatever is typed or stands on a card as an address leads to a file
// that was named as one, to http, or to a refusal; all places that are looked at
// are at one origin, and without a user.
func FuzzAddress(f *testing.F) {
	for _, s := range []string{
		"localhost:9999", "https://h.example/a/b?x=y#z", "http://u:p@h/", "file:///etc/passwd", "gopher://h", "h.example", "//h/x", "[::1]:80", "http:h", "HTTP://H", "javascript:alert(1)",
		"http://h\r\nX: y/", "http://h/../../x", "http://127.1/", "http://0x7f000001", "https://h:443/card", "data:,x", "", " card.json ", "http://h%00/", "https:////h", "..//x",
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		at, err := resolve(text)
		switch {
		case err != nil:
			var located *CardError
			if !errors.As(err, &located) {
				t.Fatalf("%v", err)
			}
			isLine(t, err.Error())
		case (at.file == "") == (len(at.urls) == 0):
			t.Fatalf("%q is %+v", text, at)
		}
		var origins []string
		for _, s := range at.urls {
			u, err := url.Parse(s)
			if err != nil || auth.Origin(u) == "" || u.User != nil {
				t.Fatalf("%q is looked for at %q", text, s)
			}
			origins = append(origins, auth.Origin(u))
		}
		if len(slices.Compact(origins)) > 1 {
			t.Fatalf("%q is looked for at %q", text, at.urls)
		}
		card := &Card{Source: "https://h.example/card"}
		r := &cardReader{Card: card}
		r.add(text, "JSONRPC", "1.0", "")
		a, err := card.Dial()
		if err != nil {
			isLine(t, err.Error())
			return
		}
		if u, err := url.Parse(a.Interface().URL.Exact()); err != nil || auth.Origin(u) == "" {
			t.Fatalf("%q is spoken to at %q", text, a.Interface().URL)
		}
	})
}

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
