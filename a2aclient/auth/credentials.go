package auth

import (
	"encoding/base64"
	"fmt"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"slices"
	"strings"
	"sync"

	"a2aform/internal/safe"
)

// CredentialSet contains the secrets for one origin (scheme, host and port). They are
// sent to no other, and nothing here prints them. A credential set may be used by
// several goroutines at once.
type CredentialSet struct {
	origin string

	mu      sync.Mutex
	secrets map[safe.Raw]secret // by the name of the scheme
	headers []secretHeader
	hidden  []string // secrets that messages contain
	known   []string // the secrets in every spelling, nil where that is not known yet
}

// secret is what a scheme is satisfied with.
type secret struct {
	scheme Scheme
	value  string
	source string
}

// secretHeader is a header that the user asked for.
type secretHeader struct {
	name, value, source string
	masked              bool
}

// NewCredentialSet returns an empty set for the origin of an address, such as that of
// a card. It fails where the address is no http URL.
func NewCredentialSet(address safe.Raw) (*CredentialSet, error) {
	u, err := url.Parse(address.Exact())
	if err != nil || Origin(u) == "" {
		return nil, fmt.Errorf("%s is not an address that credentials can be stored for", address.Line(200))
	}
	return &CredentialSet{origin: Origin(u), secrets: map[safe.Raw]secret{}}, nil
}

// Origin returns where the secrets may go, such as "https://agent.example.com".
func (c *CredentialSet) Origin() string { return c.origin }

// Origin returns the scheme, host and port of an http URL, "" for any other.
func Origin(u *url.URL) string {
	port := u.Port()
	switch {
	case u.Host == "" || u.Scheme != "http" && u.Scheme != "https":
		return ""
	case port == "" && u.Scheme == "https":
		port = "443"
	case port == "":
		port = "80"
	}
	return u.Scheme + "://" + strings.ToLower(u.Hostname()) + ":" + port
}

// IsSameServer reports whether two URLs are of one origin, or of one scheme and port of this machine: localhost and 127.0.0.1.
// Credentials belong to an origin.
func IsSameServer(a, b *url.URL) bool {
	if IsLoopback(a.Hostname()) && IsLoopback(b.Hostname()) {
		here := *b
		here.Host = strings.TrimSuffix(net.JoinHostPort(a.Hostname(), b.Port()), ":")
		b = &here
	}
	return Origin(a) == Origin(b)
}

