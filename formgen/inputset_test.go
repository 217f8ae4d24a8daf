package formgen_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"a2aform/formgen"
)

// The shapes of the tests of branches.
const (
	payment = `{"type":"object","properties":{"pay":{"oneOf":[
		{"type":"object","title":"Card","properties":{"card":{"type":"string"},"holder":{"type":"string"}},"additionalProperties":false},
		{"type":"object","title":"Bank","properties":{"iban":{"type":"string"},"holder":{"type":"string"}},"additionalProperties":false}]}}}`
	twoTags = `{"oneOf":[{"type":"object","properties":{"k":{"const":"a"},"x":{"type":"string"}},"required":["k"],"additionalProperties":false},
		{"type":"object","properties":{"k":{"const":"b"},"y":{"type":"string"}},"required":["k"],"additionalProperties":false}]}`
	mixed = `{"type":"object","properties":{"v":{"anyOf":[{"type":"string"},{"type":"array","items":{"type":"integer"},"maxItems":2},
		{"type":"object","additionalProperties":{"type":"number"}},{"type":"object","properties":{"z":{"type":"boolean"}},"additionalProperties":false}]},
		"if":{"type":"string"}},"if":{"required":["if"]},"then":{"properties":{"more":{"enum":["a","b"]}}}}`
)

// stateOf is all that a program can see of an input, and what waits in branches that are not chosen.
func stateOf(t interface{ Fatal(args ...any) }, in *formgen.Input) string {
	draft, err := json.Marshal(formgen.FormOf(in).Draft())
	if err != nil {
		t.Fatal(err)
	}
	return fmt.Sprintf("%s\n%v\n%s\n%s", in.Value(), in.Problems(), in.Notices(), draft)
}

func TestFailedEditsChangeNothing(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.OneOf(rapid.SampledFrom([]string{payment, twoTags, mixed, visit}), rapid.Custom(randomSchema)).Draw(t, "schema")
		in, err := formgen.Open([]byte(text))
		if err != nil {
			return
		}
		token := rapid.SampledFrom([]string{"pay", "card", "iban", "holder", "k", "x", "y", "v", "z", "if", "more", "0", "1", "-", "a", "b", "c", "x-1", "nowhere"})
		value := rapid.SampledFrom([]string{`"a"`, `"b"`, "1", "true", "null", "[1]", `{"a":1}`, `{"card":"4"}`, "{", "a,b"})
		for range rapid.IntRange(1, 12).Draw(t, "edits") {
			before := stateOf(t, in)
			pointer := "/" + strings.Join(rapid.SliceOfN(token, 1, 3).Draw(t, "at"), "/")
			v := value.Draw(t, "value")
			if rapid.Bool().Draw(t, "typed") {
				err = in.SetText(pointer, v)
			} else {
				err = in.Set(pointer, []byte(v))
			}
			if after := stateOf(t, in); err != nil && after != before {
				t.Fatalf("%s = %s fails with %v and changes\n%s\nto\n%s", pointer, v, err, before, after)
			}
		}
	})
}

