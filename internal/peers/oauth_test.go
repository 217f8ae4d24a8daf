package peers

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/cookiejar"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/zalando/go-keyring"
	"github.com/zitadel/oidc/v3/example/server/exampleop"
	"github.com/zitadel/oidc/v3/example/server/storage"

	"a2aform/internal/cli"
	"a2aform/internal/cli/command"
)

// provider starts the OpenID provider of Zitadel, with a client for browsers and one for
// device codes.
func provider(t *testing.T) *httptest.Server {
	t.Helper()
	mux := http.NewServeMux()
	server := httptest.NewServer(mux)
	t.Cleanup(server.Close)
	storage.RegisterClients(storage.NativeClient("native", "http://127.0.0.1/callback"), storage.DeviceClient("device", "secret"))
	mux.Handle("/", exampleop.SetupServer(server.URL, storage.NewStorage(oneUser{}), slog.New(slog.DiscardHandler), false))
	return server
}

// oneUser is a store with Ada, whose name identifies her: the provider's device flow takes
// the one for the other.
type oneUser struct{}

func (oneUser) GetUserByID(name string) *storage.User {
	if name != "ada" {
		return nil
	}
	return &storage.User{ID: "ada", Username: "ada", Password: "verysecure", FirstName: "Ada", LastName: "Lovelace"}
}
func (o oneUser) GetUserByUsername(name string) *storage.User { return o.GetUserByID(name) }
func (oneUser) ExampleClientID() string                       { return "service" }

// protected is an agent that asks the provider who sent a message, and greets that user.
func protected(t *testing.T, op *httptest.Server, scheme string) string {
	t.Helper()
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		if r.Method == http.MethodGet {
			_, _ = fmt.Fprintf(w, `{"name":"Protected","skills":[],"supportedInterfaces":[{"url":"http://%s/rpc","protocolBinding":"JSONRPC","protocolVersion":"1.0"}],
				"securitySchemes":{"id":%s},"securityRequirements":[{"schemes":{"id":{"list":["profile"]}}}]}`, r.Host, strings.ReplaceAll(scheme, "OP", op.URL))
			return
		}
		ask, err := http.NewRequestWithContext(r.Context(), http.MethodGet, op.URL+"/userinfo", nil)
		if err != nil {
			t.Error(err)
			return
		}
		ask.Header.Set("Authorization", r.Header.Get("Authorization"))
		resp, err := http.DefaultClient.Do(ask)
		if err != nil {
			t.Error(err)
			return
		}
		defer resp.Body.Close()
		var user struct{ Name string }
		if resp.StatusCode != http.StatusOK || json.NewDecoder(resp.Body).Decode(&user) != nil {
			w.WriteHeader(http.StatusUnauthorized)
			return
		}
		_, _ = fmt.Fprintf(w, `{"jsonrpc":"2.0","id":1,"result":{"message":{"messageId":"m","role":"ROLE_AGENT","parts":[{"text":"hello %s"}]}}}`, user.Name)
	}))
	t.Cleanup(server.Close)
	return server.URL
}

// watch calls found with what a pattern finds first in all that is written.
type watch struct {
	bytes.Buffer
	pattern *regexp.Regexp
	found   func(match []string)
}

func (w *watch) Write(p []byte) (int, error) {
	n, err := w.Buffer.Write(p)
	if match := w.pattern.FindStringSubmatch(w.String()); match != nil && w.found != nil {
		found := w.found
		w.found = nil
		go found(match)
	}
	return n, err
}

// execute runs a command line with a home and an environment of its own.
func execute(t *testing.T, home string, env map[string]string, stderr io.Writer, args ...string) (out string, err error) {
	t.Helper()
	var stdout bytes.Buffer
	err = executeTo(t, home, env, &stdout, stderr, args...)
	return stdout.String(), err
}

// executeTo is execute with standard output of its own.
func executeTo(t *testing.T, home string, env map[string]string, stdout, stderr io.Writer, args ...string) error {
	t.Helper()
	return cli.Run(t.Context(), &command.Streams{In: strings.NewReader(""), Out: stdout, Err: stderr, Args: args, Getenv: func(name string) string {
		if name == "A2AFORM_HOME" {
			return home
		}
		return env[name]
	}})
}

// browser is a browser without a screen.
func browser(t *testing.T) *http.Client {
	t.Helper()
	jar, err := cookiejar.New(nil)
	if err != nil {
		t.Fatal(err)
	}
	return &http.Client{Jar: jar, Timeout: 10 * time.Second}
}

// page reads what an answer says.
func page(t *testing.T, resp *http.Response, err error) (text string, at *url.URL) {
	if err != nil {
		t.Error(err)
		return "", &url.URL{}
	}
	defer resp.Body.Close()
	body, err := io.ReadAll(resp.Body)
	if err != nil {
		t.Error(err)
	}
	return string(body), resp.Request.URL
}

