package auth

import (
	"slices"
	"strings"

	"a2aform/internal/ojson"
	"a2aform/internal/safe"
)

// SchemeKind is how a scheme identifies the user.
type SchemeKind string

// The kinds of schemes. One in no known shape is SchemeUnknown.
const (
	SchemeBearer  SchemeKind = "bearer token"
	SchemeBasic   SchemeKind = "user and password"
	SchemeAPIKey  SchemeKind = "API key"
	SchemeOAuth2  SchemeKind = "OAuth 2.0"
	SchemeOpenID  SchemeKind = "OpenID Connect"
	SchemeMTLS    SchemeKind = "client certificate"
	SchemeUnknown SchemeKind = "unknown"
)

// KeyLocation is where in a request an API key is sent.
type KeyLocation string

// The places of an API key.
const (
	KeyInHeader KeyLocation = "header"
	KeyInQuery  KeyLocation = "query"
	KeyInCookie KeyLocation = "cookie"
)

// Flow is a way to get a token by OAuth 2.0, by its name on a card.
type Flow string

// The flows.
const (
	FlowCode   Flow = "authorizationCode"
	FlowDevice Flow = "deviceCode"
	FlowClient Flow = "clientCredentials"
)

// Scheme is one way to identify the user, as the card declares it (A2A 1.0 §4.5,
// 0.3 §5.5.3, seeds 001 and 003).
type Scheme struct {
	Name        safe.Raw // by which requirements call it
	Kind        SchemeKind
	Declared    safe.Raw // the kind in the card's own words
	Description safe.Raw
	In          KeyLocation // of an API key
	Param       safe.Raw    // the name of its header, query parameter or cookie
	Flows       []Flow      // of OAuth 2.0, as far as a2aform knows them; none for OpenID Connect
	// The endpoints of OAuth 2.0; empty where neither the card nor the metadata of the
	// authorization server names them.
	TokenURL     safe.Raw // of client credentials and device code
	DeviceURL    safe.Raw
	AuthURL      safe.Raw // of the authorization code flow: the page to open
	CodeTokenURL safe.Raw // of the authorization code flow
	Scopes       []safe.Raw
	// MetadataURL is where the authorization server describes itself (oauth2MetadataUrl,
	// openIdConnectUrl).
	MetadataURL safe.Raw
	// Issuer is the authorization server by its metadata, "" where they were not read. It says
	// who it is in each authorization response (RFC 9207) if SendsIssuer.
	Issuer      safe.Raw
	SendsIssuer bool
	// SecretIn is where the authorization server takes the secret of a client.
	SecretIn SecretLocation
}

// SecretLocation is where in a request for a token the secret of a client is.
type SecretLocation int

// The locations of a secret.
const (
	SecretAnywhere SecretLocation = iota // not known: one is tried after the other
	SecretInHeader
	SecretInBody
)

// Offers reports whether tokens can be had by a flow: the card names it, or leaves the
// flows to the metadata, and its endpoint is known.
func (s Scheme) Offers(flow Flow) bool {
	switch flow {
	case FlowCode:
		return !s.AuthURL.IsEmpty()
	case FlowDevice:
		return !s.DeviceURL.IsEmpty()
	}
	return s.allows(flow) && !s.TokenURL.IsEmpty()
}

func (s Scheme) allows(flow Flow) bool {
	return len(s.Flows) == 0 || slices.Contains(s.Flows, flow)
}

// WithMetadata returns the scheme with the endpoints that the metadata of its authorization
// server names for the flows of the card, in place of the card's own.
func (s Scheme) WithMetadata(m Metadata) Scheme {
	s.Issuer, s.SendsIssuer, s.SecretIn = m.Issuer, m.SendsIssuer, m.SecretIn
	s.TokenURL, s.CodeTokenURL = m.TokenURL, m.TokenURL
	s.AuthURL, s.DeviceURL = safe.Raw{}, safe.Raw{}
	if s.allows(FlowCode) {
		s.AuthURL = m.AuthURL
	}
	if s.allows(FlowDevice) {
		s.DeviceURL = m.DeviceURL
	}
	return s
}

// Metadata is what an authorization server says of itself (RFC 8414, OpenID Connect
// Discovery 1.0).
type Metadata struct {
	Issuer                       safe.Raw
	AuthURL, TokenURL, DeviceURL safe.Raw
	SendsIssuer                  bool // it names itself in authorization responses (RFC 9207)
	SecretIn                     SecretLocation
	Scopes                       []safe.Raw // as it lists them
}

