package formgen_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"a2aform/formgen"
	"a2aform/formgen/words"
	"a2aform/internal/ojson"
	"a2aform/internal/schema"
)

// typed is the text of each field that is sent, in the order of their pointers.
func typed(f *formgen.Form) string {
	_, whole := f.Value()
	lines := []string{fmt.Sprint("whole ", whole)}
	var walk func(x *formgen.Field)
	walk = func(x *formgen.Field) {
		if x.Presence() == formgen.Set && x.Text() != "" {
			lines = append(lines, fmt.Sprintf("%s %q", x.Pointer(), x.Text()))
		}
		for _, c := range x.Children() {
			walk(c)
		}
	}
	walk(f.Root())
	slices.Sort(lines)
	return strings.Join(lines, "\n")
}

func encode(t interface{ Fatal(...any) }, f *formgen.Form) []byte {
	data, err := json.Marshal(f.Draft())
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// A draft of any form, restored, holds what was typed.
func TestDraftRestoresForm(t *testing.T) { rapid.Check(t, draftRestores) }

func FuzzDraftRestores(f *testing.F) { f.Fuzz(rapid.MakeFuzz(draftRestores)) }

func draftRestores(t *rapid.T) {
	doc, err := schema.Load([]byte(randomSchema(t)))
	if err != nil || doc.NamesSecrets() {
		return
	}
	f := formgen.New(doc)
	for range rapid.IntRange(0, 12).Draw(t, "mutators") {
		randomVerb(t, f, anyField(t, f.Root()))
	}
	again := formgen.New(doc)
	if err := again.Restore(encode(t, f)); err != nil {
		t.Fatal(err)
	}
	got, want := typed(again), typed(f)
	now, _ := again.Value()
	if was, _ := f.Value(); got != want || !ojson.Equal(now, was) {
		t.Fatalf("draft %s\nrestored\n%s\nwas\n%s", encode(t, f), got, want)
	}
}

// A member that a condition brings is there again, also where nothing was typed into it.
func TestRestoredDraftHasConditionalMembers(t *testing.T) {
	const payment = `{"type":"object","required":["kind"],"properties":{"kind":{"enum":["card","cash"]}},
		"if":{"properties":{"kind":{"const":"card"}},"required":["kind"]},"then":{"properties":{"cardNo":{"type":"string"}},"required":["cardNo"]}}`
	f, again := open(t, payment), open(t, payment)
	field(t, f, "/kind").Choose(0)
	if err := again.Restore(encode(t, f)); err != nil {
		t.Fatal(err)
	}
	if n := again.Counts(); n.Filled != 1 || n.Required != 2 || again.At("/cardNo") == nil {
		t.Errorf("%d of %d, %v", n.Filled, n.Required, again.At("/cardNo"))
	}
}

// What is no draft changes nothing.
func TestInvalidDraftIsRejected(t *testing.T) {
	for _, text := range []string{"", "{", "null", "[]", `{"version":9}`, `{"version":1,"root":3}`} {
		f := open(t, lists)
		field(t, f, "/name").SetText("typed")
		if err := f.Restore([]byte(text)); !errors.Is(err, formgen.ErrDraft) {
			t.Errorf("%q: %v", text, err)
		}
		if got := valueOf(f); got != `{"name":"typed"}` {
			t.Errorf("%q: %s", text, got)
		}
	}
}

func TestRestoredDraftCanBeUndone(t *testing.T) {
	f := open(t, lists)
	field(t, f, "/name").SetText("old")
	data := encode(t, f)
	f = open(t, lists)
	field(t, f, "/name").SetText("new")
	if err := f.Restore(data); err != nil || valueOf(f) != `{"name":"old"}` {
		t.Fatalf("%s %v", valueOf(f), err)
	}
	if f.Undo(); valueOf(f) != `{"name":"new"}` {
		t.Errorf("after undo: %s", valueOf(f))
	}
}

// No secret is in a draft, in whatever state it was typed.
// A bare text is a value, which may be kept beside a secret.
func TestDraftKeepsBareTextBesideASecret(t *testing.T) {
	const text = `{"properties":{"v":{},"pw":{"type":"string","format":"password"}}}`
	f := open(t, text)
	field(t, f, "/v").SetText("next week")
	field(t, f, "/pw").SetText("HUSH")
	draft := encode(t, f)
	again := open(t, text)
	if err := again.Restore(draft); err != nil {
		t.Fatal(err)
	}
	if got := field(t, again, "/v").Text(); got != "next week" || f.Draft().Withheld != 1 || strings.Contains(string(draft), "HUSH") {
		t.Errorf("%q, %d withheld, %s", got, f.Draft().Withheld, draft)
	}
}

// Drafts from before the choices of a list were one value.
func TestDraftWithChoicesApart(t *testing.T) {
	f := open(t, `{"properties":{"tags":{"type":"array","uniqueItems":true,"items":{"enum":["a","b","c"]}},"n":{"type":"integer"}}}`)
	draft := `{"version":1,"root":{"touched":true,"kind":"object","is":"set","members":[` +
		`{"name":"tags","touched":true,"kind":"multi enum","is":"set","several":["a","c"]},{"name":"n","touched":true,"kind":"integer","is":"set","text":"12x"}]}}`
	if err := f.Restore([]byte(strings.Replace(draft, "multi enum", schema.MultiEnum.String(), 1))); err != nil {
		t.Fatal(err)
	}
	if got := words.Summary(field(t, f, "/tags")); got != "a, c" || field(t, f, "/n").Text() != "12x" {
		t.Errorf("%q and %q", got, field(t, f, "/n").Text())
	}
}

func TestDraftsHoldNoSecrets(t *testing.T) {
	const secrets = `{"type":"object","properties":{
		"password":{"type":"string","format":"password"},
		"key":{"type":"object","writeOnly":true,"properties":{"a":{"type":"string"}}},
		"open":{"type":"object","properties":{"pin":{"type":"string","writeOnly":true}}},
		"name":{"type":"string"}}}`
	f := open(t, secrets)
	field(t, f, "/password").SetText("hunter2")
	field(t, f, "/key").SetPresence(formgen.Set)
	field(t, f, "/key/a").SetText("hunter2")
	field(t, f, "/name").SetText("ann")
	open := field(t, f, "/open")
	if err := open.SetJSON(`{"pin":"hunter2"}`); err != nil {
		t.Fatal(err)
	}
	check := func(of string, withheld int) {
		t.Helper()
		d := f.Draft()
		if data := encode(t, f); strings.Contains(string(data), "hunter2") || d.Withheld != withheld {
			t.Errorf("%s: %d withheld in %s", of, d.Withheld, data)
		}
	}
	check("typed", 3)
	_ = open.AsJSON(true)
	check("as JSON", 3)
	open.SetText(`{"pin":"hunter2"`)
	check("as JSON that is none", 3)
	field(t, f, "/password").SetPresence(formgen.Omitted)
	check("taken away", 3)
}

func FuzzRestore(f *testing.F) {
	form := open2(lists)
	data, _ := json.Marshal(form.Draft())
	f.Add([]byte(lists), data)
	f.Add([]byte(`{"oneOf":[{"type":"string"},{"type":"array","items":{"type":"integer"}}]}`),
		[]byte(`{"version":1,"root":{"is":"set","picks":{"":1,"oneOf":1,"#/oneOf":7},"items":[{"is":"set","text":"x"},{"is":"null"}]}}`))
	f.Add([]byte(`{"type":"object","additionalProperties":{"$ref":"#"}}`),
		[]byte(`{"version":1,"root":{"is":"set","members":[{"name":"a","extra":true,"json":true,"text":"{"},{"name":"a"}]}}`))
	f.Fuzz(func(t *testing.T, text, draft []byte) {
		doc, err := schema.Load(text)
		if err != nil || len(text) > 2048 || len(draft) > 2048 {
			return
		}
		form := formgen.New(doc)
		if form.Restore(draft) == nil {
			form.Pages().Rows(form.Root())
			_, _ = form.Submit()
			form.Draft()
		}
	})
}

func open2(text string) *formgen.Form {
	doc, _ := schema.Load([]byte(text))
	return formgen.New(doc)
}