func TestSetChoosesBranch(t *testing.T) {
	t.Parallel()
	type set struct{ pointer, value, want, err string }
	for name, tt := range map[string]struct {
		schema string
		sets   []set
	}{
		"the first of its members": {payment, []set{{"/pay/iban", `"D"`, `{"pay":{"iban":"D"}}`, ""}}},
		"of what both have": {payment, []set{
			{"/pay/holder", `"A"`, `{"pay":{"holder":"A"}}`, ""}, {"/pay/iban", `"D"`, `{"pay":{"iban":"D","holder":"A"}}`, ""},
		}},
		"not where that takes a value away": {payment, []set{
			{"/pay/card", `"4"`, `{"pay":{"card":"4"}}`, ""},
			{"/pay/iban", `"D"`, `{"pay":{"card":"4"}}`, "/pay/iban: there is no field iban; there is card, holder; another kind has iban, but not what is set: set the whole /pay"},
			{"/pay/zz", "1", `{"pay":{"card":"4"}}`, "/pay/zz: there is no field zz; there is card, holder"},
			{"/pay", `{"iban":"D"}`, `{"pay":{"iban":"D"}}`, ""},
		}},
		"none for a name of no branch": {payment, []set{{"/pay/zz", "1", "{}", "/pay/zz: there is no field zz; there is holder, card, iban; to add a name that the schema does not declare, set the whole /pay"}}},
		"by its constant": {twoTags, []set{
			{"/k", `"b"`, `{"k":"b"}`, ""},
			{"/y", "1", `{"k":"b","y":1}`, ""},
			{"/k", `"a"`, `{"k":"a"}`, ""},
			{"/k", `"c"`, `{"k":"c"}`, ""},
			{"/k", `"b"`, `{"k":"b","y":1}`, ""},
		}},
		"a list by its first item": {mixed, []set{
			{"/v/0", "1", `{"v":[1]}`, ""},
			{"/v/-", "2", `{"v":[1,2]}`, ""},
			{"/v/2", "3", `{"v":[1,2]}`, "/v/2: there is no item 2; the list takes no more than 2"},
			{"/v/00", "3", `{"v":[1,2]}`, "/v/00: there is no item 00; the list takes no more than 2"},
		}},
		"a map, and not where its values differ": {mixed, []set{{"/v/a", "1", `{"v":{"a":1}}`, ""}}},
		"the one that declares it":               {mixed, []set{{"/v/z", "true", `{"v":{"z":true}}`, ""}}},
	} {
		in := openInput(t, tt.schema)
		for _, s := range tt.sets {
			err := in.Set(s.pointer, []byte(s.value))
			if said := fmt.Sprint(err); string(in.Value()) != s.want || said != s.err && (err != nil || s.err != "") {
				t.Errorf("%s: %s = %s: %s\n%v\nwant %s\n%s", name, s.pointer, s.value, in.Value(), err, s.want, s.err)
			}
		}
	}
}

// An error has the whole pointer, what there is, and what to do.
func TestErrorsOfSet(t *testing.T) {
	t.Parallel()
	const schema = `{"type":"object","properties":{"name":{"type":"string"},"l":{"type":"array","items":{"type":"object","properties":{"sku":{"type":"string"}}}},
		"tags":{"type":"array","items":{"type":"string"}},"who":{"type":"object","properties":{"mail":{"type":"string"}},"additionalProperties":false},
		"any":{},"open":{"type":"object","properties":{"a":{"type":"string"}}}}}`
	for _, tt := range []struct {
		pointer, value string
		isText         bool
		want           string
	}{
		{"/l/2", "{}", false, "/l/2: there is no item 2; the next one is /l/0"},
		{"/l/first", "{}", false, "/l/first: there is no item first; the next one is /l/0"},
		{"/name/x", "1", false, "/name/x: there is no field x; /name has no fields"},
		{"/any/x", "1", false, "/any/x: there is no field x; set the whole /any"},
		{"/", "1", false, `/: there is no field ""; there is name, l, tags, who, any, open; to add a name that the schema does not declare, set the whole value`},
		{"/who/phone", "1", false, "/who/phone: there is no field phone; there is mail"},
		{"/open/b", "1", false, "/open/b: there is no field b; there is a; to add a name that the schema does not declare, set the whole /open"},
		{"/who", "x", true, `/who: x is no object: write one as JSON, such as {"mail": …}`},
		{"/l", "a,b", true, `/l: a,b is no list: write one as JSON, such as [{"sku": …}]`},
		{"/tags", `["a"`, true, "/tags: the value is not JSON: line 1, column 5: the text ends too early"},
		{"name", "1", false, "name is not a JSON Pointer: write /name"},
		{"#/name", "1", true, "#/name is not a JSON Pointer: write /name"},
		{"/a~b~1", "1", true, "/a~b~1 is not a JSON Pointer: write /a~0b~1"},
	} {
		in := openInput(t, schema)
		set := func() error { return in.Set(tt.pointer, []byte(tt.value)) }
		if tt.isText {
			set = func() error { return in.SetText(tt.pointer, tt.value) }
		}
		if err := set(); err == nil || err.Error() != tt.want || string(in.Value()) != "{}" {
			t.Errorf("%s = %s: %s, %v; want %s", tt.pointer, tt.value, in.Value(), err, tt.want)
		}
	}
}
