package doctor

import (
	"net/url"
	"regexp"

	"a2aform/internal/ojson"
)

var versionInURI = regexp.MustCompile(`(?i)(^|[/.:_=#-])v?\d+(\.\d+)*([/._#?-]|$)`)

// checkExtensions applies the rules about extensions.
func (c *checker) checkExtensions() {
	extensions := c.root.At("/capabilities/extensions")
	if extensions.Len() == 0 {
		return
	}
	c.apply("X01", "X02", "X03", "X04")
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
		if !versionInURI.MatchString(u.Host+u.Opaque+u.Path+u.Fragment) || !versionInURI.MatchString(u.Opaque+u.Path+"#"+u.Fragment) {
			c.add("X02", at+"/uri", "the URI %s names no version", quoted(uri))
		}
		if !e.Get("required").Bool() {
			continue
		}
		if !isObjectSchemas(uri) {
			c.add("X04", at+"/required", "the extension %s is required, and clients do not know it", quoted(uri))
		}
		if e.Get("params").Len() > 0 || isObjectSchemas(uri) {
			c.add("X03", at+"/required", "the extension %s is required, although it adds data to the card", quoted(uri))
		}
	}
}
