package a2aclient

import (
	"strings"

	"a2aform/internal/ojson"
	"a2aform/internal/safe"
)

// SchemeKind is how a scheme shows who one is.
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

// KeyPlace is where an API key stands in a request.
type KeyPlace string

// The places of an API key.
const (
	KeyInHeader KeyPlace = "header"
	KeyInQuery  KeyPlace = "query"
	KeyInCookie KeyPlace = "cookie"
)

// Scheme is one way to show who one is, as the card declares it (A2A 1.0 §4.5,
// 0.3 §5.5.3, seeds 001 and 003).
type Scheme struct {
	Name        safe.Raw // by which requirements call it
	Kind        SchemeKind
	Declared    safe.Raw // the kind in the card's own words
	Description safe.Raw
	In          KeyPlace // of an API key
	Param       safe.Raw // the name of its header, query parameter or cookie
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

// words are the scheme's name and its kind, safe to show. Of a kind that is not
// known the card's own word is taken.
func (s Scheme) words() string {
	kind := string(s.Kind)
	if s.Kind == SchemeUnknown && !s.Declared.IsEmpty() {
		kind = s.Declared.Line(40).String()
	}
	return s.Name.Line(80).String() + " (" + kind + ")"
}

// Asked puts requirements into words that are safe to show, such as "tok (bearer
// token) and key (API key), or id (OpenID Connect)"; "" for none.
func (c *Card) Asked(list []Requirement) string {
	var ways []string
	for _, needs := range list {
		var words []string
		for _, need := range needs {
			word := need.Scheme.Line(80).String()
			if scheme, ok := c.Scheme(need.Scheme); ok {
				word = scheme.words()
			}
			words = append(words, word)
		}
		if len(words) == 0 {
			words = []string{"nothing"}
		}
		ways = append(ways, strings.Join(words, " and "))
	}
	return strings.Join(ways, ", or ")
}

// security reads the schemes and what is required of them.
func (r *cardReader) security() {
	for _, m := range r.root["securitySchemes"].Members() {
		s := readScheme(m.Value)
		s.Name = safe.Text(m.Name)
		if s.Kind == SchemeUnknown {
			r.warn("the security scheme %s is of a kind that a2aform does not know", safe.Text(m.Name).Line(80))
		}
		r.Schemes = append(r.Schemes, s)
	}
	r.Requirements = requirementsOf(r.root["securityRequirements"], r.root["security"])
	r.seedScheme()
}

// seedScheme makes a scheme of the one word of seeds 001 and 003.
func (r *cardReader) seedScheme() {
	if len(r.Schemes) > 0 {
		return
	}
	for _, member := range []string{"authentication", "auth"} {
		said := r.root[member]
		s := Scheme{Name: safe.Text(member), Description: raw(said.Get("instructions"))}
		switch strings.ToLower(said.Get("type").Text()) {
		case "bearer", "jwt", "oauth2", "oauth":
			s.Kind = SchemeBearer
		case "api_key", "apikey":
			s.Kind, s.In, s.Param = SchemeAPIKey, KeyInHeader, safe.Text("X-API-Key")
			if name := said.Get("scheme").Text(); headerName(name) {
				s.Param = safe.Text(name)
			}
		default:
			continue
		}
		r.Schemes = []Scheme{s}
		r.Requirements = []Requirement{{{Scheme: safe.Text(member)}}}
	}
}

// headerName reports whether a name may be that of a header (RFC 9110 §5.6.2).
func headerName(name string) bool {
	for _, c := range name {
		if c <= ' ' || c >= 0x7f || strings.ContainsRune(`"(),/:;<=>?@[\]{}`, c) {
			return false
		}
	}
	return name != ""
}

// readScheme reads a scheme in the shape of OpenAPI (up to 0.3) or in a wrapper
// that names its kind (1.0).
func readScheme(v *ojson.Value) Scheme {
	kind, body := v.Get("type").Text(), v
	for _, m := range v.Members() {
		if name, ok := strings.CutSuffix(m.Name, "SecurityScheme"); ok && kind == "" {
			kind, body = name, m.Value
		}
	}
	s := Scheme{Kind: SchemeUnknown, Declared: safe.Text(strings.TrimSpace(kind + " " + body.Get("scheme").Text())), Description: raw(body.Get("description"))}
	switch strings.ToLower(kind) {
	case "http", "httpauth":
		s.Kind = httpKind(body.Get("scheme").Text())
	case "apikey":
		s.apiKey(body)
	case "oauth2":
		s.Kind = SchemeOAuth2
		s.flows(body.Get("flows"))
	case "openidconnect":
		s.Kind = SchemeOpenID
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

func (s *Scheme) apiKey(body *ojson.Value) {
	place := body.Get("in").Text()
	if place == "" {
		place = body.Get("location").Text() // 1.0
	}
	s.In, s.Param = KeyPlace(strings.ToLower(place)), raw(body.Get("name"))
	switch {
	case s.Param.IsEmpty() || s.In != KeyInQuery && !headerName(s.Param.Exact()):
	case s.In == KeyInHeader || s.In == KeyInQuery || s.In == KeyInCookie:
		s.Kind = SchemeAPIKey
	}
}

func (s *Scheme) flows(flows *ojson.Value) {
	for _, name := range []string{"deviceCode", "clientCredentials"} {
		flow := flows.Get(name)
		if !flow.Exists() {
			continue
		}
		if s.TokenURL.IsEmpty() {
			s.TokenURL = raw(flow.Get("tokenUrl"))
		}
		if s.DeviceURL.IsEmpty() {
			s.DeviceURL = raw(flow.Get("deviceAuthorizationUrl"))
		}
		for _, m := range flow.Get("scopes").Members() {
			s.Scopes = append(s.Scopes, safe.Text(m.Name))
		}
	}
}

func untrusted(texts []string) []safe.Raw {
	list := make([]safe.Raw, len(texts))
	for i, text := range texts {
		list[i] = safe.Text(text)
	}
	return list
}

func exactOf(list []safe.Raw) []string {
	texts := make([]string, len(list))
	for i, raw := range list {
		texts[i] = raw.Exact()
	}
	return texts
}

// requirementsOf reads requirements in any shape that agents use: a list of
// objects from names to scopes, where 1.0 has {"schemes": …} around them and
// {"list": …} around scopes.
func requirementsOf(lists ...*ojson.Value) []Requirement {
	var all []Requirement
	for _, list := range lists {
		for _, item := range list.Items() {
			if inner := item.Get("schemes"); inner.Is(ojson.Object) {
				item = inner
			}
			if !item.Is(ojson.Object) {
				continue
			}
			needs := Requirement{}
			for _, m := range item.Members() {
				scopes := m.Value
				if inner := scopes.Get("list"); inner.Is(ojson.Array) {
					scopes = inner
				}
				needs = append(needs, Need{safe.Text(m.Name), untrusted(modesOf(scopes))})
			}
			all = append(all, needs)
		}
	}
	return all
}
