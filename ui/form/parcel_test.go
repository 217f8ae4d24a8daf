package form_test

import (
	"strings"
	"testing"

	"a2aform/ui/apptest"

	"a2aform/ui"
	"a2aform/ui/kit"
	"a2aform/ui/uitest"
)

// A form with every shape a schema can ask for, filled in by keys alone.
func TestParcelFormIsFilledByKeys(t *testing.T) {
	t.Parallel()
	dir := apptest.Files(t, map[string]string{"photo.png": strings.Repeat("x", 12_345), "large.png": strings.Repeat("x", 2<<20)})
	d := apptest.OpenSkill(t, apptest.Parcel, apptest.Quick, 120, 40)
	d.WaitFor("· Fill in E-mail or Phone")
	d.Type("Ada").Press("tab").Type("Ely").Press("tab").WaitFor("Country", "Austria").Type("king").Press("enter").WaitFor("● Country *    United Kingdom")

	// A union: another branch, and back.
	d.Press("right").WaitFor("(●) Courier", "To the door, at a time of your").Press("tab").Type("2026-06-03").WaitFor("2026-06-03")
	d.Press("shift+tab", "right").WaitFor("(●) Locker", "Locker number *").Press("left").WaitFor("2026-06-03")

	// A tuple, a number, a list of choices.
	d.Press("tab", "tab", "tab").WaitFor("+ Add item  enter").Press("enter").WaitFor("1 Length")
	d.Type("30").Press("tab").Type("20").Press("tab").Type("10").WaitFor("3 Height").Press("tab").Type("1.50")
	d.Press("tab").WaitFor("Space").Press("down", "down", "space", "up", "space").WaitFor("Handling           Keep dry, This side up")

	// A union of scalars, and a map with a name that is not good at first.
	d.Press("tab", "right").WaitFor("(●) A sum").Press("tab").Type("250").Press("tab").WaitFor("+ Add")
	d.Press("enter").WaitFor("0/8 entries").Type("Order").WaitFor("✗ the name must match the pattern").Press("ctrl+u").Type("order").Press("enter").Type("4711")
	d.WaitFor("1/8 entries", "● order").Press("alt+r").WaitFor("new name  order").Press("ctrl+u").Type("number").Press("enter").WaitFor("Order is now number", "● number")

	// Bytes from a file; many bytes need a confirmation.
	d.Press("tab", "tab").Type("ada@example.com").WaitGone("Fill in E-mail or Phone").Press("tab", "tab").WaitFor("F4 chooses a file")
	d.Press("f4").WaitFor("Fill Photo with a file").Paste(dir + "/large.png").Press("enter").WaitFor("✗ large.png has 2.1 MB, all of which is sent; Enter again takes it")
	d.Press("ctrl+u").Paste(dir+"/photo.p").Press("enter").WaitFor("Photo is filled in from photo.png", "12.3 kB", "Note *")
	d.Press("tab").Type("fragile!").WaitFor("8/500")

	d.Press("ctrl+s").WaitFor("› Review").Press("v").WaitFor(`"kind": "courier",`, `"size": [`, `"weight": 1.50,`, `"handling": [`, `"number": "4711"`)
	d.Press("enter").WaitFor("✓ completed", "dry, upright", "GB ")
}

// What is said of the whole value is about a field, and the focus goes there.
func TestAMissingMemberOfTheWholeValueGetsTheFocus(t *testing.T) {
	t.Parallel()
	d := apptest.OpenSkill(t, apptest.Parcel, apptest.Quick, 80, 24)
	d.Press("ctrl+s").WaitFor("Not sent: ", "✗ 6 problems", "▌   ○ Name *").Press("f6", "f6", "f6", "f6", "f6").WaitFor("Problem 6 of 6", "▌ ○ E-mail")
}

// What is said below a form takes no field above the focus out of it.
func TestStatusLeavesFieldsInView(t *testing.T) {
	t.Parallel()
	d := uitest.Start(t, ui.New(t.Context(), kit.Options{Ref: apptest.DemoAgent(t, apptest.Quick).URL, Store: apptest.Home(t), Hints: true}), 80, 20).WaitFor("Send a Parcel")
	d.Press("down", "down", "enter").WaitFor("Weight")
	d.Press("tab", "tab", "tab", "tab").WaitFor("+ Add item  enter").Press("enter").WaitFor("1 Length").Type("1").Press("tab").Type("x").Press("tab").Type("1")
	for range 10 {
		d.Press("shift+tab")
	}
	d.WaitFor("▌   ○ Name").Press("f6").WaitFor("Problem 1 of 1", "▌   ● 2 Width", "● 1 Length", "● Size")
}

// A label that is typed and not added is not lost without a word.
func TestTypedNameIsToldBeforeTheReview(t *testing.T) {
	t.Parallel()
	d := apptest.OpenSkill(t, apptest.Parcel, apptest.Quick, 80, 24).Press("ctrl+t").WaitFor("Start from…").Press("1").WaitFor("5 of 5 required")
	d.Press("alt+/").WaitFor("Go to a field").Type("labels").Press("enter").Press("f7").WaitFor("+ Add label:").Type("weight").Press("tab", "ctrl+s")
	d.WaitFor("The name is typed and not added.", "▌     + Add label: weight").Press("enter").Type("2").Press("ctrl+s").WaitFor("› Review", "  weight       2")
}

// A name that is typed and not added gets the focus where a button had it: enter adds it.
func TestTypedNameGetsTheFocusOfAButton(t *testing.T) {
	t.Parallel()
	c := apptest.OneForm(`{"type":"object","properties":{"city":{"type":"string"}}}`)
	d := apptest.OpenForm(apptest.Start(t, apptest.Agent(t, c, apptest.Says(`"result":{}`)), 80, 24).WaitFor("The skill")).WaitFor("City")
	d.Press("alt+n").WaitFor("+ Add field: a name, then Enter").Type("stray").Press("tab", "ctrl+s").WaitFor("The name is typed and not added.", "▌   + Add field: stray")
	d.Press("ctrl+u", "up").WaitGone("+ Add field").Press("ctrl+s").WaitFor("› Review")
}
