package doctor

import (
	"encoding/base64"
	"encoding/json"
	"net/url"
	"slices"
	"strings"

	"a2aform/a2aclient/auth"
	"a2aform/a2aclient/signature"
	"a2aform/internal/ojson"
)

// checkNetwork applies the rules about addresses, credentials and signatures.
func (c *checker) checkNetwork() {
	for _, a := range c.addresses() {
		c.checkOrigin(a)
	}
	c.checkSchemes()
	c.checkSignatures()
}

// addresses are those at which the agent is.
func (c *checker) addresses() (list []located) {
	for _, pointer := range []string{"/url", "/api/url"} {
		if v := c.root.At(pointer); v.Is(ojson.String) {
			list = append(list, located{v, pointer})
		}
	}
	for _, name := range []string{"/supportedInterfaces", "/additionalInterfaces"} {
		for i, item := range c.root.At(name).Items() {
			if v := item.Get("url"); v.Is(ojson.String) {
				list = append(list, located{v, pointerTo(name, i) + "/url"})
			}
		}
	}
	return list
}

func (c *checker) checkOrigin(a located) {
	u, err := url.Parse(a.value.Text())
	if err != nil {
		return
	}
	source, err := url.Parse(c.options.Source)
	isFile := err != nil || source.Host == ""
	if !isFile {
		u = source.ResolveReference(u)
	}
	if u.Host == "" {
		return
	}
	c.apply("N01")
	if u.Scheme == "http" && !auth.IsLoopback(u.Hostname()) {
		c.add("N01", a.pointer, "%s uses plain http: anybody on the network can read and change what is sent", shown(u.Host))
	}
	if isFile {
		return
	}
	c.apply("N02")
	if !sameOrigin(source, u) {
		c.add("N02", a.pointer, "the agent is at another origin (%s://%s) than its card (%s://%s)", shown(u.Scheme), shown(u.Host), shown(source.Scheme), shown(source.Host))
	}
}

func sameOrigin(a, b *url.URL) bool {
	return strings.EqualFold(a.Scheme, b.Scheme) && strings.EqualFold(a.Hostname(), b.Hostname()) && port(a) == port(b)
}

func port(u *url.URL) string {
	switch {
	case u.Port() != "":
		return u.Port()
	case strings.EqualFold(u.Scheme, "https"):
		return "443"
	}
	return "80"
}

// checkSchemes reports security schemes that no client on a terminal can use.
func (c *checker) checkSchemes() {
	for _, m := range c.root.Get("securitySchemes").Members() {
		c.apply("N03")
		at := ojson.Pointer("/securitySchemes", m.Name)
		switch s := auth.ReadScheme(m.Value); {
		case s.Kind == auth.SchemeUnknown:
			c.add("N03", at, "the security scheme %s has a type that clients do not know: %s", quoted(m.Name), quoted(s.Declared.Exact()))
		case s.Kind == auth.SchemeOAuth2 && s.MetadataURL.IsEmpty() && !slices.ContainsFunc([]auth.Flow{auth.FlowDevice, auth.FlowClient}, s.Offers):
			c.add("N03", at, "the security scheme %s can only be used with a browser", quoted(m.Name))
		}
	}
}

// checkSignatures checks what the signatures of the card are worth.
func (c *checker) checkSignatures() {
	signatures := c.root.Get("signatures")
	if signatures.Len() == 0 {
		return
	}
	c.apply("N06")
	c.checkKeySets(signatures)
	c.checkVerdicts()
}

// checkKeySets reports signatures whose keys are at another origin than the card.
func (c *checker) checkKeySets(signatures *ojson.Value) {
	source, sourceErr := url.Parse(c.options.Source)
	for i, s := range signatures.Items() {
		decoded, err := base64.RawURLEncoding.DecodeString(s.Get("protected").Text())
		var header struct {
			KeySet string `json:"jku"`
		}
		if err != nil || json.Unmarshal(decoded, &header) != nil || header.KeySet == "" || sourceErr != nil || source.Host == "" {
			continue
		}
		if u, err := url.Parse(header.KeySet); err != nil || !sameOrigin(source, u) {
			c.add("N06", pointerTo("/signatures", i), "the keys of the signature are at another origin than the card: %s", quoted(header.KeySet))
		}
	}
}

// checkVerdicts verifies the signatures.
func (c *checker) checkVerdicts() {
	verify := c.options.Verify
	if verify == nil {
		verify = func(card []byte) ([]signature.Verdict, error) {
			return signature.Verify(card, func(string, string) ([]*signature.Keys, error) { return nil, signature.ErrNoKeys })
		}
	}
	verdicts, err := verify(c.data)
	if err != nil {
		return
	}
	for i, v := range verdicts {
		at := pointerTo("/signatures", i)
		switch {
		case !v.Valid && (v.KeysFrom != "" || v.KeyID.IsEmpty()):
			c.add("N04", at, "the signature does not hold: %s", v.Problem)
		case !v.Valid:
		default:
			c.apply("N04", "N05")
			for _, path := range v.NotCovered {
				if strings.HasPrefix(path.Exact(), "schemas") {
					c.add("N05", at, "the signature does not cover %s: they can be changed without breaking it", path.Line(80))
				}
			}
		}
	}
}
