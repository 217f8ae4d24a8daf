package schema

import (
	"sync"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"a2aform/internal/ojson"
)

// formats caches the checker of each format by its name.
var formats sync.Map // string → *jsonschema.Schema

// Warn judges the format of a text where the dialect of the schema declares
// formats without asserting them (2019-09 and later). The agent may still
// refuse such a value, so the user should know, but may send it.
func (p Place) Warn(v *ojson.Value) []Problem {
	name := p.Format().Exact()
	if name == "" || !v.Is(ojson.String) {
		return nil
	}
	checker := formatChecker(name)
	if checker == nil {
		return nil
	}
	if checker.Validate(v.Text()) == nil {
		return nil
	}
	return []Problem{{Keyword: "format", Message: "is not a valid " + formatExample(name)}}
}

// formatChecker is a schema that asserts one format, nil where the format has
// no check.
func formatChecker(name string) *jsonschema.Schema {
	if cached, ok := formats.Load(name); ok {
		checker, _ := cached.(*jsonschema.Schema)
		return checker
	}
	c := newCompiler(loader{})
	c.UseRegexpEngine(onePattern)
	c.AssertFormat()
	var compiled *jsonschema.Schema
	if c.AddResource(location, map[string]any{"format": name}) == nil {
		compiled, _ = c.Compile(location)
	}
	formats.Store(name, compiled)
	return compiled
}

// formatExample shows what a value of a format looks like.
func formatExample(name string) string {
	examples := map[string]string{
		"date":      "date, such as 2026-03-14",
		"time":      "time with its zone, such as 09:30:00Z",
		"date-time": "date and time with its zone, such as 2026-03-14T09:30:00Z",
		"duration":  "duration, such as P3DT4H",
		"email":     "email address",
		"uri":       "URI, such as https://example.com/page",
		"uuid":      "UUID",
		"ipv4":      "IPv4 address, such as 192.0.2.1",
		"ipv6":      "IPv6 address, such as 2001:db8::1",
		"hostname":  "host name",
		"regex":     "regular expression",
	}
	if text, ok := examples[name]; ok {
		return text
	}
	return shown(name)
}
