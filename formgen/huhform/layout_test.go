package huhform_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"

	"a2aform/formgen"
	"a2aform/formgen/huhform"
	"a2aform/internal/schema"
)

const everyShape = `{"type":"object","required":["pay"],"anyOf":[{"required":["mail"]},{"required":["phone"]}],"properties":{
	"pay":{"title":"Payment","oneOf":[
		{"title":"Card","description":"Taken at once","type":"object","required":["number"],"properties":{"kind":{"const":"card"},"number":{"type":"string","title":"Number"}}},
		{"title":"Cash","type":"object","required":["at"],"properties":{"kind":{"const":"cash"},"at":{"type":"string","title":"At"}}},
		{"title":"Code","type":"string","minLength":2}]},
	"planet":{"title":"Planet","anyOf":[%s]},
	"extras":{"title":"Extras","type":"array","uniqueItems":true,"items":{"enum":["a","b","c"],"enumNames":["Ale","Beer","Cider"]}},
	"many":{"title":"Many","type":"array","uniqueItems":true,"items":{"enum":["00","01","02","03","04","05","06","07","08","09","10"]}},
	"tags":{"title":"Tags","type":"object","additionalProperties":{"type":"string"},"propertyNames":{"pattern":"^[a-z]+$"},"maxProperties":2},
	"days":{"title":"Days","type":"object","additionalProperties":{"type":"integer"},"propertyNames":{"enum":["mon","tue"]}},
	"spot":{"title":"Spot","type":"array","prefixItems":[{"title":"North","type":"number"},{"title":"East","type":"number"}],"items":false,"minItems":2},
	"mail":{"title":"Mail","type":"string"},"phone":{"title":"Phone","type":"string"},
	"id":{"title":"Id","type":"string","readOnly":true},
	"photo":{"title":"Photo","type":"string","contentEncoding":"base64"},
	"old":{"title":"Old","type":"string","deprecated":true}}}`

func shaped(t *testing.T) *harness {
	t.Helper()
	planets := make([]string, 9)
	for i := range planets {
		planets[i] = fmt.Sprintf(`{"title":"Planet %d","type":"object","properties":{"p%d":{"type":"string"}},"required":["p%d"]}`, i, i, i)
	}
	h := start(t, fmt.Sprintf(everyShape, strings.Join(planets, ",")))
	h.page.SetSize(80, 60)
	return h
}

// closeUp makes one blank of several, so that a test need not count columns.
func closeUp(view string) string { return strings.Join(strings.Fields(view), " ") }

// see asserts what the page shows.
func (h *harness) see(texts ...string) {
	h.t.Helper()
	view := h.view()
	for _, text := range texts {
		if !strings.Contains(closeUp(view), text) {
			h.t.Errorf("%q is not shown in\n%s", text, view)
		}
	}
}

// to moves the focus to the next row of a kind and a field.
func (h *harness) to(kind formgen.RowKind, pointer string) *harness {
	h.t.Helper()
	if !h.page.Focus(h.form.At(pointer)) {
		h.t.Fatalf("no %s", pointer)
	}
	for range 60 {
		if h.page.OnRow(kind) && h.page.Focused().Pointer() == pointer {
			return h
		}
		h.press("shift+tab")
	}
	h.t.Fatalf("no row of that kind at %s\n%s", pointer, h.view())
	return nil
}

func TestShapeKeepsTypedText(t *testing.T) {
	h := shaped(t)
	h.to(formgen.Variant, "/pay").see("Payment *", "One of 3 kinds")
	h.press("right")
	h.see("Card", "Taken at once", "Number *")
	h.want(`{"pay":{"kind":"card"}}`)
	h.goTo("/pay/number").press("12")
	h.to(formgen.Variant, "/pay").press("right")
	h.see("Cash", "At *")
	h.want(`{"pay":{"kind":"cash"}}`)
	h.press("right")
	h.see("● Payment *", "(●) Code", "Code Empty text")
	h.goTo("/pay").press("xyz")
	h.want(`{"pay":"xyz"}`)
	h.to(formgen.Variant, "/pay").press("left", "left")
	h.want(`{"pay":{"kind":"card","number":"12"}}`)
	h.press("ctrl+z")
	h.want(`{"pay":{"kind":"cash"}}`)
}

func TestManyShapesAreListed(t *testing.T) {
	h := shaped(t)
	h.to(formgen.Variant, "/planet").see("Type to filter")
	h.see("Planet 7")
	h.press("7", "enter", "Saturn")
	h.see("● Planet Planet 7")
	if got := h.form.At("/planet/p7"); got == nil || got.Text() != "Saturn" {
		t.Errorf("the focus is not at the member\n%s", h.view())
	}
}

