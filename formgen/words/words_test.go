package words_test

import (
	"strings"
	"testing"

	"a2aform/formgen"
	"a2aform/formgen/words"
	"a2aform/internal/ojson"
	"a2aform/internal/schema"
)

func open(t *testing.T, text string) *formgen.Form {
	t.Helper()
	doc, err := schema.Load([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	return formgen.New(doc)
}

func field(t *testing.T, f *formgen.Form, pointer string) *formgen.Field {
	t.Helper()
	x := f.At(pointer)
	if x == nil {
		t.Fatalf("no field at %q", pointer)
	}
	return x
}

// A field that a condition requires says which values the condition asks about.
func TestBecause(t *testing.T) {
	doc, err := schema.Load([]byte(`{"type":"object","required":["name"],
		"properties":{"kind":{"enum":["person","company"]},"name":{"type":"string"},"vat":{"type":"string"},"eu":{"type":"boolean"},
			"country":{"type":"string"},"card":{"type":"string"},"cvc":{"type":"string"},"gift":{"type":"object","properties":{"to":{"type":"string"}}},"note":{"type":"string"}},
		"allOf":[
			{"if":{"required":["kind"],"properties":{"kind":{"const":"company"}}},"then":{"required":["vat","name"]},"else":{"required":["note"]}},
			{"if":{"required":["eu"],"properties":{"eu":{"const":true}}},"then":{"required":["vat","country"]}}],
		"dependentRequired":{"card":["cvc"],"gift":["note"]}}`))
	if err != nil {
		t.Fatal(err)
	}
	for value, want := range map[string]map[string]string{
		`{"kind":"company"}`:           {"vat": "required because Kind is company", "name": "", "country": "", "note": ""},
		`{"kind":"company","eu":true}`: {"vat": "required because Kind is company and Eu is yes", "country": "required because Eu is yes"},
		`{"card":"4","kind":"person"}`: {"cvc": "required because Card is filled in", "vat": "", "note": "required because Kind is person"},
		`{"kind":"company","gift":{}}`: {"note": "required because Gift is filled in"},
		`{}`:                           {"note": "required because Kind is left out", "vat": "", "cvc": ""},
	} {
		form := formgen.New(doc)
		v, err := ojson.Parse([]byte(value), ojson.DataLimits)
		if err != nil {
			t.Fatal(err)
		}
		form.Load(v)
		for name, text := range want {
			if got := words.WhyRequired(form.At("/" + name)); got != text {
				t.Errorf("%s, %s: %q, want %q", value, name, got, text)
			}
		}
	}
}

// An example of the schema says what a pattern wants, in place of one that is made.
func TestPatternIsShownByTheExampleOfTheSchema(t *testing.T) {
	f := open(t, `{"type":"object","properties":{"vat":{"type":"string","pattern":"^[A-Z]{2}[0-9]{9}$","examples":["DE123456789"]}}}`)
	x := field(t, f, "/vat")
	x.SetText("de1")
	if got := words.Sentence(x, x.OwnProblems()[0]); got != "Looks like DE123456789" {
		t.Errorf("the problem: %q", got)
	}
	if got := words.Hint(x); got != "text, such as DE123456789" {
		t.Errorf("the hint: %q", got)
	}
}

func TestSummaryHidesSecrets(t *testing.T) {
	f := open(t, `{"type":"object","properties":{"users":{"type":"array","items":{"type":"object","properties":{
		"name":{"type":"string"},"pass":{"type":"string","format":"password"}}}}}}`)
	f.At("/users").Append()
	field(t, f, "/users/0/name").SetText("bob")
	if got := words.Summary(field(t, f, "/users/0")); got != "bob" {
		t.Errorf("without a secret: %q", got)
	}
	field(t, f, "/users/0/pass").SetText("hunter2")
	if got := words.Summary(field(t, f, "/users/0")); strings.Contains(got, "hunter2") {
		t.Errorf("the secret is shown: %q", got)
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
		if got := words.Hint(field(t, f, pointer)); got != want {
			t.Errorf("%s: %q, want %q", pointer, got, want)
		}
	}
	day := field(t, f, "/day")
	day.SetText("2")
	if got := words.Hint(day); got != "date" {
		t.Errorf("an example beside what is typed: %q", got)
	}
}

// Words are those of the form: labels of choices and shapes, sizes of bytes, and no secret.
func TestWords(t *testing.T) {
	f := open(t, `{"type":"object","properties":{
		"to":{"type":"object","properties":{"name":{"type":"string"},"country":{"enum":["GB","US"],"x-enumNames":["United Kingdom","United States"]},"urgent":{"type":"boolean"},"note":{"type":"string"}}},
		"by":{"oneOf":[{"title":"Locker","type":"object","required":["kind","number"],"properties":{"kind":{"const":"locker"},"number":{"type":"integer"}}},
			{"title":"Courier","type":"object","required":["kind"],"properties":{"kind":{"const":"courier"}}}]},
		"sizes":{"type":"array","items":{"type":"number"}},"stops":{"type":"array","items":{"type":"object","properties":{"a":{"type":"string"},"b":{"type":"string"}}}},
		"labels":{"type":"object","additionalProperties":{"type":"string"}},"pin":{"type":"string","format":"password"},
		"photo":{"type":"string","contentEncoding":"base64"},"empty":{"type":"string"},"none":{"type":["string","null"]}}}`)
	v, err := ojson.Parse([]byte(`{"to":{"name":"Grace","country":"GB","urgent":true},"by":{"kind":"locker","number":42},"sizes":[1,2.50],
		"stops":[{"a":"x","b":"y"},{"a":"z"}],"labels":{"order":"7"},"pin":"hunter2","photo":"AAAA","empty":"","none":null}`), ojson.DataLimits)
	if err != nil {
		t.Fatal(err)
	}
	f.Load(v)
	for pointer, want := range map[string]string{
		"/to": "Grace, United Kingdom, Urgent yes", "/by": "Locker, 42", "/sizes": "1, 2.50", "/stops": "x, y; z", "/labels": "order 7",
		"/pin": "••••", "/photo": "3 bytes", "/empty": "empty text", "/none": "null",
	} {
		if got := words.Sent(field(t, f, pointer)); got != want {
			t.Errorf("%s: %q, want %q", pointer, got, want)
		}
	}
}

// Each row without a value says what it needs, and a choice how its value is taken away.
func TestRowsWithoutValueSayWhatTheyNeed(t *testing.T) {
	f := open(t, `{"type":"object","required":["must","mustOrNull","pick","group"],"additionalProperties":{"type":"string"},"anyOf":[{"required":["mail"]},{"required":["phone"]}],
		"properties":{"must":{"type":"string"},"mustOrNull":{"type":["string","null"]},"may":{"type":"string"},"default":{"type":"integer","default":3},
		"pick":{"enum":["a","b"]},"pickMay":{"enum":["a","b",null]},"group":{"type":["object","null"],"properties":{"x":{"type":"string"}}},
		"set":{"type":"integer","readOnly":true},"mail":{"type":"string"},"phone":{"type":"string"},"eg":{"type":"string","examples":["Oslo"]},"list":{"type":"array","items":{"type":"integer"}}}}`)
	if _, err := f.Root().AddKey("extra"); err != nil {
		t.Fatal(err)
	}
	f.At("/list").Append()
	for pointer, want := range map[string][3]string{
		"/must":       {"Required", "", "Choose one"},
		"/mustOrNull": {"Required (ctrl+g sets null)", "Ctrl+g sets null", "Choose one"},
		"/may":        {"Optional", "Optional", "Optional"},
		"/default":    {"Optional (default: 3)", "Optional", "Optional"},
		"/pick":       {"Required", "", "Choose one"},
		"/pickMay":    {"Optional", "Optional", "Optional"},
		"/set":        {"Set by the agent", "Optional", "Optional"},
		"/mail":       {"This or Phone", "This or Phone", "Optional"},
		"/eg":         {"Optional", "e.g. Oslo", "Optional"},
		"/extra":      {"Needs a value", "Needs a value", "Choose one"},
		"/list/0":     {"Needs a value", "Needs a value", "Choose one"},
	} {
		x := field(t, f, pointer)
		got := [3]string{words.OmittedText(formgen.Row{Field: x}), words.Placeholder(x), words.UnsetText(x)}
		if got != want {
			t.Errorf("%s: %q, want %q", pointer, got, want)
		}
	}
	if got, want := words.OmittedText(formgen.Row{Kind: formgen.Subpage, Field: f.At("/group")}), "Required. Enter adds it, ctrl+g sets null."; got != want {
		t.Errorf("a page of its own: %q, want %q", got, want)
	}
	x := f.At("/pickMay")
	x.SetPresence(formgen.Null)
	if got := [2]string{words.UnsetText(x), words.Placeholder(x)}; got != [2]string{"null", "null"} {
		t.Errorf("null: %q", got)
	}
}

// The key of the presence says what it does next, and the help what is sent now.
func TestPresenceInWords(t *testing.T) {
	f := open(t, `{"type":"object","required":["must"],"properties":{"may":{"type":["string","null"]},"must":{"type":["string","null"]},"only":{"type":"null"}}}`)
	for _, tt := range []struct {
		pointer    string
		presence   formgen.Presence
		step, help string
	}{
		{"/may", formgen.Omitted, "Include this field", "○ Left out. Ctrl+g includes it."},
		{"/may", formgen.Set, "Send null", "● Included."},
		{"/may", formgen.Null, "Skip this field", "∅ Sends null. Ctrl+g changes that."},
		{"/must", formgen.Omitted, "Send null", "○ Left out. Ctrl+g sends null."},
		{"/only", formgen.Omitted, "Send null", "○ Left out. Ctrl+g sends null."},
	} {
		x := field(t, f, tt.pointer)
		x.SetPresence(tt.presence)
		if step, help := words.PresenceStep(x), words.PresenceHelp(x); step != tt.step || help != tt.help {
			t.Errorf("%s: %q, %q, want %q, %q", tt.pointer, step, help, tt.step, tt.help)
		}
	}
}

// Texts that cannot be typed as they are, and fields that the user edits as JSON, say why.
func TestReasonForJSON(t *testing.T) {
	f := open(t, `{"type":"object","properties":{"text":{"type":"string"},"n":{"type":"integer"},"any":{}}}`)
	field(t, f, "/text").Paste("a\tb")
	if err := field(t, f, "/n").AsJSON(true); err != nil {
		t.Fatal(err)
	}
	for pointer, want := range map[string]string{"/text": "escapes", "/n": "edited as JSON", "/any": "does not say", "": ""} {
		got := words.Reason(field(t, f, pointer))
		if !strings.Contains(got, want) || want == "" && got != "" {
			t.Errorf("%s: %q, want %q", pointer, got, want)
		}
	}
}
