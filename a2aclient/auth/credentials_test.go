package auth

import (
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"

	"a2aform/internal/ojson"
	"a2aform/internal/safe"
)

// setFor is an empty set for an origin.
func setFor(t *testing.T, origin string) *CredentialSet {
	t.Helper()
	c, err := NewCredentialSet(safe.Text(origin))
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// put keeps the secret of a scheme.
func put(t *testing.T, c *CredentialSet, s Scheme, value string) {
	t.Helper()
	if err := c.Put(s, value, "env:X"); err != nil {
		t.Fatal(err)
	}
}

// keyIn is a scheme with a key at a place.
func keyIn(name string, in KeyLocation, param string) Scheme {
	return Scheme{Name: safe.Text(name), Kind: SchemeAPIKey, In: in, Param: safe.Text(param)}
}

func TestOrigins(t *testing.T) {
	t.Parallel()
	for address, want := range map[string]string{
		"https://Agent.example/a?b": "https://agent.example:443", "http://agent.example": "http://agent.example:80", "http://[::1]:8080/": "http://::1:8080",
		"ftp://agent.example": "", "card.json": "", "https:///a": "", "": "",
	} {
		u, err := url.Parse(address)
		if err != nil {
			t.Fatal(err)
		}
		if got := Origin(u); got != want {
			t.Errorf("%s: %q, want %q", address, got, want)
		}
		c, err := NewCredentialSet(safe.Text(address))
		if (err == nil) != (want != "") || err == nil && (c.Origin() != want || c.String() != "credentials for "+want) {
			t.Errorf("%s: %v, %v", address, c, err)
		}
	}
}

func TestSameServer(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		a, b string
		same bool
	}{
		{"http://localhost:80/a", "http://127.0.0.1/b", true},
		{"http://localhost:81", "http://127.0.0.1", false},
		{"https://localhost", "http://127.0.0.1", false},
		{"https://a.example/x", "https://A.example:443/y", true},
		{"https://a.example", "https://b.example", false},
		{"https://a.example", "http://localhost", false},
	} {
		a, _ := url.Parse(tt.a)
		b, _ := url.Parse(tt.b)
		if IsSameServer(a, b) != tt.same || IsSameServer(b, a) != tt.same {
			t.Errorf("%s and %s: %t", tt.a, tt.b, !tt.same)
		}
	}
}

func TestLoopback(t *testing.T) {
	t.Parallel()
	for host, want := range map[string]bool{
		"localhost": true, "LOCALHOST.": true, "a.localhost": true, "127.0.0.1": true, "127.9.9.9": true, "::1": true, "0.0.0.0": true, "localhost.example": false, "10.0.0.1": false, "": false,
	} {
		if IsLoopback(host) != want {
			t.Errorf("%q: %t", host, !want)
		}
	}
}

// A secret that no request can carry is refused, and the words name where it came from, not the secret.
func TestPutRefusesWhatNoRequestCarries(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		scheme      Scheme
		value, want string
	}{
		{Scheme{Kind: SchemeBearer}, " ", "env:X is empty"},
		{Scheme{Kind: SchemeBearer}, "HU\nSH", "control characters"},
		{Scheme{Kind: SchemeBearer}, "HU\x7fSH", "control characters"},
		{keyIn("k", KeyInCookie, "sid"), "HU;SH", "a cookie cannot carry"},
		{keyIn("k", KeyInHeader, "Host"), "HUSH", "which the protocol sets itself"},
		{keyIn("k", KeyInHeader, "Accept-Language"), "HUSH", "which the protocol sets itself"},
		{keyIn("k", KeyInHeader, "X-A2A-Extensions"), "HUSH", "which the protocol sets itself"},
		{Scheme{Kind: SchemeBasic}, "HUSH", "must be USER:PASSWORD"},
		{Scheme{Name: safe.Text("m"), Kind: SchemeMTLS}, "HUSH", "cannot use a secret for the scheme m ("},
		{Scheme{Name: safe.Text("m"), Kind: SchemeUnknown, Declared: safe.Text("pigeon")}, "HUSH", "cannot use a secret for the scheme m (pigeon)"},
		{keyIn("k", KeyInQuery, "Host"), "HU;SH", ""}, // in the address, both are well
		{keyIn("k", KeyInHeader, "X-Key"), "HUSH", ""},
		{Scheme{Kind: SchemeBasic}, "HU:SH", ""},
	} {
		c := setFor(t, "https://a.example")
		err := c.Put(tt.scheme, tt.value, "env:X")
		if (err == nil) != (tt.want == "") || err != nil && (!strings.Contains(err.Error(), tt.want) || strings.Contains(err.Error(), "SH")) {
			t.Errorf("%v: %v", tt.scheme, err)
		}
		if c.IsEmpty() != (err != nil) || c.Has(tt.scheme.Name) != (err == nil) || (c.Source(tt.scheme.Name) == "env:X") != (err == nil) {
			t.Errorf("%v is kept: %t", tt.scheme, !c.IsEmpty())
		}
	}
}

