package ui_test

import (
	"testing"

	"a2aform/internal/store"
	"a2aform/ui"
	"a2aform/ui/apptest"
	"a2aform/ui/kit"
	"a2aform/ui/uitest"
)

// Enter opens what the empty line stands for: at first the demo agent, later the agent that
// is marked in the list.
func TestEnterInTheEmptyLineOpensAnAgent(t *testing.T) {
	t.Parallel()
	demo := apptest.DemoAgent(t, apptest.Quick)
	start := func() (string, error) { return demo.URL, nil }
	d := uitest.Start(t, ui.New(t.Context(), kit.Options{Store: apptest.Home(t), Demo: start}), 80, 24).WaitFor("Built in", "▌ Demo Agent", "no network is needed")
	d.Press("enter").WaitFor("▌ Fight Comparison")

	keep := apptest.Home(t)
	apptest.Save(t, keep, store.Saved{Name: "mine", URL: apptest.Agent(t, apptest.OneForm(apptest.WordSchema), apptest.NoAnswer)})
	d = uitest.Start(t, ui.New(t.Context(), kit.Options{Store: keep, Demo: start}), 80, 24).WaitFor("▌ mine")
	d.Press("enter").WaitFor("▌ The skill")

	d = uitest.Start(t, ui.New(t.Context(), kit.Options{Store: apptest.Home(t)}), 80, 24).WaitFor("Open an agent").WaitGone("demo agent")
	d.Press("enter").WaitFor("Type an address first.")
}
