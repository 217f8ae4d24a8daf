package jsonindex

import (
	"bytes"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// written draws the text of an object: names twice, names with escapes, space anywhere,
// values that contain what looks like a member, and sometimes text that is no JSON.
func written(t *rapid.T, label string) string {
	piece := func(of ...string) string { return rapid.SampledFrom(of).Draw(t, label) }
	space := piece("", "", " ", "\n\t")
	var members []string
	for _, name := range rapid.SampledFrom([][]string{{}, {"a"}, {"a", "b", "c"}, {"a", "c"}, {"c", "a"}, {"a", "b", "a"}, {`\u0061`, "b"}, {"a", `\u0061`}}).Draw(t, label) {
		value := piece("1", "-2.5e3", "null", "true", `"x"`, `"\",\"a\":9,"`, `"long text without an end, nearly"`, `[1,{"a":2}]`, `{"b":{"a":"}"}}`, "[]", `"\\"`, "")
		members = append(members, `"`+name+`":`+piece("", "", " ")+value)
	}
	return "{" + space + strings.Join(members, ","+space) + piece("", "", space) + piece("}", "}", "}", "", "]", ",}", "} ")
}

func TestLayoutAgreesWithMember(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		layout := LayoutOf([]byte(written(t, "first")))
		object := []byte(written(t, "object"))
		for _, name := range []string{"a", "b", "c", "", `\u0061`} {
			if got, want := layout.Member(object, name), Member(object, name); !bytes.Equal(got, want) || (got == nil) != (want == nil) {
				t.Fatalf("%q of %s is %q, want %q; heads %q", name, object, got, want, layout.heads)
			}
		}
	})
}
