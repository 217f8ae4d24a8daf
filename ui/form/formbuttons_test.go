package form_test

import (
	"strings"
	"testing"

	"a2aform/ui"
	"a2aform/ui/apptest"
	"a2aform/ui/kit"
	"a2aform/ui/uitest"
)

// Enter leads through the fields to the buttons, and from there to the review.
func TestEnterLeadsFromFieldToReview(t *testing.T) {
	t.Parallel()
	d := apptest.OpenSkill(t, apptest.Fight, apptest.Quick, 100, 24).WaitFor("The name of the first")
	d.Type("Lion").Press("enter").WaitFor("The name of the second").Type("Tiger").Press("enter")
	d.WaitFor("╭ Fight Comparison").WaitGone("The name of the second").Type("x").WaitFor("Press Enter for “Review & send”")
	d.Press("right").Type("x").WaitFor("Press Enter for “Start from…”").Press("left", "up").WaitFor("▌ ● B *").Press("down", "enter").WaitFor("› Review").Press("v").WaitFor(`"b": "Tiger"`)
	d.Press("esc").WaitFor("▌ ● A *").Press("tab", "tab", "right", "enter").WaitFor("Blank form").Press("esc").WaitGone("Blank form")
}

func TestButtonsOfFormTakeClicks(t *testing.T) {
	t.Parallel()
	d := apptest.WithMouse(t, apptest.Fight, 100, 24).WaitFor("A *")
	apptest.ClickAt(t, d, "[ Start from", 3).WaitFor("Blank form", "1  Superman").Press("1").WaitFor("2 of 2 required")
	apptest.ClickAt(t, d, "[ Review", 3).WaitFor("› Review", "Superman")
	apptest.ClickAt(t, d, "[ Back", 3).WaitFor("[ Review").WaitGone("› Review")
	apptest.ClickAt(t, d, "[ Review", 3).WaitFor("› Review")
	apptest.ClickAt(t, d, "[ Send", 3).WaitFor("Weighing")
}

// A letter takes the choice that begins with it, space keeps it, and a click the one
// below it. A word that none begins with takes none.
func TestChoiceIsTakenByLetterSpaceAndClick(t *testing.T) {
	t.Parallel()
	d := apptest.WithMouse(t, apptest.Trip, 100, 30).WaitFor("Pace *")
	apptest.ClickAt(t, d, "packed", 0).WaitFor("▌ ● Pace *", "(●) packed")
	d.Type("r").WaitFor("(●) relaxed").Press("space").Type("x").WaitFor("No choice begins with “x”.", "(●) relaxed").Type("b").WaitFor("No choice begins with “xb”.", "(●) relaxed").Press("backspace").Type("b").WaitFor("(●) balanced")
	d.Press("left").WaitFor("(●) relaxed").Type("bat").WaitFor("No choice begins with “bat”.", "(●) relaxed")
}

// What is said in two lines hides neither the buttons nor the border above them.
func TestLongNoticeKeepsTheButtons(t *testing.T) {
	t.Parallel()
	d := apptest.OpenSkill(t, apptest.Trip, apptest.Quick, 80, 24).Press("ctrl+s").WaitFor("Not sent: ", "[ Review & send", "╯")
	d.Press("f6").WaitGone("Not sent")
}

// A button is no field: no key of a field is offered there.
func TestNoKeyOfAFieldIsOfferedOnAButton(t *testing.T) {
	t.Parallel()
	d := apptest.OpenSkill(t, apptest.Fight, apptest.Quick, 80, 24)
	d.Press("tab", "tab", "tab").WaitGone("Skip this field").WaitFor("esc Back")
}

// There is a button for what fills in the form once there is something: an example, a run of this session or of an earlier one.
func TestStartFromIsOfferedWhereThereIsSomething(t *testing.T) {
	t.Parallel()
	s := apptest.SessionWith(t, apptest.Agent(t, apptest.OneForm(apptest.WordSchema), apptest.Says(`"result":{"kind":"message","role":"agent","messageId":"m","parts":[{"kind":"text","text":"Done"}]}`)))
	open := func() (*uitest.Driver, func(string)) {
		app := ui.New(t.Context(), kit.Options{Ref: s.Ref, Store: s.Keep})
		d := apptest.OpenForm(uitest.Start(t, app, 80, 24).WaitFor("The skill")).WaitFor("[ Review & send")
		return d, func(asks string) {
			d.Press("ctrl+c")
			if asks != "" {
				d.WaitFor(asks).Press("ctrl+c")
			}
			_ = d.WaitExit()
			app.Close()
		}
	}
	d, end := open()
	d.WaitGone("[ Start from…").Press("ctrl+t").WaitFor("Blank form", "Load from file…").Press("esc").WaitGone("Blank form")
	d.Type("fox").Press("ctrl+s").WaitFor("› Review").Press("enter").WaitFor("Done", "✓").Press("esc").WaitFor("[ Start from…")
	end("")
	d, end = open()
	d.WaitFor("[ Start from…").Press("ctrl+t").WaitFor("Last run")
	end("")
}

// A form that comes back begins where something is to be done, and not on a button.
func TestFormThatComesBackBeginsWithWhatIsDue(t *testing.T) {
	t.Parallel()
	const schema = `{"type":"object","required":["a","c"],"properties":{"a":{"type":"string","title":"Alpha"},"b":{"type":"integer","title":"Beta"},"c":{"type":"string","title":"Gamma"}}}`
	d := apptest.OpenForm(apptest.Start(t, apptest.Agent(t, apptest.OneForm(schema), apptest.Says(`"result":{}`)), 80, 24).WaitFor("The skill"))
	again := func() *uitest.Driver {
		return apptest.OpenForm(d.Press("esc").WaitFor("Skills")).WaitFor("The form is as you left it")
	}
	d.WaitFor("▌ ○ Alpha").Type("x").Press("tab", "tab").WaitFor("▌ ○ Gamma").Press("tab").WaitGone("▌ ")
	again().WaitFor("▌ ○ Gamma").Press("up").Type("1x").Press("tab").WaitFor("✗ Not a number", "▌ ○ Gamma")
	again().WaitFor("▌ ● Beta").Press("backspace").WaitGone("✗").Press("tab").Type("y").Press("enter", "enter").WaitFor("› Review")
	d.Press("esc").WaitFor("▌ ● Alpha")
	d.Press("tab", "ctrl+s").WaitFor("› Review").Press("esc").WaitFor("▌ ● Beta") // left from a field, it comes back there
}

// What keeps a form from being sent is marked at its field and counted above it, and the status line says what it is.
func TestWhatKeepsAFormFromBeingSent(t *testing.T) {
	t.Parallel()
	const schema = `{"type":"object","required":["a","b"],"properties":{"a":{"type":"string","title":"Alpha"},"b":{"type":"string","title":"Beta"}}}`
	d := apptest.OpenForm(apptest.Start(t, apptest.Agent(t, apptest.OneForm(schema), apptest.Says(`"result":{}`)), 160, 45).WaitFor("The skill"))
	d.Press("ctrl+s").WaitFor("✗ 2 problems", "Not sent: 2 fields are missing; this is the first.", "f6 Next problem")
	d.Type("x").Press("tab", "ctrl+s").WaitFor("✗ 1 problem ", "▌ ○ Beta", "Not sent: Beta is required.")
	if text := d.Screen(); strings.Count(text, "✗") != 2 {
		t.Errorf("the problem is marked elsewhere, too\n%s", text)
	}
}
