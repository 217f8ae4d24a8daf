package form_test

import (
	"testing"

	"a2aform/ui/apptest"
)

// Enter leads through the fields to the buttons, and from there to the review.
func TestEnterLeadsFromFieldToReview(t *testing.T) {
	t.Parallel()
	d := apptest.OpenSkill(t, apptest.Fight, apptest.Quick, 100, 24).WaitFor("The name of the first")
	d.Type("Lion").Press("enter").WaitFor("The name of the second").Type("Tiger").Press("enter")
	d.WaitFor("╭ Fight Comparison", "Shows what will be sent").Type("x").WaitFor("Press Enter for “Review & send”")
	d.Press("right").WaitFor("Fills in an example").Press("left", "up").WaitFor("▌ ● B *").Press("down", "enter").WaitFor("› Review").Press("2").WaitFor(`"b": "Tiger"`)
	d.Press("esc").WaitFor("● B *").Press("right", "enter").WaitFor("Blank form").Press("esc").WaitGone("Blank form")
}

func TestButtonsOfFormTakeClicks(t *testing.T) {
	t.Parallel()
	d := apptest.WithMouse(t, apptest.Fight, 100, 24).WaitFor("A *")
	apptest.ClickAt(t, d, "[ Start from", 3).WaitFor("Blank form", "1  Superman").Press("1").WaitFor("2 of 2 required")
	apptest.ClickAt(t, d, "[ Review", 3).WaitFor("› Review", "Superman")
	apptest.ClickAt(t, d, "[ Back", 3).WaitFor("[ Review").WaitGone("› Review")
	apptest.ClickAt(t, d, "[ Review", 3).WaitFor("› Review")
	apptest.ClickAt(t, d, "[ Send", 3).WaitFor("Weighing", "✓ Sent")
}

func TestReviewShowsOneViewAtATime(t *testing.T) {
	t.Parallel()
	d := apptest.OpenSkill(t, apptest.Fight, apptest.Quick, 100, 30).WaitFor("A *").Press("ctrl+t").WaitFor("1  Superman").Press("1").WaitFor("2 of 2 required")
	d.Press("ctrl+s").WaitFor("1 Values", "A  Superman")
	d.Press("3").WaitFor("POST http://127.0.0.1", "JSONRPC").WaitGone("A  Superman")
	d.Press("3").WaitFor("“Request” is shown already.").Press("tab").WaitFor("A  Superman").Press("shift+tab").WaitFor("POST http://127.0.0.1")
}

// A letter takes the choice that begins with it, space keeps it, and a click the one
// below it.
func TestChoiceIsTakenByLetterSpaceAndClick(t *testing.T) {
	t.Parallel()
	d := apptest.WithMouse(t, apptest.Trip, 100, 30).WaitFor("Pace *")
	apptest.ClickAt(t, d, "packed", 0).WaitFor("▌ ● Pace *", "(●) packed")
	d.Type("r").WaitFor("(●) relaxed").Press("space").Type("x").WaitFor("No choice begins with “x”.", "(●) relaxed").Type("b").WaitFor("(●) balanced")
}

// What is said in two lines hides neither the buttons nor the border above them.
func TestLongNoticeKeepsTheButtons(t *testing.T) {
	t.Parallel()
	d := apptest.OpenSkill(t, apptest.Trip, apptest.Quick, 80, 24).Press("ctrl+s").WaitFor("Not sent.", "[ Review & send", "╯")
	d.Press("f6").WaitGone("Not sent.")
}

// A button is no field: no key of a field is offered there.
func TestNoKeyOfAFieldIsOfferedOnAButton(t *testing.T) {
	t.Parallel()
	d := apptest.OpenSkill(t, apptest.Fight, apptest.Quick, 80, 24)
	d.Press("tab", "tab", "tab").WaitGone("Skip this field").WaitFor("esc Back")
}
