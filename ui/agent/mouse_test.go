package agent_test

import (
	"strings"
	"testing"

	"a2aform/internal/store"
	"a2aform/ui"
	"a2aform/ui/apptest"
	"a2aform/ui/kit"
	"a2aform/ui/uitest"
)

func TestClicksInListsOfSkillsRunsAndAgents(t *testing.T) {
	t.Parallel()
	for _, width := range []int{80, 120} {
		server, keep := apptest.DemoAgent(t, apptest.Quick), apptest.Home(t)
		apptest.Save(t, keep, store.Saved{Name: "one", URL: server.URL}, store.Saved{Name: "two", URL: server.URL})
		d := uitest.Start(t, ui.New(t.Context(), kit.Options{Store: keep, Mouse: true}), width, 30).WaitFor("▌ one", "  two")
		apptest.ClickAt(t, d, "Saved", 0)
		apptest.ClickAt(t, d, "two  ", 0).WaitFor("/ Filter").Press("shift+tab").WaitFor("enter Open  tab Known agents")
		apptest.ClickAt(t, d, "two  ", 0).WaitFor("/ Filter")
		apptest.ClickAt(t, d, "▌ two", 4).WaitFor("▌ Fight Comparison")
		apptest.ClickAt(t, d, "Small Talk", 0).WaitFor("▌ Small Talk")
		apptest.ClickAt(t, d, "The agent inside", 0).WaitFor("▌ Small Talk")
		apptest.ClickAt(t, d, "▌ Small Talk", 4).WaitFor("A text message").Type("hi").Press("enter").WaitFor("Hello!", "✓").Type("ho").Press("enter").WaitFor("    ho ")
		d.WaitUntil("both answers", func(screen string) bool { return strings.Count(screen, "✓ answered") == 2 }) // else the list changes under the click
		d.Press("alt+h").WaitFor("2 runs", "▌ ✓ Small Talk  ho")
		apptest.ClickAt(t, d, "  ✓ Small Talk", 5).WaitFor("▌ ✓ Small Talk  hi")
		apptest.ClickAt(t, d, "▌ ✓ Small Talk", 4).WaitFor(", recorded")
	}
}

// A click on the last run does what its key does.
func TestClickOnTheLastRun(t *testing.T) {
	t.Parallel()
	d := apptest.WithMouse(t, apptest.Fight, 100, 30).Type("Lion").Press("tab").Type("Tiger").Press("ctrl+s").WaitFor("› Review").Press("enter").WaitFor("✓ completed")
	d.Press("esc").WaitFor("2 of 2 required").Press("esc").WaitFor("✓ Lion, Tiger")
	apptest.ClickAt(t, d, "✓ Lion, Tiger", 4).WaitFor("› Run", "Tiger")
}
