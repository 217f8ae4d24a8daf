package ui

import (
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"
)

// What is pasted cannot send: neither by an enter behind it, nor on the review.
func TestAPasteSendsNothing(t *testing.T) {
	a := demoApp(t)
	a.opts.PasteGuard = time.Hour
	a.press("enter", "L", "tab", "T", "ctrl+s")
	if _, ok := a.top().(*reviewScreen); !ok {
		t.Fatalf("on top is %q, want the review", a.top().title())
	}
	for name, before := range map[string]tea.Msg{"a paste": tea.PasteMsg{Content: "x\ry"}, "a key": keyPress("x")} {
		_, cmd := a.Update(before)
		a.run(cmd)
		_, cmd = a.Update(keyPress("enter"))
		if a.run(cmd); len(a.tasks) > 0 {
			t.Fatalf("%s and enter have sent", name)
		}
		if !strings.Contains(a.status.text, "not taken") {
			t.Errorf("behind %s nobody says why: %q", name, a.status.text)
		}
		a.pasted = time.Time{}
	}
	a.opts.PasteGuard = 0
	if a.Update(keyPress("enter")); len(a.tasks) != 1 {
		t.Error("enter alone does not send")
	}
}

func TestAnEnterBehindAPasteOpensNothing(t *testing.T) {
	a := demoApp(t)
	a.opts.PasteGuard = time.Hour
	a.Update(tea.PasteMsg{Content: "x"})
	before := a.top()
	if a.press("enter"); a.top() != before {
		t.Errorf("it opened %q", a.top().title())
	}
}
