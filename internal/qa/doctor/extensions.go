package doctor

import (
	"net/url"

	"a2aform/internal/ojson"
)

// checkExtensions applies the rules about extensions.
func (c *checker) checkExtensions() {
	extensions := c.root.At("/capabilities/extensions")
	if extensions.Len() == 0 {
		return
	}
	c.apply("X01", "X04")
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
		if e.Get("required").Bool() && !isObjectSchemas(uri) {
			c.add("X04", at+"/required", "the extension %s is required, and clients do not know it", quoted(uri))
		}
	}
}
