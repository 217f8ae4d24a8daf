package run

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"a2aform/a2aclient"
	"a2aform/a2aclient/auth"
	"a2aform/internal/safe"
)

var (
	desktop = map[string]string{"DISPLAY": ":0"}
	overSSH = map[string]string{"DISPLAY": ":0", "SSH_CONNECTION": "192.0.2.1 1 192.0.2.2 22"}
)

func getenv(env map[string]string) func(string) string {
	return func(name string) string { return env[name] }
}

func TestChooseFlow(t *testing.T) {
	at := safe.Text("https://login.example.com")
	all := auth.Scheme{TokenURL: at, DeviceURL: at, AuthURL: at, CodeTokenURL: at}
	browser := auth.Scheme{Flows: []auth.Flow{auth.FlowCode}, AuthURL: at, CodeTokenURL: at}
	own := auth.Scheme{Flows: []auth.Flow{auth.FlowClient}, TokenURL: at}
	for _, tt := range []struct {
		name         string
		scheme       auth.Scheme
		env          map[string]string
		flow, secret string
		want         auth.Flow
		err          string
	}{
		{"a desktop", all, desktop, "", "", auth.FlowCode, ""},
		{"SSH", all, overSSH, "", "", auth.FlowDevice, ""},
		{"SSH by its terminal", all, map[string]string{"DISPLAY": ":0", "SSH_TTY": "/dev/pts/1"}, "", "", auth.FlowDevice, ""},
		{"SSH without device codes", browser, overSSH, "", "", auth.FlowCode, ""},
		{"SSH, and a choice", all, overSSH, "browser", "", auth.FlowCode, ""},
		{"a desktop, and a choice", all, desktop, "device-code", "", auth.FlowDevice, ""},
		{"a secret", all, desktop, "", "x", auth.FlowClient, ""},
		{"a secret for a browser", browser, desktop, "", "x", auth.FlowCode, ""},
		{"no secret", own, desktop, "", "", "", "add --client-secret env:NAME"},
		{"no flow", auth.Scheme{}, desktop, "", "", "", "names no address"},
		{"another flow", all, desktop, "implicit", "", "", "--flow is browser, device-code or client-credentials"},
	} {
		o := SignInOptions{Getenv: getenv(tt.env), Flow: tt.flow, ClientSecret: tt.secret}
		if got, err := o.choose(tt.scheme); got != tt.want || (err == nil) != (tt.err == "") || err != nil && !strings.Contains(err.Error(), tt.err) {
			t.Errorf("%s: %q, %v", tt.name, got, err)
		}
	}
}

// The page is opened in a browser of this machine alone, and its address is always said.
func TestPageToSignInAt(t *testing.T) {
	for _, tt := range []struct {
		name   string
		env    map[string]string
		open   error
		opened bool
		want   string
	}{
		{"a desktop", desktop, nil, true, "waiting for the browser …"},
		{"a broken desktop", desktop, errors.New("xdg-open cannot be run"), true, "the browser was not opened: xdg-open cannot be run"},
		{"SSH", overSSH, nil, false, "ssh -N -L 8400:127.0.0.1:8400 HOST"},
	} {
		var said, opened string
		o := SignInOptions{
			Getenv: getenv(tt.env), Say: func(text string) { said += text + "\n" },
			Open: func(_ context.Context, page string) error { opened = page; return tt.open },
		}
		page := "https://login.example.com/?scope=" + strings.Repeat("x", 2000)
		o.showPage(t.Context(), page, 8400)
		if !strings.Contains(said, "\n"+page+"\n") || !strings.Contains(said, tt.want) || (opened == page) != tt.opened {
			t.Errorf("%s: opened %q, said %s", tt.name, opened, said)
		}
	}
}

