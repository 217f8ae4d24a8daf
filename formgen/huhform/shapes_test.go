package huhform_test

import (
	"strings"
	"testing"
)

const shapes = `{"type":"object","properties":{
	"pay":{"title":"Payment","oneOf":[
		{"title":"Card","properties":{"kind":{"const":"card"},"number":{"type":"string"},"note":{"type":"string"}},"required":["kind","number"]},
		{"title":"Bank","properties":{"kind":{"const":"bank"},"iban":{"type":"string"},"note":{"type":"string"}},"required":["kind","iban"]}]},
	"size":{"title":"Size","type":["string","integer"]},
	"labels":{"title":"Labels","type":"object","propertyNames":{"pattern":"^[a-z]+$"},"additionalProperties":{"type":"integer"}},
	"colours":{"title":"Colours","type":"object","propertyNames":{"enum":["red","green"]},"additionalProperties":{"type":"boolean"}},
	"handling":{"title":"Handling","type":"array","uniqueItems":true,"items":{"enum":["dry","cold","upright"]}},
	"marks":{"title":"Marks","type":"array","uniqueItems":true,"items":{"enum":["a","b","c","d","e","f","g","h","i","j"]}},
	"many":{"title":"Many","anyOf":[{"title":"V1","type":"string"},{"title":"V2","type":"string"},{"title":"V3","type":"string"},{"title":"V4","type":"string"},
		{"title":"V5","type":"string"},{"title":"V6","type":"string"},{"title":"V7","type":"string"},{"title":"V8","type":"string"},{"title":"V9","type":"integer"}]},
	"old":{"title":"Old","type":"string","deprecated":true},
	"id":{"title":"Id","type":"string","readOnly":true}}}`

// Property P1 for the composites, by keys alone: each is entered as a user does.
func TestCompositesAreEnteredByKeys(t *testing.T) {
	tests := []struct {
		name string
		at   string
		keys []string
		want string
	}{
		{"a branch and its fields", "/pay", []string{"right", "right", "tab", "DE1"}, `{"pay":{"kind":"bank","iban":"DE1"}}`},
		{"there and back again", "/pay", []string{"right", "tab", "42", "tab", "hi", "shift+tab", "shift+tab", "right", "left"}, `{"pay":{"kind":"card","number":"42","note":"hi"}}`},
		{"a field of the same name goes along", "/pay", []string{"right", "tab", "42", "tab", "hi", "shift+tab", "shift+tab", "right"}, `{"pay":{"kind":"bank","note":"hi"}}`},
		{"one of several types", "/size", []string{"right", "right", "tab", "12"}, `{"size":12}`},
		{"an entry of a map", "/labels", []string{"enter", "ab", "enter", "7"}, `{"labels":{"ab":7}}`},
		{"a name that is corrected", "/labels", []string{"enter", "aB", "enter", "backspace", "enter", "7"}, `{"labels":{"a":7}}`},
		{"a name that is listed", "/colours", []string{"enter", "right", "down", "enter", "right"}, `{"colours":{"green":true}}`},
		{"an entry is renamed", "/labels", []string{"enter", "ab", "enter", "7", "alt+r", "c", "enter"}, `{"labels":{"abc":7}}`},
		{"a new name is given up", "/labels", []string{"enter", "ab", "enter", "7", "alt+r", "c", "close", "1"}, `{"labels":{"ab":1}}`},
		{"an entry is removed", "/labels", []string{"enter", "ab", "enter", "7", "f8"}, `{"labels":{}}`},
		{"choices in the order of picking", "/handling", []string{"down", "down", "space", "up", "up", "space"}, `{"handling":["upright","dry"]}`},
		{"a choice is put back", "/handling", []string{"space", "down", "space", "up", "space"}, `{"handling":["cold"]}`},
		{"many choices", "/marks", []string{"down", "space", "j", "space", "enter"}, `{"marks":["b","j"]}`},
		{"many branches", "/many", []string{"V9", "enter", "5"}, `{"many":5}`},
		{"what the agent sets is not typed", "/id", []string{"x"}, `{}`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			h := start(t, shapes).goTo(tt.at)
			for _, k := range tt.keys {
				if k == "close" {
					h.page.Close()
					continue
				}
				h.press(k)
			}
			v, _ := h.form.Value()
			if got := string(v.Compact()); got != tt.want {
				t.Errorf("value %s, want %s\n%s", got, tt.want, h.view())
			}
		})
	}
}

// The key that adds an item adds nothing beside a list. A field of the user's own has a key of its own, and its row goes away again
// where no name was typed.
func TestRowForAFieldOfOnesOwnGoesAwayEmpty(t *testing.T) {
	h := start(t, `{"type":"object","properties":{"a":{"type":"string"},"z":{"type":"string"}}}`).goTo("/a")
	if event := h.press("f7"); event.Say != "there is no list here to add to; Alt+N adds a field of your own" || strings.Contains(h.view(), "+ Add field") {
		t.Errorf("%+v\n%s", event, h.view())
	}
	h.press("alt+n")
	h.see("+ Add field")
	h.press("up")
	if h.page.Focused().Name() != "z" || strings.Contains(h.view(), "+ Add field") || h.form.CanUndo() {
		t.Errorf("the row stays\n%s", h.view())
	}
	h.press("alt+n")
	if h.page.Blur(true); strings.Contains(h.view(), "+ Add field") || h.page.Focused().Name() != "z" {
		t.Errorf("the row stays behind a button\n%s", h.view())
	}
	h.page.Blur(false)
	h.press("alt+n", "b", "up")
	h.see("+ Add field: b")
	h.press("down", "enter", `"x"`)
	h.want(`{"b":"x"}`)
	closed := start(t, `{"type":"object","additionalProperties":false,"properties":{"a":{"type":"string"}}}`).goTo("/a")
	if event := closed.press("f7"); event.Say != "there is no list here to add to" {
		t.Errorf("%+v", event)
	}
}

// A constant that must be sent takes no focus: there is nothing to do on it.
func TestConstantsTakeNoFocus(t *testing.T) {
	h := start(t, `{"type":"object","required":["kind","name"],"properties":{"kind":{"const":"a"},"name":{"type":"string"},"extra":{"const":"b"}}}`)
	h.press("x") // the page begins below the constant
	h.press("tab", "space")
	if v, _ := h.form.Value(); string(v.Compact()) != `{"kind":"a","name":"x","extra":"b"}` {
		t.Errorf("value %s\n%s", v.Compact(), h.view())
	}
	h.press("shift+tab", "shift+tab", "end", "y")
	if v, _ := h.form.Value(); string(v.Compact()) != `{"kind":"a","name":"xy","extra":"b"}` {
		t.Errorf("value %s\n%s", v.Compact(), h.view())
	}
}
