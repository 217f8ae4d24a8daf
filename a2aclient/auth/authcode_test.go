package auth

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
	"time"

	"golang.org/x/oauth2"

	"a2aform/internal/limit"
	"a2aform/internal/safe"
)

// signInBrowser runs a sign-in in which browse plays the browser. The token endpoint wants the
// verifier of the challenge, and the redirect address again.
func signInBrowser(t *testing.T, issuer string, browse func(page *url.URL)) (Token, error) {
	t.Helper()
	var opened url.Values
	tokens := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		_ = r.ParseForm()
		w.Header().Set("Content-Type", "application/json")
		switch {
		case r.Form.Get("code") != "CODE" || r.Form.Get("client_id") != "me" || r.Form.Get("redirect_uri") != opened.Get("redirect_uri"):
		case oauth2.S256ChallengeFromVerifier(r.Form.Get("code_verifier")) != opened.Get("code_challenge"):
		default:
			_, _ = fmt.Fprint(w, `{"access_token":"GRANTED","refresh_token":"AGAIN","token_type":"Bearer","expires_in":60}`)
			return
		}
		w.WriteHeader(http.StatusBadRequest)
		_, _ = fmt.Fprintf(w, `{"error":"invalid_grant","error_description":"not %s"}`, r.Form.Get("code_verifier"))
	}))
	defer tokens.Close()
	s := Scheme{
		AuthURL: safe.Text("https://login.example.com/auth?tenant=x&client_id=other&redirect_uri=https://evil.example&request_uri=y"), CodeTokenURL: safe.Text(tokens.URL),
		Scopes: []safe.Raw{safe.Text("read")}, Issuer: safe.Text(issuer), SendsIssuer: issuer != "",
	}
	c := Client{ID: "me", Transport: http.DefaultTransport, Describe: func(err error, _ *url.URL) string { return err.Error() }}
	return TokenInBrowser(t.Context(), s, c, 0, func(page string, _ int) {
		u, err := url.Parse(page)
		if err != nil {
			t.Fatal(err)
		}
		opened = u.Query()
		browse(u)
	})
}

// come is the browser that comes back with some parameters besides the state.
func come(t *testing.T, page *url.URL, parameters string) (status int, text string) {
	t.Helper()
	return get(t, page.Query().Get("redirect_uri")+"?state="+url.QueryEscape(page.Query().Get("state"))+"&"+parameters)
}

func get(t *testing.T, address string) (status int, text string) {
	t.Helper()
	resp, err := http.Get(address)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	body, err := io.ReadAll(resp.Body)
	if err != nil {
		t.Fatal(err)
	}
	return resp.StatusCode, string(body)
}

func TestTokenIsGrantedInBrowser(t *testing.T) {
	token, err := signInBrowser(t, "https://login.example.com", func(page *url.URL) {
		q := page.Query()
		if page.Host != "login.example.com" || q.Get("tenant") != "x" || q.Get("response_type") != "code" || q.Get("scope") != "read" || q.Get("code_challenge_method") != "S256" ||
			len(q["client_id"]) != 1 || q.Get("client_id") != "me" || q.Has("request_uri") || !strings.HasPrefix(q.Get("redirect_uri"), "http://127.0.0.1:") || len(q["redirect_uri"]) != 1 {
			t.Errorf("opened %s", page)
		}
		if status, text := come(t, page, "code=CODE&iss=https://login.example.com"); status != http.StatusOK || !strings.Contains(text, "You can close this window") {
			t.Errorf("%d %s", status, text)
		}
		if status, text := come(t, page, "code=OTHER&iss=https://login.example.com"); status != http.StatusConflict || !strings.Contains(text, "has received its answer") {
			t.Errorf("a second answer: %d %s", status, text)
		}
	})
	if err != nil || token.Access != "GRANTED" || token.Refresh != "AGAIN" || token.Expires.IsZero() {
		t.Errorf("%+v, %v", token, err)
	}
}