// What only a card names gets no request before the user agrees.
func TestOtherHostsNeedAgreement(t *testing.T) {
	asked := 0
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		asked++
		_, _ = fmt.Fprintf(w, `{"issuer":"http://%s","token_endpoint":"https://tokens.example.com"}`, r.Host)
	}))
	defer server.Close()
	at := safe.Text(server.URL)
	for name, tt := range map[string]struct {
		scheme auth.Scheme
		hosts  []string
		want   string
	}{
		"metadata":            {auth.Scheme{Kind: auth.SchemeOpenID, MetadataURL: at}, nil, "the card's metadata address is at another host"},
		"tokens":              {auth.Scheme{Kind: auth.SchemeOAuth2, TokenURL: at, DeviceURL: at}, nil, "the card's token address is at another host"},
		"device":              {auth.Scheme{Kind: auth.SchemeOAuth2, TokenURL: safe.Text("https://agent.example.com/t"), DeviceURL: at}, nil, "the card's device address"},
		"page":                {auth.Scheme{Kind: auth.SchemeOAuth2, CodeTokenURL: safe.Text("https://agent.example.com/t"), AuthURL: at}, nil, "the card's authorization address"},
		"another port":        {auth.Scheme{Kind: auth.SchemeOpenID, MetadataURL: at}, []string{"http://127.0.0.1:1"}, "add --tokens-at " + server.URL},
		"none is in metadata": {auth.Scheme{Kind: auth.SchemeOpenID, MetadataURL: at}, []string{"http://127.0.0.1:1", server.URL}, "add --client-secret"},
		"an API key":          {auth.Scheme{Kind: auth.SchemeAPIKey}, nil, "--client-id is for"},
		"no metadata":         {auth.Scheme{Kind: auth.SchemeOpenID}, nil, "does not say where"},
	} {
		t.Run(name, func(t *testing.T) {
			before := asked
			o := SignInOptions{ClientID: "me", Hosts: tt.hosts, Getenv: getenv(desktop), Say: func(text string) { t.Error(text) }}
			_, _, err := SignIn(t.Context(), &a2aclient.Card{}, tt.scheme, "https://agent.example.com:443", o)
			if err == nil || !strings.Contains(err.Error(), tt.want) {
				t.Errorf("%v", err)
			}
			if now := asked - before; (now > 0) != (len(tt.hosts) == 2) {
				t.Errorf("%d requests", now)
			}
		})
	}
}

// An agent can neither send the user to a page that another host protects and take the answer
// itself, nor name other hosts in metadata of its own, unless the user agrees.
func TestAgentDoesNotMixUpHosts(t *testing.T) {
	own, other := safe.Text("https://agent.example.com/x"), safe.Text("https://login.example.com/x")
	metadata := func(s auth.Scheme, at safe.Raw) auth.Scheme {
		s.Issuer, s.MetadataURL = at, at
		return s
	}
	mixed := auth.Scheme{AuthURL: other, CodeTokenURL: own}
	away := auth.Scheme{AuthURL: other, CodeTokenURL: other}
	for name, tt := range map[string]struct {
		scheme auth.Scheme
		hosts  string
		want   string
	}{
		"all its own":                     {auth.Scheme{AuthURL: own, CodeTokenURL: own}, "", ""},
		"all at another":                  {away, "https://login.example.com", ""},
		"mixed":                           {mixed, "https://login.example.com", "the agent itself would get"},
		"mixed, agreed":                   {mixed, "https://login.example.com https://agent.example.com", ""},
		"its own metadata, away":          {metadata(away, own), "", "at another host"},
		"its own metadata, mixed":         {metadata(mixed, own), "https://login.example.com", "the agent itself would get"},
		"another's metadata":              {metadata(away, other), "https://login.example.com", ""},
		"another's metadata, as it likes": {metadata(mixed, other), "https://login.example.com", ""},
	} {
		o := SignInOptions{Hosts: strings.Fields(tt.hosts)}
		err := o.checkHosts(tt.scheme, auth.FlowCode, "https://agent.example.com:443")
		if (err == nil) != (tt.want == "") || err != nil && !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// Without a document the addresses of the card are used, and that is said.
func TestAddressesOfCardWithoutMetadata(t *testing.T) {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method != http.MethodPost {
			http.NotFound(w, r)
			return
		}
		w.Header().Set("Content-Type", "application/json")
		_, _ = fmt.Fprint(w, `{"access_token":"GRANTED","token_type":"Bearer"}`)
	}))
	defer server.Close()
	at := safe.Text(server.URL)
	var said string
	o := SignInOptions{ClientID: "me", ClientSecret: "HUSH", Hosts: []string{server.URL}, Getenv: getenv(desktop), Say: func(text string) { said += text }}
	secret, _, err := SignIn(t.Context(), &a2aclient.Card{}, auth.Scheme{Kind: auth.SchemeOAuth2, MetadataURL: at, TokenURL: at}, "", o)
	if err != nil || secret.Value != "GRANTED" || secret.TokenURL != at || !secret.MetadataURL.IsEmpty() || !strings.Contains(said, "HTTP 404; the addresses of the card are used") {
		t.Errorf("%+v, %v, %s", secret.Value, err, said)
	}
}

