package ojson

import (
	"strings"
	"testing"
)

func TestLeadingValuesOfAnInput(t *testing.T) {
	for text, want := range map[string]string{
		`{"to":"Lisbon","nights":3,"food":true,"none":null,"empty":"","with":[{"name":"Ada","age":36.50}]}`: "Lisbon, 3, Ada, 36.50",
		`"` + strings.Repeat("é", 30) + `"`:        strings.Repeat("é", 20) + "…",
		`["` + strings.Repeat("x", 50) + `","no"]`: strings.Repeat("x", 40) + "…",
		`{"a":{}}`: "",
	} {
		v, err := Parse([]byte(text), DataLimits)
		if err != nil {
			t.Fatal(err)
		}
		if got := v.Leading(40); got != want {
			t.Errorf("%s: %q, want %q", text, got, want)
		}
	}
}
