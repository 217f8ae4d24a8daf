package huhform_test

import (
	"slices"
	"strings"
	"testing"

	"a2aform/formgen"
	"a2aform/formgen/huhform"
)

// labels are the first words of the lines of a page that are rows.
func (h *harness) labels() []string {
	var list []string
	for l := range strings.SplitSeq(h.view(), "\n") {
		words := strings.Fields(strings.TrimLeft(l, "▌ "))
		if len(words) > 1 && strings.Contains("●○∅+", words[0]) {
			list = append(list, words[1])
		}
	}
	return list
}

func (h *harness) wantLabels(want ...string) {
	h.t.Helper()
	if got := h.labels(); !slices.Equal(got, want) {
		h.t.Errorf("rows %q, want %q\n%s", got, want, h.view())
	}
}

const booking = `{"type":"object","required":["city","who","legs","pets"],"properties":{
	"city":{"type":"string","minLength":2,"title":"City"},"note":{"type":"string","title":"Note"},"day":{"type":"string","format":"date","title":"Day"},
	"who":{"type":"object","title":"Who","required":["name"],"properties":{"name":{"type":"string","title":"Name"},"age":{"type":"integer","title":"Age"}}},
	"extra":{"type":"object","title":"Extra","properties":{"seat":{"type":"string","title":"Seat"},"bags":{"type":"integer","title":"Bags"}}},
	"legs":{"type":"array","title":"Legs","items":{"type":"object","required":["to"],"properties":{"to":{"type":"string","title":"To"}}}},
	"pets":{"type":"array","title":"Pets","items":{"type":"string"}},
	"tags":{"type":"array","title":"Tags","items":{"type":"string"}}}}`

func TestFilterShowsRequiredFields(t *testing.T) {
	h := start(t, booking).load(`{"legs":[{"to":"Rome"}],"tags":["a"],"extra":{"seat":"1A"}}`)
	h.goTo("/city").page.SetFilter(huhform.Required)
	h.wantLabels("City", "Who", "Legs", "1", "Pets", "Add")
	h.load(`{"who":{},"legs":[],"tags":[],"pets":["a"]}`)
	h.form.At("/tags").Append()
	h.page.Refresh()
	h.press("tab")
	h.wantLabels("City", "Who", "Name", "Legs", "Add", "Tags", "1")
	if n := h.page.Matching(); n != 4 {
		t.Errorf("%d rows match", n)
	}
	h.page.SetFilter(huhform.All)
	if got := len(h.labels()); got < 12 {
		t.Errorf("%d rows\n%s", got, h.view())
	}
}

func TestFilterShowsProblemsAndFocusedRow(t *testing.T) {
	h := start(t, booking)
	h.goTo("/city").page.SetFilter(huhform.Problems)
	h.wantLabels("City")
	if h.page.Matching() != 0 {
		t.Error("something matches")
	}
	h.press("x")
	h.wantLabels("City")
	h.page.SetFilter(huhform.All)
	h.goTo("/day").press("2026-02-31")
	h.goTo("/who/age").press("x")
	h.page.SetFilter(huhform.Problems)
	h.wantLabels("City", "Day", "Who", "Age")

	// A corrected field stays listed while it is typed in.
	h.press("backspace", "3")
	h.wantLabels("City", "Day", "Who", "Age")
	h.press("shift+tab")
	h.wantLabels("City", "Day")
	if got := h.page.Focused().Pointer(); got != "/day" {
		t.Errorf("focus at %q", got)
	}

	// Going to a field that does not match lists it too.
	if !h.page.Focus(h.form.At("/note")) {
		t.Error("the note is not found")
	}
	h.wantLabels("City", "Note", "Day")
}

func TestFilterKeepsPagesWithProblems(t *testing.T) {
	h := start(t, booking).load(`{"city":"Bonn","who":{"name":"Ada"},"legs":[{"to":"Rome"},{"to":5}],"pets":[]}`)
	h.validate()
	h.goTo("/city").page.SetFilter(huhform.Problems)
	h.press("tab")
	h.wantLabels("Legs", "2")
}

func TestNextProblemVisitsProblemsBeforeWarnings(t *testing.T) {
	h := start(t, booking).load(`{"city":"x","day":"2026/02/03","who":{"name":"Ada","age":"?"},"legs":[],"pets":[]}`)
	h.validate()
	visit := func(want formgen.Found, pointer string) {
		t.Helper()
		got, ok := h.form.NextProblem(h.page.Focused())
		want.Field = h.form.At(pointer)
		if !ok || got != want {
			t.Fatalf("%+v at %q, want %+v", got, got.Field.Pointer(), want)
		}
		h.page.Focus(got.Field)
	}
	h.goTo("/note")
	visit(formgen.Found{N: 2, Of: 2}, "/who/age")
	visit(formgen.Found{N: 1, Of: 2}, "/city")
	visit(formgen.Found{N: 2, Of: 2}, "/who/age")

	h.load(`{"city":"Bonn","day":"2026/02/03","who":{"name":"Ada","age":3},"legs":[],"pets":[]}`)
	h.validate()
	visit(formgen.Found{N: 1, Of: 1, IsWarning: true}, "/day")
	visit(formgen.Found{N: 1, Of: 1, IsWarning: true}, "/day")
	if found, ok := start(t, booking).form.NextProblem(nil); ok {
		t.Errorf("%+v", found)
	}
}

// Filtering never loses the focus, whatever is pressed.
func TestFilterKeepsFocusedRow(t *testing.T) {
	h := start(t, booking).load(`{"city":"x","legs":[{"to":"Rome"}],"tags":["a","b"],"extra":{}}`)
	keys := []string{"tab", "f8", "x", "shift+tab", "ctrl+g", "f7", "tab", "tab", "ctrl+z", "enter", "alt+down"}
	filters := []huhform.Filter{huhform.Required, huhform.Problems, huhform.All}
	for i := range 200 {
		if i%7 == 0 {
			h.page.SetFilter(filters[i/7%3])
		}
		h.press(keys[i%len(keys)])
		h.validate()
		if view := h.view(); !strings.Contains(view, "▌") {
			t.Fatalf("%d: the focus is lost\n%s", i, view)
		}
	}
}
