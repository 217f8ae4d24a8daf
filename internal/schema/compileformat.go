package schema

import (
	"sync"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

// formats caches the checker of each format by its name.
var formats sync.Map

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
