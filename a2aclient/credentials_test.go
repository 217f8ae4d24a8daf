package a2aclient

import (
	"errors"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"a2aform/a2aclient/auth"
	"a2aform/internal/safe"
)

const allSchemes = `"securitySchemes":{
	"old":{"type":"http","scheme":"bearer"},
	"new":{"httpAuthSecurityScheme":{"scheme":"Basic","description":"ask Ada"}},
	"head":{"apiKeySecurityScheme":{"location":"header","name":"X-Key"}},
	"query":{"type":"apiKey","in":"query","name":"key"},
	"cookie":{"type":"apiKey","in":"cookie","name":"sid"},
	"flow":{"type":"oauth2","flows":{"clientCredentials":{"tokenUrl":"https://example.com/token","scopes":{"a":"x"}}}},
	"odd":{"type":"carrier-pigeon"}}`

func TestAcceptance19SchemesInEveryShape(t *testing.T) {
	c := mustCard(t, `{"name":"x","url":"http://127.0.0.1:1/","protocolVersion":"0.3.0","skills":[],`+allSchemes+`}`, "f")
	var got []string
	for _, s := range c.Schemes {
		got = append(got, fmt.Sprintf("%s=%s/%s/%s", s.Name, s.Kind, s.In, s.Param))
	}
	want := "old=bearer token// new=user and password// head=API key/header/X-Key query=API key/query/key cookie=API key/cookie/sid flow=OAuth 2.0// odd=unknown//"
	if strings.Join(got, " ") != want {
		t.Errorf("schemes %s", strings.Join(got, " "))
	}
	if c.Schemes[1].Description.Exact() != "ask Ada" || c.Schemes[5].TokenURL != safe.Text("https://example.com/token") {
		t.Errorf("%+v", c.Schemes)
	}
}

// The flows with a browser, and what says where they are, in both shapes.
func TestAcceptance19SchemesWithBrowser(t *testing.T) {
	c := mustCard(t, `{"name":"x","url":"http://127.0.0.1:1/","protocolVersion":"0.3.0","skills":[],"securitySchemes":{
		"old":{"type":"openIdConnect","openIdConnectUrl":"https://a.example"},"new":{"openIdConnectSecurityScheme":{"openIdConnectUrl":"https://b.example"}},
		"both":{"oauth2SecurityScheme":{"oauth2MetadataUrl":"https://c.example","flows":{
			"authorizationCode":{"authorizationUrl":"https://c.example/a","tokenUrl":"https://c.example/t","scopes":{"x":"","y":""}},
			"deviceCode":{"deviceAuthorizationUrl":"https://c.example/d","tokenUrl":"https://c.example/u","scopes":{"x":""}}}}}}}`, "f")
	var got []string
	for _, s := range c.Schemes {
		got = append(got, fmt.Sprint(s.Name, s.Kind, s.MetadataURL, s.AuthURL, s.CodeTokenURL, s.DeviceURL, s.TokenURL, s.Scopes, s.Flows))
	}
	want := fmt.Sprint("old", "OpenID Connect", "https://a.example", "", "", "", "", "[]", "[]") + "|" + fmt.Sprint("new", "OpenID Connect", "https://b.example", "", "", "", "", "[]", "[]") + "|" +
		fmt.Sprint("both", "OAuth 2.0", "https://c.example", "https://c.example/a", "https://c.example/t", "https://c.example/d", "https://c.example/u", "[x y]", "[deviceCode authorizationCode]")
	if strings.ReplaceAll(strings.Join(got, "|"), " ", "") != strings.ReplaceAll(want, " ", "") {
		t.Errorf("%s\n%s", strings.Join(got, "|"), want)
	}
}

