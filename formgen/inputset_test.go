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
		{"/name", "\"\xff\"", false, "/name: the value is not UTF-8"},
		{"/name", "\xff", true, "/name: the value is not UTF-8"},
		{"/name", " ", false, "/name: the value is empty: write JSON, or nil to leave it out"},
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

// A text in JSON is a date as its format writes it, wherever it is; words are for what people type.
func TestWordsAreNoDateInJSON(t *testing.T) {
	t.Parallel()
	const schema = `{"type":"object","properties":{"d":{"type":"string","format":"date"},"at":{"type":"string","format":"date-time"},
		"l":{"type":"array","items":{"type":"string","format":"date"}},"m":{"type":"object","additionalProperties":{"type":"string","format":"date"}},
		"any":{"type":["object","array"],"properties":{"d":{"type":"string","format":"date"}},"items":{"type":"string","format":"date-time"}},
		"union":{"anyOf":[{"type":"string","format":"date"},{"type":"integer"}]},"other":{"type":"string"}}}`
	for _, tt := range []struct{ pointer, value, want string }{
		{"/d", `"tomorrow"`, "[D: not a date; try 2026-03-14]"},
		{"/d", `"next fri"`, "[D: not a date; try 2026-03-14]"},
		{"/d", `"24.12.2026"`, "[]"},
		{"/d", `"24 dec"`, "[D: not a date; try 2026-03-14]"},
		{"/d", `"2026-12-24"`, "[]"},
		{"/at", `"now"`, "[At: not a date and time; try 2026-03-14T09:30:00Z]"},
		{"/at", `"2026-12-24T09:00:00"`, "[]"},
		{"/l", `["2026-12-24","+3d"]`, "[L › 2: not a date; try 2026-03-14]"},
		{"/m/x", `"today"`, "[M › x: not a date; try 2026-03-14]"},
		{"/any", `{"d":"today"}`, "[Any › D: not a date; try 2026-03-14]"},
		{"/any", `["2026-12-24T09:00:00Z","now"]`, "[Any › 2: not a date and time; try 2026-03-14T09:30:00Z]"},
		{"/union", `"today"`, "[Union: not a date; try 2026-03-14]"},
		{"/union", `5`, "[]"},
		{"/other", `"today"`, "[]"},
		{"", `{"l":[{"d":"today"}],"d":"today"}`, "[D: not a date; try 2026-03-14 L › 1: not text]"},
	} {
		in := openInput(t, schema)
		if err := in.Set(tt.pointer, []byte(tt.value)); err != nil {
			t.Errorf("%s: %v", tt.pointer, err)
		}
		_, err := in.Submit()
		if got := fmt.Sprint(in.Problems()); got != tt.want || (err == nil) != (tt.want == "[]") {
			t.Errorf("%s = %s: %s, want %s; %v", tt.pointer, tt.value, got, tt.want, err)
		}
	}
	in := openInput(t, schema)
	for _, pointer := range []string{"/d", "/at", "/l", "/l/1", "/m/x", "/union"} {
		if err := in.SetText(pointer, "tomorrow"); err != nil || len(in.Problems()) > 0 || strings.Contains(string(in.Value()), "tomorrow") {
			t.Errorf("%s: %v, %v, %s", pointer, err, in.Problems(), in.Value())
		}
	}
}

// A date that is edited as JSON is none either where it is in words.
func TestWordsAreNoDateInAFieldShownAsJSON(t *testing.T) {
	t.Parallel()
	in := openInput(t, `{"type":"object","properties":{"d":{"type":"string","format":"date"},"o":{"type":"object","properties":{"d":{"type":"string","format":"date"}}}}}`)
	for pointer, text := range map[string]string{"/d": `"tomorrow"`, "/o": `{"d":"tomorrow"}`} {
		x := formgen.FormOf(in).At(pointer)
		if err := x.AsJSON(true); err != nil {
			t.Fatal(err)
		}
		x.SetText(text)
	}
	if data, err := in.Submit(); len(in.Problems()) != 2 || err == nil {
		t.Errorf("%v, %s, %v", in.Problems(), data, err)
	}
}

