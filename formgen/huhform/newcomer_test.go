package huhform_test

import (
	"strings"
	"testing"
)

const desk = `{"type":"object","required":["number"],"properties":{"number":{"type":"string","title":"Order number","pattern":"^PO-[0-9]{6}$","examples":["PO-004711"]},
	"pay":{"enum":["open","paid","overdue"],"title":"Payment"},"sure":{"type":"boolean"},"day":{"type":"string","format":"date","title":"Day"},
	"labels":{"type":"object","title":"Labels","additionalProperties":{"type":"string"}}}}`

func TestSpaceTakesAChoiceAndNeverAnotherOne(t *testing.T) {
	h := start(t, desk).goTo("/pay")
	h.see("← → or a first letter chooses.")
	h.press("p", "space", "space")
	h.want(`{"pay":"paid"}`)
	h.goTo("/sure").press("space", "space")
	h.want(`{"pay":"paid","sure":false}`)
}

func TestANameMayBeTypedWithItsValue(t *testing.T) {
	h := start(t, desk).goTo("/labels")
	h.press("enter", "color: red", "enter")
	h.want(`{"labels":{"color":"red"}}`)
	if event := h.press("ctrl+g"); event.Say != "f8 removes Labels › color" {
		t.Errorf("ctrl+g says %q", event.Say)
	}
	h.press("ctrl+z")
	h.want(`{"labels":{}}`)
}

// The JSON of a text is shown as JSON, and an empty field is to do and no mistake.
func TestJSONOfATextHasAnExample(t *testing.T) {
	h := start(t, desk).goTo("/number")
	h.press("f2")
	h.see(`e.g. "PO-004711"`, "JSON. F2 goes back to the form.")
	if view := h.view(); strings.Contains(view, "✗") || strings.Contains(view, "[0-9]") {
		t.Errorf("\n%s", view)
	}
	h.press("7", "tab")
	if view := h.view(); strings.Contains(view, "[0-9]") {
		t.Errorf("\n%s", view)
	}
}

func TestADayBeyondItsMonthSaysHowLongThatIs(t *testing.T) {
	for _, text := range []string{"31.02.2027", "2027-02-31", "31/2/2027"} {
		h := start(t, desk).goTo("/day")
		h.press(text, "tab", "shift+tab")
		h.see("February 2027 has 28 days")
	}
}

// The first line of a page that is scrolled is one with a label.
func TestAScrolledPageBeginsWithALabel(t *testing.T) {
	var members []string
	for _, name := range strings.Split("abcdefghijklmnop", "") {
		members = append(members, `"`+name+`":{"type":"integer","maximum":1},"g`+name+`":{"type":"object","required":["x"],"properties":{"x":{"type":"string"}}}`)
	}
	h := start(t, `{"type":"object","properties":{`+strings.Join(members, ",")+`}}`)
	h.page.SetSize(80, 12)
	for range 80 {
		h.press("7", "tab")
		if first := strings.Split(h.view(), "\n")[0]; strings.Contains(first, "✗") || strings.TrimSpace(first) == "" {
			t.Fatalf("the page begins with %q:\n%s", first, h.view())
		}
		if !strings.Contains(h.view(), "▌") {
			t.Fatalf("the focus is not in sight:\n%s", h.view())
		}
	}
}
