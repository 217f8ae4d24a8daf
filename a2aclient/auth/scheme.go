package auth

import "a2aform/internal/safe"

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

// Scheme is one way to identify the user, as the card declares it (A2A 1.0 §4.5,
// 0.3 §5.5.3, seeds 001 and 003).
type Scheme struct {
	Name        safe.Raw // by which requirements call it
	Kind        SchemeKind
	Declared    safe.Raw // the kind in the card's own words
	Description safe.Raw
	In          KeyLocation // of an API key
	Param       safe.Raw    // the name of its header, query parameter or cookie
	// The flows of OAuth 2.0 that need no browser of ours; empty where the card
	// does not offer them.
	TokenURL  safe.Raw // client credentials, and device code
	DeviceURL safe.Raw // device code
	Scopes    []safe.Raw
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
	return s.Name.Line(80).String() + " (" + kind + ")"
}
