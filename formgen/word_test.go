package formgen_test

import (
	"testing"

	"a2aform/formgen"
	"a2aform/internal/ojson"
)

func TestAdviceOnNumbersIsANumber(t *testing.T) {
	x := field(t, open(t, trip), "/budget")
	for _, text := range []string{"a,b", "1,\x1b[31m", ","} {
		x.SetText(text)
		if got := x.OwnProblems()[0].Message(); got != "is not a number" {
			t.Errorf("%q: %q", text, got)
		}
	}
}

func TestSummaries(t *testing.T) {
	for text, want := range map[string]string{
		`{"name":"Ada","age":36,"vip":true,"home":null}`:                                                   "Ada, 36, vip: true, home: null",
		`{"a":1,"b":2,"c":3,"d":4,"e":5}`:                                                                  "1, 2, 3, 4, …",
		`{"files":["a"],"options":{"x":1},"none":[]}`:                                                      "1 file",
		`{"name":"Acme Ltd","address":{"zip":1,"city":"Berlin"},"contacts":[{}],"lines":[1,2],"vip":true}`: "Acme Ltd, Berlin, 1 contact, 2 lines, …",
		`[{"a":1},["x","y"],"z"]`:                                                                          "3 items: no texts · 2 items · z",
		`[true]`:                                                                                           "1 item: true",
		`{"a\u001b[31mvery long name of a field":false}`:                                                   "a\u241b[31mvery long name of …: false",
	} {
		v, err := ojson.Parse([]byte(text), ojson.DataLimits)
		if err != nil {
			t.Fatal(err)
		}
		if got := formgen.Summary(v); got != want {
			t.Errorf("%s: %q, want %q", text, got, want)
		}
	}
}

func TestMissingRequiredObjectIsReported(t *testing.T) {
	f := open(t, `{"type":"object","required":["next"],"properties":{"next":{"$ref":"#"}}}`)
	next := f.At("/next")
	for next.Presence() == formgen.Set {
		next = field(t, f, next.Pointer()+"/next")
	}
	if n := f.Counts(); n.Filled != 0 || n.Required != 1 {
		t.Errorf("%d of %d", n.Filled, n.Required)
	}
}

func TestEmptyNameIsShown(t *testing.T) {
	f := open(t, `{"type":"object","additionalProperties":{"type":"string"}}`)
	for name, want := range map[string]string{"": `""`, "  ": `"  "`, "a": "a"} {
		x, err := f.Root().AddKey(name)
		if err != nil {
			t.Fatal(err)
		}
		if got := x.Label(); got != want {
			t.Errorf("%q: %s", name, got)
		}
	}
}

func TestBytesThatAreNotEncodedHaveWarning(t *testing.T) {
	f := open(t, `{"type":"object","properties":{"a":{"type":"string","contentEncoding":"base64"},"b":{"type":"string","format":"binary"}}}`)
	for pointer, want := range map[string]int{"/a": 1, "/b": 0} {
		x := field(t, f, pointer)
		x.SetText("QQ==")
		if n := len(x.Warnings()); n != 0 {
			t.Errorf("%s: %v", pointer, x.Warnings())
		}
		x.SetText("!!")
		if n := len(x.Warnings()); n != want {
			t.Errorf("%s: %v", pointer, x.Warnings())
		}
	}
}

func TestEmptyChoiceIsNoField(t *testing.T) {
	f := open(t, `{"type":"object","properties":{"a":{"enum":[]},"b":{"type":"string"}}}`)
	if f.At("/a") != nil || f.At("/b") == nil {
		t.Errorf("%d fields", len(f.Root().Children()))
	}
}
