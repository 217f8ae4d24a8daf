package schema

import (
	"sync"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"a2aform/internal/ojson"
)

// formats caches the checker of each format by its name.
var formats sync.Map // string → *jsonschema.Schema

// Warn validates the format of a text where the dialect of the schema declares
// formats without asserting them (2019-09 and later). The agent may still
// refuse such a value, so the user should know, but may send it.
func (l Location) Warn(v *ojson.Value) []Problem {
	name := l.Format().Exact()
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
	if c.AddResource(baseURL, map[string]any{"format": name}) == nil {
		compiled, _ = c.Compile(baseURL)
	}
	formats.Store(name, compiled)
	return compiled
}

// formatTexts say what a text of a format is, and show one.
var formatTexts = map[string]struct{ name, example string }{
	"date":         {"date", "2026-03-14"},
	"time":         {"time with its zone", "09:30:00Z"},
	"date-time":    {"date and time", "2026-03-14T09:30:00Z"},
	"duration":     {"duration", "P3DT4H"},
	"email":        {"email address", "ada@example.com"},
	"uri":          {"URI", "https://example.com/page"},
	"uuid":         {"UUID", "0b9d5f3e-6a1c-4f7e-9b2d-3c8a5e4f1d70"},
	"ipv4":         {"IPv4 address", "192.0.2.1"},
	"ipv6":         {"IPv6 address", "2001:db8::1"},
	"hostname":     {"host name", "www.example.com"},
	"regex":        {"regular expression", "^[a-z]+$"},
	"json-pointer": {"JSON Pointer", "/stops/0/city"},
}

// formatExample says what a text of a format is like.
func formatExample(name string) string {
	if words, ok := formatTexts[name]; ok {
		return words.name + ", such as " + words.example
	}
	return shown(name)
}

// Sample is a text of the declared format that the schema accepts, to show what
// is meant; "" where none is known.
func (l Location) Sample() string {
	if !l.IsKnown() || l.Format().IsEmpty() {
		return ""
	}
	if known := l.facts.sample.Load(); known != nil {
		return *known
	}
	example := formatTexts[l.Format().Exact()].example
	if example != "" && len(l.Validate(ojson.NewString(example))) > 0 {
		example = ""
	}
	l.facts.sample.Store(&example)
	return example
}
