package huhform_test

import (
	"strings"
	"testing"

	"pgregory.net/rapid"

	"a2aform/formgen"
	"a2aform/formgen/huhform"
)

// Ctrl+z takes back what was typed in the focused text before it takes back what was done elsewhere.
func TestUndoTakesBackWhatWasTyped(t *testing.T) {
	h := start(t, `{"type":"object","properties":{"name":{"type":"string"},"n":{"type":"integer"},"list":{"type":"array","items":{"type":"string"}}}}`)
	name, n, list := h.form.At("/name"), h.form.At("/n"), h.form.At("/list")
	name.SetText("Ada")
	list.Append()
	h.goTo("/n")
	h.goTo("/name")
	h.press("end", "x", "y")
	if h.press("ctrl+z"); name.Text() != "Ada" || len(list.Children()) != 1 {
		t.Errorf("once: %q and %d items", name.Text(), len(list.Children()))
	}
	if h.press("ctrl+y"); name.Text() != "Adaxy" {
		t.Errorf("again: %q", name.Text())
	}
	h.press("ctrl+z", "backspace", "backspace", "backspace", "Z")
	if h.press("ctrl+z"); name.Text() != "Ada" {
		t.Errorf("after it was empty: %q", name.Text())
	}
	h.press("ctrl+g")
	if h.press("ctrl+z"); name.Text() != "Ada" || name.Presence() != formgen.Set || len(list.Children()) != 1 {
		t.Errorf("after it was left out: %q and %d items", name.Text(), len(list.Children()))
	}
	h.goTo("/n")
	h.press("4", "2", "ctrl+z")
	if n.Text() != "" || n.Presence() != formgen.Omitted {
		t.Errorf("a field that was left out has %q", n.Text())
	}
	h.goTo("/name")
	if h.press("ctrl+z"); len(list.Children()) != 0 || name.Text() != "Ada" {
		t.Errorf("nothing was typed, and %q and %d items are left", name.Text(), len(list.Children()))
	}
	h.press("ctrl+z")
	if event := h.press("ctrl+z"); name.Text() != "" || event.Say != "there is nothing to undo" {
		t.Errorf("at the start: %q, %q", name.Text(), event.Say)
	}
}

// A name that is typed for a member and not added is taken back first.
func TestUndoTakesBackATypedName(t *testing.T) {
	h := start(t, `{"type":"object","properties":{"n":{"type":"string"}},"additionalProperties":{"type":"string"}}`)
	h.press("x", "tab", "key", "ctrl+z")
	if h.want(`{"n":"x"}`); strings.Contains(h.view(), "key") {
		t.Errorf("the name is still there:\n%s", h.view())
	}
	h.press("ctrl+z")
	h.want(`{}`)
}

// Whatever is pressed on a page: ctrl+z goes back to how it began, and ctrl+y to what it became.
func TestUndoOnAPageGoesBackToTheStart(t *testing.T) {
	keys := []string{"tab", "tab", "shift+tab", "enter", "space", "left", "right", "f7", "f8", "f9", "f2", "alt+j", "ctrl+g", "alt+up", "a", "1", "{", "backspace", "ctrl+z", "ctrl+y"}
	rapid.Check(t, func(rt *rapid.T) {
		h := start(t, rapid.SampledFrom([]string{trip, groups, variety}).Draw(rt, "schema"))
		began := h.value()
		for range rapid.IntRange(1, 30).Draw(rt, "keys") {
			event := h.press(rapid.SampledFrom(keys).Draw(rt, "key"))
			if to := event.Open; to != nil {
				h.page = huhform.New(h.form, to, huhform.TestStyles)
				h.page.SetSize(80, 30)
			} else if event.Go != nil {
				h.page = huhform.New(h.form, event.Go.Form().Pages().Of(event.Go), huhform.TestStyles)
				h.page.SetSize(80, 30)
			}
		}
		press := func(key, end string) {
			for n := 0; ; n++ {
				event := h.press(key)
				if event.Say == end {
					break
				}
				if n > 200 {
					rt.Fatalf("%s has no end: %q\n%s", key, event.Say, h.view())
				}
			}
		}
		press("ctrl+y", "there is nothing to redo")
		became := h.value()
		press("ctrl+z", "there is nothing to undo")
		if got := h.value(); got != began {
			rt.Fatalf("%s began as %s", got, began)
		}
		press("ctrl+y", "there is nothing to redo")
		if got := h.value(); got != became {
			rt.Fatalf("%s was %s", got, became)
		}
	})
}

const variety = `{"type":"object","properties":{"pay":{"oneOf":[{"type":"object","title":"Card","required":["kind"],"properties":{"kind":{"const":"card"},"number":{"type":"string"}}},
	{"type":"object","title":"Cash","required":["kind","at"],"properties":{"kind":{"const":"cash"},"at":{"type":"string"}}},{"type":"string","title":"Code"}]},
	"any":{},"map":{"type":"object","additionalProperties":{"type":"integer"}},"note":{"type":["string","null"]},"several":{"type":"array","uniqueItems":true,"items":{"enum":["a","b"]}}}}`
