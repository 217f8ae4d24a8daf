package markdown

import (
	"testing"

	"a2aform/internal/safe"
)

func TestMarkdownIsDetected(t *testing.T) {
	for source, want := range map[string]bool{
		"Just words.": false, "# Title\n\nWith **bold**": true, "# Title\n\n## Next\n\n": true, "```\ncode\n```": true, "|a|b|\n|-|-|\n|1|2|": true,
		"- a\n- b": false, "- **a**: one\n- b": true, "1. a\n2. [b](https://example.com)": true, "#!/bin/sh\n# a\n\n# b\n\n": false,
		"It is **42**.": true, "See [it](http://a).": true, "f(**a, **b)": false, "2**3**4": false,
		"# a comment\n\nx = 1": false, "2 * 3 * 4 ** 5": false, "a | b\n--+--\n1 | 2": false, "": false, "#hash #tags\n\n#more": false,
	} {
		if got := IsLikely(source); got != want {
			t.Errorf("%q: %v", source, got)
		}
	}
}

func TestMediaTypesOfMarkdown(t *testing.T) {
	for media, want := range map[string]struct{ isMarkdown, isUntyped bool }{
		"text/markdown": {true, false}, "Text/Markdown ; charset=utf-8": {true, false}, "text/x-markdown": {true, false}, "text/markdownx": {},
		"": {false, true}, "text/plain;charset=utf-8": {false, true}, " TEXT ": {false, true}, "text/html": {}, "application/json": {},
	} {
		if m := safe.Text(media); IsType(m) != want.isMarkdown || IsUntyped(m) != want.isUntyped {
			t.Errorf("%q: Markdown %v, untyped %v", media, IsType(m), IsUntyped(m))
		}
	}
}
