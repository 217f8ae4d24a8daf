package huhform_test

import (
	"strings"
	"testing"

	"a2aform/formgen"
)

const stopsForm = `{"type":"object","properties":{"stops":{"type":"array","title":"Stops","items":{
	"type":"object","required":["place"],"properties":{"place":{"type":"string"},"days":{"type":"integer"}}}}}}`

// A small item is filled in where it is, and shows its values in a line once another item
// is.
func TestASmallItemIsEditedInItsList(t *testing.T) {
	h := start(t, stopsForm)
	for _, keys := range [][]string{{"enter", "Rome", "tab", "2", "tab"}, {"enter", "Oslo", "tab", "3"}} {
		for _, k := range keys {
			if event := h.press(k); event.Open != nil {
				t.Fatalf("%s opens the page of %s", k, event.Open.Pointer())
			}
		}
	}
	if got, want := h.value(), `{"stops":[{"place":"Rome","days":2},{"place":"Oslo","days":3}]}`; got != want {
		t.Fatalf("%s is sent; want %s", got, want)
	}
	h.shows("Rome, 2", "Oslo")
	if strings.Contains(h.view(), "Oslo, 3") {
		t.Errorf("the item that is filled in is a line:\n%s", h.view())
	}
	h.press("up", "up")
	if event := h.press("enter"); event.Open != nil || h.page.Focused() != h.form.At("/stops/0/place") {
		t.Errorf("enter goes to %s", h.page.Focused().Pointer())
	}
	h.shows("Oslo, 3")
	if !h.page.Close() || h.page.Focused() != h.form.At("/stops/0") || h.page.Close() {
		t.Errorf("Esc goes to %s", h.page.Focused().Pointer())
	}
	h.shows("Rome, 2", "Oslo, 3")
}

func TestALargeItemHasAPageOfItsOwn(t *testing.T) {
	h := start(t, `{"type":"object","properties":{"stops":{"type":"array","items":{"type":"object","properties":{"tags":{"type":"array","items":{"type":"string"}}}}}}}`)
	if event := h.press("enter"); event.Open == nil || event.Open.Pointer() != "/stops/0" {
		t.Errorf("enter gives %+v", event)
	}
}

func TestRemovingAnItemSaysHowToUndoIt(t *testing.T) {
	h := start(t, stopsForm)
	h.press("enter", "Rome", "tab", "tab", "enter", "Oslo", "up", "up")
	if event := h.press("-"); !strings.Contains(event.Say, "Ctrl+Z brings it back") {
		t.Errorf("it says %q\n%s", event.Say, h.view())
	}
	if got := h.value(); got != `{"stops":[{"place":"Oslo"}]}` {
		t.Errorf("%s is sent", got)
	}
	h.press("ctrl+z")
	if got := h.value(); got != `{"stops":[{"place":"Rome"},{"place":"Oslo"}]}` {
		t.Errorf("after undo, %s is sent", got)
	}
}

// An item that is filled in is in sight as a whole.
func TestANewItemIsInSight(t *testing.T) {
	h := start(t, `{"type":"object","properties":{"a":{"type":"string"},"b":{"type":"string"},"c":{"type":"string"},"stops":{"type":"array","title":"Stops","items":{
		"type":"object","required":["place"],"properties":{"place":{"type":"string"},"days":{"type":"integer"},"note":{"type":"string"}}}}}}`)
	h.page.SetSize(80, 7)
	h.to(formgen.Add, "/stops").press("enter")
	h.shows("Place", "Days", "Note")
	h.press("Rome", "tab", "tab")
	h.shows("Place", "Days", "Note")
	h.page.SetSize(80, 3)
	h.shows("Note")
}

// Space adds an item, as enter does, and leaves the others as they are.
func TestSpaceAddsAnItem(t *testing.T) {
	h := start(t, `{"type":"object","properties":{"tags":{"type":"array","items":{"type":"string"}}}}`)
	h.load(`{"tags":["a"]}`).to(formgen.Add, "/tags").press("space", "b")
	h.want(`{"tags":["a","b"]}`)
}

// What a row needs is said once.
func TestMissingValueIsSaidOnce(t *testing.T) {
	h := start(t, `{"type":"object","required":["a","b"],"properties":{"a":{"type":"string"},"b":{"type":"string"}}}`)
	_, _ = h.form.Submit()
	if view := h.view(); strings.Count(view, "Required") != 2 || strings.Count(view, "✗ Required") != 2 {
		t.Errorf("\n%s", view)
	}
}
