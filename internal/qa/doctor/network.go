package doctor

import (
	"net/url"

	"a2aform/a2aclient"
	"a2aform/a2aclient/auth"
	"a2aform/a2aclient/signature"
	"a2aform/internal/ojson"
)

// checkNetwork applies the rules about addresses, credentials and signatures.
func (c *checker) checkNetwork() {
	for _, a := range c.addresses() {
		c.checkOrigin(a)
	}
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
	u, _, err := a2aclient.ResolveAddress(a.value.Text(), c.options.Source)
	if err != nil || u.Host == "" {
		return
	}
	source, err := url.Parse(c.options.Source)
	isFile := err != nil || source.Host == ""
	c.apply("N01")
	if u.Scheme == "http" && !auth.IsLoopback(u.Hostname()) {
		c.add("N01", a.pointer, "%s uses plain http: anybody on the network can read and change what is sent", shown(u.Host))
	}
	if isFile {
		return
	}
	c.apply("N02")
	if !auth.IsSameServer(source, u) {
		c.add("N02", a.pointer, "the agent is at another origin (%s://%s) than its card (%s://%s)", shown(u.Scheme), shown(u.Host), shown(source.Scheme), shown(source.Host))
	}
}

// checkSignatures checks what the signatures of the card are worth.
func (c *checker) checkSignatures() {
	if c.root.Get("signatures").Len() == 0 {
		return
	}
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
		case v.Valid:
			c.apply("N04")
		case v.KeysFrom != "" || v.KeyID.IsEmpty():
			c.add("N04", at, "the signature does not hold: %s", v.Problem)
		}
	}
}
