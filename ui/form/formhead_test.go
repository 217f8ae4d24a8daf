package form_test

import (
	"fmt"
	"strings"
	"testing"

	"a2aform/ui/apptest"
)

// cut is a schema with n locations that cannot be checked.
func cut(n int) string {
	members := make([]string, n)
	for i := range members {
		members[i] = fmt.Sprintf(`"f%d":{"title":"Field %d","$ref":"other-document-with-a-name.json#/definitions/number%d"}`, i, i, i)
	}
	return `{"type":"object","properties":{` + strings.Join(members, ",") + `}}`
}

// However many notices a schema has, its fields stay in view; help and the review show
// all notices.
func TestManyNoticesLeaveFieldsInView(t *testing.T) {
	t.Parallel()
	d := apptest.Start(t, apptest.Agent(t, apptest.OneForm(cut(9)), apptest.Says(`"result":{}`)), 80, 24).WaitFor("The skill").Press("enter")
	d.WaitFor("! #/properties/f1", "! and 7 more, F1 lists them", "Field 5").WaitGone("f2:")
	d.Press("f1").WaitFor("Notices on the schema", "! #/properties/f2").Press("pgdown").WaitFor("number8").Press("esc")
	d.Press("ctrl+s").WaitFor("› Review", "! and 7 more below the data").Press("pgdown").WaitFor("! #/properties/f5").Press("end").WaitFor("! #/properties/f8")

	small := apptest.Start(t, apptest.Agent(t, apptest.OneForm(cut(9)), apptest.Says(`"result":{}`)), 40, 15).WaitFor("The skill").Press("enter")
	small.WaitFor("! 9 notices, F1 lists them", "Field 1").WaitGone("! #")
}

func TestManyRequirementsLeaveFieldsInView(t *testing.T) {
	t.Parallel()
	var all, members []string
	for i := range 7 {
		all = append(all, fmt.Sprintf(`{"anyOf":[{"required":["a%d"]},{"required":["b%d"]}]}`, i, i))
		members = append(members, fmt.Sprintf(`"a%d":{"type":"string"},"b%d":{"type":"string"}`, i, i))
	}
	schema := `{"type":"object","properties":{` + strings.Join(members, ",") + `},"allOf":[` + strings.Join(all, ",") + `]}`
	d := apptest.Start(t, apptest.Agent(t, apptest.OneForm(schema), apptest.Says(`"result":{}`)), 80, 24).WaitFor("The skill").Press("enter")
	d.WaitFor("· Fill in A0 or B0", "· Fill in A1 or B1", "· and 5 more, F1 lists them", "▌ ○ A0").WaitGone("A2 or B2")
	d.Type("x").WaitFor("· Fill in A1 or B1", "· Fill in A2 or B2", "and 4 more")
	d.Press("f1").WaitFor("Together", "✓ Fill in A0 or B0", "· Fill in A6 or B6")
}

// What the palette names is done by choosing it there.
func TestPalettePressesListedKey(t *testing.T) {
	t.Parallel()
	d := apptest.OpenSkill(t, apptest.Trip, apptest.Quick, 80, 24)
	d.Press("f3").WaitFor("1  Lisbon").Press("1").WaitFor("6 of 6 required")
	d.Press("alt+/").Type("companions › 1").WaitFor("3 of ").Press("enter").WaitFor("▌   ● 1             Charles, 44")
	d.Press("ctrl+o").Type("duplicate").Press("enter").WaitFor("Item 2 is a copy of item 1")
	d.Press("ctrl+o").Type("open").WaitFor("Open").Press("enter").WaitFor("▌     ● Name *      Charles")
}

func TestLongPathShowsEnd(t *testing.T) {
	t.Parallel()
	c := apptest.OneForm(`{"type":"object","properties":{"child":{"title":"A child of the one above it","$ref":"#"}}}`)
	d := apptest.Start(t, apptest.Agent(t, c, apptest.Says(`"result":{}`)), 60, 24).WaitFor("The skill").Press("enter").WaitFor("A child")
	for range 4 {
		d.Press("ctrl+end", "enter")
	}
	d.WaitFor("…", "› A child of the one above it ─")
}

