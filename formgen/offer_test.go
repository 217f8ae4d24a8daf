package formgen_test

import (
	"strings"
	"testing"

	"a2aform/formgen/words"
)

func TestDefaultOrFirstExampleIsOffered(t *testing.T) {
	f := open(t, `{"type":"object","properties":{"a":{"type":"string","default":"d","examples":["e"]},"b":{"type":"number","examples":[1.50,2]},"c":{"type":"string"},
		"bad":{"type":"string","default":7}}}`)
	for _, name := range []string{"/a", "/b", "/c"} {
		field(t, f, name).UseDefault()
	}
	if got := valueOf(f); got != `{"a":"d","b":1.50}` {
		t.Errorf("value %s", got)
	}
	if hint := words.Hint(field(t, f, "/bad")); !strings.Contains(hint, "default 7, which breaks the schema") {
		t.Errorf("hint %q", hint)
	}
}