// A user signs in to a card's OpenID provider with a browser, the agent knows the user by the
// token, and the token is renewed.
// It proves A2ACLI_AUTH_010.
func TestSignInWithBrowserAtOpenIDProvider(t *testing.T) {
	keyring.MockInitWithError(os.ErrNotExist)
	op := provider(t)
	for name, scheme := range map[string]string{
		"OpenID Connect": `{"openIdConnectSecurityScheme":{"openIdConnectUrl":"OP/.well-known/openid-configuration"}}`,
		"OAuth 2.0 with metadata": `{"oauth2SecurityScheme":{"oauth2MetadataUrl":"OP/.well-known/openid-configuration",
			"flows":{"authorizationCode":{"authorizationUrl":"","tokenUrl":"","scopes":{"openid":"","profile":"","offline_access":""}}}}}`,
		"OAuth 2.0": `{"oauth2SecurityScheme":{"flows":{"authorizationCode":{"authorizationUrl":"OP/auth","tokenUrl":"OP/oauth/token","scopes":{"openid":"","profile":"","offline_access":""}}}}}`,
	} {
		t.Run(name, func(t *testing.T) {
			agent, home, done := protected(t, op, scheme), t.TempDir(), make(chan struct{})
			report := &watch{pattern: regexp.MustCompile(`(http://\S+/auth\?\S+)`), found: func(match []string) {
				defer close(done)
				c := browser(t)
				resp, err := c.Get(match[1])
				_, login := page(t, resp, err)
				resp, err = c.PostForm(op.URL+"/login/username", url.Values{"id": {login.Query().Get("authRequestID")}, "username": {"ada"}, "password": {"verysecure"}})
				if text, at := page(t, resp, err); !strings.Contains(text, "You can close this window") || !strings.HasPrefix(at.Host, "127.0.0.1:") {
					t.Errorf("the browser ends at %s: %s", at, text)
				}
			}}
			if _, err := execute(t, home, nil, report, "auth", "login", agent, "--client-id", "native", "--flow", "browser", "--tokens-at", op.URL); err != nil {
				t.Fatalf("%v\n%s", err, report)
			}
			<-done
			greeted(t, home, agent)
			before := expire(t, home)
			greeted(t, home, agent)
			if after := expire(t, home); after == before || before == "" {
				t.Errorf("the token is not renewed: %q, %q", before, after)
			}
		})
	}
}

// greeted wants the agent to know the user.
func greeted(t *testing.T, home, agent string) {
	t.Helper()
	var report bytes.Buffer
	if out, err := execute(t, home, nil, &report, "send", agent, "--text", "hi"); err != nil || !strings.Contains(out, "hello Ada Lovelace") {
		t.Fatalf("%v\n%s\n%s", err, out, &report)
	}
}

// expire changes the kept token, which must be the only one, to one that has expired, and
// returns it.
func expire(t *testing.T, home string) (token string) {
	t.Helper()
	var path string
	err := filepath.Walk(home, func(at string, _ os.FileInfo, err error) error {
		if filepath.Base(at) == "credentials.json" {
			path = at
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	token = regexp.MustCompile(`"value":\s*"([^"]+)"`).FindStringSubmatch(string(data))[1]
	data = regexp.MustCompile(`"expires":\s*"[^"]+"`).ReplaceAll(data, []byte(`"expires":"2020-01-01T00:00:00Z"`))
	if err := os.WriteFile(path, data, 0o600); err != nil {
		t.Fatal(err)
	}
	return token
}

// Over SSH a device code is taken where the provider has it.
func TestSignInWithDeviceCodeOverSSH(t *testing.T) {
	keyring.MockInitWithError(os.ErrNotExist)
	op := provider(t)
	agent, home := protected(t, op, `{"openIdConnectSecurityScheme":{"openIdConnectUrl":"OP"}}`), t.TempDir()
	report := &watch{pattern: regexp.MustCompile(`open (\S+) and enter the code (\S+);`), found: func(match []string) {
		c := browser(t)
		resp, err := c.PostForm(match[1]+"/login", url.Values{"user_code": {match[2]}, "username": {"ada"}, "password": {"verysecure"}})
		page(t, resp, err)
		resp, err = c.Get(match[1] + "/confirm?action=allowed")
		if text, _ := page(t, resp, err); !strings.Contains(text, "return to the device") {
			t.Errorf("the page of the code says %s", text)
		}
	}}
	env := map[string]string{"SSH_CONNECTION": "192.0.2.1 50000 192.0.2.2 22", "DISPLAY": ":0", "SECRET": "secret"}
	if _, err := execute(t, home, env, report, "auth", "login", agent, "--client-id", "device", "--client-secret", "env:SECRET", "--flow", "device-code", "--tokens-at", op.URL); err != nil {
		t.Fatalf("%v\n%s", err, report)
	}
	greeted(t, home, agent)
}