func TestWarnings(t *testing.T) {
	t.Parallel()
	const schema = `{"type":"object","properties":{"mail":{"type":"string","format":"email"},"site":{"type":"string","format":"uri"},"at":{"type":"string","format":"time"},
		"n":{"type":"integer","format":"int32"},"o":{"type":"object","properties":{"id":{"type":"string","format":"uuid"}}},"l":{"type":"array","items":{"type":"string","format":"ipv4"}}}}`
	in := openInput(t, schema)
	const bad = `{"mail":"ada","site":"x","at":"9am","n":99999999999,"o":{"id":"7"},"l":["192.0.2.1","no"]}`
	if err := in.Set("", []byte(bad)); err != nil {
		t.Fatal(err)
	}
	want := []string{
		"/mail Mail: not an e-mail address", "/site Site: not a URI; try https://example.com/page", "/at At: not a time with its zone; try 09:30:00Z",
		"/n N: too large for int32", "/o/id O › Id: not a UUID; try 0b9d5f3e-6a1c-4f7e-9b2d-3c8a5e4f1d70", "/l/1 L › 2: not an IPv4 address; try 192.0.2.1",
	}
	check := func() {
		t.Helper()
		var got []string
		for _, w := range in.Warnings() {
			got = append(got, w.Pointer+" "+w.String())
		}
		if strings.Join(got, "\n") != strings.Join(want, "\n") {
			t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
		}
		if data, err := in.Submit(); err != nil || string(data) != bad {
			t.Errorf("%s, %v", data, err)
		}
	}
	check()
	if err := formgen.FormOf(in).At("/o").AsJSON(true); err != nil {
		t.Fatal(err)
	}
	want[4] = "/o/id O › id: not a valid UUID, such as 0b9d5f3e-6a1c-4f7e-9b2d-3c8a5e4f1d70"
	check()
	for _, value := range []string{"2147483647", "-2147483648", "1.0", "2e9"} {
		if err := in.Set("", []byte(`{"n":`+value+`}`)); err != nil || len(in.Warnings()) > 0 {
			t.Errorf("%s: %v, %v", value, in.Warnings(), err)
		}
	}
}

// A problem reads as a sentence where nothing stands beside it.
func TestProblemsAreSentences(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ schema, value, want string }{
		{`{"const":5}`, "4", "[the value: must be 5]"},
		{`{"properties":{"k":{"const":"a"}}}`, `{"k":"b"}`, "[K: must be a]"},
		{`{"properties":{"k":{"enum":["a"]}}}`, `{"k":"b"}`, "[K: must be a]"},
		{`{"properties":{"k":{"enum":["a","b"]}}}`, `{"k":"c"}`, "[K: one of a, b]"},
		{`{"properties":{"k":{"enum":[]}}}`, `{"k":"c"}`, "[k: not allowed here]"},
		{`{"properties":{"k":{"type":["null","boolean","string"]}}}`, `{"k":[]}`, "[K: must be null, true or false or text]"},
		{`{"properties":{"k":{"type":"boolean"}}}`, `{"k":1}`, "[K: not true or false]"},
		{`{"properties":{"k":{"type":"integer"}}}`, `{"k":"x"}`, "[K: not a whole number]"},
		{`{"properties":{"zip":{"type":"string","pattern":"^[0-9]{5}$","examples":["00050"]}}}`, `{"zip":"x"}`, "[Zip: must look like 00050]"},
		{`{"properties":{"m":{"type":"string","pattern":"^[.%]+$"}}}`, `{"m":"x"}`, "[M: must match the pattern ^[.%]+$]"},
		{`{"properties":{"pay":{"oneOf":[{"title":"Card","type":"object"},{"title":"Invoice","type":"object"}]}}}`, `{"pay":1}`, "[Pay: must be Card or Invoice]"},
		{`{"properties":{"pay":{"oneOf":[{"type":"object"},{"type":"object","required":["a"]}]}}}`, `{"pay":1}`, "[Pay: must be an object]"},
	} {
		in := openInput(t, tt.schema)
		if err := in.Set("", []byte(tt.value)); err != nil {
			t.Fatal(err)
		}
		if got := fmt.Sprint(in.Problems()); got != tt.want {
			t.Errorf("%s: %s, want %s", tt.schema, got, tt.want)
		}
	}
}