func TestChoicesKeepPickingOrder(t *testing.T) {
	h := shaped(t)
	h.goTo("/extras").press("down", "down", "space", "up", "up", "space")
	h.see("● Extras Cider, Ale", "✓ Ale", "• Beer", "Any of 3. Type to filter; Space selects.")
	h.press("space", "down", "down", "down") // the last leads on
	h.see("● Extras Cider")
	if got := h.page.Focused().Pointer(); got != "/many" {
		t.Errorf("focus at %q", got)
	}
	h.press("05", "space", "4", "enter", "enter")
	h.see("● Many 05, 04")
	if v, _ := h.form.Value(); string(v.At("/many").Compact()) != `["05","04"]` || string(v.At("/extras").Compact()) != `["c"]` {
		t.Errorf("%s", v.Compact())
	}
}

func TestMapEntries(t *testing.T) {
	h := shaped(t)
	h.to(formgen.Subpage, "/tags").press("enter")
	h.see("Tags 0/2 entries", "+ Add tag: ")
	h.press("A b")
	h.see("✗ the name must match the pattern")
	if event := h.press("enter"); !event.Bad || !strings.Contains(event.Say, "not added: the name") {
		t.Errorf("%+v", event)
	}
	h.press("backspace", "backspace", "backspace", "one", "enter", "1", "tab", "two", "enter", "2")
	h.see("Tags 2/2 entries", "there is no room for more")
	if event := h.press("f8"); event.Say != "Tags › two is removed; Ctrl+Z brings it back" {
		t.Errorf("%+v", event)
	}
	h.see("Tags 1/2 entries")
	h.press("ctrl+z")
	if v, _ := h.form.Value(); string(v.At("/tags").Compact()) != `{"one":"1","two":"2"}` {
		t.Errorf("%s", v.Compact())
	}
}

func TestTypedNameIsKept(t *testing.T) {
	h := shaped(t)
	h.to(formgen.Subpage, "/tags").press("enter", "half", "tab")
	h.see("+ Add tag: half")
	h.press("shift+tab", "way", "enter", "x")
	if h.form.At("/tags/halfway") == nil {
		t.Errorf("the name is lost\n%s", h.view())
	}
}

func TestListedNamesAreAdded(t *testing.T) {
	h := shaped(t)
	h.to(formgen.Subpage, "/days").press("enter")
	h.see("+ Add day", "mon", "tue")
	h.press("tue", "enter", "7", "tab", "enter")
	h.see("all names are taken")
	if v, _ := h.form.Value(); v.At("/days/tue").Text() != "7" {
		t.Errorf("%s", v.Compact())
	}
}

func TestUserAddsField(t *testing.T) {
	h := shaped(t)
	if event := h.goTo("/mail").press("alt+n"); event.Say != "" {
		t.Fatalf("%+v", event)
	}
	h.press("x-y", "enter")
	if x := h.page.Focused(); x.Pointer() != "/x-y" || !x.IsExtra() {
		t.Errorf("focus at %q\n%s", x.Pointer(), h.view())
	}
	h = start(t, trip)
	if event := h.goTo("/city").press("alt+n"); event.Say != "no field of your own can be added here" {
		t.Errorf("%+v", event)
	}
}

func TestTuplesAreLabeledByPosition(t *testing.T) {
	h := shaped(t)
	h.to(formgen.Add, "/spot").press("enter", "1", "tab", "2")
	h.see("1 North 1", "2 East 2")
	if v, _ := h.form.Value(); string(v.At("/spot").Compact()) != `[1,2]` {
		t.Errorf("%s", v.Compact())
	}
}

func TestReadOnlyFieldIsNotEdited(t *testing.T) {
	h := shaped(t)
	h.goTo("/id").see("○ Id Set by the agent")
	if event := h.press("ctrl+g"); event.Say != "Id is set by the agent" {
		t.Errorf("%+v", event)
	}
	h.press("x", "f2")
	h.want(`{}`)
	required := start(t, `{"type":"object","required":["id"],"properties":{"id":{"type":"string","readOnly":true}}}`)
	required.press("x")
	required.want(`{"id":"x"}`)
}

func TestDeprecatedFieldIsLastAndMarked(t *testing.T) {
	h := shaped(t)
	h.goTo("/old").see("Deprecated.")
}

func TestRequirementMarksFollowValue(t *testing.T) {
	h := start(t, `{"type":"object","properties":{"who":{"title":"Who","type":"object","anyOf":[{"required":["mail"]},{"required":["phone"]}],
		"properties":{"mail":{"type":"string"},"phone":{"type":"string"}}}}}`)
	h.press("enter")
	h.see("· Fill in Mail or Phone")
	h.press("x")
	if view := h.view(); strings.Contains(view, "Fill in Mail or Phone") {
		t.Errorf("still demanded\n%s", view)
	}
}

func TestBytesAreShownBySize(t *testing.T) {
	h := shaped(t)
	h.goTo("/photo").see("F4 chooses a file")
	h.form.At("/photo").SetBytes(make([]byte, 12_345))
	h.page.Refresh()
	h.goTo("/photo").see("● Photo 12.3 kB")
	h.press("x")
	if n, ok := h.form.At("/photo").Bytes(); n != 12_345 || !ok {
		t.Errorf("%d, %v: a key went into it", n, ok)
	}
	h.form.At("/photo").SetText("QUI=")
	h.goTo("/photo").see("QUI=")
	h.goTo("/old").see("● Photo 2 bytes")
}

