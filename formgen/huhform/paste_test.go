package huhform_test

import (
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"

	"a2aform/formgen"
	"a2aform/formgen/huhform"
	"a2aform/internal/ojson"
	"a2aform/internal/schema"
)

const texts = `{"type":"object","properties":{"line":{"type":"string"},"area":{"type":"string","format":"markdown"},"json":{},"n":{"type":"integer"}}}`

func TestPastedTextIsNotRewritten(t *testing.T) {
	for paste, want := range map[string]string{
		"one": "one", "one\n": "one", "a\nb": "a\nb", "a\r\nb\r\n": "a\nb\n", "a\tb": "a\tb", "a\x03b": "a\x03b", "a\x1b[2Jb\u009b": "a\x1b[2Jb\u009b", "a\ufffdb": "a\ufffdb",
	} {
		for _, pointer := range []string{"/line", "/area"} {
			h := start(t, texts)
			h.page.Focus(h.form.At(pointer))
			h.page.Update(tea.PasteMsg{Content: paste})
			v, _ := h.form.Value()
			got := v.At(pointer).Text()
			if got != want && (pointer == "/line" || got != want+"\n") {
				t.Errorf("%s: pasted %q, sent %q", pointer, paste, got)
			}
		}
	}
}

// A row without a text says that it takes none: nothing that is pasted vanishes without a word.
func TestPasteWhereNoTextGoesIsSaid(t *testing.T) {
	h := start(t, `{"type":"object","properties":{"pay":{"enum":["invoice","card"]},"lines":{"type":"array","items":{"type":"object","properties":{"item":{"type":"string"}}}}}}`)
	for _, row := range []struct {
		kind    formgen.RowKind
		pointer string
		want    string
	}{{formgen.Edit, "/pay", "Pay takes no text"}, {formgen.Add, "/lines", "press Enter, then type"}} {
		event, _ := h.to(row.kind, row.pointer).page.Update(tea.PasteMsg{Content: "some text"})
		if event.Say != row.want {
			t.Errorf("%s: %q, want %q", row.pointer, event.Say, row.want)
		}
	}
}

func TestTypingContinuesAfterPaste(t *testing.T) {
	h := start(t, texts)
	h.press("x ")
	h.page.Update(tea.PasteMsg{Content: "a\nb"})
	h.press("c")
	if got := h.form.At("/line").Text(); got != "x a\nbc" {
		t.Errorf("%q", got)
	}
}

func TestTextAreaTakesMoreLinesThanHuhAllows(t *testing.T) {
	h := start(t, texts)
	h.page.Focus(h.form.At("/json"))
	h.press("[")
	for range 120 {
		h.press("enter")
	}
	if n := strings.Count(h.form.At("/json").Text(), "\n"); n != 120 {
		t.Errorf("%d of 120 lines", n)
	}
}

// The arrows lead on from the first and the last line of a text, and enter from JSON that is no list and no object.
func TestKeysThatLeadOnFromATextOfSeveralLines(t *testing.T) {
	at := func(h *harness) string { return h.page.Focused().Pointer() }
	for _, c := range []struct{ pointer, typed, key, want string }{
		{"/json", "next week", "enter", "/n"},
		{"/json", "7", "enter", "/n"},
		{"/json", "", "enter", "/n"},
		{"/json", "{", "enter", "/json"},
		{"/json", "7", "down", "/n"},
		{"/json", "7", "up", "/area"},
		{"/area", "one line", "down", "/json"},
		{"/area", "one line", "up", "/line"},
		{"/area", "one line", "enter", "/area"},
	} {
		h := start(t, texts)
		h.goTo(c.pointer)
		h.press(c.typed)
		if h.press(c.key); at(h) != c.want {
			t.Errorf("%q in %s, then %s: %s, want %s", c.typed, c.pointer, c.key, at(h), c.want)
		}
	}
	left := start(t, texts)
	left.goTo("/json")
	left.press("[", "enter", "1", "ctrl+g", "down")
	if at(left) != "/n" {
		t.Errorf("down stays in a text that is left out: %s", at(left))
	}
	h := start(t, texts)
	h.goTo("/json")
	h.press("[", "enter", "1")
	if h.press("up"); at(h) != "/json" {
		t.Error("up left a text from its second line")
	}
	if h.press("up"); at(h) != "/area" {
		t.Error("up did not leave a text from its first line")
	}
}

