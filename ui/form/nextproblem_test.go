package form_test

import (
	"net/http"
	"testing"

	"a2aform/ui/apptest"
)

func TestReviewNamesKeyForNextProblem(t *testing.T) {
	t.Parallel()
	d := apptest.OpenSkill(t, apptest.Fight, apptest.Quick, 80, 24)
	d.Press("ctrl+s").WaitFor("Not sent. 2 required fields are empty: A, B. F6 goes on.").Press("f6").WaitFor("▌ ○ B")
}

// A problem of an object that has no row of its own leads to the member that is missing, and
// the next ones are reached from there, round and round.
func TestNextProblemWrapsAround(t *testing.T) {
	t.Parallel()
	url := apptest.Agent(t, apptest.OneForm(`{"type":"object","required":["zip","name"],"anyOf":[{"required":["mail"]},{"required":["phone"]}],
		"properties":{"zip":{"type":"string"},"mail":{"type":"string","title":"E-mail"},"phone":{"type":"string"},"name":{"type":"string"}}}`), http.NotFound)
	d := apptest.OpenForm(apptest.Start(t, url, 80, 24).WaitFor("The skill")).WaitFor("Zip").Press("down", "ctrl+s")
	d.WaitFor("Not sent. Zip: required (and 2 more).", "✗ Fill in E-mail or Phone", "▌ ○ Zip").
		WaitGone("· Fill in E-mail")
	for range 2 {
		d.Press("f6").WaitFor("Problem 2 of 3", "▌ ○ E-mail").
			Press("f6").WaitFor("Problem 3 of 3", "▌ ○ Name").
			Press("f6").WaitFor("Problem 1 of 3", "▌ ○ Zip")
	}
}