// Choices stand in a list below their row: typing filters them, esc takes the filter away, and enter takes one and goes on.
func TestChoicesAreListedBelowTheirRow(t *testing.T) {
	t.Parallel()
	c := apptest.OneForm(`{"type":"object","properties":{"x":{"title":"Ten","enum":[0,1,2,3,4,5,6,7,8,9]},"y":{"title":"Some","type":"array","uniqueItems":true,"items":{"enum":[0,1,2,3,4,5,6,7,8,9]}}}}`)
	d := apptest.Start(t, apptest.Agent(t, c, apptest.Says(`"result":{}`)), 80, 24).WaitFor("The skill").Press("enter").WaitFor("Ten", "Type to filter, or ↓ to choose.")
	d.Type("3").WaitFor("/ 3").Press("esc").WaitGone("/ 3").WaitFor("Review & send").Type("7").Press("enter").WaitFor("● Ten       7")
	d.WaitFor("Type to filter; Space selects.").Press("space", "down").Type("5").WaitFor("/ 5").Press("enter").WaitFor("● Some      0, 5").WaitGone("/ 5")
}

func TestProblemOfWholePageIsShown(t *testing.T) {
	t.Parallel()
	c := apptest.OneForm(`{"type":"array","items":{"type":"integer"},"minItems":2,"uniqueItems":true}`)
	d := apptest.Start(t, apptest.Agent(t, c, apptest.Says(`"result":{}`)), 80, 24).WaitFor("The skill").Press("enter").WaitFor("Required. Enter adds it")
	d.Press("enter", "enter").Type("1").WaitFor("1 of 2 items, no two alike", "✗ At least 2 items").Press("f7").Type("1").WaitFor("✗ Items 1 and 2 are equal")
	d.Press("ctrl+s").WaitFor("Not sent: ").Press("shift+tab", "backspace").Type("2").WaitGone("✗").Press("ctrl+s").WaitFor("› Review")
}

// A form that is opened again says that it contains what was left there, and where a blank one is.
func TestAFormThatIsOpenedAgainSaysSo(t *testing.T) {
	t.Parallel()
	d := apptest.OpenSkill(t, apptest.Fight, apptest.Quick, 80, 24).Press("esc").WaitFor("Skills")
	apptest.OpenForm(d).WaitGone("as you left it").Type("Lion").Press("esc").WaitFor("Skills")
	apptest.OpenForm(d).WaitFor("Lion", "The form is as you left it. Ctrl+T offers a blank one.")
}

// What was sent is there to be asked otherwise: typing replaces it, and a blank form is offered.
func TestAFormThatWasSentIsAsItWasLeft(t *testing.T) {
	t.Parallel()
	d, _ := apptest.NewSession(t).Fight()
	d.Type("Lion").Press("tab").Type("Tiger").Press("ctrl+s").WaitFor("› Review").Press("enter").WaitFor("✓ completed")
	d.Press("esc").WaitFor("A *       Lion", "2 of 2 required").Press("esc").WaitFor("Skills")
	apptest.OpenForm(d).WaitFor("The form is as you left it. Ctrl+T offers a blank one.", "2 of 2 required").Press("ctrl+t").WaitFor("Last run", "Lion, Tiger").Press("esc").WaitGone("Blank form")
	d.Press("tab").Type("Bear").WaitFor("Bear").WaitGone("Tiger")
}

// What failed is there to be corrected.
func TestAFormThatFailedIsAsItWasLeft(t *testing.T) {
	t.Parallel()
	d := apptest.Start(t, apptest.Agent(t, apptest.OneForm(apptest.WordSchema), apptest.Says(`"result":{"task":{"id":"t","contextId":"c","status":{"state":"TASK_STATE_FAILED","message":{"messageId":"m","role":"ROLE_AGENT","parts":[{"text":"no wolves"}]}}}}`)), 80, 24).WaitFor("The skill")
	apptest.OpenForm(d).WaitFor("Word").Type("Wolf").Press("ctrl+s").WaitFor("› Review").Press("enter").WaitFor("no wolves")
	d.Press("esc").WaitFor("Wolf").Press("esc").WaitFor("Skills")
	apptest.OpenForm(d).WaitFor("Wolf", "The form is as you left it")
}

// Where the counts do not all fit beside the title, what is wrong is counted all the same.
func TestProblemsAreCountedWhereTheCountsDoNotFit(t *testing.T) {
	t.Parallel()
	d := apptest.OpenSkill(t, apptest.Trip, apptest.Quick, 100, 30)
	d.WaitFor("Destination *").Type("Lisbon").Press("tab").Type("tomorrow").Press("tab").Type("moons")
	d.Press("alt+/").WaitFor("Go to a field").Type("e-mail").Press("enter").WaitFor("▌   ○ E-mail").Type("ada").Press("ctrl+s")
	d.WaitFor("─ ✗ 2 problems  ! 1 warning  3 of 5 required ─").Resize(80, 24).WaitFor("─ ✗ 2 problems  ! 1 warning ")
}
