package compile

import (
	"sync"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"a2aform/internal/schema/message"
	"a2aform/internal/schema/normalize"
)

// formats caches the checker of each format by its name.
var formats sync.Map

// ForFormat is a schema that asserts one format, nil where the format has
// no check.
func ForFormat(name string) *jsonschema.Schema {
	if cached, ok := formats.Load(name); ok {
		checker, _ := cached.(*jsonschema.Schema)
		return checker
	}
	c := normalize.NewCompiler(normalize.Loader{})
	c.UseRegexpEngine(normalize.CompilePattern)
	c.AssertFormat()
	var compiled *jsonschema.Schema
	if c.AddResource(message.BaseURL, map[string]any{"format": name}) == nil {
		compiled, _ = c.Compile(message.BaseURL)
	}
	formats.Store(name, compiled)
	return compiled
}