// ForCode returns the scheme with the endpoint at which the authorization code flow gets and
// renews its tokens.
func (s Scheme) ForCode() Scheme {
	s.TokenURL = s.CodeTokenURL
	return s
}

// Requirement are schemes that are needed together, with the scopes of each.
type Requirement []Need

// Need is one scheme of a requirement.
type Need struct {
	Scheme safe.Raw // its name
	Scopes []safe.Raw
}

// Label returns the scheme's name and its kind, safe to show. A kind that is not known is
// named by the card's own word.
func (s Scheme) Label() string {
	kind := string(s.Kind)
	if s.Kind == SchemeUnknown && !s.Declared.IsEmpty() {
		kind = s.Declared.Line(40).String()
	}
	if s.Kind == SchemeUnknown && s.In != "" {
		kind += " in the " + safe.Text(string(s.In)).Line(40).String() + ", where a2aform cannot send it"
	}
	return s.Name.Line(80).String() + " (" + kind + ")"
}

// ReadScheme reads a scheme in the shape of OpenAPI (up to 0.3) or in a wrapper
// that names its kind (1.0).
func ReadScheme(v *ojson.Value) Scheme {
	kind, body := v.Get("type").Text(), v
	for _, m := range v.Members() {
		if name, ok := strings.CutSuffix(m.Name, "SecurityScheme"); ok && kind == "" {
			kind, body = name, m.Value
		}
	}
	s := Scheme{Kind: SchemeUnknown, Declared: safe.Text(strings.TrimSpace(kind + " " + body.Get("scheme").Text())), Description: rawText(body.Get("description"))}
	switch strings.ToLower(kind) {
	case "http", "httpauth":
		s.Kind = httpKind(body.Get("scheme").Text())
	case "apikey":
		readAPIKey(&s, body)
	case "oauth2":
		s.Kind = SchemeOAuth2
		s.MetadataURL = rawText(body.Get("oauth2MetadataUrl"))
		readFlows(&s, body.Get("flows"))
	case "openidconnect":
		s.Kind, s.MetadataURL = SchemeOpenID, rawText(body.Get("openIdConnectUrl"))
	case "mutualtls", "mtls":
		s.Kind = SchemeMTLS
	}
	return s
}

func httpKind(scheme string) SchemeKind {
	switch strings.ToLower(scheme) {
	case "bearer":
		return SchemeBearer
	case "basic":
		return SchemeBasic
	}
	return SchemeUnknown
}

func readAPIKey(s *Scheme, body *ojson.Value) {
	place := body.Get("in").Text()
	if place == "" {
		place = body.Get("location").Text() // 1.0
	}
	s.In, s.Param = KeyLocation(strings.ToLower(place)), rawText(body.Get("name"))
	switch {
	case s.Param.IsEmpty() || s.In != KeyInQuery && !IsHeaderName(s.Param.Exact()):
	case s.In == KeyInHeader || s.In == KeyInQuery || s.In == KeyInCookie:
		s.Kind = SchemeAPIKey
	}
}

func readFlows(s *Scheme, flows *ojson.Value) {
	for _, name := range []Flow{FlowDevice, FlowClient, FlowCode} {
		flow := flows.Get(string(name))
		if !flow.Exists() {
			continue
		}
		s.Flows = append(s.Flows, name)
		tokens := rawText(flow.Get("tokenUrl"))
		if name == FlowCode {
			s.AuthURL, s.CodeTokenURL = rawText(flow.Get("authorizationUrl")), tokens
		} else if s.TokenURL.IsEmpty() {
			s.TokenURL = tokens
		}
		if s.DeviceURL.IsEmpty() {
			s.DeviceURL = rawText(flow.Get("deviceAuthorizationUrl"))
		}
		for _, m := range flow.Get("scopes").Members() {
			if scope := safe.Text(m.Name); !slices.Contains(s.Scopes, scope) {
				s.Scopes = append(s.Scopes, scope)
			}
		}
	}
}

func rawText(v *ojson.Value) safe.Raw {
	if !v.Is(ojson.String) && !v.Is(ojson.Number) {
		return safe.Raw{}
	}
	return safe.Text(v.Text())
}
