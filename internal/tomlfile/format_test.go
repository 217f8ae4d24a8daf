package tomlfile_test

import (
	"errors"
	"testing"

	"a2aform/internal/tomlfile"
)

type example struct {
	Name  string               `json:"name"`
	Count int                  `json:"count"`
	Units map[string]unit      `json:"units"`
	List  []string             `json:"list"`
	Parts []struct{ Even int } `json:"parts"`
}

type unit string

func (u *unit) UnmarshalText(text []byte) error {
	if string(text) == "mile" {
		return errors.New("use km")
	}
	*u = unit(text)
	return nil
}

const exampleSchema = `{"type": "object", "required": ["name"], "additionalProperties": false, "properties": {
	"name": {"type": "string", "description": "What it is called."},
	"count": {"type": "integer", "maximum": 9},
	"units": {"type": "object", "additionalProperties": {"type": "string", "enum": ["km", "mile", "cm"]}},
	"list": {"title": "a list of texts", "type": "array", "minItems": 1, "items": {"type": "string"}, "examples": ["a", "b"]},
	"size": {"title": "a number, or a range", "oneOf": [{"type": "integer"}, {"type": "object", "required": ["min"]}], "examples": [{"min": 1}]},
	"parts": {"type": "array", "items": {"type": "object", "additionalProperties": false, "properties": {"Even": {"type": "integer", "enum": [20, 40]}}}}
}}`

func TestValuesAreDecodedBySchema(t *testing.T) {
	t.Parallel()
	format := tomlfile.NewFormat(func() ([]byte, error) { return []byte(exampleSchema), nil })
	for text, want := range map[string]string{
		"name = 'a'\ncount = 3\nlist = ['x', 'y']\n[units]\nd = 'km'\n[[parts]]\nEven = 20\n": "",
		"":                                            "f:1:1: name is missing: what it is called",
		"nam = 'a'":                                   "f:1:1: unknown key nam; did you mean name?",
		"name = 'a'\nother = 1":                       "f:2:1: unknown key other; the keys here are count, list, name, parts, size, units",
		"name = 1":                                    "f:1:1: name must be text in quotes",
		"name = 'a'\nunits = 1":                       "f:2:1: units must be a table",
		"name = 'a'\nunits = { a = 'kmm' }":           "f:2:11: units.a kmm is not known; did you mean km?",
		"name = 'a'\nunits = { a = 'parsec' }":        "f:2:11: units.a parsec is not known: use km, mile, cm",
		"name = 'a'\nunits = { a = 'mile' }":          "f:2:11: units.a: use km",
		"name = 'a'\n\ncount = 1.0":                   "f:3:1: count must be a whole number, without a point",
		"name = 'a'\ncount = 10":                      "f:2:1: count must be at most 9",
		"name = 'a'\nlist = 'a'":                      `f:2:1: list must be a list of texts, such as ["a", "b"]`,
		"name = 'a'\nlist = []":                       "f:2:1: list is empty",
		"name = 'a'\nlist = ['a', true]":              "f:2:1: item 2 of list must be text in quotes",
		"name = 'a'\nsize = 'x'":                      "f:2:1: size must be a number, or a range, such as { min = 1 }",
		"name = 'a'\nsize = { max = 1 }":              "f:2:1: size.min is missing",
		"name = 'a'\n[[parts]]\n[[parts]]\nOther = 1": "f:4:1: unknown key Other; the keys here are Even",
		"name = 'a'\n[[parts]]\nEven = 3":             "f:3:1: Even must be one of 20, 40",
		"name = 'a'\n[units]\n'a/b' = inf":            "f:3:1: inf is not a value of JSON; write it as text in quotes",
		"name = 'a'\n[units]\n'a/b' = 1":              "f:3:1: units.a/b must be one of km, mile, cm",
	} {
		tree, problem := tomlfile.Parse([]byte(text))
		if problem != nil {
			t.Fatal(problem)
		}
		r := &tomlfile.Reader{Path: "f"}
		var got example
		switch isRight := format.Decode(r, tree, &got); {
		case isRight != (want == ""):
			t.Errorf("%s\nis right: %t, %v", text, isRight, r.Problems)
		case isRight && (got.Count != 3 || got.Units["d"] != "km" || len(got.List) != 2 || got.Parts[0].Even != 20):
			t.Errorf("%+v", got)
		case !isRight && (len(r.Problems) != 1 || r.Problems[0].Error() != want):
			t.Errorf("%s\n%v, want %s", text, r.Problems, want)
		}
	}
}
