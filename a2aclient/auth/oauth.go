package auth

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"time"

	"golang.org/x/oauth2"
	"golang.org/x/oauth2/clientcredentials"

	"a2aform/internal/limit"
	"a2aform/internal/safe"
)

// Token is an OAuth 2.0 access token, and what renews it.
type Token struct {
	Access, Refresh string
	Expires         time.Time // zero where the server does not say
}

// Client asks for tokens.
type Client struct {
	ID, Secret string // the secret is empty for a public client
	// Transport makes the requests.
	Transport http.RoundTripper
	// Describe says why a request to u failed, in words that are safe to show.
	Describe func(err error, u *url.URL) string
}

// ClientCredentials asks for a token in the client's own name (RFC 6749 §4.4).
func ClientCredentials(ctx context.Context, s Scheme, c Client) (Token, error) {
	if err := checkEndpoint(s.TokenURL.Exact(), "token"); err != nil {
		return Token{}, err
	}
	config := clientcredentials.Config{ClientID: c.ID, ClientSecret: c.Secret, TokenURL: s.TokenURL.Exact(), Scopes: exactOf(s.Scopes), AuthStyle: authStyle(s, c)}
	t, err := config.Token(tokenContext(ctx, c))
	return tokenOf(c, t, err, tokenSecrets(c))
}

// DeviceCode asks for a token that the user grants in a browser, maybe on another device
// (RFC 8628). It calls show with the address to open and the code to type there, and waits
// for the grant.
func DeviceCode(ctx context.Context, s Scheme, c Client, show func(address, code string)) (Token, error) {
	if err := checkEndpoint(s.DeviceURL.Exact(), "device"); err != nil {
		return Token{}, err
	}
	if err := checkEndpoint(s.TokenURL.Exact(), "token"); err != nil {
		return Token{}, err
	}
	config := oauthConfig(s, c)
	verifier := oauth2.GenerateVerifier()
	ctx = tokenContext(ctx, c)
	device, err := config.DeviceAuth(ctx, oauth2.S256ChallengeOption(verifier))
	if err != nil {
		return Token{}, tokenError(c, err, tokenSecrets(c))
	}
	if page, err := url.Parse(device.VerificationURI); err != nil || Origin(page) == "" {
		return Token{}, fmt.Errorf("no token was issued: the page to open is not a web address: %s", tokenSecrets(c).quote(device.VerificationURI, 200))
	}
	show(device.VerificationURI, device.UserCode)
	t, err := config.DeviceAccessToken(ctx, device, oauth2.VerifierOption(verifier))
	return tokenOf(c, t, err, tokenSecrets(c, device.DeviceCode, verifier))
}

// Renew asks for a new token in place of one that has expired.
func Renew(ctx context.Context, s Scheme, c Client, refresh string) (Token, error) {
	if err := checkEndpoint(s.TokenURL.Exact(), "token"); err != nil {
		return Token{}, err
	}
	t, err := oauthConfig(s, c).TokenSource(tokenContext(ctx, c), &oauth2.Token{RefreshToken: refresh}).Token()
	return tokenOf(c, t, err, tokenSecrets(c, refresh))
}

// tokenSecrets returns a set of what a token endpoint receives, the client's secret and
// others, so that they are masked in its answers.
func tokenSecrets(c Client, others ...string) *CredentialSet {
	set := &CredentialSet{secrets: map[safe.Raw]secret{}}
	for _, value := range append(others, c.Secret) {
		set.secrets[safe.Text(value)] = secret{scheme: Scheme{Kind: SchemeAPIKey, In: KeyInQuery}, value: value}
	}
	if c.Secret != "" { // in a header both are escaped first (RFC 6749 §2.3.1)
		value := url.QueryEscape(c.ID) + ":" + url.QueryEscape(c.Secret)
		set.secrets[safe.Text(value)] = secret{scheme: Scheme{Kind: SchemeBasic}, value: value}
	}
	return set
}

// quote is the start of something that was answered, on one line and without the
// secrets.
func (c *CredentialSet) quote(text string, maxLen int) safe.Line {
	return safe.Text(string(c.MaskText([]byte(text)))).Line(maxLen)
}

func oauthConfig(s Scheme, c Client) *oauth2.Config {
	return &oauth2.Config{
		ClientID: c.ID, ClientSecret: c.Secret, Scopes: exactOf(s.Scopes),
		Endpoint: oauth2.Endpoint{TokenURL: s.TokenURL.Exact(), DeviceAuthURL: s.DeviceURL.Exact(), AuthStyle: authStyle(s, c)},
	}
}

// authStyle says how a client names itself. A public one has no secret for a header, and to
// try a header first would spend its code.
func authStyle(s Scheme, c Client) oauth2.AuthStyle {
	switch {
	case c.Secret == "" || s.SecretIn == SecretInBody:
		return oauth2.AuthStyleInParams
	case s.SecretIn == SecretInHeader:
		return oauth2.AuthStyleInHeader
	}
	return oauth2.AuthStyleAutoDetect
}

// checkEndpoint refuses an address that a secret may not be sent to.
func checkEndpoint(address, name string) error {
	u, err := url.Parse(address)
	switch {
	case address == "":
		return fmt.Errorf("the card has no %s address for this flow", name)
	case err != nil || Origin(u) == "":
		return fmt.Errorf("the card's %s address is not a URL: %s", name, safe.Text(address).Line(200))
	case u.Scheme == "http" && !IsLoopback(u.Hostname()):
		return fmt.Errorf("the card's %s address is plain HTTP, so the secret is not sent: %s", name, safe.Text(address).Line(200))
	}
	return nil
}

// tokenContext gives the library a client that follows no redirect.
func tokenContext(ctx context.Context, c Client) context.Context {
	return context.WithValue(ctx, oauth2.HTTPClient, &http.Client{ //nolint:forbidigo // its transport is that of the client's agents, and it follows nothing
		Transport: c.Transport, Timeout: limit.TokenTime.Duration(),
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	})
}

func tokenOf(c Client, t *oauth2.Token, err error, known *CredentialSet) (Token, error) {
	if err != nil {
		return Token{}, tokenError(c, err, known)
	}
	return Token{t.AccessToken, t.RefreshToken, t.Expiry}, nil
}

// tokenError words what a token endpoint said, and nothing of the secrets that it
// knows.
func tokenError(c Client, err error, known *CredentialSet) error {
	var refused *oauth2.RetrieveError
	switch {
	case errors.As(err, &refused) && refused.ErrorCode != "":
		return fmt.Errorf("no token was issued: %s %s", known.quote(refused.ErrorCode, 80), known.quote(refused.ErrorDescription, 200))
	case errors.As(err, &refused) && refused.Response != nil:
		return fmt.Errorf("no token was issued: HTTP %d", refused.Response.StatusCode)
	}
	var failed *url.Error
	if errors.As(err, &failed) {
		if u, err := url.Parse(failed.URL); err == nil {
			return fmt.Errorf("no token was issued: %s", c.Describe(failed, u))
		}
	}
	return errors.New("no token was issued: the answer has none")
}

func exactOf(list []safe.Raw) []string {
	texts := make([]string, len(list))
	for i, raw := range list {
		texts[i] = raw.Exact()
	}
	return texts
}
