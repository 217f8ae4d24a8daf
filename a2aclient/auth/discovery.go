package auth

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"a2aform/internal/limit"
	"a2aform/internal/ojson"
	"a2aform/internal/safe"
)

const wellKnown = "/.well-known/"

// Discover reads the metadata that a scheme names.
func Discover(ctx context.Context, s Scheme, c Client) (Metadata, error) {
	at, issuer, err := locateMetadata(s)
	if err != nil {
		return Metadata{}, err
	}
	shown := safe.Text(at.String()).Line(200)
	body, err := fetchMetadata(ctx, at, c)
	if err != nil {
		return Metadata{}, fmt.Errorf("the metadata of the authorization server cannot be read from %s: %w", shown, err)
	}
	m, err := readMetadata(body, issuer, at)
	if err != nil {
		return Metadata{}, fmt.Errorf("the metadata of the authorization server at %s cannot be used: %w", shown, err)
	}
	return m, nil
}

// locateMetadata returns where the metadata are and which issuer must be in them. The address of a
// card is that of the metadata, or the issuer itself.
func locateMetadata(s Scheme) (at *url.URL, issuer string, err error) {
	u, err := url.Parse(s.MetadataURL.Exact())
	switch {
	case s.MetadataURL.IsEmpty():
		return nil, "", errors.New("the card does not say where the authorization server describes itself")
	case err != nil || Origin(u) == "" || u.User != nil || u.Fragment != "":
		return nil, "", fmt.Errorf("the card's address of the authorization server is not a URL: %s", s.MetadataURL.Line(200))
	case u.Scheme == "http" && !IsLoopback(u.Hostname()):
		return nil, "", fmt.Errorf("the card's address of the authorization server is plain HTTP, so what it says is not trusted: %s", s.MetadataURL.Line(200))
	}
	origin, path := u.Scheme+"://"+u.Host, u.EscapedPath()
	if before, rest, ok := strings.Cut(path, wellKnown); ok {
		_, after, _ := strings.Cut(rest, "/") // OpenID Connect appends the name, RFC 8414 puts it before the path
		if after != "" {
			after = "/" + after
		}
		return u, origin + before + after, nil
	}
	path = strings.TrimSuffix(path, "/")
	address := origin + path + wellKnown + "openid-configuration"
	if s.Kind != SchemeOpenID {
		address = origin + wellKnown + "oauth-authorization-server" + path
	}
	at, err = url.Parse(address)
	return at, origin + path, err
}

// fetchMetadata reads a document. Redirects are not followed: an issuer answers at its own address.
func fetchMetadata(ctx context.Context, at *url.URL, c Client) ([]byte, error) {
	ctx, cancel := context.WithTimeout(ctx, limit.TokenTime.Duration())
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, at.String(), nil)
	if err != nil {
		return nil, errors.New("the address cannot be asked")
	}
	req.Header.Set("Accept", "application/json")
	resp, err := c.Transport.RoundTrip(req)
	if err != nil {
		return nil, errors.New(c.Describe(err, at))
	}
	defer func() { _ = resp.Body.Close() }()
	if resp.StatusCode != http.StatusOK {
		return nil, fmt.Errorf("HTTP %d", resp.StatusCode)
	}
	body, err := io.ReadAll(io.LimitReader(resp.Body, int64(limit.MetadataBytes.Int())+1))
	switch {
	case err != nil:
		return nil, errors.New(c.Describe(err, at))
	case len(body) > limit.MetadataBytes.Int():
		return nil, fmt.Errorf("it is larger than %s", limit.MetadataBytes)
	}
	return body, nil
}

func readMetadata(body []byte, issuer string, at *url.URL) (Metadata, error) {
	doc, err := ojson.Parse(body, ojson.DataLimits)
	if err != nil || !doc.Is(ojson.Object) {
		return Metadata{}, errors.New("it is not a JSON object")
	}
	m := Metadata{
		Issuer: metadataText(doc, "issuer"), AuthURL: metadataText(doc, "authorization_endpoint"), TokenURL: metadataText(doc, "token_endpoint"),
		DeviceURL: metadataText(doc, "device_authorization_endpoint"), SendsIssuer: doc.Get("authorization_response_iss_parameter_supported").Bool(),
	}
	for _, scope := range doc.Get("scopes_supported").Items() {
		m.Scopes = append(m.Scopes, safe.Text(scope.Text()))
	}
	m.SecretIn = secretIn(doc.Get("token_endpoint_auth_methods_supported"))
	if strings.TrimSuffix(m.Issuer.Exact(), "/") != strings.TrimSuffix(issuer, "/") {
		return Metadata{}, fmt.Errorf("it is that of another issuer, “%s”, and its address stands for %s", m.Issuer.Line(200), safe.Text(issuer).Line(200))
	}
	if m.TokenURL.IsEmpty() {
		return Metadata{}, errors.New("it names no token endpoint")
	}
	for _, endpoint := range []safe.Raw{m.AuthURL, m.TokenURL, m.DeviceURL} {
		if err := checkMetadata(endpoint, at); err != nil {
			return Metadata{}, err
		}
	}
	return m, nil
}

// secretIn reads the ways in which a client may show its secret; without a list it is the
// header (RFC 8414 §2).
func secretIn(methods *ojson.Value) SecretLocation {
	is := func(name string) func(*ojson.Value) bool {
		return func(v *ojson.Value) bool { return v.Text() == name }
	}
	switch list := methods.Items(); {
	case !methods.Is(ojson.Array), slices.ContainsFunc(list, is("client_secret_basic")):
		return SecretInHeader
	case slices.ContainsFunc(list, is("client_secret_post")):
		return SecretInBody
	}
	return SecretAnywhere
}

// checkMetadata refuses an endpoint without TLS, unless it and the document are on this machine: a
// document from the network may not send requests to programs here either.
func checkMetadata(endpoint safe.Raw, at *url.URL) error {
	u, err := url.Parse(endpoint.Exact())
	switch {
	case endpoint.IsEmpty():
		return nil
	case err != nil || Origin(u) == "":
		return fmt.Errorf("an endpoint is not a URL: %s", endpoint.Line(200))
	case u.User != nil:
		return fmt.Errorf("an endpoint has a user name or a password in it: %s", safe.Text(u.Redacted()).Line(200))
	case u.Scheme == "http" && !IsLoopback(u.Hostname()):
		return fmt.Errorf("an endpoint is plain HTTP: %s", endpoint.Line(200))
	case IsLoopback(u.Hostname()) && !IsLoopback(at.Hostname()):
		return fmt.Errorf("an endpoint is on this machine, and the authorization server is not: %s", endpoint.Line(200))
	}
	return nil
}

func metadataText(doc *ojson.Value, name string) safe.Raw {
	v := doc.Get(name)
	if !v.Is(ojson.String) {
		return safe.Raw{}
	}
	return safe.Text(v.Text())
}
