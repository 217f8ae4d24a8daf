package ui_test

import (
	"fmt"
	"testing"

	"a2aform/internal/safe"
	"a2aform/internal/store"
	"a2aform/ui"
	"a2aform/ui/apptest"
	"a2aform/ui/kit"
	"a2aform/ui/uitest"
)

// The main job can be done on the least terminal.
func TestMainJobOnSmallestTerminal(t *testing.T) {
	t.Parallel()
	d := apptest.OpenSkill(t, apptest.Expense, apptest.Quick, 36, 10)
	d.WaitFor("Title").Press("f3").WaitFor("1  ").Press("1").WaitFor("Example 1 loaded")
	d.Press("ctrl+s").WaitFor("› Review").Press("enter").WaitFor("Your answer")
	d.Type("yes").WaitFor("> yes").Press("enter").WaitFor("✓ completed")
	d.WaitFor("Expense summary").Press("end").WaitFor("Amount")
	d.Press("f1").WaitFor("pgdn Scroll").Press("esc", "ctrl+o").WaitFor("Commands", "enter Choose").Press("esc").WaitFor("Amount")
}

// Of more agents than lines the chosen one is in view.
func TestManyKnownAgentsKeepChosenInView(t *testing.T) {
	t.Parallel()
	keep := apptest.Home(t)
	for i := range 40 {
		if err := keep.Remember(store.Agent{Ref: fmt.Sprintf("agent%d.example", i), Name: safe.Text("An agent")}); err != nil {
			t.Fatal(err)
		}
	}
	d := uitest.Start(t, ui.New(t.Context(), kit.Options{Store: keep}), 80, 24).WaitFor("Opened before")
	for range 40 {
		d.Press("down")
	}
	d.WaitFor("▌ An agent  agent20.example")
}
