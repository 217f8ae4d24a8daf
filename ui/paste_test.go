package ui

import (
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"

	"a2aform/ui/form"
	"a2aform/ui/kit"
)

// What is pasted cannot send: neither by an enter behind it, nor on the review.
func TestPasteSendsNothing(t *testing.T) {
	t.Parallel()
	a := demoApp(t)
	a.Options.PasteGuard = time.Hour
	a.press("enter", "L", "tab", "T", "ctrl+s")
	if _, ok := a.Top().(*form.Review); !ok {
		t.Fatalf("on top is %q, want the review", a.Top().Title())
	}
	for name, before := range map[string]tea.Msg{"a paste": tea.PasteMsg{Content: "x\ry"}, "a key": kit.KeyPress("x")} {
		_, cmd := a.Update(before)
		a.run(cmd)
		_, cmd = a.Update(kit.KeyPress("enter"))
		if a.run(cmd); len(a.desk.tasks) > 0 {
			t.Fatalf("%s and enter have sent", name)
		}
		if !strings.Contains(a.Status.Text, "ignored") {
			t.Errorf("behind %s nobody says why: %q", name, a.Status.Text)
		}
		a.pasted = time.Time{}
	}
	a.Options.PasteGuard = 0
	if a.Update(kit.KeyPress("enter")); len(a.desk.tasks) != 1 {
		t.Error("enter alone does not send")
	}
}

func TestEnterAfterPasteOpensNothing(t *testing.T) {
	a := demoApp(t)
	a.Options.PasteGuard = time.Hour
	a.Update(tea.PasteMsg{Content: "x"})
	before := a.Top()
	if a.press("enter"); a.Top() != before {
		t.Errorf("it opened %q", a.Top().Title())
	}
}
