package ui_test

import (
	"bytes"
	"testing"

	"a2aform/ui"
	"a2aform/ui/apptest"
	"a2aform/ui/kit"
	"a2aform/ui/uitest"
)

func TestWheelMovesTheFormAndAKeyComesBack(t *testing.T) {
	t.Parallel()
	d := apptest.WithMouse(t, apptest.Expense, 80, 14)
	const down, up = "\x1b[<65;5;5M", "\x1b[<64;5;5M"
	d.WaitFor("▌ ○ Title").Send(down, down, down).WaitGone("▌ ○ Title").WaitFor("○ Days")
	d.Send(up, up, up).WaitFor("▌ ○ Title").Send(down, down, down).WaitGone("▌ ○ Title")
	d.Type("x").WaitFor("▌ ● Title")
}

// The mouse is the terminal's where the user wants it so, and changes hands by a key.
func TestTheMouseChangesHands(t *testing.T) {
	t.Parallel()
	const on, off = "\x1b[?1002h", "\x1b[?1002l"
	d := apptest.OpenSkill(t, apptest.Fight, apptest.Quick, 80, 24)
	if bytes.Contains(d.Output(), []byte(on)) {
		t.Error("the mouse was taken")
	}
	d.Command("mouse").WaitFor("Clicks and the wheel work here").WaitOutside("on", func() bool { return bytes.Contains(d.Output(), []byte(on)) })
	d.Command("mouse").WaitFor("The mouse is the terminal's again").WaitOutside("off", func() bool { return bytes.Contains(d.Output(), []byte(off)) })
}

// The keys of the footer, the names in the header and what is next to a dialog are targets.
func TestClicksAroundTheScreen(t *testing.T) {
	t.Parallel()
	d := apptest.WithMouse(t, apptest.Fight, 100, 30).WaitFor("▌ ○ A *")
	apptest.ClickAt(t, d, "ctrl+o Commands", 3).WaitFor("type to filter").Type("edit as").WaitFor("▌ Edit as JSON")
	apptest.ClickAt(t, d, "enter Choose", 2).WaitGone("▌ Edit as").WaitFor("f2 Back to the form")
	apptest.ClickAt(t, d, "f1 Help", 0).WaitFor("╭▌Help")
	apptest.ClickAt(t, d, " a2aform", 1)
	apptest.ClickAt(t, d, "esc Back", 0).WaitGone("╭▌Help")
	apptest.ClickAt(t, d, "Demo Agent ›", 2).WaitFor("▌ Fight Comparison")
	apptest.ClickAt(t, d, "? Help", 0).WaitFor("╭▌Help").Send("\x1b[<0;2;4M").WaitGone("╭▌Help")
}

// An example of the card opens the form filled in; on the review its keys and buttons are
// targets.
func TestClicksFromAnExampleToTheTask(t *testing.T) {
	t.Parallel()
	for _, size := range [][2]int{{100, 30}, {80, 24}, {50, 30}} {
		app := ui.New(t.Context(), kit.Options{Ref: apptest.DemoAgent(t, apptest.Quick).URL, Store: apptest.Home(t), Mouse: true})
		d := uitest.Start(t, app, size[0], size[1]).WaitFor("▌ Fight Comparison")
		apptest.ClickAt(t, d, "2  Lion, Tiger", 4).WaitFor("● A *", "Lion", "Example 2 loaded")
		if size[0] > 60 {
			apptest.ClickAt(t, d, "[ Review & send", 4).WaitFor("› Review")
			apptest.ClickAt(t, d, "v JSON", 3).WaitFor(`"a": "Lion"`)
			apptest.ClickAt(t, d, "v Values", 0).WaitFor("A  Lion")
		} else {
			d.Press("ctrl+s").WaitFor("› Review")
		}
		apptest.ClickAt(t, d, map[bool]string{true: "Send  enter", false: "enter Send"}[size[0] > 60], 0).WaitFor("✓ completed")
		if size[0] == 100 {
			apptest.ClickAt(t, d, "Weighing", 0).WaitFor("▌Demo Agent")
			apptest.ClickAt(t, d, "Winner", 0).WaitGone("▌Demo Agent")
			apptest.ClickAt(t, d, "Winner", 0).WaitFor("Nothing here opens")
		}
	}
}

// What the header counts is open after a click on it.
func TestClicksOnTheCounts(t *testing.T) {
	t.Parallel()
	d := uitest.Start(t, ui.New(t.Context(), kit.Options{Ref: apptest.DemoAgent(t, apptest.Stuck).URL, Store: apptest.Home(t), Mouse: true}), 100, 30).WaitFor("Fight Comparison")
	apptest.OpenForm(d).Type("Lion").Press("tab").Type("Tiger").Press("ctrl+s").WaitFor("› Review").Press("enter").WaitFor("Weighing Lion", "● 1 running")
	apptest.ClickAt(t, d, "1 running", 0).WaitFor("› History")
}