// Text of any length is edited in place, and only where it is edited.
func TestVeryLongTextIsNotCut(t *testing.T) {
	long := strings.Repeat("line\twith a tab\n", 12000) + "end"
	for _, pointer := range []string{"/line", "/area", "/json"} {
		h := start(t, texts)
		h.goTo(pointer)
		h.page.Update(tea.PasteMsg{Content: long})
		text := h.form.At(pointer).Text()
		if h.form.At(pointer).Kind() == schema.String && text != long || strings.Count(text, "end") != 1 {
			t.Errorf("%s: %d of %d pasted bytes are left", pointer, len(text), len(long))
		}
		h.press("ctrl+home", "x", "ctrl+end", "y")
		if got := h.form.At(pointer).Text(); got != "x"+text+"y" {
			t.Errorf("%s: %d of %d bytes after an edit", pointer, len(got), len(text))
		}
	}
}

// Thousands of problems in one text must not push the text off the screen.
func TestManyProblemsLeaveTextInView(t *testing.T) {
	h := start(t, `{"type":"object","properties":{"j":{"type":"array","items":{"type":"string"}}}}`)
	h.press("f2")
	h.page.Update(tea.PasteMsg{Content: "[" + strings.Repeat("1,", 2000) + "77777]"})
	if screen := h.view(); !strings.Contains(screen, "77777]") || !strings.Contains(screen, "and 1998 more problems") {
		t.Errorf("screen\n%s", screen)
	}
}

// The page of an item that is moved stays the page of that item.
func TestMovedItemStaysOpen(t *testing.T) {
	h := start(t, trip)
	v, err := ojson.Parse([]byte(`{"stops":[{"place":"A"},{"place":"B"}]}`), ojson.DataLimits)
	if err != nil {
		t.Fatal(err)
	}
	h.form.Load(v)
	h.page = huhform.New(h.form, h.form.At("/stops/0"), huhform.TestStyles)
	h.page.Update(tea.KeyPressMsg{Code: tea.KeyDown, Mod: tea.ModAlt})
	h.press("end", "Z")
	if got := h.value(); !strings.Contains(got, `[{"place":"B"},{"place":"AZ"}]`) {
		t.Errorf("typed into another item: %s", got)
	}
	if path := h.page.At().Path(); path != "Stops › 2" {
		t.Errorf("page of %s", path)
	}
	h.form.At("/stops").SetPresence(formgen.Omitted)
	h.page.Refresh()
	_ = h.view()
}

func TestTypingContinuesInsideEscapedText(t *testing.T) {
	h := start(t, `{"type":"object","properties":{"x":{"type":"string"}}}`)
	h.page.Update(tea.PasteMsg{Content: "a\tb"})
	h.press("c")
	h.want(`{"x":"a\tbc"}`)
}

func TestFocusedProblemIsShownInFull(t *testing.T) {
	h := start(t, `{"type":"object","properties":{"when":{"title":"When the courier may come to the door","type":"string","format":"date-time"},"x":{"type":"string"}}}`)
	h.page.SetSize(60, 20)
	h.page.SetClock(thursday)
	h.press("soon")
	if view := h.view(); strings.Contains(view, "Not a date") {
		t.Errorf("a date is doubted while it is typed:\n%s", view)
	}
	h.press("tab", "shift+tab")
	h.see("✗ Not a date and", "Try", "2026-05-15T09:30:00Z")
	h.press("tab")
	if view := h.view(); strings.Contains(view, "2026-05-15T09:30:00Z") || !strings.Contains(view, "✗ Not a date") {
		t.Errorf("\n%s", view)
	}
}

func TestPastedNumberKeepsDigits(t *testing.T) {
	h := start(t, `{"type":"object","properties":{"n":{"type":"number"}}}`).goTo("/n")
	h.page.Update(tea.PasteMsg{Content: "1\x1b\u202e2"})
	if got := h.form.At("/n").Text(); got != `1\u001b\u202e2` {
		t.Errorf("%q", got)
	}
}
