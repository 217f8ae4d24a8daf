package kit_test

import (
	"testing"

	"a2aform/ui"
	"a2aform/ui/apptest"
	"a2aform/ui/kit"
	"a2aform/ui/uitest"
)

// A click on a completion takes it, a second one opens it.
func TestClicksOnCompletions(t *testing.T) {
	t.Parallel()
	dir := apptest.Files(t, map[string]string{"one-card.json": "{}", "other-card.json": "{}"})
	d := uitest.Start(t, ui.New(t.Context(), kit.Options{Store: apptest.Home(t), Mouse: true}), 80, 24).WaitFor("Open an agent")
	d.Type(dir+"/o").WaitFor("  one-card.json", "  other-card.json")
	apptest.ClickAt(t, d, "other-card.json", 0).WaitFor("▌ other-card.json")
	apptest.ClickAt(t, d, "▌ other-card.json", 4).WaitFor("✗ card")

	d = apptest.WithMouse(t, apptest.Fight, 80, 24).Command("load a file").WaitFor("Load the whole form").Type(dir + "/o").WaitFor("  one-card.json")
	apptest.ClickAt(t, d, "one-card.json", 0).WaitFor("> "+dir[:8], "one-card.json").WaitGone("other-card.json")
}

func TestClicksInALongList(t *testing.T) {
	t.Parallel()
	d := apptest.WithMouse(t, apptest.Fight, 80, 30)
	d.Press("ctrl+o").WaitFor("enter Choose", "Commands", "Review")
	apptest.ClickAt(t, d, "Load a file", 0).WaitFor("Load the whole form from a JSON file").Press("esc").WaitGone("Load the whole")
}
