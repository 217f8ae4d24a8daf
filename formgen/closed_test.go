package formgen_test

import (
	"strings"
	"testing"

	"a2aform/formgen"
	"a2aform/internal/schema"
)

// What no value satisfies is the same as false.
func TestNotEverythingIsFalse(t *testing.T) {
	f := published(t, "go-sealed.json")
	if f.Root().CanAddKey() || field(t, f, "/who").CanAddKey() || f.At("/never") != nil {
		t.Errorf("entries can be added: %v, %v, field %v", f.Root().CanAddKey(), field(t, f, "/who").CanAddKey(), f.At("/never"))
	}
	for _, tt := range []struct{ schema, value, want string }{
		{`{"type":"object","properties":{"a":{"type":"string"}},"additionalProperties":{"not":{}}}`, `{"b":1}`, "is not a field of this object"},
		{`{"type":"object","unevaluatedProperties":{"not":true}}`, `{"b":1}`, "is not a field of this object"},
		{`{"type":"object","properties":{"a":{"not":{"description":"none"}}}}`, `{"a":1}`, "is not allowed here"},
		{`{"type":"array","prefixItems":[{"type":"string"}],"items":{"not":{}}}`, `["a","b"]`, "is one item too many"},
		{`{"type":"object","patternProperties":{"^x-":{"not":{}}}}`, `{"x-a":1}`, "is not allowed here"},
		{`{"$defs":{"none":{"not":{"not":{"not":{}}}}},"type":"object","properties":{"a":{"$ref":"#/$defs/none"}}}`, `{"a":1}`, "is not allowed here"},
		{`{"type":"object","not":{}}`, `{}`, "is not allowed here"},
	} {
		f := open(t, tt.schema)
		f.Load(parse(t, tt.value))
		_, err := f.Submit()
		refused, ok := err.(*formgen.Refused) //nolint:errorlint // Submit returns it bare
		if !ok || len(refused.Problems) != 1 || !strings.HasSuffix(refused.Problems[0].Problem.Message(), tt.want) {
			t.Errorf("%s: %v", tt.schema, err)
		}
	}
	list := open(t, `{"type":"array","prefixItems":[{"type":"string"}],"items":{"not":{}}}`).Root()
	list.SetPresence(formgen.Set)
	if list.Append(); list.CanAppend() {
		t.Error("an item too many can be added")
	}
	choice := open(t, `{"anyOf":[{"type":"string"},{"not":{}}]}`).Root()
	if choice.Kind() != schema.String {
		t.Errorf("kind %q", choice.Kind())
	}
	nested := open(t, `{"type":"object","additionalProperties":{"not":{"not":{}}}}`)
	if !nested.Root().CanAddKey() {
		t.Error("what is not nothing is refused")
	}
}
