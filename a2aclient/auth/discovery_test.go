package auth

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
	"time"

	"a2aform/internal/limit"
	"a2aform/internal/safe"
)

// metadataServer answers every path with one document, in which HERE is its own address.
func metadataServer(t *testing.T, document string) *httptest.Server {
	t.Helper()
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		_, _ = fmt.Fprint(w, strings.ReplaceAll(document, "HERE", "http://"+r.Host))
	}))
	t.Cleanup(s.Close)
	return s
}

var discoveryClient = Client{Transport: http.DefaultTransport, Describe: func(err error, _ *url.URL) string { return err.Error() }}

func discoverIn(t *testing.T, kind SchemeKind, address string) (Metadata, error) {
	t.Helper()
	return Discover(t.Context(), Scheme{Kind: kind, MetadataURL: safe.Text(address)}, discoveryClient)
}

func TestFindReadsEndpoints(t *testing.T) {
	s := metadataServer(t, `{"issuer":"HERE/realms/a","authorization_endpoint":"HERE/auth","token_endpoint":"https://tokens.example.com/","device_authorization_endpoint":"HERE/device",
		"authorization_response_iss_parameter_supported":true,"scopes_supported":["openid","offline_access"]}`)
	for _, address := range []string{"/realms/a", "/realms/a/", "/realms/a/.well-known/openid-configuration", "/.well-known/oauth-authorization-server/realms/a"} {
		for _, kind := range []SchemeKind{SchemeOpenID, SchemeOAuth2} {
			m, err := discoverIn(t, kind, s.URL+address)
			if err != nil || m.Issuer.Exact() != s.URL+"/realms/a" || m.AuthURL.Exact() != s.URL+"/auth" || m.TokenURL.Exact() != "https://tokens.example.com/" ||
				m.DeviceURL.Exact() != s.URL+"/device" || !m.SendsIssuer || len(m.Scopes) != 2 {
				t.Errorf("%s %s: %+v, %v", kind, address, m, err)
			}
		}
	}
}

// The name of a document is appended to an issuer (OpenID Connect), or put before its path
// (RFC 8414).
func TestIssuerAsAddress(t *testing.T) {
	for kind, want := range map[SchemeKind]string{
		SchemeOpenID: "https://login.example.com/a/.well-known/openid-configuration",
		SchemeOAuth2: "https://login.example.com/.well-known/oauth-authorization-server/a",
	} {
		at, issuer, err := locateMetadata(Scheme{Kind: kind, MetadataURL: safe.Text("https://login.example.com/a/")})
		if err != nil || at.String() != want || issuer != "https://login.example.com/a" {
			t.Errorf("%s: %s, %s, %v", kind, at, issuer, err)
		}
	}
}

func TestUnsafeDocumentsAreRefused(t *testing.T) {
	for name, tt := range map[string]struct{ document, want string }{
		"another issuer":      {`{"issuer":"https://evil.example","token_endpoint":"HERE/t"}`, "another issuer, “https://evil.example”"},
		"a longer issuer":     {`{"issuer":"HERE/b","token_endpoint":"HERE/t"}`, "another issuer"},
		"no issuer":           {`{"token_endpoint":"HERE/t"}`, "another issuer, “”"},
		"an issuer in a list": {`{"issuer":["HERE"],"token_endpoint":"HERE/t"}`, "another issuer"},
		"no tokens":           {`{"issuer":"HERE"}`, "no token endpoint"},
		"plain HTTP":          {`{"issuer":"HERE","token_endpoint":"http://example.com/t"}`, "plain HTTP: http://example.com/t"},
		"plain HTTP to open":  {`{"issuer":"HERE","token_endpoint":"HERE/t","authorization_endpoint":"http://example.com/a"}`, "plain HTTP"},
		"a file":              {`{"issuer":"HERE","token_endpoint":"HERE/t","device_authorization_endpoint":"file:///etc/passwd"}`, "not a URL"},
		"a script":            {`{"issuer":"HERE","token_endpoint":"HERE/t","authorization_endpoint":"javascript:alert(1)"}`, "not a URL"},
		"a password":          {`{"issuer":"HERE","token_endpoint":"https://root:hunter2@example.com/t"}`, "a user name or a password in it: https://root:xxxxx@example.com/t"},
		"a page":              {`<html>`, "not a JSON object"},
		"a list":              {`[]`, "not a JSON object"},
		"too large":           {`{"x":"` + strings.Repeat("x", limit.MetadataBytes.Int()) + `"}`, "larger than 1 MiB"},
		"too deep":            {strings.Repeat(`{"x":`, 5000), "not a JSON object"},
	} {
		t.Run(name, func(t *testing.T) {
			if m, err := discoverIn(t, SchemeOpenID, metadataServer(t, tt.document).URL); err == nil || !strings.Contains(err.Error(), tt.want) {
				t.Errorf("%+v, %v", m, err)
			}
		})
	}
}

// A document of the network names no endpoint on this machine.
func TestDocumentOfNetworkNamesNoLocalEndpoint(t *testing.T) {
	at, err := url.Parse("https://login.example.com/.well-known/openid-configuration")
	if err != nil {
		t.Fatal(err)
	}
	_, err = readMetadata([]byte(`{"issuer":"https://login.example.com","token_endpoint":"http://127.0.0.1:631/t"}`), "https://login.example.com", at)
	if err == nil || !strings.Contains(err.Error(), "on this machine") {
		t.Errorf("%v", err)
	}
}

func TestUnsafeAddressesAreNotAsked(t *testing.T) {
	for _, address := range []string{"", "http://example.com", "ftp://example.com", "nonsense", "https://user@example.com", "https://example.com/#x"} {
		if _, err := discoverIn(t, SchemeOpenID, address); err == nil || !strings.Contains(err.Error(), "the card") {
			t.Errorf("%q: %v", address, err)
		}
	}
}

func TestFindNamesFailure(t *testing.T) {
	moved := httptest.NewServer(http.RedirectHandler("https://evil.example", http.StatusFound))
	defer moved.Close()
	if _, err := discoverIn(t, SchemeOpenID, moved.URL); err == nil || !strings.Contains(err.Error(), "HTTP 302") {
		t.Errorf("a redirect: %v", err)
	}
	released := make(chan struct{})
	stuck := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.(http.Flusher).Flush()
		<-released
	}))
	defer stuck.Close()
	defer close(released)
	before := limit.TokenTime
	defer func() { limit.TokenTime = before }()
	limit.TokenTime = limit.Period(20 * time.Millisecond)
	if _, err := discoverIn(t, SchemeOpenID, stuck.URL); err == nil || !strings.Contains(err.Error(), "deadline") {
		t.Errorf("no answer: %v", err)
	}
}
