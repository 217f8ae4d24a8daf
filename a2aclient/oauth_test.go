package a2aclient

import (
	"encoding/base64"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"

	"a2aform/a2aclient/auth"
	"a2aform/internal/safe"
)

// authServer grants tokens: to a client by its secret, to a device after two
// times "not yet", and for a refresh token.
func authServer(t *testing.T) *httptest.Server {
	t.Helper()
	pending := 2
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		_ = r.ParseForm()
		id, secret, _ := r.BasicAuth()
		switch {
		case r.URL.Path == "/device":
			_, _ = fmt.Fprint(w, `{"device_code":"DEV","user_code":"ABCD-EFGH","verification_uri":"https://example.com/go","interval":1,"expires_in":60}`)
		case r.Form.Get("grant_type") == "client_credentials" && id == "me" && secret == "HUSH":
			_, _ = fmt.Fprint(w, `{"access_token":"FOR-ME","token_type":"Bearer","expires_in":60}`)
		case r.Form.Get("grant_type") == "refresh_token" && r.Form.Get("refresh_token") == "AGAIN":
			_, _ = fmt.Fprint(w, `{"access_token":"NEW","token_type":"Bearer"}`)
		case r.Form.Get("device_code") == "DEV" && r.Form.Get("code_verifier") != "":
			if pending--; pending >= 0 {
				w.WriteHeader(http.StatusBadRequest)
				_, _ = fmt.Fprint(w, `{"error":"authorization_pending"}`)
				return
			}
			_, _ = fmt.Fprint(w, `{"access_token":"GRANTED","refresh_token":"AGAIN","token_type":"Bearer"}`)
		default:
			w.WriteHeader(http.StatusUnauthorized)
			_, _ = fmt.Fprint(w, `{"error":"invalid_client","error_description":"who are you?"}`)
		}
	}))
	t.Cleanup(server.Close)
	return server
}

// TestAcceptance20Tokens proves A2ACLI_AUTH_006.
func TestAcceptance20Tokens(t *testing.T) {
	server := authServer(t)
	s := auth.Scheme{Kind: auth.SchemeOAuth2, TokenURL: safe.Text(server.URL + "/token"), DeviceURL: safe.Text(server.URL + "/device")}
	token, err := auth.ClientCredentials(t.Context(), s, OAuthClient("me", "HUSH"))
	if err != nil || token.Access != "FOR-ME" || token.Expires.IsZero() {
		t.Errorf("client credentials: %+v, %v", token, err)
	}
	if token, err = auth.Renew(t.Context(), s, OAuthClient("me", ""), "AGAIN"); err != nil || token.Access != "NEW" {
		t.Errorf("renew: %+v, %v", token, err)
	}
	_, err = auth.ClientCredentials(t.Context(), s, OAuthClient("me", "WRONG-SECRET"))
	if err == nil || !strings.Contains(err.Error(), "invalid_client who are you?") || strings.Contains(err.Error(), "WRONG-SECRET") {
		t.Errorf("a wrong secret: %v", err)
	}
}

// TestAcceptance20DeviceCode proves A2ACLI_AUTH_005.
func TestAcceptance20DeviceCode(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("waits some seconds, as the protocol wants")
	}
	server := authServer(t)
	s := auth.Scheme{TokenURL: safe.Text(server.URL + "/token"), DeviceURL: safe.Text(server.URL + "/device")}
	var shown string
	token, err := auth.DeviceCode(t.Context(), s, OAuthClient("me", ""), func(address, code string) { shown = address + " " + code })
	if err != nil || token.Access != "GRANTED" || token.Refresh != "AGAIN" || shown != "https://example.com/go ABCD-EFGH" {
		t.Errorf("%+v, %q, %v", token, shown, err)
	}
}

func TestSecretsAreNotSentToPlainHTTP(t *testing.T) {
	for _, address := range []string{"", "http://example.com/token", "ftp://example.com", "nonsense"} {
		if _, err := auth.ClientCredentials(t.Context(), auth.Scheme{TokenURL: safe.Text(address)}, OAuthClient("me", "HUSH")); err == nil || strings.Contains(err.Error(), "HUSH") {
			t.Errorf("%q: %v", address, err)
		}
	}
}

// What a device flow wants opened is a page of the web, and what a token address
// answers is told in our words.
func TestTokensOfNonConformingServer(t *testing.T) {
	answer := `{"device_code":"d","user_code":"c","verification_uri":"file:///etc/passwd"}`
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { _, _ = fmt.Fprint(w, answer) }))
	defer server.Close()
	s := auth.Scheme{TokenURL: safe.Text(server.URL), DeviceURL: safe.Text(server.URL)}
	_, err := auth.DeviceCode(t.Context(), s, OAuthClient("me", ""), func(address, _ string) { t.Errorf("%s is shown", address) })
	if err == nil || !strings.Contains(err.Error(), "is not a web address: file:///etc/passwd") {
		t.Errorf("%v", err)
	}
	for _, answer = range []string{"{", "<html>", `{"access_token":""}`} {
		if _, err = auth.ClientCredentials(t.Context(), s, OAuthClient("me", "HUSH")); err == nil || err.Error() != "no token was issued: the answer has none" {
			t.Errorf("%s: %v", answer, err)
		}
	}
	server.Close()
	if _, err = auth.ClientCredentials(t.Context(), s, OAuthClient("me", "HUSH")); err == nil || !strings.Contains(err.Error(), "nothing is listening at") {
		t.Errorf("%v", err)
	}
}

// A token endpoint that repeats what it was shown, however it spells it, gets it
// into no error.
func TestTokenEndpointsThatRepeatSecrets(t *testing.T) {
	t.Parallel()
	const hush, again = "HU/SH+hush=1", "AG AIN/again"
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		_ = r.ParseForm()
		said, _ := json.Marshal(r.Header.Get("Authorization") + " " + r.Form.Encode() + " " + hush + " " + again + " " + r.Form.Get("code_verifier"))
		if r.URL.Path == "/device" {
			_, _ = fmt.Fprint(w, `{"device_code":"`+again+`","user_code":"c","verification_uri":"https://example.com","interval":1}`)
			return
		}
		w.WriteHeader(http.StatusBadRequest)
		_, _ = fmt.Fprintf(w, `{"error":%s,"error_description":%s}`, said, said)
	}))
	defer server.Close()
	s := auth.Scheme{TokenURL: safe.Text(server.URL), DeviceURL: safe.Text(server.URL + "/device")}
	me := OAuthClient("me", hush)
	for name, flow := range map[string]func() error{
		"client credentials": func() error { _, err := auth.ClientCredentials(t.Context(), s, me); return err },
		"renew":              func() error { _, err := auth.Renew(t.Context(), s, me, again); return err },
		"device":             func() error { _, err := auth.DeviceCode(t.Context(), s, me, func(string, string) {}); return err },
	} {
		err := flow()
		if err == nil || !strings.Contains(err.Error(), auth.Mask) {
			t.Fatalf("%s: %v", name, err)
		}
		basic := base64.StdEncoding.EncodeToString([]byte("me:" + url.QueryEscape(hush)))
		for _, secret := range []string{hush, url.QueryEscape(hush), basic, "hush", "again"} {
			if name == "client credentials" && secret == "again" {
				continue // it was never shown
			}
			if strings.Contains(err.Error(), secret) {
				t.Errorf("%s: %s is in %v", name, secret, err)
			}
		}
	}
}
