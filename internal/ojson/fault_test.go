package ojson_test

import (
	"testing"

	"a2aform/internal/ojson"
)

func TestSyntaxErrorMessages(t *testing.T) {
	for text, want := range map[string]string{
		"x":             "line 1, column 1: expected a value, not 'x'",
		"'a'":           `line 1, column 1: expected a value, not "'"`,
		"[\n\x1b]":      "line 2, column 1: expected a value, not U+001B",
		"[\u202e]":      "line 1, column 2: expected a value, not U+202E",
		"[\xff]":        "line 1, column 2: expected a value, not the byte FF",
		"[é]":           "line 1, column 2: expected a value, not 'é'",
		"1 2":           "line 1, column 3: unexpected text after the value",
		`{"a" 1}`:       "line 1, column 6: expected a colon after the name, not '1'",
		`{"a":1 "b":2}`: `line 1, column 8: expected a comma or }, not '"'`,
		"[1 2]":         "line 1, column 4: expected a comma or ], not '2'",
		"{a:1}":         "line 1, column 2: expected a name in quotes, not 'a'",
		`{"a":1,}`:      "line 1, column 8: expected a name in quotes, not '}'",
		"\"a\tb\"":      "line 1, column 3: this character must be escaped in a string",
		`"\x"`:          "line 1, column 3: unknown escape",
		`"\u00g0"`:      `line 1, column 6: expected four hexadecimal digits after \u`,
		"-x":            "line 1, column 2: not a number",
		"1.x":           "line 1, column 3: not a number",
		"1ex":           "line 1, column 3: not a number",
		"trUe":          "line 1, column 3: unknown word",
		"nul!":          "line 1, column 4: unknown word",
		"[1":            "line 1, column 3: the text ends too early",
		"[nul":          "line 1, column 5: the text ends too early",
		`{"a\`:          "line 1, column 5: the text ends too early",
		"-":             "line 1, column 2: the text ends too early",
	} {
		if _, err := ojson.Parse([]byte(text), ojson.Limits{}); err == nil || err.Error() != want {
			t.Errorf("%q: %v, want %s", text, err, want)
		}
	}
}
