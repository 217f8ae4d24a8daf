package words_test

import (
	"strings"
	"testing"
	"time"

	"a2aform/formgen"
	"a2aform/formgen/words"
	"a2aform/internal/ojson"
	"a2aform/internal/schema"
)

var keys = words.Keys{Open: "Enter", Presence: "Ctrl+G"}

func open(t *testing.T, text string) *formgen.Form {
	t.Helper()
	doc, err := schema.Load([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	f := formgen.New(doc)
	f.SetClock(func() time.Time { return time.Date(2026, time.March, 13, 12, 0, 0, 0, time.UTC) })
	return f
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
	if got := words.Sentence(x, x.OwnProblems()[0]); got != "Does not look like DE123456789" {
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
	f := open(t, `{"type":"object","required":["name","code","pin"],"properties":{
		"name":{"type":"string","minLength":1},"code":{"type":"string","minLength":1,"maxLength":9},"pin":{"type":"string","minLength":4},
		"nick":{"type":"string","minLength":1},
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
		"/name": "text", "/code": "text, 1–9 characters", "/pin": "text, at least 4 characters", "/nick": "text, at least 1 character",
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
		"/to": "Grace, United Kingdom, Urgent yes", "/by": "Locker, 42", "/sizes": "1, 2.50", "/stops": "x, y; z", "/labels": "order: 7",
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
		"/mustOrNull": {"Required (Ctrl+G sets null)", "Ctrl+G sets null", "Choose one"},
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
		got := [3]string{words.OmittedText(formgen.Row{Field: x}, keys), words.Placeholder(x, keys), words.UnsetText(x)}
		if got != want {
			t.Errorf("%s: %q, want %q", pointer, got, want)
		}
	}
	if got, want := words.OmittedText(formgen.Row{Kind: formgen.Subpage, Field: f.At("/group")}, keys), "Required. Enter adds it, Ctrl+G sets null."; got != want {
		t.Errorf("a page of its own: %q, want %q", got, want)
	}
	x := f.At("/pickMay")
	x.SetPresence(formgen.Null)
	if got := [2]string{words.UnsetText(x), words.Placeholder(x, keys)}; got != [2]string{"null", "null"} {
		t.Errorf("null: %q", got)
	}
}

// The key of the presence says what it does next, and the help what is sent now.
func TestPresenceInWords(t *testing.T) {
	f := open(t, `{"type":"object","required":["must","text","list"],"properties":{"may":{"type":["string","null"]},"must":{"type":["string","null"]},"only":{"type":"null"},
		"text":{"type":"string"},"list":{"type":"array"},"n":{"type":"integer"},"day":{"type":["string","null"],"format":"date"},"long":{"type":"string","minLength":2},"enum":{"enum":["a"]}}}`)
	for _, tt := range []struct {
		pointer    string
		presence   formgen.Presence
		step, help string
	}{
		{"/may", formgen.Omitted, "Send empty text", "○ Left out. Ctrl+G sends empty text."},
		{"/may", formgen.Set, "Send null", "● Included."},
		{"/may", formgen.Null, "Skip this field", "∅ Sends null. Ctrl+G changes that."},
		{"/must", formgen.Omitted, "Send null", "○ Required. Ctrl+G sends null."},
		{"/only", formgen.Omitted, "Send null", "○ Left out. Ctrl+G sends null."},
		{"/text", formgen.Omitted, "Send empty text", "○ Required. Ctrl+G sends empty text."},
		{"/list", formgen.Omitted, "Include this field", "○ Required."},
		{"/n", formgen.Omitted, "Skip this field", "○ Left out."},
		{"/n", formgen.Set, "Skip this field", "● Included."},
		{"/day", formgen.Omitted, "Send null", "○ Left out. Ctrl+G sends null."},
		{"/long", formgen.Omitted, "Skip this field", "○ Left out."},
		{"/enum", formgen.Omitted, "Include this field", "○ Left out. Ctrl+G includes it."},
	} {
		x := field(t, f, tt.pointer)
		x.SetPresence(tt.presence)
		if step, help := words.PresenceStep(x), words.PresenceHelp(x, keys.Presence); step != tt.step || help != tt.help {
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

// What is wrong is said below a field in a sentence, behind its name in brief, and of what may be sent as a doubt.
func TestProblemsInWords(t *testing.T) {
	f := open(t, `{"$schema":"https://json-schema.org/draft/2020-12/schema","type":"object","properties":{"day":{"type":"string","format":"date"},"moment":{"type":"string","format":"date-time"},"mail":{"type":"string","format":"email"},"at":{"type":"string","format":"time"},
		"n":{"type":"integer","maximum":12},"price":{"type":"number","multipleOf":0.1},"photo":{"type":"string","contentEncoding":"base64"},"code":{"type":"string","pattern":"^[A-Z]$","examples":["A"]},
		"raw":{"type":"object","properties":{"a":{"type":"integer"}}}}}`)
	for _, tt := range []struct{ pointer, text, sentence, brief, statement string }{
		{"/day", "soon", "Not a date. Try 2026-03-14, yesterday or next fri", "not a date; try 2026-03-14", " is not a date"},
		{"/day", "Tomorow", "Not a date. Try tomorrow", "not a date; try 2026-03-14", " is not a date"},
		{"/day", "next  firday", "Not a date. Try next friday", "not a date; try 2026-03-14", " is not a date"},
		{"/day", "tomorow 9:00", "Not a date. Try 2026-03-14, yesterday or next fri", "not a date; try 2026-03-14", " is not a date"},
		{"/moment", "tomorow 9:00", "Not a date and time. Try tomorrow 9:00", "not a date and time; try 2026-03-14T09:30:00Z", " is not a date and time"},
		{"/n", "13", "At most 12", "at most 12", ": at most 12"},
		{"/price", "0.25", "At most one decimal", "at most one decimal", ": at most one decimal"},
		{"/code", "1", "Does not look like A", "does not look like A", " does not look like A"},
		{"/photo", "***", "Not base64. Choose a file.", "not base64; choose a file", " is not base64"},
		{"/at", "soon", "Not a time with its zone. Try 09:30:00Z", "not a time with its zone; try 09:30:00Z", " is not a time with its zone"},
		{"/mail", "ada", "Not an e-mail address", "not an e-mail address", " is not an e-mail address"},
	} {
		x := field(t, f, tt.pointer)
		x.SetText(tt.text)
		found := append(x.OwnProblems(), x.Warnings()...)
		if len(found) == 0 {
			t.Errorf("%s: nothing is wrong", tt.pointer)
			continue
		}
		if got := words.Sentence(x, found[0]); got != tt.sentence {
			t.Errorf("%s: %q, want %q", tt.pointer, got, tt.sentence)
		}
		if got := words.Brief(x, found[0]); got != tt.brief {
			t.Errorf("%s: %q, want %q", tt.pointer, got, tt.brief)
		}
		if got := words.Statement(formgen.Located{Field: x, Problem: found[0]}); got != x.Label()+tt.statement {
			t.Errorf("%s: %q, want %q", tt.pointer, got, x.Label()+tt.statement)
		}
		if got, want := words.Doubt(x, found[0]), x.Label()+": "+tt.brief+"; the agent may refuse it"; got != want {
			t.Errorf("%s: %q, want %q", tt.pointer, got, want)
		}
	}
	if got := words.CountProblems(1) + words.CountProblems(2) + words.CountWarnings(1) + words.CountWarnings(2); got != "✗ 1 problem✗ 2 problems! 1 warning! 2 warnings" {
		t.Errorf("counts: %q", got)
	}
}

// What is added has the noun of its list, map or object.
func TestNounsOfItems(t *testing.T) {
	f := open(t, `{"type":"object","properties":{"stops":{"type":"array","items":{"type":"array","items":{"type":"string"}}},"labels":{"type":"object","additionalProperties":{"type":"string"}},
		"home":{"type":"object","properties":{"a":{"type":"string"}}}},"additionalProperties":{"type":"array","items":{"type":"string"}}}`)
	f.At("/stops").Append()
	if _, err := f.Root().AddKey("tags"); err != nil {
		t.Fatal(err)
	}
	for pointer, want := range map[string]string{"/stops": "+ Add stop", "/stops/0": "+ Add item", "/tags": "+ Add item", "/labels": "+ Add label", "/home": "+ Add field", "": "+ Add entry"} {
		if got := words.AddText(field(t, f, pointer)); got != want {
			t.Errorf("%s: %q, want %q", pointer, got, want)
		}
	}
	if got := words.AddGroupText(field(t, f, "/home")); got != "+ Add Home" {
		t.Errorf("a group: %q", got)
	}
	for want, got := range map[string]string{
		"1 item": words.CountItems(1, schema.Array), "2 items": words.CountItems(2, schema.Array),
		"1 entry": words.CountItems(1, schema.Object), "0 entries": words.CountItems(0, schema.Object),
	} {
		if got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

// A choice that is gone is sent and not listed; its labels and notes are those of the schema.
func TestChoicesInWords(t *testing.T) {
	f := open(t, `{"type":"object","properties":{"kind":{"enum":["a","b"]},"of":{"oneOf":[{"const":"x","title":"X","description":"the first"},{"const":"y","title":"Y"}]},"yes":{"type":"boolean"}},
		"if":{"properties":{"kind":{"const":"a"}},"required":["kind"]},"then":{"properties":{"of":{"enum":["x"]}}}}`)
	of := field(t, f, "/of")
	if got := words.ChoiceLabels(of); len(got) != 2 || got[1] != "Y" {
		t.Errorf("labels %q", got)
	}
	if got := words.ChoiceNotes(of); len(got) != 2 || got[0] != "the first" || got[1] != "" {
		t.Errorf("notes %q", got)
	}
	of.Choose(1)
	if words.IsUnlisted(of) {
		t.Error("a choice is none")
	}
	field(t, f, "/kind").Choose(0)
	if !words.IsUnlisted(of) {
		t.Error("a value that is no choice any more is one")
	}
	yes := field(t, f, "/yes")
	if got := words.ChoiceLabels(yes); len(got) != 2 || got[0] != "yes" || words.ChoiceNotes(yes) != nil {
		t.Errorf("labels %q", got)
	}
	yes.SetBool(true)
	if words.BoolText(yes) != "yes" {
		t.Error("true is no")
	}
}

// The demands of an object are listed while it is there.
func TestNeedsOfAnObject(t *testing.T) {
	f := open(t, `{"type":"object","properties":{"to":{"type":"object","properties":{"mail":{"type":"string"},"phone":{"type":"string"}},"anyOf":[{"required":["mail"]},{"required":["phone"]}]}}}`)
	to := field(t, f, "/to")
	if needs := words.Needs(to); needs != nil {
		t.Errorf("of what is left out: %v", needs)
	}
	to.SetPresence(formgen.Set)
	if !words.IsUnfilled(to) {
		t.Error("something is filled in")
	}
	if needs := words.Needs(to); len(needs) != 1 || needs[0] != (words.Need{Text: "fill in Mail or Phone"}) {
		t.Errorf("%v", needs)
	}
	field(t, f, "/to/phone").SetText("1")
	if needs := words.Needs(to); len(needs) != 1 || !needs[0].Met || words.IsUnfilled(to) {
		t.Errorf("%v", needs)
	}
}

// A hint of a value of any kind follows what is there, and a list of choices does not say that each is there once.
func TestHintsFollowTheValue(t *testing.T) {
	f := open(t, `{"type":"object","properties":{"any":{},"several":{"type":"array","uniqueItems":true,"items":{"enum":["a","b"]}},"noText":{"not":{"type":"string"}}}}`)
	x := field(t, f, "/any")
	for _, tt := range [][2]string{{"", "text, number or other JSON"}, {"next week", "text"}, {"7", "number"}, {"true", "yes or no"}, {"[1]", "JSON"}} {
		if tt[0] != "" {
			x.SetText(tt[0])
		}
		if got := words.Hint(x); got != tt[1] {
			t.Errorf("%q: %q, want %q", tt[0], got, tt[1])
		}
	}
	for pointer, want := range map[string]string{"/several": "any of 2", "/noText": "JSON"} {
		if got := words.Hint(field(t, f, pointer)); got != want {
			t.Errorf("%s: %q, want %q", pointer, got, want)
		}
	}
}

// The name of a field is only said where its labels do not say it.
func TestSetNameWhereLabelsAreOthers(t *testing.T) {
	f := open(t, `{"type":"object","required":["who"],"properties":{"who":{"type":"object","properties":{"zip":{"type":"string"},"fullName":{"title":"Name","type":"string"}}},
		"stops":{"type":"array","items":{"type":"object","required":["cityName"],"properties":{"cityName":{"title":"City","type":"string"},"country":{"type":"string"}}}}}}`)
	f.At("/stops").Append()
	for pointer, want := range map[string]string{"/who/zip": "", "/who/fullName": "who.fullName", "/stops/0": "", "/stops/0/country": ""} {
		if got := words.SetName(field(t, f, pointer)); got != want {
			t.Errorf("%s: %q, want %q", pointer, got, want)
		}
	}
	if got := words.SetName(field(t, f, "/stops/0/cityName")); got != "stops.0.cityName" {
		t.Errorf("in an item: %q", got)
	}
}

// A choice between shapes that must be made says so, a demand that is met asks for nothing, and a placeholder of the schema is
// shown in an empty field alone.
func TestOptionalAndRequiredRows(t *testing.T) {
	f := open(t, `{"type":"object","required":["pay"],"anyOf":[{"required":["mail"]},{"required":["phone"]}],"properties":{
		"pay":{"oneOf":[{"title":"Card","type":"object","required":["no"],"properties":{"no":{"type":"string"}}},{"title":"Cash","type":"string"}]},
		"mail":{"type":"string"},"phone":{"type":"string"},"hint":{"type":"string","ui:placeholder":"your name"}}}`)
	pay := formgen.Row{Kind: formgen.Variant, Field: field(t, f, "/pay")}
	if got := words.OmittedText(pay, keys); got != "Choose one" || words.IsFree(pay) {
		t.Errorf("a choice that must be made: %q", got)
	}
	field(t, f, "/phone").SetText("1")
	if got := words.OmittedText(formgen.Row{Field: f.At("/mail")}, keys); got != "Optional" {
		t.Errorf("where the demand is met: %q", got)
	}
	hint := field(t, f, "/hint")
	if got := words.Placeholder(hint, keys); got != "your name" {
		t.Errorf("the placeholder: %q", got)
	}
	hint.SetPresence(formgen.Set)
	if got := words.Placeholder(hint, keys); got != "Empty text" {
		t.Errorf("of an empty text: %q", got)
	}
}

// An enumeration shows the value that its choices no longer have, and the items of a list that is the whole value have no name.
func TestSummariesOfFields(t *testing.T) {
	f := open(t, `{"type":"array","items":{"type":"object","properties":{"kind":{"enum":["a","b"]},"of":{"oneOf":[{"const":"x","title":"X"},{"const":"y","title":"Y"}]}},
		"if":{"properties":{"kind":{"const":"a"}},"required":["kind"]},"then":{"properties":{"of":{"enum":["x"]}}}}}`)
	f.Root().Append()
	of := field(t, f, "/0/of")
	of.Choose(1)
	if got := words.Summary(of); got != "Y" {
		t.Errorf("a choice: %q", got)
	}
	field(t, f, "/0/kind").Choose(0)
	if got := words.Summary(of); got != "y" {
		t.Errorf("a value that is no choice: %q", got)
	}
	if got := words.AddText(f.Root()); got != "+ Add item" {
		t.Errorf("the whole list: %q", got)
	}
}