func TestHeadersOfTheUser(t *testing.T) {
	t.Parallel()
	c := setFor(t, "https://a.example")
	for _, bad := range [][2]string{{"", "x"}, {"a b", "x"}, {"a:b", "x"}, {"X-A", "a\nb"}, {"Content-Length", "1"}, {"Connection", "x"}} {
		if err := c.PutHeader(bad[0], bad[1], "--header", true); err == nil {
			t.Errorf("%q is taken", bad)
		}
	}
	if err := c.PutHeader("X-Open", "team", "--header", false); err != nil || !c.IsEmpty() {
		t.Errorf("a header that is no secret: %v, empty %t", err, c.IsEmpty())
	}
	if err := c.PutHeader("X-Secret", "HUSH", "env:H", true); err != nil || c.IsEmpty() {
		t.Errorf("a secret header: %v, empty %t", err, c.IsEmpty())
	}
	h := http.Header{}
	c.Preview(h, "https://a.example/x", nil)
	if h.Get("X-Open") != "team" || h.Get("X-Secret") != Mask+" (env:H)" {
		t.Errorf("shown: %v", h)
	}
}

// Each scheme has its place in the request; the preview has the same places, masked.
func TestSecretsAreAppliedAndPreviewed(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		scheme             Scheme
		value, sent, shown string
	}{
		{Scheme{Kind: SchemeBearer}, "HUSH", "Authorization: Bearer HUSH", "Authorization: Bearer •••••• (env:X)"},
		{Scheme{Kind: SchemeOAuth2}, "HUSH", "Authorization: Bearer HUSH", "Authorization: Bearer •••••• (env:X)"},
		{Scheme{Kind: SchemeOpenID}, "HUSH", "Authorization: Bearer HUSH", "Authorization: Bearer •••••• (env:X)"},
		{Scheme{Kind: SchemeBasic}, "HUSH:pw", "Authorization: Basic SFVTSDpwdw==", "Authorization: Basic •••••• (env:X)"},
		{keyIn("k", KeyInHeader, "X-Key"), "HUSH", "X-Key: HUSH", "X-Key: •••••• (env:X)"},
		{keyIn("k", KeyInCookie, "sid"), "HUSH", "Cookie: a=b; sid=HUSH", "Cookie: sid=•••••• (env:X)"},
		{keyIn("k", KeyInQuery, "key"), "H&SH", "?key=H%26SH&q=1", "(in the address): key=•••••• (env:X)"},
	} {
		c := setFor(t, "https://a.example")
		put(t, c, tt.scheme, tt.value)
		req, err := http.NewRequestWithContext(t.Context(), http.MethodGet, "https://a.example/x?q=1", nil)
		if err != nil {
			t.Fatal(err)
		}
		req.Header.Set("Cookie", "a=b")
		c.Apply(req, nil)
		if got := headerText(req.Header) + " ?" + req.URL.RawQuery; !strings.Contains(got, tt.sent) {
			t.Errorf("%v: sent %s", tt.scheme, got)
		}
		h := http.Header{}
		c.Preview(h, "https://a.example/x", nil)
		if got := headerText(h); got != tt.shown {
			t.Errorf("%v: shown %s", tt.scheme, got)
		}
		other, _ := http.NewRequestWithContext(t.Context(), http.MethodGet, "https://b.example/", nil)
		c.Apply(other, nil)
		h = http.Header{}
		if c.Preview(h, "https://b.example/", nil); len(other.Header)+len(h) > 0 || other.URL.RawQuery != "" {
			t.Errorf("%v goes to another origin: %v %v", tt.scheme, other.Header, h)
		}
	}
	(*CredentialSet)(nil).Apply(nil, nil)
	(*CredentialSet)(nil).Preview(nil, "", nil)
}

// headerText are headers in order.
func headerText(h http.Header) string {
	var all []string
	for name := range h {
		for _, v := range h[name] {
			all = append(all, name+": "+v)
		}
	}
	slices.Sort(all)
	return strings.Join(all, ", ")
}

