package a2a

import "testing"

func TestModes(t *testing.T) {
	for s, want := range map[string]MediaType{
		"text/plain":                             {Kind: "text/plain"},
		"Application/JSON;Schema=a":              {"application/json", "a", true},
		` application/json ; schema = "a\"b"; x`: {"application/json", `a"b`, true},
		"application/json;x;schema=a/b c":        {"application/json", "a/b c", true},
		"application/json;schema=":               {Kind: "application/json"},
		`application/json;schema="a`:             {"application/json", "a", true},
		"":                                       {},
	} {
		if got := ParseMediaType(s); got != want {
			t.Errorf("%q = %+v", s, got)
		}
	}
}
