package huhform_test

import (
	"testing"

	"a2aform/formgen"
)

// Ctrl+z takes back what was typed in the focused text before it takes back what was done elsewhere.
func TestUndoTakesBackWhatWasTyped(t *testing.T) {
	h := start(t, `{"type":"object","properties":{"name":{"type":"string"},"n":{"type":"integer"},"list":{"type":"array","items":{"type":"string"}}}}`)
	name, n, list := h.form.At("/name"), h.form.At("/n"), h.form.At("/list")
	name.SetText("Ada")
	list.Append()
	h.goTo("/n")
	h.goTo("/name")
	h.press("x", "y")
	if h.press("ctrl+z"); name.Text() != "Ada" || len(list.Children()) != 1 {
		t.Errorf("once: %q and %d items", name.Text(), len(list.Children()))
	}
	if h.press("ctrl+z"); name.Text() != "Adaxy" {
		t.Errorf("again: %q", name.Text())
	}
	h.press("backspace", "backspace", "backspace", "backspace", "backspace", "Z")
	if h.press("ctrl+z"); name.Text() != "Ada" {
		t.Errorf("after it was empty: %q", name.Text())
	}
	h.press("ctrl+g")
	if h.press("ctrl+z"); name.Text() != "Ada" || len(list.Children()) != 1 {
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
}
