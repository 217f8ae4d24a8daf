package huhform_test

import (
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"
	"pgregory.net/rapid"

	"a2aform/formgen"
)

const groups = `{"type":"object","required":["who","city"],"properties":{
	"city":{"type":"string"},
	"who":{"type":"object","title":"Traveller","required":["name"],"properties":{"name":{"type":"string"},"age":{"type":"integer"}}},
	"billing":{"type":"object","title":"Billing address","properties":{"street":{"type":"string"},"zip":{"type":"string"}}},
	"empty":{"type":"object","title":"Nothing","additionalProperties":false},
	"tags":{"type":"array","items":{"type":"string"}}}}`

// A letter or space on a heading would go nowhere, or drop the whole group.
func TestFocusSkipsOpenHeadings(t *testing.T) {
	h := start(t, groups)
	h.form.At("/billing").SetPresence(formgen.Set)
	h.page.Refresh()
	var at []string
	h.press("ctrl+home")
	for range 8 {
		at = append(at, h.page.Focused().Pointer())
		h.press("tab")
	}
	want := "/city /who/name /who/age /billing/street /billing/zip /empty /tags /tags"
	if got := strings.Join(at, " "); got != want {
		t.Errorf("tab goes to %s\nwant %s", got, want)
	}
	if h.page.Focus(h.form.At("/who")); h.page.Focused().Pointer() != "/who/name" {
		t.Errorf("the focus is at %s", h.page.Focused().Pointer())
	}
}

func TestOptionalGroupIsOneRowThatAddsIt(t *testing.T) {
	h := start(t, groups)
	if view := h.view(); !strings.Contains(view, "+ Add Billing address") {
		t.Fatalf("the group is not offered:\n%s", view)
	}
	h.goTo("/billing")
	if event := h.press("x"); event.Say != "press Enter, then type" {
		t.Errorf("a letter says %q", event.Say)
	}
	h.press("enter", "Main St", "tab")
	h.want(`{"who":{},"billing":{"street":"Main St"}}`)
	if event := h.press("f8"); event.Say != "Billing address is left out; Ctrl+Z brings it back" {
		t.Errorf("f8 says %q", event.Say)
	}
	h.want(`{"who":{}}`)
	if h.page.Focused().Pointer() != "/billing" {
		t.Errorf("the focus is at %s", h.page.Focused().Pointer())
	}
	h.goTo("/who/name")
	if event := h.press("f8"); !strings.Contains(event.Say, "not removed") {
		t.Errorf("f8 in a required group says %q", event.Say)
	}
}

// The mark of a heading can be clicked; its label cannot.
func TestClickOnTheMarkOfAHeadingLeavesItOut(t *testing.T) {
	h := start(t, groups)
	h.form.At("/billing").SetPresence(formgen.Set)
	h.page.Refresh()
	line := -1
	for i, text := range strings.Split(h.view(), "\n") {
		if strings.Contains(text, "Billing address") {
			line = i
		}
	}
	if h.page.Point(8, line); h.form.At("/billing").Presence() != formgen.Set {
		t.Error("a click on the label left it out")
	}
	if event := h.page.Point(2, line); h.form.At("/billing").Presence() != formgen.Omitted || event.Say == "" {
		t.Errorf("a click on the mark: %+v", event)
	}
}

// Whatever the row and the letter: it changes what is filled in or chosen, or the page says why not.
func TestNoLetterVanishes(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		h := start(t, rapid.SampledFrom([]string{trip, groups, `{"type":"object","properties":{"f":{"const":1},"id":{"type":"string","readOnly":true},"u":{"oneOf":[{"type":"object","title":"A","properties":{"a":{"type":"string"}}},{"type":"null"}]},"m":{"type":"object","additionalProperties":{"type":"integer"}}}}`}).Draw(rt, "schema"))
		for range rapid.IntRange(0, 12).Draw(rt, "rows") {
			h.press(rapid.SampledFrom([]string{"tab", "tab", "enter", "shift+tab"}).Draw(rt, "key"))
		}
		letter := rapid.SampledFrom([]string{"z", "1", "é"}).Draw(rt, "letter")
		before, view := h.form.Edit(), h.view()
		event, _ := h.page.Update(tea.KeyPressMsg{Code: []rune(letter)[0], Text: letter})
		if h.form.Edit() == before && h.view() == view && event.Say == "" {
			rt.Fatalf("%q on %q went nowhere:\n%s", letter, h.page.Focused().Pointer(), view)
		}
	})
}

// Enter that is held adds one item, not one after the other.
func TestHeldEnterAddsOneItem(t *testing.T) {
	for _, text := range []string{
		`{"type":"object","properties":{"tags":{"type":"array","items":{"type":"string"}},"z":{"type":"string"}}}`,
		`{"type":"object","properties":{"tags":{"type":"array","items":{"type":"object","properties":{"kind":{"const":"x"},"a":{"type":"string"},"b":{"type":"integer"}},"required":["kind"]}},"z":{"type":"string"}}}`,
	} {
		h := start(t, text)
		h.goTo("/tags")
		for range 20 {
			h.press("enter")
		}
		if n := len(h.form.At("/tags").Children()); n != 1 {
			t.Errorf("%d items", n)
		}
		if got := h.page.Focused().Pointer(); !strings.HasPrefix(got, "/tags") {
			t.Errorf("the focus is at %s", got)
		}
		h.goTo("/tags/0").press("enter")
		h.press("a", "b")
	}
	h := start(t, trip)
	h.goTo("/tags").press("enter", "one")
	h.goTo("/tags").press("enter", "two")
	h.want(`{"who":{},"tags":["one","two"]}`)
}

// A group on a page of its own that must be filled in is where the form begins.
func TestFormBeginsAtARequiredGroup(t *testing.T) {
	h := start(t, `{"type":"object","required":["who","city"],"properties":{"note":{"type":"string"},"who":{"type":"object","required":["name"],"properties":{"name":{"type":"string"},"mails":{"type":"array","items":{"type":"string"}}}},"city":{"type":"string"}}}`)
	if got := h.page.Focused().Pointer(); got != "/who" {
		t.Errorf("the focus is at %s\n%s", got, h.view())
	}
	if view := h.view(); !strings.Contains(view, "○ Who *") || !strings.Contains(view, "▸ 0 of 2 filled in") {
		t.Errorf("the group looks filled in:\n%s", view)
	}
}
