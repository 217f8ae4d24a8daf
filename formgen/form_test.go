package formgen_test

import (
	"errors"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"a2aform/formgen"
	"a2aform/internal/ojson"
	"a2aform/internal/safe"
	"a2aform/internal/schema"
)

const trip = `{"type":"object","additionalProperties":false,"required":["city","nights","mode","who","fixed"],"properties":{
	"city":{"type":"string","minLength":2,"title":"City \u001b[31m"},
	"nights":{"type":"integer","minimum":1,"maximum":30},
	"budget":{"type":"number","default":100.50},
	"mode":{"enum":["rail","air","sea"]},
	"insured":{"type":"boolean"},
	"note":{"anyOf":[{"type":"string"},{"type":"null"}],"default":null},
	"who":{"type":"object","required":["name"],"properties":{"name":{"type":"string"},"age":{"type":"integer"}}},
	"stops":{"type":"array","maxItems":3,"items":{"type":"object","required":["place"],"properties":{"place":{"type":"string"},"days":{"type":"integer","minimum":1}}}},
	"tags":{"type":"array","items":{"type":"string","minLength":1}},
	"more":{"type":"object"},
	"fixed":{"const":"v1"}}}`

func open(t testing.TB, text string) *formgen.Form {
	t.Helper()
	doc, err := schema.Load([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	f := formgen.New(doc)
	f.SetClock(march)
	return f
}

// march is the clock of these tests.
func march() time.Time { return time.Date(2026, time.March, 13, 12, 0, 0, 0, time.UTC) }

func field(t testing.TB, f *formgen.Form, pointer string) *formgen.Field {
	t.Helper()
	x := f.At(pointer)
	if x == nil {
		t.Fatalf("no field at %q", pointer)
	}
	return x
}

func valueOf(f *formgen.Form) string {
	v, _ := f.Value()
	if v == nil {
		return ""
	}
	return string(v.Compact())
}

func TestUntouchedFormSendsOnlyFixedValues(t *testing.T) {
	f := open(t, trip)
	if got := valueOf(f); got != `{"who":{},"fixed":"v1"}` {
		t.Errorf("untouched value %s", got)
	}
	if shown := f.Showing(); len(shown) != 0 {
		t.Errorf("an untouched form shows problems: %v", shown)
	}
	if n := f.Counts(); n.Filled != 0 || n.Required != 4 {
		t.Errorf("due %d of %d, want 0 of 4", n.Filled, n.Required)
	}
}

// A blank form has everything to do and no mistakes, also after one that was refused.
func TestClearedFormShowsNoProblems(t *testing.T) {
	f := open(t, trip)
	if _, err := f.Submit(); err == nil || len(f.Showing()) == 0 {
		t.Fatal("an empty form was not refused")
	}
	f.Clear()
	if shown := f.Showing(); len(shown) != 0 {
		t.Errorf("a blank form shows problems: %v", shown)
	}
}

func TestFilledFormSubmitsExactBytes(t *testing.T) {
	f := open(t, trip)
	field(t, f, "/note").SetText("tab\t\"quote\" 東京")
	field(t, f, "/nights").SetText("12")
	field(t, f, "/budget").SetText("100.10")
	field(t, f, "/city").SetText("Rome")
	field(t, f, "/mode").Choose(2)
	field(t, f, "/insured").SetBool(false)
	field(t, f, "/who/name").SetText("")
	stop := field(t, f, "/stops").Append()
	field(t, f, stop.Pointer()+"/place").SetText("Siena")
	if err := field(t, f, "/more").SetJSON(`{"b":1.0, "a":12345678901234567890}`); err != nil {
		t.Fatal(err)
	}
	got, err := f.Submit()
	want := `{"city":"Rome","nights":12,"budget":100.10,"mode":"sea","insured":false,"note":"tab\t\"quote\" 東京","who":{"name":""},"stops":[{"place":"Siena"}],"more":{"b":1.0,"a":12345678901234567890},"fixed":"v1"}`
	if err != nil || string(got) != want {
		t.Errorf("submit %s, %v\nwant %s", got, err, want)
	}
}

func TestSubmitLocatesProblems(t *testing.T) {
	f := open(t, trip)
	field(t, f, "/nights").SetText("13x")
	field(t, f, "/city").SetText("R")
	field(t, f, "/stops").Append()
	_, err := f.Submit()
	var refused *formgen.Refused
	if !errors.As(err, &refused) {
		t.Fatalf("submit: %v", err)
	}
	var got []string
	for _, l := range refused.Problems {
		got = append(got, l.Field.Pointer()+" "+l.Problem.Message())
	}
	want := "/city must have at least 2 characters|/nights is not a number|/mode is required|/who/name is required|/stops/0/place is required"
	if strings.Join(got, "|") != want {
		t.Errorf("problems\n%s\nwant\n%s", strings.Join(got, "|"), want)
	}
	if text := field(t, f, "/nights").Text(); text != "13x" {
		t.Errorf("invalid text became %q", text)
	}
	if strings.ContainsRune(err.Error(), '\x1b') || !strings.Contains(err.Error(), "City") {
		t.Errorf("error %q", err)
	}
}

func TestPresence(t *testing.T) {
	f := open(t, trip)
	note := field(t, f, "/note")
	note.SetText("x")
	before := valueOf(f)
	for _, want := range []string{`"note":null`, ``, `"note":"x"`} {
		note.SetPresence(note.NextPresence())
		if got := valueOf(f); strings.Contains(got, "note") != (want != "") || !strings.Contains(got, want) {
			t.Errorf("presence cycle: %s, want %s", got, want)
		}
	}
	if valueOf(f) != before {
		t.Errorf("a full cycle changed %s to %s", before, valueOf(f))
	}
	city := field(t, f, "/city")
	city.SetPresence(formgen.Null)
	if city.Presence() == formgen.Null {
		t.Error("null where the schema does not allow it")
	}
	field(t, f, "/budget").UseDefault()
	if !strings.Contains(valueOf(f), `"budget":100.50`) {
		t.Errorf("the default is not taken as written: %s", valueOf(f))
	}
}

func TestSettingChildSetsParents(t *testing.T) {
	f := open(t, `{"type":"object","properties":{"a":{"type":"object","properties":{"b":{"type":"string"}}}}}`)
	a := field(t, f, "/a")
	a.SetPresence(formgen.Set)
	b := field(t, f, "/a/b")
	a.SetPresence(formgen.Omitted)
	if got := valueOf(f); got != `{}` {
		t.Errorf("omitted parent: %s", got)
	}
	b.SetText("x")
	if got := valueOf(f); got != `{"a":{"b":"x"}}` {
		t.Errorf("set below an omitted parent: %s", got)
	}
}

func TestListMutationsAndUndo(t *testing.T) {
	f := open(t, trip)
	tags := field(t, f, "/tags")
	for _, s := range []string{"a", "b", "c"} {
		tags.Append().SetText(s)
	}
	check := func(step, want string) {
		t.Helper()
		v, _ := f.Value()
		if got := string(v.Get("tags").Compact()); got != want {
			t.Errorf("%s: %s, want %s", step, got, want)
		}
	}
	tags.Move(0, 2)
	check("move", `["b","c","a"]`)
	f.Undo()
	check("undo move", `["a","b","c"]`)
	tags.Remove(1)
	check("remove", `["a","c"]`)
	if pointer, ok := f.Undo(); !ok || pointer != "/tags/1" {
		t.Errorf("undo at %q, %v", pointer, ok)
	}
	check("undo remove", `["a","b","c"]`)
	tags.Insert(0).SetText("z")
	check("insert", `["z","a","b","c"]`)
	stops := field(t, f, "/stops")
	for range 3 {
		stops.Append()
	}
	if stops.CanAppend() {
		t.Error("a full list can still grow")
	}
}

func TestPresetsReplaceAndCanBeUndone(t *testing.T) {
	f := open(t, trip)
	field(t, f, "/nights").SetText("twelve")
	preset, _ := ojson.Parse([]byte(`{"mode":"air","city":"Oslo","unknown":1.50,"note":null,"budget":"lots"}`), ojson.DataLimits)
	f.Load(preset)
	if got := valueOf(f); got != `{"city":"Oslo","budget":"lots","mode":"air","note":null,"unknown":1.50}` {
		t.Errorf("loaded %s", got)
	}
	if k := field(t, f, "/budget").Kind(); k != schema.JSON {
		t.Errorf("a value that does not fit is %v, want JSON", k)
	}
	var found bool
	for _, l := range f.Problems() {
		found = found || l.Field.Pointer() == "/budget" && l.Problem.Message() == "must be a number"
	}
	if !found {
		t.Errorf("problems %v do not name the budget", f.Problems())
	}
	if _, ok := f.Undo(); !ok || field(t, f, "/nights").Text() != "twelve" {
		t.Errorf("what was typed before the preset is lost: %q", field(t, f, "/nights").Text())
	}
}

func TestNumbersStayText(t *testing.T) {
	x := field(t, open(t, trip), "/budget")
	for text, problem := range map[string]string{
		"1.10": "", " 7 ": "", "-": "is not a number", "1.": "is not a number", "": "needs a number",
		"1,5": "is not a number; write 1.5 with a point", "1e9999999": "beyond the limit", "0x10": "is not a number",
	} {
		x.SetText(text)
		var got string
		for _, p := range x.OwnProblems() {
			got = p.Message()
		}
		if (problem == "") != (got == "") || !strings.Contains(got, problem) || x.Text() != text {
			t.Errorf("%q: problem %q, want %q; text %q", text, got, problem, x.Text())
		}
	}
}

func TestLateValidationIsDropped(t *testing.T) {
	f := open(t, trip)
	validate := f.Validate()
	field(t, f, "/city").SetText("Rome")
	if f.Accept(validate()) {
		t.Error("a verdict on an older value was accepted")
	}
}

func TestPageRows(t *testing.T) {
	f := open(t, trip)
	field(t, f, "/stops").Append()
	field(t, f, "/tags").Append()
	var got []string
	for _, r := range f.Pages().Rows(f.Root()) {
		got = append(got, strings.Repeat(">", r.Depth)+[]string{"edit", "section", "open", "add"}[r.Kind]+" "+r.Field.Pointer())
	}
	want := `edit /city|edit /nights|edit /budget|edit /mode|edit /insured|edit /note|section /who|>edit /who/name|>edit /who/age|section /stops|>open /stops/0|>add /stops|section /tags|>edit /tags/0|>add /tags|open /more`
	if strings.Join(got, "|") != want {
		t.Errorf("rows\n%s\nwant\n%s", strings.Join(got, "|"), want)
	}
	if page := f.Pages().Of(field(t, f, "/stops/0/place")); page.Pointer() != "/stops/0" {
		t.Errorf("page of a stop's place is %q", page.Pointer())
	}
	if page := f.Pages().Of(field(t, f, "/who/name")); page != f.Root() {
		t.Errorf("page of who's name is %q", page.Pointer())
	}
}

func TestRecursionIsLazy(t *testing.T) {
	f := open(t, `{"type":"object","properties":{"v":{"type":"integer"},"next":{"$ref":"#"}}}`)
	x := f.Root()
	for range 5 {
		next := f.At(x.Pointer() + "/next")
		next.SetPresence(formgen.Set)
		x = next
	}
	if got := valueOf(f); got != `{"next":{"next":{"next":{"next":{"next":{}}}}}}` {
		t.Errorf("value %s", got)
	}
}

// TestAnyMutationsSubmitOnlyValidBytes is property P2 of the form: whatever is done
// to it, what it submits is accepted by the validator and is its own value.
func TestAnyMutationsSubmitOnlyValidBytes(t *testing.T) {
	doc, err := schema.Load([]byte(trip))
	if err != nil {
		t.Fatal(err)
	}
	rapid.Check(t, func(t *rapid.T) {
		f := formgen.New(doc)
		for range rapid.IntRange(0, 30).Draw(t, "steps") {
			anyVerb(t, pick(t, f.Root()))
		}
		if rapid.Bool().Draw(t, "undo") {
			f.Undo()
		}
		data, err := f.Submit()
		if err != nil {
			if !formgen.IsRefused(err) {
				t.Fatalf("submit: %v", err)
			}
			return
		}
		v, err := ojson.Parse(data, ojson.DataLimits)
		if err != nil || len(doc.Validate(v)) > 0 {
			t.Fatalf("submitted %s: %v %v", data, err, doc.Validate(v))
		}
		again := formgen.New(doc)
		again.Load(v)
		if second, err := again.Submit(); err != nil || string(second) != string(data) {
			t.Fatalf("loading what was submitted gives %s, %v; want %s", second, err, data)
		}
	})
}

func pick(t *rapid.T, x *formgen.Field) *formgen.Field {
	for len(x.Children()) > 0 && rapid.IntRange(0, 5).Draw(t, "deeper") > 0 {
		x = rapid.SampledFrom(x.Children()).Draw(t, "child")
	}
	return x
}

func anyVerb(t *rapid.T, x *formgen.Field) {
	i, j := rapid.IntRange(-1, 3).Draw(t, "i"), rapid.IntRange(-1, 3).Draw(t, "j")
	switch rapid.IntRange(0, 9).Draw(t, "mutator") {
	case 0, 1:
		x.SetText(rapid.SampledFrom([]string{"", "Rome", "12", "1.50", "x", `{"a":1}`, "null", "\x1b"}).Draw(t, "text"))
	case 2:
		x.SetBool(i > 0)
	case 3:
		x.Choose(i)
	case 4:
		x.SetPresence(x.NextPresence())
	case 5:
		x.Append()
	case 6:
		x.Remove(i)
	case 7:
		x.Move(i, j)
	case 8:
		_ = x.AsJSON(i > 0)
	case 9:
		x.UseDefault()
	}
}

func TestPresetsAreExamplesWithValues(t *testing.T) {
	got := formgen.Presets([]safe.Raw{safe.Text(`{"a":"Lion","b":1.50}`), safe.Text("say hello"), safe.Text(`"text"`), safe.Text(`[1]`), safe.Text(`{`)})
	if len(got) != 2 || got[0].Label != "Lion, 1.50" || string(got[1].Value.Compact()) != `[1]` {
		t.Errorf("presets %v", got)
	}
}

// An item that was added is still to be filled in, and no mistake until submit was asked for.
func TestNewItemShowsNoProblem(t *testing.T) {
	t.Parallel()
	f := open(t, `{"type":"object","properties":{"tags":{"type":"array","items":{"type":"string","minLength":2}}}}`)
	if _, err := f.Submit(); err != nil {
		t.Fatal(err)
	}
	item := f.At("/tags").Insert(0)
	if shown := f.Showing(); len(shown) != 0 {
		t.Errorf("an empty item shows %v", shown)
	}
	if _, err := f.Submit(); err == nil || len(f.Showing()[item]) == 0 {
		t.Errorf("it is sent (%v), or shows nothing then: %v", err, f.Showing())
	}
}
