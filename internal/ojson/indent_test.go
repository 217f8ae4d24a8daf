package ojson_test

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"

	"a2aform/internal/ojson"
)

// What is not deep is indented as ever.
func TestIndentAgreesWithStandardLibrary(t *testing.T) {
	for _, text := range []string{
		`null`, `{}`, `[]`, `"a\u0000b"`, `1.50`, `{"a":[],"b":{},"a":[1,{"c":"x y"},[]]}`, `[[[[1],2],3]]`, strings.Repeat("[", 30) + strings.Repeat("]", 30),
	} {
		v := parse(t, text)
		var want bytes.Buffer
		if err := json.Indent(&want, v.Compact(), "", "  "); err != nil {
			t.Fatal(err)
		}
		if got := string(v.Indent("  ")); got != want.String() {
			t.Errorf("%s became\n%s\nwant\n%s", text, got, want.String())
		}
	}
}

// However deep its values lie, a text grows only so much, and stays what it is.
func TestIndentIsBounded(t *testing.T) {
	for name, text := range map[string]string{
		"deep and wide": strings.Repeat("[", 200) + strings.TrimSuffix(strings.Repeat("1,", 100_000), ",") + strings.Repeat("]", 200),
		"many deep":     "[" + strings.TrimSuffix(strings.Repeat(strings.Repeat("[", 200)+"1"+strings.Repeat("]", 200)+",", 500), ",") + "]",
		"objects":       strings.Repeat(`{"a":`, 200) + "[" + strings.TrimSuffix(strings.Repeat("0,", 50_000), ",") + "]" + strings.Repeat("}", 200),
	} {
		v := parse(t, text)
		got := v.Indent("  ")
		if most := 10 * len(text); len(got) > most {
			t.Errorf("%s: %d bytes became %d, more than %d", name, len(text), len(got), most)
		}
		if again, err := ojson.Parse(got, ojson.DataLimits); err != nil || !bytes.Equal(again.Compact(), v.Compact()) {
			t.Errorf("%s: it is another value: %v", name, err)
		}
	}
}