func TestAcceptance19RequirementsInEveryShape(t *testing.T) {
	for text, want := range map[string]string{
		`"security":[{"a":["x"]},{"b":[],"c":[]}]`:                           "[[{a [x]}] [{b []} {c []}]]",
		`"securityRequirements":[{"schemes":{"a":{"list":["x","y"]}}}]`:      "[[{a [x y]}]]",
		`"securityRequirements":[{"schemes":{"a":{}}},{"schemes":{"b":[]}}]`: "[[{a []}] [{b []}]]",
		`"security":[{}]`:                                "[[]]",
		`"authentication":{"type":"bearer"}`:             "[[{authentication []}]]",
		`"auth":{"type":"api_key","instructions":"ask"}`: "[[{auth []}]]",
		`"auth":{"type":"none"}`:                         "[]",
	} {
		c := mustCard(t, `{"name":"x","url":"http://127.0.0.1:1/","skills":[],`+text+`}`, "f")
		if got := fmt.Sprint(c.Requirements); got != want {
			t.Errorf("%s: %s, want %s", text, got, want)
		}
	}
}

// securedAgent dials a fake whose card wants these credentials together.
func securedAgent(t *testing.T, f *fake, needs string, o ...Option) *Agent {
	t.Helper()
	c := mustCard(t, fmt.Sprintf(`{"name":"x","skills":[],"supportedInterfaces":[{"url":%q,"protocolBinding":"JSONRPC","protocolVersion":"1.0"}],%s,"security":[%s]}`, f.URL+"/rpc", allSchemes, needs), "f")
	a, err := c.Dial(o...)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(a.Close)
	return a
}

func credentialsFor(t *testing.T, a *Card, origin string, secrets map[string]string) *auth.CredentialSet {
	t.Helper()
	w, err := auth.NewCredentialSet(safe.Text(origin))
	if err != nil {
		t.Fatal(err)
	}
	for name, value := range secrets {
		s, ok := a.Scheme(safe.Text(name))
		if !ok {
			t.Fatalf("no scheme %s", name)
		}
		if err := w.Put(s, value, "env:"+name); err != nil {
			t.Fatal(err)
		}
	}
	return w
}

func TestAcceptance19SecretsAreWhereSchemeSays(t *testing.T) {
	f := newFake(t, map[string]http.HandlerFunc{"GetTask": result(bareTask("TASK_STATE_COMPLETED"))})
	for needs, want := range map[string]string{
		`{"old":[]}`:              "Bearer HUSH|||",
		`{"new":[]}`:              "Basic SFVTSDpwdw==|||",
		`{"old":[],"head":[]}`:    "Bearer HUSH|KEY||",
		`{"cookie":[]}`:           "||sid=CRUMB|",
		`{"flow":[]},{"head":[]}`: "|KEY||",
	} {
		card := securedAgent(t, f, needs).Card()
		secrets := map[string]string{"old": "HUSH", "new": "HUSH:pw", "head": "KEY", "cookie": "CRUMB"}
		a := securedAgent(t, f, needs, WithCredentials(credentialsFor(t, card, f.URL, secrets)))
		if _, err := a.Get(t.Context(), safe.Text("t")); err != nil {
			t.Fatal(err)
		}
		all := f.received()
		h := all[len(all)-1].header
		if got := h.Get("Authorization") + "|" + h.Get("X-Key") + "|" + h.Get("Cookie") + "|"; got != want {
			t.Errorf("%s: %s, want %s", needs, got, want)
		}
		p, err := a.Preview(&Request{Text: "hi"})
		if err != nil || strings.Contains(fmt.Sprint(p), "HUSH") || strings.Contains(fmt.Sprint(p), "KEY") || !strings.Contains(fmt.Sprint(p.Header), auth.Mask) {
			t.Errorf("%s: preview %v, %v", needs, p, err)
		}
	}
}

