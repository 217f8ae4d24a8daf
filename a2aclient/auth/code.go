package auth

import (
	"context"
	"crypto/rand"
	"crypto/subtle"
	"errors"
	"fmt"
	"net/url"

	"golang.org/x/oauth2"

	"a2aform/internal/safe"
)

// CodeRequest is one use of the authorization code flow (RFC 6749 §4.1), with PKCE
// (RFC 7636) by S256.
type CodeRequest struct {
	scheme                    Scheme
	client                    Client
	redirect, state, verifier string
	address                   string
}

// NewCodeRequest prepares a request whose answer comes to a redirect address of ours. It
// fails where the scheme has no endpoints that a secret may go to.
func NewCodeRequest(s Scheme, c Client, redirect string) (*CodeRequest, error) {
	s = s.ForCode()
	if err := checkEndpoint(s.AuthURL.Exact(), "authorization"); err != nil {
		return nil, err
	}
	if err := checkEndpoint(s.TokenURL.Exact(), "token"); err != nil {
		return nil, err
	}
	r := &CodeRequest{scheme: s, client: c, redirect: redirect, state: rand.Text(), verifier: oauth2.GenerateVerifier()}
	u, err := url.Parse(s.AuthURL.Exact())
	if err != nil || u.User != nil || u.Fragment != "" {
		return nil, fmt.Errorf("the card's authorization address is not one to open in a browser: %s", s.AuthURL.Line(200))
	}
	ours, err := url.Parse(r.config().AuthCodeURL(r.state, oauth2.S256ChallengeOption(r.verifier)))
	if err != nil {
		return nil, fmt.Errorf("the request cannot be written: %w", err)
	}
	values := u.Query()
	for name, value := range ours.Query() {
		values[name] = value // the address may have parameters, but none in place of ours
	}
	for _, name := range []string{"request", "request_uri"} { // they would count in place of all others (RFC 9101)
		values.Del(name)
	}
	u.RawQuery = values.Encode()
	r.address = u.String()
	return r, nil
}

func (r *CodeRequest) config() *oauth2.Config {
	config := oauthConfig(r.scheme, r.client)
	config.RedirectURL = r.redirect
	return config
}

// Address returns the page that the user opens.
func (r *CodeRequest) Address() string { return r.address }

// IsAnswer reports whether parameters answer this request: they repeat its state.
func (r *CodeRequest) IsAnswer(values url.Values) bool {
	return len(values["state"]) == 1 && subtle.ConstantTimeCompare([]byte(values.Get("state")), []byte(r.state)) == 1
}

// Token exchanges the code of an answer for a token.
func (r *CodeRequest) Token(ctx context.Context, answer url.Values) (Token, error) {
	secrets := tokenSecrets(r.client, r.verifier, r.state)
	for name, list := range answer {
		if len(list) != 1 {
			return Token{}, fmt.Errorf("no token was issued: the answer has %s several times", secrets.quote(name, 40))
		}
	}
	if err := r.checkIssuer(answer); err != nil {
		return Token{}, err
	}
	code := answer.Get("code")
	switch failed := answer.Get("error"); {
	case failed == "access_denied":
		return Token{}, fmt.Errorf("no token was issued: access was denied in the browser %s", secrets.quote(answer.Get("error_description"), 200))
	case failed != "":
		return Token{}, fmt.Errorf("no token was issued: %s %s", secrets.quote(failed, 80), secrets.quote(answer.Get("error_description"), 200))
	case code == "":
		return Token{}, errors.New("no token was issued: the answer from the browser has no code")
	}
	t, err := r.config().Exchange(tokenContext(ctx, r.client), code, oauth2.VerifierOption(r.verifier))
	return tokenOf(r.client, t, err, tokenSecrets(r.client, r.verifier, code))
}

// checkIssuer refuses an answer from another authorization server than the one that was
// asked (RFC 9207). Without metadata its name is not known, and nothing is compared.
func (r *CodeRequest) checkIssuer(answer url.Values) error {
	said, known := answer.Get("iss"), r.scheme.Issuer.Exact()
	switch {
	case known == "" || said == known || said == "" && !r.scheme.SendsIssuer:
		return nil
	case said == "":
		return errors.New("no token was issued: the answer does not say which authorization server it is from")
	}
	return fmt.Errorf("no token was issued: the answer is from another authorization server, %s, and %s was asked", safe.Text(said).Line(200), safe.Text(known).Line(200))
}
