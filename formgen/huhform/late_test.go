package huhform_test

import (
	"strings"
	"testing"

	"pgregory.net/rapid"
)

const bounded = `{"type":"object","required":["vat"],"properties":{"vat":{"type":"string","minLength":5,"maxLength":8,"pattern":"^[A-Z]+$"},"n":{"type":"integer","minimum":10,"maximum":20},"mail":{"type":"string","format":"email"},"z":{"type":"string"}}}`

// What is wrong with a text shows once it is left, and then with each key until it is right. What more typing makes worse
// shows at once.
func TestErrorsShowLateThenLive(t *testing.T) {
	h := start(t, bounded)
	type at struct {
		keys  []string
		wrong bool
	}
	for pointer, steps := range map[string][]at{
		"/vat":  {{[]string{"DE"}, false}, {[]string{"tab"}, true}, {[]string{"shift+tab"}, true}, {[]string{"end", "FG"}, true}, {[]string{"H"}, false}, {[]string{"tab", "shift+tab", "backspace"}, false}, {[]string{"WXYZU"}, true}},
		"/n":    {{[]string{"1"}, false}, {[]string{"5"}, false}, {[]string{"0"}, true}, {[]string{"backspace"}, false}, {[]string{"backspace", "tab"}, true}},
		"/mail": {{[]string{"a"}, false}, {[]string{"@"}, false}, {[]string{"tab"}, true}, {[]string{"shift+tab", "end", "b.de"}, false}, {[]string{"tab"}, false}},
	} {
		h.goTo(pointer)
		for i, step := range steps {
			h.press(step.keys...)
			h.validate()
			x := h.form.At(pointer)
			if got := len(h.form.Showing()[x])+len(x.Warnings()) > 0; got != step.wrong {
				t.Errorf("%s, step %d: wrong %v with %q\n%s", pointer, i, got, x.Text(), h.view())
			}
			if n := h.form.Counts(); (n.Problems+n.Warnings > 0) != step.wrong {
				t.Errorf("%s, step %d: the title counts %+v", pointer, i, n)
			}
			if got := strings.Contains(h.view(), "✗") || strings.Contains(h.view(), "! "); got != step.wrong {
				t.Errorf("%s, step %d: shown %v\n%s", pointer, i, got, h.view())
			}
		}
		h.goTo(pointer).press("ctrl+z", "ctrl+z", "ctrl+z", "ctrl+z", "ctrl+z", "ctrl+z", "ctrl+z")
	}
}

// A form that is refused shows all that is wrong, also in the text that was being typed.
func TestRefusalShowsWhatIsBeingTyped(t *testing.T) {
	h := start(t, bounded)
	h.press("ab")
	if _, err := h.form.Submit(); err == nil || !strings.Contains(h.view(), "✗") {
		t.Errorf("%v\n%s", err, h.view())
	}
	h.press("c")
	if !strings.Contains(h.view(), "✗") {
		t.Errorf("the problem is gone while it is there:\n%s", h.view())
	}
}

// Whatever is typed where: once the focus is elsewhere, all is shown that is wrong with what was touched.
func TestLeavingShowsAllProblems(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		h := start(t, bounded)
		for range rapid.IntRange(1, 15).Draw(rt, "keys") {
			h.press(rapid.SampledFrom([]string{"tab", "shift+tab", "A", "1", "@", "backspace", "ctrl+z"}).Draw(rt, "key"))
		}
		h.validate()
		h.goTo("/z")
		for _, l := range h.form.Problems() {
			if l.Field.IsTouched() && len(h.form.Showing()[l.Field]) == 0 {
				rt.Fatalf("%s is not shown: %s", l.Field.Pointer(), l.Problem.Message())
			}
		}
	})
}
