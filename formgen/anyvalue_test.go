package formgen_test

import (
	"strings"
	"testing"
)

// Where any value may be sent, a text needs no quotation marks. What looks like JSON must be JSON.
func TestTextWithoutMarksWhereAnyValueMayBeSent(t *testing.T) {
	const anyValue, noText = `{"properties":{"v":{}}}`, `{"properties":{"v":{"not":{"type":"string"}}}}`
	for _, c := range []struct{ schema, typed, want string }{
		{anyValue, "next week", `{"v":"next week"}`},
		{anyValue, "C-007", `{"v":"C-007"}`},
		{anyValue, "007", `{"v":"007"}`},
		{anyValue, "7", `{"v":7}`},
		{anyValue, "true", `{"v":true}`},
		{anyValue, `"7"`, `{"v":"7"}`},
		{anyValue, `{"a":`, ""},
		{anyValue, `[1`, ""},
		{anyValue, ` {"a":1`, ""},
		{anyValue, "\t\"x", ""},
		{anyValue, `"open`, ""},
		{anyValue, "two\nlines", ""},
		{noText, "next week", ""},
		{noText, "7", `{"v":7}`},
	} {
		f := open(t, c.schema)
		x := field(t, f, "/v")
		x.SetText(c.typed)
		if c.want == "" {
			if _, err := f.Submit(); err == nil || !strings.Contains(err.Error(), "not JSON") {
				t.Errorf("%s in %s: %v", c.typed, c.schema, err)
			}
			continue
		}
		if got := valueOf(f); got != c.want {
			t.Errorf("%s in %s gives %s, want %s", c.typed, c.schema, got, c.want)
		}
		if x.Text() != c.typed {
			t.Errorf("the text %q became %q", c.typed, x.Text())
		}
	}
}
