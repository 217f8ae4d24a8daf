package huhform_test

import (
	"strings"
	"testing"

	"a2aform/formgen"
	"a2aform/internal/ojson"
	"a2aform/internal/schema"
)

const filled = `{"city":"Rome","nights":3,"mode":"rail","insured":true,"who":{"name":"Ada","age":36},"stops":[{"place":"Siena","days":2}],"tags":["a","b"],"country":"IT"}`

func (h *harness) load(text string) *harness {
	h.t.Helper()
	v, err := ojson.Parse([]byte(text), ojson.DataLimits)
	if err != nil {
		h.t.Fatal(err)
	}
	h.form.Load(v)
	h.page.Refresh()
	return h
}

func TestAnyLocationFlipsToJSONAndBack(t *testing.T) {
	for pointer, shown := range map[string]string{
		"/city": `"Rome"`, "/nights": `3`, "/mode": `"rail"`, "/insured": `true`, "/country": `"IT"`,
		"/who": `"name": "Ada"`, "/stops": `"place": "Siena"`, "/stops/0": `"days": 2`, "/tags": `"b"`, "/tags/1": `"b"`,
	} {
		h := start(t, trip).load(filled).goTo(pointer)
		if h.page.Focused().Pointer() == pointer {
			h.press("f2")
		} else {
			h.press("alt+j") // the group of the field
		}
		if x := h.form.At(pointer); x.Kind() != schema.JSON || h.page.Focused() != x {
			t.Errorf("%s: kind %v, focus at %q", pointer, x.Kind(), h.page.Focused().Pointer())
		}
		if view := h.view(); !strings.Contains(view, shown) {
			t.Errorf("%s: no %s in\n%s", pointer, shown, view)
		}
		h.want(filled)
		h.press("f2")
		if x := h.form.At(pointer); x.Kind() == schema.JSON || !strings.HasPrefix(h.page.Focused().Pointer(), pointer) {
			t.Errorf("%s: back as kind %v, focus at %q", pointer, x.Kind(), h.page.Focused().Pointer())
		}
		h.want(filled)
	}
}

func TestEditedJSONBecomesFieldsAgain(t *testing.T) {
	h := start(t, trip).load(filled).goTo("/who")
	h.press("alt+j", "ctrl+end", "backspace", `,"age":40}`, "f2")
	if name := h.form.At("/who/name"); name == nil || name.Text() != "Ada" {
		t.Errorf("no fields\n%s", h.view())
	}
	if age := h.form.At("/who/age"); age == nil || age.Text() != "40" {
		t.Errorf("no edit\n%s", h.view())
	}
	h.press("ctrl+z")
	if x := h.form.At("/who"); !strings.Contains(x.Text(), `"age":40`) {
		t.Errorf("undo brings %q back", x.Text())
	}
}

func TestUndoInJSONUndoesTypingFirst(t *testing.T) {
	h := start(t, trip).load(filled).goTo("/tags")
	h.press("f9", "f2", "ctrl+end", "x", "ctrl+z")
	if x := h.form.At("/tags"); x.Kind() != schema.JSON || strings.Contains(x.Text(), "x") {
		t.Errorf("%v %q", x.Kind(), x.Text())
	}
	if event := h.press("ctrl+z"); !strings.HasPrefix(event.Say, "undone") {
		t.Errorf("%+v", event)
	}
}

func TestInvalidJSONStaysTextWithoutTrappingFocus(t *testing.T) {
	h := start(t, trip).load(filled).goTo("/tags")
	h.press("f2", "ctrl+end", "backspace")
	event := h.press("f2")
	if !event.Bad || !strings.Contains(event.Say, "Tags stays text") || !strings.Contains(event.Say, "line 4, column 1") {
		t.Errorf("%+v", event)
	}
	if view := h.view(); !strings.Contains(view, "✗ Not JSON: line 4, column 1") {
		t.Errorf("not shown at the field\n%s", view)
	}
	h.press("ctrl+home")
	h.press("f2")
	h.press("]", "f2")
	if h.form.At("/tags").Kind() != schema.Array {
		t.Errorf("the cursor is not where the fault is: %q", h.form.At("/tags").Text())
	}
	h.press("f2", "ctrl+end", "backspace", "f2", "tab")
	if h.page.Focused().Pointer() == "/tags" {
		t.Error("the focus is held")
	}
}

func TestReasonWhyLocationDoesNotFlip(t *testing.T) {
	secret := strings.Replace(trip, `"name":{"type":"string"}`, `"name":{"type":"string","format":"password"}`, 1)
	tests := []struct{ name, schema, pointer, want string }{
		{"JSON by nature", trip, "/more", "More is JSON already: "},
		{"unseen characters", trip, "/tags/0", "Tags › 1 stays JSON, because its fields cannot hold this: the text holds tabs or characters"},
		{"a secret inside", secret, "/who", "a secret is filled in"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			h := start(t, tt.schema).load(strings.Replace(filled, `["a"`, `["a\tb"`, 1)).goTo(tt.pointer)
			if event := h.press("f2"); !strings.Contains(event.Say, tt.want) {
				t.Errorf("%+v", event)
			}
		})
	}
	h := start(t, secret).load(filled).goTo("/stops")
	if event := h.press("f2"); event.Say != "" || h.form.At("/stops").Kind() != schema.JSON {
		t.Errorf("a secret elsewhere: %+v", event)
	}
}

func TestValueThatFieldsCannotHoldStaysJSON(t *testing.T) {
	h := start(t, trip).load(strings.Replace(filled, `{"name":"Ada","age":36}`, `["Ada"]`, 1)).goTo("/who")
	event := h.press("f2")
	if x := h.form.At("/who"); x.Kind() != schema.JSON || !event.Bad || !strings.Contains(event.Say, "its fields cannot hold this: not an object") {
		t.Errorf("%v, %+v", x.Kind(), event)
	}
}

func TestJSONKeyDescribesItsAction(t *testing.T) {
	h := start(t, trip).load(filled)
	for pointer, want := range map[string]string{"/city": "Edit as JSON", "/more": ""} {
		h.goTo(pointer)
		if got := h.keyOf("f2"); got != want {
			t.Errorf("%s: %q, want %q", pointer, got, want)
		}
	}
	h.goTo("/who").press("f2")
	if got := h.keyOf("f2"); got != "Back to the form" {
		t.Errorf("flipped: %q", got)
	}
}

// keyOf is what the page says that a key does now, "" if nothing.
func (h *harness) keyOf(name string) string {
	for _, b := range h.page.Keys() {
		if b.Enabled() && b.Help().Key == name {
			return b.Help().Desc
		}
	}
	return ""
}

func TestFlippingLateItemKeepsScroll(t *testing.T) {
	h := start(t, trip).load(filled)
	list := h.form.At("/tags")
	list.Move(1, 0)
	h.page.Refresh()
	h.goTo("/tags/0").press("f2", "f2")
	if got := h.form.At("/tags/0"); got.Text() != "b" || got.Presence() != formgen.Set {
		t.Errorf("%q", got.Text())
	}
}
