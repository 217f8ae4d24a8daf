package huhform_test

import (
	"testing"

	tea "charm.land/bubbletea/v2"
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
		{[]string{"5", "tab", "shift+tab", "0"}, `{"nights":50,"city":"Lisbon"}`},
	} {
		h := start(t, filledIn)
		h.press("ctrl+home")
		h.press(tt.keys...)
		if got := h.value(); got != tt.want {
			t.Errorf("%q send %s; want %s", tt.keys, got, tt.want)
		}
	}
}

func TestPastingReplacesAnUntouchedDefault(t *testing.T) {
	h := start(t, filledIn)
	h.press("ctrl+home", "tab")
	h.shows("Typing replaces the default")
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
