package form_test

import (
	"net/http"
	"strings"
	"testing"

	"a2aform/ui/apptest"
)

func TestFieldIsFoundByName(t *testing.T) {
	t.Parallel()
	d := apptest.OpenSkill(t, apptest.Trip, apptest.Quick, 80, 24)
	d.Press("f3").WaitFor("1  Lisbon").Press("1").WaitFor("6 of 6 required")
	d.Press("alt+/").WaitFor("Go to a field", "Traveller › Name", "Companions › 1 › Age", "Lisbon")
	d.Type("1 › age").WaitFor("1 of ").Press("enter").WaitFor("▌     ● Age         44", "Companions  1/6 items").Press("esc").WaitFor("▌   ● 1", "Charles, 44")
	d.Press("alt+/").Type("destination").Press("enter").WaitFor("▌ ● Destination *   Lisbon")
	d.Press("alt+/").WaitFor("Go to a field").Press("esc").WaitFor("▌ ● Destination")
}

func TestFormFilterCycles(t *testing.T) {
	t.Parallel()
	d := apptest.OpenSkill(t, apptest.Trip, apptest.Quick, 80, 24)
	d.Press("f3").WaitFor("1  Lisbon").Press("1").WaitFor("Budget")
	d.Press("ctrl+r").WaitFor("required only", "● Traveller *").WaitGone("Budget", "E-mail")
	d.Press("ctrl+o").Type("problems only").WaitFor("1 of ").Press("enter").WaitFor("problems only, none here", "▌ ● Destination")
	d.Press("ctrl+u").Type("L").Press("tab").WaitFor("✗ At least 2 characters").Press("up")
	d.Press("ctrl+r").WaitFor("Budget").Press("tab", "ctrl+u").Type("2026-02-31").Press("tab", "ctrl+u").Type("99")
	d.WaitFor("✗ 3 problems").Press("ctrl+r", "ctrl+r").WaitFor("problems only").WaitGone("Pace")

	d.Press("f6").WaitFor("Problem 1 of 3", "▌ ● Destination").Press("f6").WaitFor("Problem 2 of 3", "▌ ● First day").Press("f6").WaitFor("Problem 3 of 3", "▌ ● Nights")
	d.Press("f6").WaitFor("Problem 1 of 3").Type("isbon").WaitFor("✗ 2 problems").WaitFor("▌ ● Destination").Press("tab").WaitGone("Destination")
}

func TestReviewNamesKeyForNextProblem(t *testing.T) {
	t.Parallel()
	d := apptest.OpenSkill(t, apptest.Fight, apptest.Quick, 80, 24)
	d.Press("ctrl+s").WaitFor("Not sent: ").Press("f6").WaitFor("▌ ○ B")
}

// A problem of an object that has no row of its own leads to the member that is missing, and
// the next ones are reached from there, round and round.
func TestNextProblemWrapsAround(t *testing.T) {
	t.Parallel()
	url := apptest.Agent(t, apptest.OneForm(`{"type":"object","required":["zip","name"],"anyOf":[{"required":["mail"]},{"required":["phone"]}],
		"properties":{"zip":{"type":"string"},"mail":{"type":"string","title":"E-mail"},"phone":{"type":"string"},"name":{"type":"string"}}}`), http.NotFound)
	d := apptest.OpenForm(apptest.Start(t, url, 80, 24).WaitFor("The skill")).WaitFor("Zip").Press("down", "ctrl+s")
	d.WaitFor("Not sent: ", "✗ Fill in E-mail or Phone", "▌ ○ Zip").
		WaitGone("· Fill in E-mail")
	for range 2 {
		d.Press("f6").WaitFor("Problem 2 of 3", "▌ ○ E-mail").
			Press("f6").WaitFor("Problem 3 of 3", "▌ ○ Name").
			Press("f6").WaitFor("Problem 1 of 3", "▌ ○ Zip")
	}
}

// What few people need at a field is in help and the palette, not in the footer.
func TestFooterLeavesOutWhatIsSeldomWanted(t *testing.T) {
	t.Parallel()
	url := apptest.Agent(t, apptest.OneForm(`{"type":"object","properties":{"n":{"type":"integer"},"m":{"type":"integer"}}}`), apptest.NoAnswer)
	d := apptest.OpenForm(apptest.Start(t, url, 160, 40).WaitFor("The skill")).Type("7").WaitFor("● N", "ctrl+z Undo").WaitGone("Skip this field", "Next number")
	d.Press("f1").WaitFor("Skip this field", "Next number").Press("esc").WaitGone("Next number").Command("next number").WaitFor("8")
}

// A form that is in sight as a whole names no keys that find fields, and none that would do nothing.
func TestFooterOfASmallForm(t *testing.T) {
	t.Parallel()
	fields := `"a":{"type":"string"}`
	for _, name := range strings.Split("bcdefghijklm", "") {
		fields += `,"` + name + `":{"type":"string"}`
	}
	url := apptest.Agent(t, apptest.OneForm(`{"type":"object","required":["a"],"properties":{`+fields+`}}`), apptest.NoAnswer)
	d := apptest.OpenForm(apptest.Start(t, url, 160, 24).WaitFor("The skill")).WaitFor("tab Next field  esc Back  ctrl+t Start from…   ")
	d.Press("ctrl+r").WaitFor("All fields are in sight").Press("alt+/").WaitFor("Go to a field").Press("esc").WaitGone("Go to a field")
	d.Type("x").WaitFor("tab Next field  esc Back  ctrl+z Undo  ctrl+t Start from…   ")
	d.Resize(160, 12).WaitFor("alt+/ Go to a field  ctrl+r Required only").Press("ctrl+r").WaitFor("required only").WaitGone("○ C")
	d.Resize(160, 24).WaitFor("ctrl+r Problems only").Press("ctrl+r", "ctrl+r").WaitFor("○ C").WaitGone("ctrl+r")
}
