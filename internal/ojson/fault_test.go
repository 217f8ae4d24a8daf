package ojson_test

import (
	"testing"

	"a2aform/internal/ojson"
)

func TestSyntaxErrorMessages(t *testing.T) {
	for text, want := range map[string]string{
		"x":             "line 1, column 1: a value should begin here, not 'x'",
		"'a'":           `line 1, column 1: a value should begin here, not "'"`,
		"[\n\x1b]":      "line 2, column 1: a value should begin here, not U+001B",
		"[\u202e]":      "line 1, column 2: a value should begin here, not U+202E",
		"[\xff]":        "line 1, column 2: a value should begin here, not the byte FF",
		"[é]":           "line 1, column 2: a value should begin here, not 'é'",
		"1 2":           "line 1, column 3: nothing may follow the value",
		`{"a" 1}`:       "line 1, column 6: a colon should follow the name, not '1'",
		`{"a":1 "b":2}`: `line 1, column 8: a comma or a } should come here, not '"'`,
		"[1 2]":         "line 1, column 4: a comma or a ] should come here, not '2'",
		"{a:1}":         "line 1, column 2: a name in quotes should come here, not 'a'",
		`{"a":1,}`:      "line 1, column 8: a name in quotes should come here, not '}'",
		"\"a\tb\"":      "line 1, column 3: this character must be escaped in a string",
		`"\x"`:          "line 1, column 3: this escape is not known",
		`"\u00g0"`:      `line 1, column 6: four hexadecimal digits should follow \u`,
		"-x":            "line 1, column 2: this is no number",
		"1.x":           "line 1, column 3: this is no number",
		"1ex":           "line 1, column 3: this is no number",
		"trUe":          "line 1, column 3: this word is not known",
		"nul!":          "line 1, column 4: this word is not known",
		"[1":            "line 1, column 3: the text ends too early",
	} {
		if _, err := ojson.Parse([]byte(text), ojson.Limits{}); err == nil || err.Error() != want {
			t.Errorf("%q: %v, want %s", text, err, want)
		}
	}
}
