package qa_test

import (
	"testing"

	"a2aform/ui"
	"a2aform/ui/apptest"
	"a2aform/ui/kit"
	"a2aform/ui/uitest"
)

// A click goes to a row of a list, and one on the row at the cursor opens it. What is around the rows is no row.
func TestClicksOnCasesAndTheirRun(t *testing.T) {
	t.Parallel()
	for _, size := range [][2]int{{100, 30}, {60, 20}} {
		dir := apptest.CaseFiles(t, map[string]string{"a.toml": apptest.FightCase, "b.toml": apptest.RowsCase})
		app := ui.New(t.Context(), kit.Options{Ref: apptest.DemoAgent(t, apptest.Quick).URL, Store: apptest.Home(t), Demo: apptest.NoDemo, Dir: dir, Mouse: true})
		d := uitest.Start(t, app, size[0], size[1]).WaitFor("Fight Comparison").Press("alt+c").WaitFor("▌", "fight: Lion", "small talk")
		apptest.ClickAt(t, d, "small talk", 0).Press("space").WaitFor("● · small talk")
		d.Press("/").Type("talk").WaitGone("fight: Lion").Press("enter")
		apptest.ClickAt(t, d, "small talk", 0).WaitFor("Send 2 messages").Press("enter").WaitFor("› Run", "✓ small talk [hello]", "2/2")
		apptest.ClickAt(t, d, "[good", 0)
		apptest.ClickAt(t, d, "[good", 0).WaitFor("✓ Outcome").WaitGone("[hello]")
		d.Press("esc").WaitFor("[hello]").Press("esc").WaitFor("small talk")
	}
}

func TestClicksOnFindings(t *testing.T) {
	t.Parallel()
	for _, size := range [][2]int{{100, 30}, {60, 20}} {
		d := uitest.Start(t, ui.New(t.Context(), kit.Options{Ref: badAgent(t), Store: apptest.Home(t), Mouse: true}), size[0], size[1]).WaitFor("! 5 notes").Press("!").WaitFor("▌✗ V03", "✗ S07")
		apptest.ClickAt(t, d, "✗ O04", 2).WaitFor("▌✗ O04")
		apptest.ClickAt(t, d, "✗ O04", 2).WaitFor("Raw card", `▌         "application/json;schema=missing"`)
		d.Press("esc").WaitFor("▌✗ O04")
		apptest.ClickAt(t, d, "✗ V03", 2).WaitFor("▌✗ V03")
		apptest.ClickAt(t, d, "V03", 0).WaitFor("Raw card", `▌       "protocolBinding": "jsonrpc",`)
	}
}

func TestClicksOnDifferences(t *testing.T) {
	t.Parallel()
	for _, size := range [][2]int{{100, 30}, {60, 20}} {
		app := ui.New(t.Context(), kit.Options{Store: apptest.ThreeRuns(t), Mouse: true})
		d := uitest.Start(t, app, size[0], size[1]).WaitFor("Open an agent").Press("alt+h").WaitFor("booking").Press("d").WaitFor("~ price", "+ taxi")
		apptest.ClickAt(t, d, "~ note", 2).Press("i").WaitFor("· note")
		apptest.ClickAt(t, d, "+ taxi", 2)
		apptest.ClickAt(t, d, "+ taxi", 2).WaitFor("Location  /data/taxi", `"at": "09:00"`).Press("esc").WaitFor("· note")
		apptest.ClickAt(t, d, "Before    2026", 1).Press("i").WaitFor("· taxi")
	}

	app := ui.New(t.Context(), kit.Options{Store: keptOrders(t, [2]string{"Norway", "Brazil"}, 6), Mouse: true})
	d := uitest.Start(t, app, 80, 24).WaitFor("Open an agent").Press("alt+h").WaitFor("booking").Press("d").WaitFor("PO-7")
	apptest.ClickAt(t, d, "PO-8", 0).WaitFor("tab To the list")
	apptest.ClickAt(t, d, "PO-8", 0).WaitFor("▌  2  now     PO-8")
	apptest.ClickAt(t, d, "PO-8", 0).WaitFor("Row 2 of 12").Press("esc")
	apptest.ClickAt(t, d, "PO-6", 0).WaitFor("▌ ~ order PO-6")
	apptest.ClickAt(t, d, "PO-6", 0).WaitFor("Location  /data/0/country")
}
