package a2aclient

import (
	"bytes"
	"compress/gzip"
	"crypto/x509"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

func TestResolve(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "agent.example")
	if err := os.WriteFile(file, []byte("{}"), 0o600); err != nil {
		t.Fatal(err)
	}
	t.Chdir(dir)
	tests := []struct{ ref, file, first, last string }{
		{"localhost:9999", "", "http://localhost:9999/.well-known/agent-card.json", "http://localhost:9999/card"},
		{"127.0.0.1:80/x/", "", "http://127.0.0.1:80/x/.well-known/agent-card.json", "http://127.0.0.1:80/.well-known/agent.json"},
		{"[::1]:80", "", "http://[::1]:80/.well-known/agent-card.json", "http://[::1]:80/card"},
		{"Agents.Example.com", "", "https://Agents.Example.com/.well-known/agent-card.json", "https://Agents.Example.com/card"},
		{"https://h.example/a?x=1#f", "", "https://h.example/a?x=1", "https://h.example/a?x=1"},
		{"http://h.example/my.json", "", "http://h.example/my.json", "http://h.example/my.json"},
		{"h.example/.well-known/agent-card.json", "", "https://h.example/.well-known/agent-card.json", "https://h.example/.well-known/agent-card.json"},
		{"agent.example", "agent.example", "", ""},
		{"./none", "./none", "", ""},
		{"card.json", "card.json", "", ""},
		{"file:///tmp/c", "/tmp/c", "", ""},
		{"FILE:/tmp/c", "/tmp/c", "", ""},
		{"file://localhost/tmp/c", "/tmp/c", "", ""},
		{"file:///tmp/a%20b", "/tmp/a b", "", ""},
		{"file://c.json", "c.json", "", ""},
		{"file:///C:/none/c", "C:/none/c", "", ""},
		{`file:///C:\none\c`, `C:\none\c`, "", ""},
		{"file:///c:/a%20b", "c:/a b", "", ""},
		{`C:\cards\card`, `C:\cards\card`, "", ""},
		{"c:/cards/card", "c:/cards/card", "", ""},
		{`\\server\share\card`, `\\server\share\card`, "", ""},
		{`.\card`, `.\card`, "", ""},
		{`cards\card.json`, `cards\card.json`, "", ""},
		{"c:8080", "", "https://c:8080/.well-known/agent-card.json", "https://c:8080/card"},
		{"c:8080/card.json", "", "https://c:8080/card.json", "https://c:8080/card.json"},
		{"file:9999", "", "https://file:9999/.well-known/agent-card.json", "https://file:9999/card"},
	}
	for _, tt := range tests {
		got, err := resolve(tt.ref)
		if err != nil || got.file != tt.file {
			t.Errorf("%s: %+v, %v", tt.ref, got, err)
			continue
		}
		if tt.first != "" && (got.urls[0] != tt.first || got.urls[len(got.urls)-1] != tt.last) {
			t.Errorf("%s: %v", tt.ref, got.urls)
		}
	}
	for ref, want := range map[string]string{
		" ": "empty", "gopher://x": "only http and https", "https://": "neither a file, a host nor a URL",
		"https://me:secret@h.example": "user name or password", "me:secret@h.example": "user name or password", "ftp://me:secret@h": "only http",
		"https://me:secret@h h/": "neither", "a b": "neither",
	} {
		_, err := Fetch(t.Context(), ref)
		var e *CardError
		if !errors.As(err, &e) || e.Layer != LayerRef || !strings.Contains(err.Error(), want) || strings.Contains(err.Error(), "secret") || !strings.Contains(err.Error(), "cannot open ") {
			t.Errorf("%q: %v", ref, err)
		}
	}
}

const minimalCard = `{"name":"Found","url":"/a2a","protocolVersion":"0.3.0","skills":[{"id":"s"}]}`

