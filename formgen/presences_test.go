package formgen_test

import (
	"slices"
	"testing"

	"a2aform/formgen"
	"a2aform/formgen/words"
	"a2aform/internal/schema"
)

// A field can be set, null or left out as its schema allows; an item and the form itself are there.
func TestPresencesOfFields(t *testing.T) {
	doc, err := schema.Load([]byte(`{"type":"object","required":["must","mustOrNull","list","nulls"],"properties":{
		"must":{"type":"string"},"may":{"type":"string"},"mayOrNull":{"type":["string","null"]},"mustOrNull":{"type":["string","null"]},
		"nothing":{"type":"null"},"list":{"type":"array","minItems":1,"items":{"type":"string"}},"nulls":{"type":"array","minItems":1,"items":{"type":["string","null"]}}}}`))
	if err != nil {
		t.Fatal(err)
	}
	root := formgen.New(doc).Root()
	set, null, omitted := formgen.Set, formgen.Null, formgen.Omitted
	of := map[string]*formgen.Field{"": root}
	for _, c := range root.Children() {
		of[c.Pointer()] = c
		if c.Kind() == schema.Array {
			of[c.Pointer()+"[0]"] = c.Append()
		}
	}
	for path, want := range map[string][]formgen.Presence{
		"": {set}, "/must": {omitted, set}, "/may": {omitted, set}, "/mayOrNull": {omitted, set, null}, "/mustOrNull": {null, set},
		"/nothing": {omitted, null}, "/list[0]": {set}, "/nulls[0]": {set, null},
	} {
		if f := of[path]; f == nil || !slices.Equal(f.Presences(), want) {
			t.Errorf("%q: %v, want %v; there are %d fields", path, f, want, len(of))
		}
	}
}

// The choice that takes a value away says what the field is then.
func TestChoiceThatTakesAValueAway(t *testing.T) {
	doc, err := schema.Load([]byte(`{"type":"object","required":["must","mustOrNull"],"properties":{"must":{"enum":["a","b"]},"may":{"enum":["a","b"]},"mustOrNull":{"enum":["a",null]}},"additionalProperties":{"enum":["a","b"]}}`))
	if err != nil {
		t.Fatal(err)
	}
	root := formgen.New(doc).Root()
	if _, err := root.AddKey("more"); err != nil {
		t.Fatal(err)
	}
	for _, f := range root.Children() {
		want := map[string]string{"/must": "Choose one", "/more": "Choose one", "/may": "Optional", "/mustOrNull": "Choose one"}[f.Pointer()]
		if got := words.UnsetText(f); got != want {
			t.Errorf("%s: %s, want %s", f.Pointer(), got, want)
		}
		if f.Pointer() == "/mustOrNull" {
			if f.SetPresence(formgen.Null); words.UnsetText(f) != "null" {
				t.Errorf("%s, which is null: %s", f.Pointer(), words.UnsetText(f))
			}
		}
	}
}