// Put keeps a secret for a scheme: a token, a key, or USER:PASSWORD. Source
// says in our words where it came from, such as "env:TOKEN". It fails where the
// secret cannot be part of a request.
func (c *CredentialSet) Put(s Scheme, value, source string) error {
	value = strings.TrimSpace(value)
	switch {
	case value == "":
		return fmt.Errorf("%s is empty", source)
	case strings.ContainsFunc(value, isControl):
		return fmt.Errorf("%s contains control characters, which a header cannot carry", source)
	case s.In == KeyInCookie && strings.ContainsAny(value, "; ,"):
		return fmt.Errorf("%s contains a character that a cookie cannot carry", source)
	case s.Kind == SchemeAPIKey && s.In == KeyInHeader && (isOwnHeader(s.Param.Exact()) || isProtocolHeader(s.Param.Exact())):
		return fmt.Errorf("the card puts the key into the header %s, which the protocol sets itself: ask the agent's owner for another", s.Param.Line(80))
	case s.Kind == SchemeBasic && !strings.Contains(value, ":"):
		return fmt.Errorf("%s must be USER:PASSWORD", source)
	case s.Kind == SchemeMTLS || s.Kind == SchemeUnknown:
		return fmt.Errorf("a2aform cannot use a secret for the scheme %s", s.Label())
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.secrets[s.Name], c.known = secret{s, value, source}, nil
	return nil
}

// PutHeader sends a header with every request. Masked ones are never shown.
func (c *CredentialSet) PutHeader(name, value, source string, masked bool) error {
	if !IsHeaderName(name) || strings.ContainsFunc(value, isControl) {
		return fmt.Errorf("%s is not a header name", safe.Text(name).Line(80))
	}
	if isOwnHeader(name) {
		return fmt.Errorf("%s is set by HTTP and cannot be changed", safe.Text(name).Line(80))
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.headers, c.known = append(c.headers, secretHeader{name, value, source, masked}), nil
	return nil
}

// Hide masks a secret that messages contain wherever the agent repeats it. It is sent with no request by itself.
func (c *CredentialSet) Hide(secret string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.hidden, c.known = append(c.hidden, secret), nil
}

// ownHeaders are the headers that net/http writes by itself, whatever is set.
var ownHeaders = []string{"host", "content-length", "transfer-encoding", "trailer", "connection"}

func isOwnHeader(name string) bool { return slices.Contains(ownHeaders, strings.ToLower(name)) }

// isProtocolHeader reports a header that means something in every request: a
// key there would change what is asked, or as a cookie who asks.
func isProtocolHeader(name string) bool {
	name = strings.ToLower(name)
	return strings.HasPrefix(name, "a2a-") || strings.HasPrefix(name, "content-") || strings.HasPrefix(name, "accept") || name == "x-a2a-extensions" || name == "cookie"
}

func isControl(r rune) bool { return r < ' ' || r == 0x7f }

// Has reports whether there is a secret for a scheme.
func (c *CredentialSet) Has(scheme safe.Raw) bool {
	if c == nil {
		return false
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	_, ok := c.secrets[scheme]
	return ok
}

// Source says in our words where the secret for a scheme came from, "" where
// there is none.
func (c *CredentialSet) Source(scheme safe.Raw) string {
	if c == nil {
		return ""
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.secrets[scheme].source
}

// IsEmpty reports whether there is nothing that shows who asks.
func (c *CredentialSet) IsEmpty() bool {
	if c == nil {
		return true
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	return len(c.secrets) == 0 && !slices.ContainsFunc(c.headers, func(h secretHeader) bool { return h.masked })
}

// Apply puts the secrets into a request to their origin: those of the first
// requirement that is met whole, else all. Requests to other origins stay as they are. The
// set may be nil.
func (c *CredentialSet) Apply(req *http.Request, required []Requirement) {
	if c == nil || Origin(req.URL) != c.origin {
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, h := range c.headers {
		req.Header.Set(h.name, h.value)
	}
	for _, s := range c.chosen(required) {
		s.apply(req)
	}
}

// chosen are the secrets to send, in a fixed order.
func (c *CredentialSet) chosen(required []Requirement) []secret {
	for _, needs := range required {
		if list, ok := c.all(needs); ok && len(list) > 0 {
			return list
		}
	}
	names := make([]safe.Raw, 0, len(c.secrets))
	for name := range c.secrets {
		names = append(names, name)
	}
	slices.SortFunc(names, func(a, b safe.Raw) int { return strings.Compare(a.Exact(), b.Exact()) })
	list := make([]secret, len(names))
	for i, name := range names {
		list[i] = c.secrets[name]
	}
	return list
}

func (c *CredentialSet) all(needs Requirement) (list []secret, ok bool) {
	for _, need := range needs {
		s, have := c.secrets[need.Scheme]
		if !have {
			return nil, false
		}
		list = append(list, s)
	}
	return list, true
}

func (s secret) apply(req *http.Request) {
	switch s.scheme.Kind {
	case SchemeBearer, SchemeOAuth2, SchemeOpenID:
		req.Header.Set("Authorization", "Bearer "+s.value)
	case SchemeBasic:
		req.Header.Set("Authorization", "Basic "+base64.StdEncoding.EncodeToString([]byte(s.value)))
	case SchemeAPIKey:
		s.applyKey(req)
	}
}

func (s secret) applyKey(req *http.Request) {
	switch s.scheme.In {
	case KeyInHeader:
		req.Header.Set(s.scheme.Param.Exact(), s.value)
	case KeyInCookie:
		cookies := s.scheme.Param.Exact() + "=" + s.value
		if others := req.Header.Get("Cookie"); others != "" {
			cookies = others + "; " + cookies // one header for all (RFC 6265 §5.4)
		}
		req.Header.Set("Cookie", cookies)
	case KeyInQuery:
		u := *req.URL
		values := u.Query()
		values.Set(s.scheme.Param.Exact(), s.value)
		u.RawQuery = values.Encode()
		req.URL = &u
	}
}

// Preview adds to a header what [CredentialSet.Apply] would add to a request to the
// address, with the secrets masked.
func (c *CredentialSet) Preview(h http.Header, address string, required []Requirement) {
	u, err := url.Parse(address)
	if c == nil || err != nil || Origin(u) != c.origin {
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, extra := range c.headers {
		value := extra.value
		if extra.masked {
			value = Mask + " (" + extra.source + ")"
		}
		h.Set(extra.name, value)
	}
	for _, s := range c.chosen(required) {
		name, value := s.shown()
		h.Add(name, value)
	}
}

// InAddress is the name in a preview's headers of a secret that goes into the
// query of the address.
const InAddress = "(in the address)"

// shown is the place of a secret and its mask.
func (s secret) shown() (name, value string) {
	value = Mask + " (" + s.source + ")"
	switch {
	case s.scheme.Kind == SchemeBasic:
		return "Authorization", "Basic " + value
	case s.scheme.Kind != SchemeAPIKey:
		return "Authorization", "Bearer " + value
	case s.scheme.In == KeyInCookie:
		return "Cookie", s.scheme.Param.Exact() + "=" + value
	case s.scheme.In == KeyInQuery:
		return InAddress, s.scheme.Param.Exact() + "=" + value
	}
	return s.scheme.Param.Exact(), value
}

// Meets reports whether there is a secret for each scheme of a requirement. The set may
// be nil.
func (c *CredentialSet) Meets(needs Requirement) bool {
	return !slices.ContainsFunc(needs, func(n Need) bool { return !c.Has(n.Scheme) })
}

// String names the origin and nothing else.
func (c *CredentialSet) String() string { return "credentials for " + c.origin }

// IsHeaderName reports whether a text is a valid name of a header (RFC 9110 §5.6.2).
func IsHeaderName(name string) bool {
	for _, c := range name {
		if c <= ' ' || c >= 0x7f || strings.ContainsRune(`"(),/:;<=>?@[\]{}`, c) {
			return false
		}
	}
	return name != ""
}

// IsLoopback reports whether a host name means this machine: plain HTTP to it is safe.
func IsLoopback(host string) bool {
	host = strings.TrimSuffix(strings.ToLower(host), ".")
	if host == "localhost" || strings.HasSuffix(host, ".localhost") {
		return true
	}
	ip, err := netip.ParseAddr(host)
	return err == nil && (ip.IsLoopback() || ip.IsUnspecified())
}