func TestFetchFindsTheCard(t *testing.T) {
	tests := []struct{ name, ref, at string }{
		{"0.3 and later", "", "/.well-known/agent-card.json"},
		{"0.2", "", "/.well-known/agent.json"},
		{"003", "", "/card"},
		{"under a path", "/agents/one", "/agents/one/.well-known/agent-card.json"},
		{"the path is the card", "/agents/two", "/agents/two"},
		{"the card's own URL", "/x/my.json", "/x/my.json"},
		{"VoltAgent", "/a2a/planets", "/.well-known/planets/agent-card.json"},
		{"Mastra", "/api/a2a/planets", "/api/.well-known/planets/agent-card.json"},
		{"the endpoint's host", "/a2a/v1", "/.well-known/agent-card.json"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				switch {
				case r.Header.Get("A2A-Version") != "1.0":
					t.Errorf("version %q", r.Header.Get("A2A-Version"))
				case r.URL.Path == tt.at:
					_, _ = w.Write([]byte(minimalCard))
					return
				case r.URL.Path == "/card": // an agent that answers everything in JSON-RPC
					_, _ = w.Write([]byte(`{"jsonrpc":"2.0","error":{"code":-32700}}`))
					return
				}
				http.NotFound(w, r)
			}))
			defer s.Close()
			c, err := Fetch(t.Context(), s.URL+tt.ref)
			if err != nil {
				t.Fatal(err)
			}
			if c.Source != s.URL+tt.at || c.Interfaces[0].URL.Exact() != s.URL+"/a2a" {
				t.Errorf("%s, %v", c.Source, c.Interfaces)
			}
			if warned := strings.Contains(strings.Join(c.Warnings, ""), "card at the root of its host"); warned != (tt.ref == "/a2a/v1") {
				t.Errorf("warnings %v", c.Warnings)
			}
		})
	}
}

func TestFetchErrorsNameTheLayer(t *testing.T) {
	respond := func(status int, body string, headers ...string) http.HandlerFunc {
		return func(w http.ResponseWriter, _ *http.Request) {
			for i := 0; i < len(headers); i += 2 {
				w.Header().Set(headers[i], headers[i+1])
			}
			w.WriteHeader(status)
			_, _ = w.Write([]byte(body))
		}
	}
	var bomb bytes.Buffer
	z := gzip.NewWriter(&bomb)
	_, _ = z.Write(bytes.Repeat([]byte(" "), 8<<20))
	_ = z.Close()
	tests := []struct {
		name    string
		handler http.HandlerFunc
		layer   Layer
		want    string
	}{
		{"not found", http.NotFound, LayerHTTP, "has no card at"},
		{"HTML", respond(200, "<html>hi\x1b]0;x\a", "Content-Type", "text/html"), LayerContent, "a web page, not JSON: “hi␛]0;x␇”"},
		{"text", respond(200, "hello", "Content-Type", "text/plain"), LayerContent, "not JSON but text/plain: “hello”"},
		{"half a card", respond(200, `{"name":`, "Content-Type", "application/json"), LayerContent, "is marked as JSON but is not valid JSON: “{"},
		{"of an encoding", respond(200, "x", "Content-Encoding", "br"), LayerContent, "is encoded as br, which was not requested"},
		{"UTF-16", respond(200, "\xff\xfe{\x00"), LayerContent, "the answer is not JSON"},
		{"long headers", respond(200, "", "X-Filler", strings.Repeat("x", 2<<20)), LayerHTTP, "sends headers of more than 1 MiB"},
		{"nothing", respond(200, ""), LayerContent, "empty"},
		{"other JSON", respond(200, `{"name":"x"}`), LayerCard, "not an agent card"},
		{"login", respond(401, "no"), LayerHTTP, "401 Unauthorized: “no”; the card requires credentials"},
		{"an error of JSON-RPC", respond(400, `{"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":"Agent 'x' not found"}}`), LayerHTTP, "400 Bad Request: “Agent 'x' not found”; check the address"},
		{"failure", respond(503, "down"), LayerHTTP, "503 Service Unavailable"},
		{"elsewhere", respond(302, "", "Location", "https://evil.example/"), LayerHTTP, "another origin, https://evil.example/"},
		{"a circle", respond(302, "", "Location", "/again"), LayerHTTP, "in a loop"},
		{"too large", respond(200, strings.Repeat(" ", 5<<20)), LayerContent, "larger than 4 MiB"},
		{"a bomb", respond(200, bomb.String(), "Content-Encoding", "gzip"), LayerContent, "larger than 4 MiB"},
		{"cut", func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Length", "99")
			_, _ = w.Write([]byte("{"))
		}, LayerConnect, "cut the connection"},
		{"hangs up", func(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) }, LayerConnect, "cut the connection"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			s := httptest.NewServer(tt.handler)
			s.Config.ErrorLog = quiet()
			defer s.Close()
			wantCardError(t, s.URL, tt.layer, tt.want)
		})
	}
	tls := httptest.NewTLSServer(http.NotFoundHandler())
	tls.Config.ErrorLog = quiet()
	defer tls.Close()
	plain := httptest.NewServer(http.NotFoundHandler())
	defer plain.Close()
	wantCardError(t, tls.URL, LayerTLS, "unknown authority")
	wantCardError(t, strings.Replace(plain.URL, "http:", "https:", 1), LayerTLS, "write http://127.0.0.1")
	wantCardError(t, strings.Replace(tls.URL, "https:", "http:", 1), LayerHTTP, "write https://")
	wantCardError(t, "http://"+closedPort(t), LayerConnect, "nothing is listening at 127.0.0.1")
	wantCardError(t, "./none.json", LayerFile, "no such file")
	wantCardError(t, "file://"+t.TempDir(), LayerFile, "cannot be read")
}

