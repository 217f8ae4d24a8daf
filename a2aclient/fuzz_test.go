package a2aclient

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"net/http"
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