// Of several requirements the first one that is met whole is sent; where none is, all secrets are.
func TestFirstMetRequirementIsSent(t *testing.T) {
	t.Parallel()
	c := setFor(t, "https://a.example")
	for _, name := range []string{"b", "a"} {
		put(t, c, keyIn(name, KeyInHeader, "X-"+strings.ToUpper(name)), name)
	}
	need := func(names ...string) (r Requirement) {
		for _, n := range names {
			r = append(r, Need{Scheme: safe.Text(n)})
		}
		return r
	}
	for _, tt := range []struct {
		required []Requirement
		want     string
	}{
		{nil, "X-A: a, X-B: b"},
		{[]Requirement{need("b")}, "X-B: b"},
		{[]Requirement{need("none"), need("a")}, "X-A: a"},
		{[]Requirement{need("a", "none"), need("a", "b")}, "X-A: a, X-B: b"},
		{[]Requirement{need()}, "X-A: a, X-B: b"},
		{[]Requirement{need("none")}, "X-A: a, X-B: b"},
	} {
		req, _ := http.NewRequestWithContext(t.Context(), http.MethodGet, "https://a.example/", nil)
		c.Apply(req, tt.required)
		if got := headerText(req.Header); got != tt.want {
			t.Errorf("%v: %s, want %s", tt.required, got, tt.want)
		}
	}
	for _, tt := range []struct {
		c    *CredentialSet
		r    Requirement
		meet bool
	}{{c, need("a", "b"), true}, {c, need("a", "none"), false}, {c, need(), true}, {nil, need("a"), false}, {nil, need(), true}} {
		if tt.c.Meets(tt.r) != tt.meet {
			t.Errorf("%v is met: %t", tt.r, !tt.meet)
		}
	}
	if none := (*CredentialSet)(nil); !none.IsEmpty() || none.Has(safe.Text("a")) || none.Source(safe.Text("a")) != "" {
		t.Error("no set has something")
	}
}

func TestWhatAnAgentRepeatsIsMasked(t *testing.T) {
	t.Parallel()
	c := setFor(t, "https://a.example")
	put(t, c, Scheme{Name: safe.Text("t"), Kind: SchemeBearer}, "HU/SH-HUSH")
	put(t, c, Scheme{Name: safe.Text("b"), Kind: SchemeBasic}, "ada:lovelace")
	put(t, c, keyIn("q", KeyInQuery, "key"), "a key&more")
	put(t, c, keyIn("n", KeyInHeader, "X-N"), "1234567890")
	put(t, c, keyIn("s", KeyInHeader, "X-S"), "xyz") // too short to be looked for
	c.Hide("hidden-word")
	if err := c.PutHeader("X-H", "Token sesame-open", "env:H", true); err != nil {
		t.Fatal(err)
	}
	for text, want := range map[string]string{
		"you sent HU/SH-HUSH twice: HU/SH-HUSH": "you sent •••••• twice: ••••••", `{"a":"HU\/SH-HUSH"}`: `{"a":"••••••"}`, `{"a":"\u0048U/SH-HUSH"}`: `{"a":"••••••"}`,
		"Basic YWRhOmxvdmVsYWNl": "Basic ••••••", "password lovelace": "password ••••••", "?key=a+key%26more": "?key=••••••", "/a%20key&more": "/••••••",
		"say hidden-word": "say ••••••", "sesame-open": "••••••", "xyz": "xyz", "nothing": "nothing", "": "",
	} {
		if got := string(c.MaskText([]byte(text))); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
	for text, want := range map[string]string{
		`{"a":"HU/SH-HUSH!","n":1234567890,"m":12345678901}`: `{"a":"••••••!","n":"••••••","m":12345678901}`, `["lovelace",true,null,1.5]`: `["••••••",true,null,1.5]`,
		`{"a":"\u0048U/SH-HUSH"}`: `{"a":"••••••"}`, `{"a":"\\HU/SH-HUSH"}`: `{"a":"\\••••••"}`, `{"a" "HU/SH-HUSH`: `{"a" "••••••`, `{"a":"xyz"}`: `{"a":"xyz"}`,
	} {
		if got := string(c.MaskJSON([]byte(text))); got != want {
			t.Errorf("%s: %s, want %s", text, got, want)
		}
	}
	for text, is := range map[string]bool{"a HU/SH-HUSH b": true, "xyz": false, "nothing": false} {
		if c.IsIn([]byte(text)) != is || (*CredentialSet)(nil).IsIn([]byte(text)) {
			t.Errorf("%q holds a secret: %t", text, !is)
		}
	}
	resp := &http.Response{Status: "401 no HU/SH-HUSH", Header: http.Header{"Set-Cookie": {"sid=1", "b=2"}, "X-Lovelace-Id": {"1"}, "X-Say": {"hidden-word", "fine"}}}
	c.MaskResponse(resp)
	if got, want := resp.Status+" "+headerText(resp.Header), "401 no •••••• Set-Cookie: ••••••, X-Say: fine, X-Say: ••••••, ••••••: 1"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
	none := (*CredentialSet)(nil)
	if none.MaskHeader(nil) != nil || string(none.MaskText([]byte("a"))) != "a" || string(none.MaskJSON([]byte("1"))) != "1" || headerText(none.MaskHeader(http.Header{"Set-Cookie": {"a"}, "A": {"b"}})) != "A: b, Set-Cookie: ••••••" {
		t.Error("without credentials more than cookies are masked")
	}
	for name, is := range map[string]bool{"Authorization": true, "X-API-Key": true, "Accept": false} {
		if IsSecretHeader(name) != is {
			t.Errorf("%s identifies the user: %t", name, !is)
		}
	}
}

func TestSchemesAreRead(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		`{"type":"http","scheme":"Bearer"}`:                                        "bearer token   s (bearer token)",
		`{"httpAuthSecurityScheme":{"scheme":"basic","description":"ask"}}`:        "user and password  ask s (user and password)",
		`{"type":"http","scheme":"digest"}`:                                        "unknown   s (http digest)",
		`{"type":"apiKey","in":"Header","name":"X-Key"}`:                           "API key header X-Key  s (API key)",
		`{"apiKeySecurityScheme":{"location":"query","name":"a b"}}`:               "API key query a b  s (API key)",
		`{"type":"apiKey","in":"cookie","name":"a b"}`:                             "unknown cookie a b  s (apiKey in the cookie, where a2aform cannot send it)",
		`{"type":"apiKey","in":"header"}`:                                          "unknown header   s (apiKey in the header, where a2aform cannot send it)",
		`{"type":"apiKey","in":"body","name":"k"}`:                                 "unknown body k  s (apiKey in the body, where a2aform cannot send it)",
		`{"mtlsSecurityScheme":{}}`:                                                "client certificate   s (client certificate)",
		`{"type":"mutualTLS"}`:                                                     "client certificate   s (client certificate)",
		`{"type":"pigeon","description":7}`:                                        "unknown  7 s (pigeon)",
		`{"openIdConnectSecurityScheme":{"openIdConnectUrl":"https://a.example"}}`: "OpenID Connect   s (OpenID Connect)",
	} {
		v, err := ojson.Parse([]byte(text), ojson.CardLimits)
		if err != nil {
			t.Fatal(err)
		}
		s := ReadScheme(v)
		s.Name = safe.Text("s")
		place := ""
		if s.In != "" {
			place = " " + string(s.In) + " " + s.Param.Exact()
		}
		if got := strings.Join(strings.Fields(fmt.Sprint(s.Kind, place, " ", s.Description.Exact(), " ", s.Label())), " "); got != strings.Join(strings.Fields(want), " ") {
			t.Errorf("%s: %s, want %s", text, got, want)
		}
	}
}