// transport fails as the network would.
type transport struct{ err error }

func (f transport) RoundTrip(*http.Request) (*http.Response, error) { return nil, f.err }

func TestFaultsOfTheNetwork(t *testing.T) {
	tests := []struct {
		err   error
		layer Layer
		want  string
	}{
		{&net.OpError{Op: "dial", Err: &net.DNSError{Err: "no such host", Name: "h.example"}}, LayerName, "host h.example not found"},
		{&net.OpError{Op: "dial", Err: syscall.ENETUNREACH}, LayerConnect, "cannot be reached"},
		{os.ErrDeadlineExceeded, LayerTimeout, "did not answer in time"},
		{x509.HostnameError{Certificate: &x509.Certificate{}, Host: "x"}, LayerTLS, "for another name"},
		{x509.CertificateInvalidError{Reason: x509.Expired}, LayerTLS, "expired"},
		{fmt.Errorf("from a file: %w", ErrOffline), LayerConnect, "nothing is sent: this view only inspects the agent"},
		{errors.New("odd \x1b[2J"), LayerConnect, "could not connect to h.example came about; check"},
	}
	for _, tt := range tests {
		_, err := Fetch(t.Context(), "h.example", WithTransport(transport{tt.err}))
		var e *CardError
		if !errors.As(err, &e) || e.Layer != tt.layer || !strings.Contains(err.Error(), tt.want) || !errors.Is(err, tt.err) {
			t.Errorf("%v: %v", tt.err, err)
		}
	}
}

func wantCardError(t *testing.T, ref string, layer Layer, want string) {
	t.Helper()
	_, err := Fetch(t.Context(), ref)
	var e *CardError
	if !errors.As(err, &e) || e.Layer != layer || !strings.Contains(err.Error(), want) || !strings.Contains(err.Error(), ref) || e.Next == "" {
		t.Errorf("%s: %v, want %s: %s", ref, err, layer, want)
	}
	if err != nil && strings.ContainsAny(err.Error(), "\x1b\a") {
		t.Errorf("raw control characters in %q", err)
	}
}

func closedPort(t *testing.T) string {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	return l.Addr().String()
}

// A redirect to another origin must not reach it, not even with a GET.
func TestFetchStaysAtItsOrigin(t *testing.T) {
	reached := false
	other := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { reached = true }))
	defer other.Close()
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch r.URL.Path {
		case "/away/card":
			http.Redirect(w, r, other.URL+"/card", http.StatusFound)
		case "/here/card":
			http.Redirect(w, r, "/real.json", http.StatusMovedPermanently)
		case "/real.json":
			_, _ = fmt.Fprint(w, minimalCard)
		}
	}))
	defer s.Close()
	wantCardError(t, s.URL+"/away/card", LayerHTTP, "another origin")
	c, err := Fetch(t.Context(), s.URL+"/here/card")
	if err != nil || c.Source != s.URL+"/real.json" || reached {
		t.Errorf("%v %v reached=%v", c, err, reached)
	}
}

func TestFetchFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "c.json")
	if err := os.WriteFile(path, []byte(strings.Replace(minimalCard, "/a2a", "https://h.example/", 1)), 0o600); err != nil {
		t.Fatal(err)
	}
	c, err := Fetch(t.Context(), path)
	if err != nil || c.Source != path || c.Name.Exact() != "Found" {
		t.Errorf("%+v %v", c, err)
	}
}
