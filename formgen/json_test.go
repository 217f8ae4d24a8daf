package formgen_test

import (
	"errors"
	"strings"
	"testing"

	"a2aform/formgen"
	"a2aform/formgen/words"
	"a2aform/internal/ojson"
	"a2aform/internal/schema"
)

func TestFlipToJSONAndBack(t *testing.T) {
	f := open(t, trip)
	who := field(t, f, "/who")
	field(t, f, "/who/name").SetText("Ada")
	if err := who.AsJSON(true); err != nil || who.Text() != "{\n  \"name\": \"Ada\"\n}" {
		t.Fatalf("flip: %v %q", err, who.Text())
	}
	who.SetText(`{"name":"Ada", "age":1.50,}`)
	var syntax *ojson.SyntaxError
	if err := who.AsJSON(false); !errors.As(err, &syntax) || who.Kind() != schema.JSON {
		t.Errorf("flip back with bad JSON: %v", err)
	}
	who.SetText(`{"name":"Ada", "x":[1]}`)
	if err := who.AsJSON(false); err != nil || field(t, f, "/who/x").IsExtra() != true {
		t.Errorf("flip back: %v", err)
	}
	if v, _ := f.Value(); string(v.Get("who").Compact()) != `{"name":"Ada","x":[1]}` {
		t.Errorf("who = %s", v.Get("who").Compact())
	}
}

func TestInvisibleCharactersAreEditedAsEscapes(t *testing.T) {
	f := open(t, trip)
	const sent = "{\"city\":\"a\\tb\u202e\\u001b\u200b\",\"note\":\"two\\nlines\"}"
	v, err := ojson.Parse([]byte(sent), ojson.DataLimits)
	if err != nil {
		t.Fatal(err)
	}
	f.Load(v)
	city := field(t, f, "/city")
	if city.Kind() != schema.JSON || city.Text() != `"a\tb\u202e\u001b\u200b"` {
		t.Errorf("kind %v, text %q", city.Kind(), city.Text())
	}
	if note := field(t, f, "/note"); note.Kind() != schema.String || note.Text() != "two\nlines" {
		t.Errorf("lines are typable, got kind %v", note.Kind())
	}
	if got := valueOf(f); got != sent {
		t.Errorf("untouched text is sent as it came: %q, want %q", got, sent)
	}
	if err := f.Root().AsJSON(true); err != nil {
		t.Fatal(err)
	}
	if err := f.Root().AsJSON(false); err != nil || valueOf(f) != sent {
		t.Errorf("flipping there and back: %v, %q", err, valueOf(f))
	}
	field(t, f, "/city").SetText(`"a\tb\u202e!"`)
	if v, _ := f.Value(); v.Get("city").Text() != "a\tb\u202e!" {
		t.Errorf("edited to %q", v.Get("city").Text())
	}
}

func TestProblemsInJSONTextHavePosition(t *testing.T) {
	f := open(t, trip)
	if err := f.Root().AsJSON(true); err != nil {
		t.Fatal(err)
	}
	f.Root().SetText(`{"city":"Rome","nights":99,"mode":"air","who":{},"fixed":"v1"}`)
	var got []string
	f.Accept(f.Validate()())
	for _, l := range f.Problems() {
		got = append(got, words.Brief(l.Field, l.Problem))
	}
	if want := "who.name: required|nights: at most 30"; strings.Join(got, "|") != want && strings.Join(got, "|") != "nights: at most 30|who.name: required" {
		t.Errorf("problems %q, want %q", got, want)
	}
}

func TestFlippingKeepsDrafts(t *testing.T) {
	f := open(t, trip)
	field(t, f, "/nights").SetText("12x")
	if err := f.Root().AsJSON(true); err != nil {
		t.Fatal(err)
	}
	if err := f.Root().AsJSON(false); err != nil || field(t, f, "/nights").Text() != "12x" {
		t.Errorf("flipping there and back lost the draft: %v, %q", err, field(t, f, "/nights").Text())
	}
	if err := f.Root().AsJSON(true); err != nil {
		t.Fatal(err)
	}
	f.Root().SetText(`{"city":"Rome"}`)
	if err := f.Root().AsJSON(false); err != nil || valueOf(f) != `{"city":"Rome"}` {
		t.Fatalf("edited JSON: %v, %s", err, valueOf(f))
	}
	f.Undo() // the fields
	f.Undo() // the text
	if _, ok := f.Undo(); !ok || field(t, f, "/nights").Text() != "12x" {
		t.Errorf("undo does not bring the draft back: %q", field(t, f, "/nights").Text())
	}
}

func TestSecretsAreFoundInJSONText(t *testing.T) {
	const text = `{"type":"object","properties":{"pw":{"type":"string","format":"password"},"free":{"type":"object","additionalProperties":{"type":"string","writeOnly":true}}}}`
	for name, fill := range map[string]func(*formgen.Form){
		"typed":       func(f *formgen.Form) { field(t, f, "/pw").SetText("HUSH") },
		"in the form": func(f *formgen.Form) { _ = f.Root().AsJSON(true); f.Root().SetText(`{"pw":"HUSH"}`) },
		"in a place":  func(f *formgen.Form) { _ = field(t, f, "/free").SetJSON(`{"any":"HUSH"}`) },
	} {
		f := open(t, text)
		if f.HasSecret() {
			t.Errorf("%s: a secret before anything was typed", name)
		}
		if fill(f); !f.HasSecret() {
			t.Errorf("%s: the secret is not noticed", name)
		}
	}
}

// What takes too long to validate here is for the agent to validate: it is sent, and
// the user is informed.
func TestUncheckedValuesAreSentWithANotice(t *testing.T) {
	t.Parallel()
	f := open(t, `{"anyOf":[{"properties":{"n":{"$ref":"#"}},"required":["x"]},{"properties":{"n":{"$ref":"#"}},"required":["y"]}]}`)
	const levels = 60
	deep := strings.Repeat(`{"n":`, levels) + `0` + strings.Repeat(`}`, levels)
	if err := f.Root().SetJSON(deep); err != nil {
		t.Fatal(err)
	}
	if data, err := f.Submit(); err != nil || string(data) != deep {
		t.Fatalf("submit: %v", err)
	}
	if notices := f.Notices(); len(notices) != 1 || !strings.Contains(notices[0].Text, "not checked here") {
		t.Errorf("notices %v", notices)
	}
}
