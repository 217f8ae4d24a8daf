package kit_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"a2aform/ui"
	"a2aform/ui/kit"
	"a2aform/ui/uitest"

	"a2aform/ui/apptest"
)

// mixedFile has facts, two tables and problems.
const mixedFile = `{"title":"Week","total":"much","lines":[{"day":"Mon","n":1},{"day":"Tue","n":"x"}],"people":[{"name":"Ada"},{"name":"Charles"},{"name":"Grace"}],"place":{"city":"Oslo","zip":1}}`

const mixedSchema = `{"type":"object","properties":{"title":{"type":"string"},"total":{"type":"number"},"lines":{"type":"array","items":{"type":"object","properties":{"day":{"type":"string"},"n":{"type":"integer"}}}},
	"people":{"type":"array","items":{"type":"object","properties":{"name":{"type":"string"}}}},"place":{"type":"object","properties":{"city":{"type":"string"},"zip":{"type":"string"}}}}}`

// The parts of a result are gone to and opened, and its problems found; each action says where one is.
func TestPartsOfAResultAreOpened(t *testing.T) {
	t.Parallel()
	d := apptest.ShowFile(t, "week.json", mixedFile, mixedSchema, 80, 24).WaitFor("✗ 3 problems", "Lines   2 items, below", "↓ 5 more lines")
	d.Press("tab").WaitFor("▸ Lines · 2 rows", "Enter opens Lines (1 of 2)", "Title   Week")
	d.Press("tab").WaitFor("▸ People · 3 rows", "Enter opens People (2 of 2)", "Grace").WaitGone("Title   Week", "▸ Lines")
	d.Press("tab").WaitFor("▸ Lines", "(1 of 2)").Press("shift+tab").WaitFor("▸ People", "(2 of 2)")
	d.Press("enter").WaitFor("› People", "▌  Ada", "3 rows ─").Press("esc").WaitFor("▸ People")
	d.Press("]").WaitFor("Problem 1 of 3", "must be a number").Press("]").WaitFor("Problem 2 of 3").Press("f6").WaitFor("Problem 3 of 3").Press("]").WaitFor("Problem 1 of 3")
	d.Press("[").WaitFor("Problem 3 of 3").Press("[").WaitFor("Problem 2 of 3")
	d.Press("v").WaitFor("› JSON", `"title": "Week"`, `▾ "lines": [ 2 items ]`).Press("esc").WaitFor("✗ 3 problems")
	path := filepath.Join(t.TempDir(), "out.json")
	d.Press("e").WaitFor("Export").Press("enter").WaitFor("enter Save").Press("ctrl+u").Type(path).Press("enter").WaitFor("Saved as")
	if text, err := os.ReadFile(path); err != nil || !strings.Contains(string(text), "Tue") {
		t.Errorf("%v: %s", err, text)
	}
}

// Of what is in sight the first part is opened.
func TestPartInSightIsOpened(t *testing.T) {
	t.Parallel()
	d := apptest.ShowFile(t, "week.json", mixedFile, mixedSchema, 80, 16).WaitFor("✗ 3 problems").Press("end").WaitFor("Grace").WaitGone("Lines · 2 rows")
	d.Press("tab").WaitFor("▸ People", "(2 of 2)").Press("enter").WaitFor("› People").Press("esc").WaitFor("▸ People")
	d.Press("home").WaitGone("▸ People").Press("enter").WaitFor("› Lines", "Mon", "✗ x")
}

func TestClicksOnPartsOfAResult(t *testing.T) {
	t.Parallel()
	for _, size := range [][2]int{{80, 30}, {50, 30}} {
		o := kit.Options{Show: apptest.OpenedFile(t, "week.json", mixedFile, mixedSchema), Store: apptest.Home(t), Mouse: true}
		d := uitest.Start(t, ui.New(t.Context(), o), size[0], size[1]).WaitFor("✗ 3 problems", "People · 3 rows")
		apptest.ClickAt(t, d, "Mon", 0).WaitFor("▸ Lines")
		apptest.ClickAt(t, d, "Charles", 0).WaitFor("▸ People").WaitGone("▸ Lines")
		apptest.ClickAt(t, d, "Charles", 0).WaitFor("› People", "▌  Ada")
	}
}

// Without parts, problems or data, the keys say why they do nothing.
func TestPlainResultHasNothingToOpen(t *testing.T) {
	t.Parallel()
	d := apptest.ShowFile(t, "one.json", `{"city":"Oslo"}`, "", 80, 24).WaitFor("Oslo")
	d.Press("tab").WaitFor("Nothing here opens").Press("]").WaitFor("Nothing is wrong here")
}

// Of a result with several data parts one is chosen to be shown as JSON.
func TestDataToShowAsJSONIsChosen(t *testing.T) {
	t.Parallel()
	url := apptest.Agent(t, apptest.OneForm(apptest.WordSchema), apptest.Says(`"result":{"task":{"id":"t","contextId":"c","status":{"state":"TASK_STATE_COMPLETED"},"artifacts":[{"artifactId":"a","parts":[{"data":{"first":1}},{"data":{"second":[1,2]}}]}]}}`))
	d := apptest.Start(t, url, 80, 24).WaitFor("The skill").Press("enter").WaitFor("Word *").Type("x").Press("ctrl+s").WaitFor("Send  enter").Press("enter").WaitFor("✓ completed", "first", "second")
	d.Press("v").WaitFor("Which data as JSON", "data 1", "data 2", "{ 1 member }").Press("down", "enter").WaitFor(`"second": [ 2 items ]`).WaitGone("guessed")
}
