package doctor

import (
	"net/url"
	"regexp"

	"a2aform/internal/ojson"
)

// uriVersion is a version in a URI: v1, 1.2 or 2026-01-01 as a step of its path, or a step with one at its end.
var uriVersion = regexp.MustCompile(`(?i)(^|[/:@#_.=-])v?\d+([.-]\d+)*([-.]?(alpha|beta|rc)\d*)?/?($|[/#?])`)

// checkExtensions applies the rules about extensions.
func (c *checker) checkExtensions() {
	extensions := c.root.At("/capabilities/extensions")
	if extensions.Len() == 0 {
		return
	}
	c.apply("X01", "X04", "X05")
	for i, e := range extensions.Items() {
		at := pointerTo("/capabilities/extensions", i)
		uri := e.Get("uri").Text()
		u, err := url.Parse(uri)
		if !e.Get("uri").Is(ojson.String) || err != nil || !u.IsAbs() {
			if e.Get("uri").Exists() {
				at += "/uri"
			}
			c.add("X01", at, "the extension %s has no absolute URI", quoted(uri))
			continue
		}
		if !uriVersion.MatchString(u.Opaque + u.Path + "?" + u.RawQuery + "#" + u.Fragment) { // a host can be an IP address
			c.add("X05", at+"/uri", "the URI %s has no version", quoted(uri))
		}
		if e.Get("required").Bool() && !isObjectSchemas(uri) {
			c.add("X04", at+"/required", "the extension %s is required, and clients do not know it", quoted(uri))
		}
	}
}
