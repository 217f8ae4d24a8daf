package huhform_test

import (
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"

	"a2aform/formgen"
	"a2aform/internal/ojson"
)

const filledIn = `{"type":"object","required":["nights","city"],"properties":{
	"nights":{"type":"integer","default":3},
	"city":{"type":"string","default":"Lisbon"},
	"vegetarian":{"type":"boolean","default":false}}}`

// The first character replaces a default that the form filled in; a key that moves or
// deletes keeps it.
func TestTypingReplacesAnUntouchedDefault(t *testing.T) {
	for _, tt := range []struct {
		keys []string
		want string
	}{
		{[]string{"5"}, `{"nights":5,"city":"Lisbon"}`},
		{[]string{"12"}, `{"nights":12,"city":"Lisbon"}`},
		{[]string{"left", "5"}, `{"nights":53,"city":"Lisbon"}`},
		{[]string{"backspace", "5"}, `{"nights":5,"city":"Lisbon"}`},
		{[]string{"tab", "Rome"}, `{"nights":3,"city":"Rome"}`},
		{[]string{"tab", "right", "2"}, `{"nights":3,"city":"Lisbon2"}`},
		{[]string{"tab", "tab", "shift+tab", "Rome"}, `{"nights":3,"city":"Rome"}`},
		{[]string{"5", "tab", "shift+tab", "0"}, `{"nights":0,"city":"Lisbon"}`},
	} {
		h := start(t, filledIn)
		h.press("ctrl+home")
		h.press(tt.keys...)
		if got := h.value(); got != tt.want {
			t.Errorf("%q send %s; want %s", tt.keys, got, tt.want)
		}
	}
}

// A text that typing replaces looks selected, until a key edits it. One that is wider than its column has its cursor.
func TestReplacedTextLooksSelected(t *testing.T) {
	h := start(t, filledIn)
	h.press("ctrl+home", "tab")
	const selected = "\x1b[7mLisbon\x1b[m"
	if shown := strings.Join(h.page.Lines(), "\n"); !strings.Contains(shown, selected) {
		t.Errorf("%q", shown)
	}
	h.press("right")
	if shown := strings.Join(h.page.Lines(), "\n"); strings.Contains(shown, selected) {
		t.Errorf("after right: %q", shown)
	}
	h.press("tab", "shift+tab")
	h.page.SetSize(20, 20)
	if shown := strings.Join(h.page.Lines(), "\n"); strings.Contains(shown, selected) {
		t.Errorf("in a narrow column: %q", shown)
	}
}

func TestPastingReplacesAnUntouchedDefault(t *testing.T) {
	h := start(t, filledIn)
	h.press("ctrl+home", "tab")
	h.page.Update(tea.PasteMsg{Content: "Rome"})
	if got := h.form.At("/city").Text(); got != "Rome" {
		t.Errorf("the text is %q", got)
	}
}

func TestADefaultOfABooleanIsAWord(t *testing.T) {
	h := start(t, filledIn)
	h.shows("Optional (default: no)")
	h.press("tab", "tab")
	h.shows("Default no.")
}

// A text is replaced by what is typed first after the focus has come, wherever it is from, and undo brings it back in one step. Texts of
// several lines are edited.
func TestTypingReplacesText(t *testing.T) {
	t.Parallel()
	const fields = `{"type":"object","properties":{
		"land":{"type":"string"},"n":{"type":"number"},"day":{"type":"string","format":"date"},
		"key":{"type":"string","format":"password"},"note":{"type":"string","contentMediaType":"text/markdown"}}}`
	const values = `{"land":"Norway","n":7,"day":"2026-01-02","key":"k","note":"one\ntwo"}`
	for _, origin := range []formgen.Origin{formgen.Example, formgen.Saved, formgen.LastRun, formgen.Loaded, formgen.Asked, formgen.Result} {
		for _, c := range []struct {
			at   string
			keys []string
			want string
		}{
			{"/land", []string{"Brazil"}, `"Brazil"`},
			{"/land", []string{"Brazil", "ctrl+z"}, `"Norway"`},
			{"/land", []string{"Brazil", "tab", "shift+tab", "s"}, `"s"`},
			{"/land", []string{"Brazil", "tab", "shift+tab", "end", "s"}, `"Brazils"`},
			{"/land", []string{"left", "s"}, `"Norwasy"`},
			{"/land", []string{"backspace", "s"}, `"Norwas"`},
			{"/land", []string{"ctrl+u", "s"}, `"s"`},
			{"/n", []string{"5"}, `5`},
			{"/day", []string{"2027-03-04"}, `"2027-03-04"`},
			{"/key", []string{"x"}, `"x"`},
		} {
			h := start(t, fields)
			v, err := ojson.Parse([]byte(values), ojson.DataLimits)
			if err != nil {
				t.Fatal(err)
			}
			h.form.LoadFrom(v, origin)
			h.goTo(c.at).press(c.keys...)
			if got := string(h.form.At(c.at).Value().Compact()); got != c.want {
				t.Errorf("%s, %s, %q: %s; want %s", origin, c.at, c.keys, got, c.want)
			}
		}
	}
	h := start(t, fields).load(values)
	h.goTo("/land").press("s")
	if got := h.form.At("/land").Text(); got != "s" {
		t.Errorf("in a text that was typed, %q", got)
	}
	h.goTo("/note").press("s")
	if got := h.form.At("/note").Text(); got != "sone\ntwo" {
		t.Errorf("in several lines, %q", got)
	}
}