// Who does not know the state, or comes by another name of the host, neither ends the
// sign-in nor gets anything into it.
func TestRequestsOfOthersAreRefused(t *testing.T) {
	token, err := signInBrowser(t, "", func(page *url.URL) {
		back := page.Query().Get("redirect_uri")
		state := "state=" + page.Query().Get("state")
		for address, want := range map[string]int{
			back + "?code=EVIL&state=<script>":                               http.StatusBadRequest,
			back + "?code=EVIL":                                              http.StatusBadRequest,
			back + "?code=EVIL&state=x&" + state:                             http.StatusBadRequest,
			strings.Replace(back, "/callback", "/", 1) + "?" + state:         http.StatusNotFound,
			strings.Replace(back, "127.0.0.1", "localhost", 1) + "?" + state: http.StatusNotFound,
		} {
			if status, text := get(t, address); status != want || strings.Contains(text, "script>") {
				t.Errorf("%s: %d %s", address, status, text)
			}
		}
		come(t, page, "code=CODE")
	})
	if err != nil || token.Access != "GRANTED" {
		t.Errorf("%+v, %v", token, err)
	}
}

func TestRefusedSignInSaysWhy(t *testing.T) {
	for name, tt := range map[string]struct{ issuer, answer, want string }{
		"denied":                     {"", "error=access_denied&error_description=by%20%1bAda", "access was denied in the browser by ␛Ada"},
		"refused":                    {"", "error=invalid_scope&error_description=read", "no token was issued: invalid_scope read"},
		"no code":                    {"", "x=1", "the answer from the browser has no code"},
		"two codes":                  {"", "code=CODE&code=OTHER", "code several times"},
		"wrong code":                 {"", "code=WRONG", "invalid_grant not ••••••"},
		"another issuer":             {"https://login.example.com", "code=CODE&iss=https://evil.example", "from another authorization server, https://evil.example, and https://login.example.com was asked"},
		"an error of another issuer": {"https://login.example.com", "error=access_denied&iss=https://evil.example", "from another authorization server"},
		"no issuer":                  {"https://login.example.com", "code=CODE", "does not say which authorization server"},
	} {
		t.Run(name, func(t *testing.T) {
			token, err := signInBrowser(t, tt.issuer, func(page *url.URL) {
				if status, text := come(t, page, tt.answer); status != http.StatusOK || strings.Contains(text, "Ada") {
					t.Errorf("%d %s", status, text)
				}
			})
			if err == nil || !strings.Contains(err.Error(), tt.want) || token.Access != "" {
				t.Errorf("%+v, %v", token, err)
			}
		})
	}
}

func TestWaitForBrowserEnds(t *testing.T) {
	before := limit.SignInTime
	defer func() { limit.SignInTime = before }()
	limit.SignInTime = limit.Period(10 * time.Millisecond)
	var back string
	if _, err := signInBrowser(t, "", func(page *url.URL) { back = page.Query().Get("redirect_uri") }); !errors.Is(err, errTime) {
		t.Errorf("%v", err)
	}
	if _, err := http.Get(back); err == nil {
		t.Error("the port is still open")
	}
	limit.SignInTime = before
	ctx, cancel := context.WithCancel(t.Context())
	s := Scheme{AuthURL: safe.Text("https://login.example.com"), CodeTokenURL: safe.Text("https://login.example.com")}
	if _, err := TokenInBrowser(ctx, s, Client{ID: "me"}, 0, func(string, int) { cancel() }); !errors.Is(err, context.Canceled) {
		t.Errorf("%v", err)
	}
}

func TestUnsafePagesAreNotOpened(t *testing.T) {
	for _, tt := range []struct{ page, tokens, want string }{
		{"", "https://example.com", "no authorization address"},
		{"http://example.com", "https://example.com", "authorization address is plain HTTP"},
		{"https://example.com", "http://example.com", "token address is plain HTTP"},
		{"javascript:alert(1)", "https://example.com", "not a URL"},
		{"https://login.example.com@evil.example", "https://example.com", "not one to open"},
		{"https://example.com/#x", "https://example.com", "not one to open"},
	} {
		s := Scheme{AuthURL: safe.Text(tt.page), CodeTokenURL: safe.Text(tt.tokens)}
		_, err := TokenInBrowser(t.Context(), s, Client{ID: "me"}, 0, func(page string, _ int) { t.Errorf("%s is opened", page) })
		if err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s: %v", tt.page, err)
		}
	}
}