func TestCompositesAreFilledFromFiles(t *testing.T) {
	h := shaped(t)
	for pointer, want := range map[string]bool{"/pay": true, "/extras": true, "/tags": true, "/spot": true, "/mail": false} {
		if x := h.form.At(pointer); huhform.IsComposite(x) != want {
			t.Errorf("%s, kind %v", pointer, x.Kind())
		}
	}
	if h.form.At("/pay").Kind() != schema.Union {
		t.Error("something is chosen already")
	}
}

func TestCountBeyondLimitIsRed(t *testing.T) {
	h := start(t, `{"type":"object","properties":{"code":{"type":"string","maxLength":5},"words":{"type":"array","minItems":2,"maxItems":3,"items":{"type":"string"}},"least":{"type":"string","minLength":3}}}`)
	red := huhform.TestStyles.Problem
	h.press("👍🏽ab")
	h.see("4/5 · Text, at most 5 characters")
	h.press("cd")
	if !strings.Contains(strings.Join(h.page.Lines(), "\n"), red.Render("6/5")) {
		t.Errorf("no red 6/5 in\n%q", strings.Join(h.page.Lines(), "\n"))
	}
	h.goTo("/least").press("x")
	h.see("1 of 3 · Text")
	h.press("xyz")
	if strings.Contains(h.view(), "4 of") {
		t.Errorf("it still counts\n%s", h.view())
	}
	h.load(`{"words":["a"]}`)
	h.see("Words 1/3 items, at least 2")
	h.load(`{"words":["a","b","c","d"]}`)
	if !strings.Contains(strings.Join(h.page.Lines(), "\n"), red.Render("4/3")) {
		t.Errorf("no red 4/3 in\n%s", h.view())
	}
}

func TestListShowsItemType(t *testing.T) {
	for label, want := range map[string]string{
		"Stops": "stop", "Wishes": "wish", "Entries": "entry", "URLs": "URL", "Boxes": "box", "Travel notes": "travel note",
		"Address": "item", "Aliases": "item", "Depends on": "item", "Status": "item", "A list of strings": "item",
		"Lists with a least size": "item", "R List": "item", "Size": "item",
	} {
		h := start(t, fmt.Sprintf(`{"type":"object","properties":{"x":{"title":%q,"type":"array","items":{"type":"string"}}}}`, label))
		if view := closeUp(h.view()); !strings.Contains(view, "+ Add "+want+" enter") {
			t.Errorf("%s: want %q in\n%s", label, want, view)
		}
	}
}

func TestNestedListItemsHaveNoRequiredMark(t *testing.T) {
	h := start(t, `{"type":"object","properties":{"table":{"type":"array","items":{"type":"array","items":{"type":"integer"}}}}}`)
	h.load(`{"table":[[1]]}`)
	h.see("● 1 1 item")
}

func TestProblemOfWholePageIsShown(t *testing.T) {
	h := start(t, `{"type":"array","minItems":2,"uniqueItems":true,"items":{"type":"integer"}}`)
	h.load(`[1,1]`)
	h.validate()
	if got := closeUp(ansi.Strip(strings.Join(h.page.Above(), "\n"))); !strings.HasPrefix(got, "2 items, no two alike ✗ Items 1 and 2") {
		t.Errorf("%q", got)
	}
	if got := shaped(t).page.Above(); got != nil {
		t.Errorf("%q", got)
	}
}

func TestNameInputFitsRow(t *testing.T) {
	h := start(t, `{"type":"object","properties":{"who":{"type":"object","properties":{"names":{"title":"Names","type":"object","additionalProperties":{"type":"string"}}}}}}`)
	h.press("enter", "enter")
	h.see("+ Add name: a name, then Enter")
	if strings.Contains(h.view(), "…") {
		t.Errorf("a line is cut:\n%s", h.view())
	}
}

// A text that null has taken the place of does not make the row higher.
func TestNullIsShownOnOneLine(t *testing.T) {
	h := start(t, `{"properties":{"note":{"type":["string","null"]}}}`)
	note := h.form.At("/note")
	note.SetText("one\ntwo")
	note.SetPresence(formgen.Null)
	h.page.Refresh()
	h.page.Focus(note)
	if !slices.ContainsFunc(strings.Split(h.view(), "\n"), func(l string) bool { return strings.Contains(l, "∅ Note") && strings.Contains(l, "null") }) {
		t.Errorf("not on one line:\n%s", h.view())
	}
}

// A group is marked as filled in once all in it is right, not with its first field.
func TestGroupIsFilledInOnceItIsRight(t *testing.T) {
	h := start(t, `{"type":"object","required":["customer"],"properties":{"customer":{"type":"object","title":"Customer","required":["name","vat"],
		"properties":{"name":{"type":"string","title":"Name"},"vat":{"type":"string","title":"VAT number"}}}}}`)
	h.goTo("/customer/name").press("Acme")
	h.validate()
	h.see("○ Customer *", "● Name * Acme")
	h.goTo("/customer/vat").press("DE1")
	h.validate()
	h.see("● Customer *", "● VAT number * DE1")
}