func TestSecretsGoOnlyToTheirOrigin(t *testing.T) {
	f := newFake(t, map[string]http.HandlerFunc{"GetTask": result(bareTask("TASK_STATE_COMPLETED"))})
	for _, origin := range []string{"http://127.0.0.1:1", "https://127.0.0.1" + f.URL[strings.LastIndex(f.URL, ":"):], "http://localhost" + f.URL[strings.LastIndex(f.URL, ":"):]} {
		card := securedAgent(t, f, `{"old":[]}`).Card()
		w := credentialsFor(t, card, origin, map[string]string{"old": "HUSH"})
		if err := w.PutHeader("X-Extra", "HUSH", "env:X", true); err != nil {
			t.Fatal(err)
		}
		a := securedAgent(t, f, `{"old":[]}`, WithCredentials(w))
		if _, err := a.Get(t.Context(), safe.Text("t")); err != nil {
			t.Fatal(err)
		}
		all := f.received()
		if got := fmt.Sprint(all[len(all)-1].header); strings.Contains(got, "HUSH") {
			t.Errorf("%s: sent to %s: %s", origin, f.URL, got)
		}
	}
}

func TestAcceptance19KeyInTheQuery(t *testing.T) {
	var asked string
	f := newFake(t, map[string]http.HandlerFunc{"GetTask": func(w http.ResponseWriter, r *http.Request) {
		asked = r.URL.RawQuery
		result(bareTask("TASK_STATE_COMPLETED"))(w, r)
	}})
	card := securedAgent(t, f, `{"query":[]}`).Card()
	a := securedAgent(t, f, `{"query":[]}`, WithCredentials(credentialsFor(t, card, f.URL, map[string]string{"query": "a b&c"})))
	if _, err := a.Get(t.Context(), safe.Text("t")); err != nil || asked != "key=a+b%26c" {
		t.Errorf("%q, %v", asked, err)
	}
}

func TestMissing(t *testing.T) {
	f := newFake(t, nil)
	card := securedAgent(t, f, `{"old":[]},{"new":[],"head":[]}`).Card()
	if got := card.Missing(nil, nil); len(got) != 2 {
		t.Errorf("without credentials: %v", got)
	}
	if got := card.Missing(credentialsFor(t, card, f.URL, map[string]string{"head": "KEY"}), nil); len(got) != 2 {
		t.Errorf("half of a requirement: %v", got)
	}
	if got := card.Missing(credentialsFor(t, card, f.URL, map[string]string{"old": "HUSH"}), nil); got != nil {
		t.Errorf("met: %v", got)
	}
}

func TestRefusalsWantCredentials(t *testing.T) {
	f := newFake(t, map[string]http.HandlerFunc{"GetTask": func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("WWW-Authenticate", `Bearer realm="x"`)
		w.WriteHeader(http.StatusUnauthorized)
	}})
	_, err := securedAgent(t, f, `{"old":[]}`).Get(t.Context(), safe.Text("t"))
	var refused *Error
	if !errors.As(err, &refused) || !refused.WantsCredentials() || !strings.Contains(err.Error(), "Bearer realm") {
		t.Errorf("%v", err)
	}
}

// A skill that asks for something of its own is shown that, and nothing else.
func TestAcceptance19SkillRequirements(t *testing.T) {
	var shown []string
	f := newFake(t, scripts{"message/send": func(w http.ResponseWriter, r *http.Request) {
		shown = append(shown, r.Header.Get("Authorization")+"|"+r.Header.Get("X-Key"))
		result(`{"kind":"message","messageId":"m","role":"agent","parts":[]}`)(w, r)
	}})
	c := mustCard(t, `{"name":"x","url":"`+f.URL+`","protocolVersion":"0.3.0","skills":[{"id":"own","security":[{"key":[]}]},{"id":"none"}],
		"securitySchemes":{"tok":{"type":"http","scheme":"bearer"},"key":{"type":"apiKey","in":"header","name":"X-Key"}},"security":[{"tok":[]}]}`, "f")
	a, err := c.Dial(WithCredentials(credentialsFor(t, c, f.URL, map[string]string{"tok": "HUSH", "key": "LOCK"})))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(a.Close)
	for _, skill := range []string{"own", "none"} {
		if _, _, err := runAll(a, t, &Request{Text: "x", SkillID: skill}); err != nil {
			t.Fatal(err)
		}
	}
	if got := fmt.Sprint(shown); got != "[|LOCK Bearer HUSH|]" {
		t.Errorf("shown %s", got)
	}
}