func TestOpenIDScopes(t *testing.T) {
	of := func(names ...string) (list []safe.Raw) {
		for _, name := range names {
			list = append(list, safe.Text(name))
		}
		return list
	}
	card := &a2aclient.Card{
		Requirements: []auth.Requirement{{{Scheme: safe.Text("id"), Scopes: of("read", "openid")}, {Scheme: safe.Text("other"), Scopes: of("all")}}},
		Skills:       []a2aclient.Skill{{Requirements: []auth.Requirement{{{Scheme: safe.Text("id"), Scopes: of("write", "read")}}}}},
	}
	if got := openIDScopes(card, safe.Text("id"), of("openid", "offline_access")); fmt.Sprint(got) != fmt.Sprint(of("openid", "read", "write", "offline_access")) {
		t.Errorf("%v", got)
	}
}

// A flow lists every scope there is; a token gets those that the card and its skills require.
func TestOnlyRequiredScopesAreAskedFor(t *testing.T) {
	for name, tt := range map[string]struct{ card, skill, want string }{
		"the card's":                 {`[{"o":["read","write"]}]`, `[]`, "read write"},
		"a skill's":                  {`[]`, `[{"o":["read"]}]`, "read"},
		"both":                       {`[{"o":["read"]}]`, `[{"o":["read","write"]}]`, "read write"},
		"the first of two is enough": {`[{"x":["admin"]},{"o":["read"]},{"o":["admin"]}]`, `[]`, "read"},
		"none is named":              {`[{"o":[]}]`, `[]`, "admin offline_access read write"},
	} {
		t.Run(name, func(t *testing.T) {
			var asked string
			server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				asked = r.FormValue("scope")
				w.Header().Set("Content-Type", "application/json")
				_, _ = w.Write([]byte(`{"access_token": "t0ken-of-test", "token_type": "Bearer"}`))
			}))
			defer server.Close()
			card, err := a2aclient.Parse([]byte(fmt.Sprintf(`{"name":"A","url":"%[1]s/rpc","version":"1","protocolVersion":"0.3.0","preferredTransport":"JSONRPC","capabilities":{},
				"defaultInputModes":[],"defaultOutputModes":[],"skills":[{"id":"s","name":"S","description":"d","tags":[],"security":%[3]s}],"security":%[2]s,
				"securitySchemes":{"o":{"type":"oauth2","flows":{"clientCredentials":{"tokenUrl":"%[1]s/token","scopes":{"admin":"a","offline_access":"o","read":"r","write":"w"}}}}}}`,
				server.URL, tt.card, tt.skill)), server.URL+"/card.json")
			if err != nil {
				t.Fatal(err)
			}
			_, _, err = SignIn(t.Context(), card, card.Schemes[0], server.URL, SignInOptions{ClientID: "me", ClientSecret: "secret", Getenv: getenv(nil), Say: func(string) {}})
			if err != nil || asked != tt.want {
				t.Errorf("asked for %q, want %q, error %v", asked, tt.want, err)
			}
		})
	}
}