// A flow is offered where its endpoint is known; the metadata of the server name the endpoints of the card's flows.
func TestFlowsOfAScheme(t *testing.T) {
	t.Parallel()
	read := func(text string) Scheme {
		v, err := ojson.Parse([]byte(text), ojson.CardLimits)
		if err != nil {
			t.Fatal(err)
		}
		return ReadScheme(v)
	}
	offers := func(s Scheme) string {
		return fmt.Sprint(s.Offers(FlowCode), s.Offers(FlowDevice), s.Offers(FlowClient))
	}
	all := read(`{"type":"oauth2","flows":{"clientCredentials":{"tokenUrl":"https://a.example/c","scopes":{"x":"","y":""}},"deviceCode":{"deviceAuthorizationUrl":"https://a.example/d","tokenUrl":"https://a.example/t","scopes":{"x":""}},"authorizationCode":{"authorizationUrl":"https://a.example/a","tokenUrl":"https://a.example/code"}}}`)
	if got := offers(all); got != "true true true" || all.TokenURL.Exact() != "https://a.example/t" || all.ForCode().TokenURL.Exact() != "https://a.example/code" || fmt.Sprint(len(all.Scopes)) != "2" {
		t.Errorf("%s %+v", got, all)
	}
	device := read(`{"type":"oauth2","flows":{"deviceCode":{}}}`)
	if got := offers(device); got != "false false false" {
		t.Errorf("without endpoints: %s", got)
	}
	m := Metadata{Issuer: safe.Text("https://i.example"), AuthURL: safe.Text("https://i.example/a"), TokenURL: safe.Text("https://i.example/t"), DeviceURL: safe.Text("https://i.example/d"), SendsIssuer: true, SecretIn: SecretInBody}
	with := device.WithMetadata(m)
	if got := offers(with); got != "false true false" || with.Issuer != m.Issuer || !with.SendsIssuer || with.SecretIn != SecretInBody || with.TokenURL != m.TokenURL {
		t.Errorf("of the device flow with metadata: %s %+v", got, with)
	}
	if got := offers((Scheme{Kind: SchemeOpenID}).WithMetadata(m)); got != "true true true" {
		t.Errorf("of a card that leaves the flows to the metadata: %s", got)
	}
}
