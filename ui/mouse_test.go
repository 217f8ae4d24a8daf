package ui_test

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"a2aform/internal/store"
	"a2aform/ui"
	"a2aform/ui/kit"
	"a2aform/ui/uitest"
)

// clickAt clicks on a text of the screen, some columns behind its beginning.
func clickAt(t *testing.T, d *uitest.Driver, text string, behind int) *uitest.Driver {
	t.Helper()
	for y, line := range strings.Split(d.Screen(), "\n") {
		if x := strings.Index(line, text); x >= 0 {
			return d.Send(fmt.Sprintf("\x1b[<0;%d;%dM", len([]rune(line[:x]))+behind+1, y+1))
		}
	}
	t.Fatalf("%q is not on the screen\n%s", text, d.Screen())
	return d
}

func withMouse(t *testing.T, place, width, height int) *uitest.Driver {
	t.Helper()
	app := ui.New(t.Context(), kit.Options{Ref: demoAgent(t, quick).URL, Store: home(t), Mouse: true})
	d := uitest.Start(t, app, width, height).WaitFor("Fight Comparison")
	for range place {
		d.Press("down")
	}
	return d.Press("enter").WaitGone("Skills").WaitGone("Reading the schema")
}

func TestClicksInTheForm(t *testing.T) {
	t.Parallel()
	d := withMouse(t, expense, 80, 30)
	clickAt(t, d, "Per diem", 0).WaitFor("▌ ○ Per diem")
	clickAt(t, d, "○ Days", 0).WaitFor("▌ ● Days")
	clickAt(t, d, "● Days", 0).WaitFor("▌ ○ Days")
	clickAt(t, d, "+ add item", 0).WaitFor("+ add item  enter")
	clickAt(t, d, "+ add item", 0).WaitFor("Expense Report", "Date *")
	d.Press("esc").WaitFor("1/20 items")
	clickAt(t, d, "Currency", 0).WaitFor("▌ ● Currency")
}

func TestClicksInALongList(t *testing.T) {
	t.Parallel()
	d := withMouse(t, fight, 80, 30)
	d.Press("ctrl+o").WaitFor("enter Choose", "Commands", "Review")
	clickAt(t, d, "Load a file", 0).WaitFor("Load the whole form from a JSON file").Press("esc").WaitGone("Load the whole")
}

func TestClicksInListsOfSkillsRunsAndAgents(t *testing.T) {
	t.Parallel()
	for _, width := range []int{80, 120} {
		server, keep := demoAgent(t, quick), home(t)
		save(t, keep, store.Saved{Name: "one", URL: server.URL}, store.Saved{Name: "two", URL: server.URL})
		d := uitest.Start(t, ui.New(t.Context(), kit.Options{Store: keep, Mouse: true}), width, 30).WaitFor("▌ one", "  two")
		clickAt(t, d, "Saved", 0)
		clickAt(t, d, "two  ", 0).WaitFor("/ Filter").Press("shift+tab").WaitFor("enter Open  tab Known agents")
		clickAt(t, d, "two  ", 0).WaitFor("/ Filter")
		clickAt(t, d, "▌ two", 4).WaitFor("▌ Fight Comparison")
		clickAt(t, d, "Small Talk", 0).WaitFor("▌ Small Talk")
		clickAt(t, d, "The agent inside", 0).WaitFor("▌ Small Talk")
		clickAt(t, d, "▌ Small Talk", 4).WaitFor("a plain text message").Type("hi").Press("enter").WaitFor("Hello!").Type("ho").Press("enter").WaitFor("ho\n")
		d.Press("alt+h").WaitFor("2 runs")
		_, first, _ := strings.Cut(d.Screen(), "· run ")
		first, _, _ = strings.Cut(first, "\n")
		clickAt(t, d, " ✓ small-talk", 4).WaitGone(first) // the second run: the first has a mark before it
		clickAt(t, d, "▌✓ small-talk", 4).WaitFor("offline")
	}
}

func TestWheelMovesTheFormAndAKeyComesBack(t *testing.T) {
	t.Parallel()
	d := withMouse(t, expense, 80, 14)
	const down, up = "\x1b[<65;5;5M", "\x1b[<64;5;5M"
	d.WaitFor("▌ ○ Title").Send(down, down, down).WaitGone("▌ ○ Title").WaitFor("Receipts are attached")
	d.Send(up, up, up).WaitFor("▌ ○ Title").Send(down, down, down).WaitGone("▌ ○ Title")
	d.Type("x").WaitFor("▌ ● Title")
}

// The mouse is the terminal's unless somebody wants it otherwise.
func TestMouseIsOffUntilItIsWanted(t *testing.T) {
	t.Parallel()
	const on, off = "\x1b[?1002h", "\x1b[?1002l"
	d := openSkill(t, fight, quick, 80, 24)
	if bytes.Contains(d.Output(), []byte(on)) {
		t.Error("the mouse was taken")
	}
	d.Press("alt+m").WaitFor("Clicks and the wheel work here").WaitOutside("on", func() bool { return bytes.Contains(d.Output(), []byte(on)) })
	d.Press("alt+m").WaitFor("The mouse is the terminal's again").WaitOutside("off", func() bool { return bytes.Contains(d.Output(), []byte(off)) })
}
