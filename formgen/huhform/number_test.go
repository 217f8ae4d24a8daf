package huhform_test

import "testing"

func TestKeysCountANumber(t *testing.T) {
	const numbers = `{"type":"object","properties":{
		"nights":{"type":"integer","minimum":1,"maximum":4,"default":3},
		"price":{"type":"number","multipleOf":0.25},
		"city":{"type":"string"}}}`
	for _, tt := range []struct {
		keys []string
		want string
	}{
		{[]string{"ctrl+up"}, `{"nights":3}`},
		{[]string{"ctrl+up", "ctrl+up"}, `{"nights":4}`},
		{[]string{"ctrl+up", "shift+up", "ctrl+up"}, `{"nights":4}`},
		{[]string{"2", "ctrl+down", "ctrl+down"}, `{"nights":1}`},
		{[]string{"99", "ctrl+down"}, `{"nights":4}`},
		{[]string{"tab", "0.10", "ctrl+up", "ctrl+up"}, `{"price":0.50}`},
		{[]string{"tab", "ctrl+up", "ctrl+down"}, `{"price":-0.25}`},
		{[]string{"tab", "tab", "ctrl+up", "a"}, `{"city":"a"}`},
	} {
		h := start(t, numbers)
		h.press(tt.keys...)
		if got := h.value(); got != tt.want {
			t.Errorf("%q send %s; want %s", tt.keys, got, tt.want)
		}
	}
	h := start(t, numbers)
	if event := h.press("4", "ctrl+up"); event.Say == "" {
		t.Error("nothing is said at the largest number")
	}
}

// Spaces are a text, and no number or date.
func TestSpacesAreNoNumberOrDate(t *testing.T) {
	h := start(t, `{"type":"object","properties":{"count":{"type":"integer"},"price":{"type":"number"},"due":{"type":"string","format":"date"},"city":{"type":"string"}}}`)
	h.press(" ", "tab", " ", " ", "tab", " ", "tab", " ")
	h.see("○ Count", "○ Price", "○ Due", "● City")
	if got, want := h.value(), `{"city":" "}`; got != want {
		t.Errorf("spaces send %s; want %s", got, want)
	}
	h.press("shift+tab", " ", "2026-01-02", "shift+tab", " ", "5", " ")
	if got, want := h.value(), `{"price":5,"due":"2026-01-02","city":" "}`; got != want {
		t.Errorf("values after spaces send %s; want %s", got, want)
	}
}
