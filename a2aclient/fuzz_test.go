package a2aclient

import (
	"encoding/json"
	"net/http"
	"strings"
	"testing"

	"a2aform/internal/ojson"
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
		if !wellFormed(data) {
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

// FuzzMaskJSON: what is masked stays JSON, and no text in it holds the secret.
func FuzzMaskJSON(f *testing.F) {
	f.Add(`{"a":12345678,"b":["x12345678y",{"12345678":-12345678}]}`, "12345678")
	f.Add(`["\\\"HUSHHUSH","\u0048USHHUSH"]`, `\"HUSHHUSH`)
	f.Add(`"•••••••"`, "••••")
	f.Add(`"\\\\nnnnnn"`, `\nnnnnn`)
	f.Fuzz(func(t *testing.T, text, secret string) {
		if !json.Valid([]byte(text)) || len(secret) < shortestInData || strings.Contains(Mask, secret) {
			return
		}
		w, err := NewWallet("http://127.0.0.1")
		if err != nil || w.Put(Scheme{Name: "k", Kind: SchemeBearer}, secret, "x") != nil {
			return
		}
		if got := w.hideJSON([]byte(text)); !json.Valid(got) {
			t.Fatalf("%q became %q for %q", text, got, secret)
		}
	})
}

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
		w, err := NewWallet("http://127.0.0.1:1/")
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range all.Members() {
			s := readScheme(m.Value)
			s.Name = m.Name
			_ = w.Put(s, "a:b", "test")
		}
		needs := requirementsOf(list)
		req, err := http.NewRequestWithContext(t.Context(), http.MethodGet, "http://127.0.0.1:1/x", nil)
		if err != nil {
			t.Fatal(err)
		}
		w.apply(req, needs)
		for name, values := range req.Header {
			if !headerName(name) || strings.ContainsAny(strings.Join(values, ""), "\r\n") {
				t.Fatalf("header %q: %q from %s", name, values, schemes)
			}
		}
		if req.URL.Host != "127.0.0.1:1" || req.URL.Path != "/x" {
			t.Fatalf("sent to %s", req.URL)
		}
		_ = (&Card{Requirements: needs}).Lacking(w, nil)
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
