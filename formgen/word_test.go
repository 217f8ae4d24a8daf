package formgen_test

import (
	"strings"
	"testing"

	"a2aform/formgen"
	"a2aform/internal/ojson"
)

func TestSummaryHidesSecrets(t *testing.T) {
	f := open(t, `{"type":"object","properties":{"users":{"type":"array","items":{"type":"object","properties":{
		"name":{"type":"string"},"pass":{"type":"string","format":"password"}}}}}}`)
	f.At("/users").Append()
	field(t, f, "/users/0/name").SetText("bob")
	if got := field(t, f, "/users/0").Summary(); got != "bob" {
		t.Errorf("without a secret: %q", got)
	}
	field(t, f, "/users/0/pass").SetText("hunter2")
	if got := field(t, f, "/users/0").Summary(); strings.Contains(got, "hunter2") {
		t.Errorf("the secret is shown: %q", got)
	}
}

func TestAdviceOnNumbersIsANumber(t *testing.T) {
	x := field(t, open(t, trip), "/budget")
	for _, text := range []string{"a,b", "1,\x1b[31m", ","} {
		x.SetText(text)
		if got := x.OwnProblems()[0].Message(); got != "is not a number" {
			t.Errorf("%q: %q", text, got)
		}
	}
}

func TestHints(t *testing.T) {
	f := open(t, `{"type":"object","properties":{
		"day":{"type":"string","format":"date"},
		"day2":{"type":"string","format":"date","examples":["2001-01-01"]},
		"zulu":{"type":"string","format":"time","pattern":"^\\d\\d:\\d\\d:\\d\\dZ$"},
		"offset":{"type":"string","format":"time","pattern":"[+]"},
		"short":{"type":"string","format":"email","maxLength":5},
		"odd":{"type":"string","format":"warp"},
		"text":{"type":"string","default":""},
		"box":{"type":"object","default":{}},
		"tags":{"type":"array","items":{"type":"string"},"default":["a"]}}}`)
	for pointer, want := range map[string]string{
		"/day": "date, such as 2026-03-14", "/day2": "date", "/zulu": "time, such as 09:30:00Z",
		"/offset": "time, like [+]", "/short": "email, at most 5 characters", "/odd": "warp",
		"/text": "text, default empty text", "/box": "object, default no fields", "/tags": "list, default 1 item: a",
	} {
		if got := field(t, f, pointer).Hint(); got != want {
			t.Errorf("%s: %q, want %q", pointer, got, want)
		}
	}
	day := field(t, f, "/day")
	day.SetText("2")
	if got := day.Hint(); got != "date" {
		t.Errorf("an example beside what is typed: %q", got)
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
