package huhform_test

import (
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"

	"a2aform/formgen/huhform"
)

// A page gets another height with each line that comes or goes around it, such as a message, and the cursor stays where it is.
func TestTheCursorStaysWhereItIsWhenThePageChangesItsSizeOrColors(t *testing.T) {
	const schema = `{"type":"object","properties":{"line":{"type":"string"},"area":{"type":"string","format":"textarea"},"json":{}}}`
	for what, change := range map[string]func(*huhform.Page){
		"height": func(p *huhform.Page) { p.SetSize(80, 20) },
		"width":  func(p *huhform.Page) { p.SetSize(100, 30) },
		"colors": func(p *huhform.Page) { p.SetStyles(huhform.NewSixteenStyles(false)) },
	} {
		for pointer, text := range map[string]string{"/line": "bc", "/area": "bc", "/json": `"c"`} {
			h := start(t, schema).goTo(pointer)
			h.press(text)
			h.page.Update(tea.KeyPressMsg{Code: tea.KeyHome})
			change(h.page)
			if h.press("7"); h.form.At(pointer).Text() != "7"+text {
				t.Errorf("%s of another %s: %s", pointer, what, h.form.At(pointer).Text())
			}
			h.view()
		}
	}
}

// The filter of a list of choices and a name that is typed stay too.
func TestWhatIsTypedInAListOfChoicesStaysWhenThePageChangesItsSize(t *testing.T) {
	h := start(t, trip).goTo("/country")
	h.press("P")
	h.page.SetSize(80, 20)
	h.see("/ P")
	h.press("L", "enter")
	h.want(`{"who":{},"country":"PL"}`)
	h.page.SetSize(20, 20)
	if h.goTo("/mode"); strings.Contains(h.view(), "( )") {
		t.Errorf("choices without space in their row:\n%s", h.view())
	}
	h.page.SetSize(80, 20)
	h.see("( ) rail")
}
