package ui_test

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"a2aform/internal/store"
	"a2aform/ui"
	"a2aform/ui/apptest"
	"a2aform/ui/kit"
	"a2aform/ui/uitest"
)

func TestClicksInTheForm(t *testing.T) {
	t.Parallel()
	d := apptest.WithMouse(t, apptest.Expense, 80, 30)
	apptest.ClickAt(t, d, "Per diem", 0).WaitFor("▌ ○ Per diem")
	apptest.ClickAt(t, d, "○ Days", 0).WaitFor("▌ ● Days")
	apptest.ClickAt(t, d, "● Days", 0).WaitFor("▌ ○ Days")
	apptest.ClickAt(t, d, "+ add item", 0).WaitFor("+ add item  enter")
	apptest.ClickAt(t, d, "+ add item", 0).WaitFor("Expense Report", "Date *")
	d.Press("esc").WaitFor("1/20 items")
	apptest.ClickAt(t, d, "Currency", 0).WaitFor("▌ ● Currency")
}

func TestClicksInALongList(t *testing.T) {
	t.Parallel()
	d := apptest.WithMouse(t, apptest.Fight, 80, 30)
	d.Press("ctrl+o").WaitFor("enter Choose", "Commands", "Review")
	apptest.ClickAt(t, d, "Load a file", 0).WaitFor("Load the whole form from a JSON file").Press("esc").WaitGone("Load the whole")
}

func TestClicksInListsOfSkillsRunsAndAgents(t *testing.T) {
	t.Parallel()
	for _, width := range []int{80, 120} {
		server, keep := apptest.DemoAgent(t, apptest.Quick), apptest.Home(t)
		apptest.Save(t, keep, store.Saved{Name: "one", URL: server.URL}, store.Saved{Name: "two", URL: server.URL})
		d := uitest.Start(t, ui.New(t.Context(), kit.Options{Store: keep, Mouse: true}), width, 30).WaitFor("▌ one", "  two")
		apptest.ClickAt(t, d, "Saved", 0)
		apptest.ClickAt(t, d, "two  ", 0).WaitFor("/ Filter").Press("shift+tab").WaitFor("enter Open  tab Known agents")
		apptest.ClickAt(t, d, "two  ", 0).WaitFor("/ Filter")
		apptest.ClickAt(t, d, "▌ two", 4).WaitFor("▌ Fight Comparison")
		apptest.ClickAt(t, d, "Small Talk", 0).WaitFor("▌ Small Talk")
		apptest.ClickAt(t, d, "The agent inside", 0).WaitFor("▌ Small Talk")
		apptest.ClickAt(t, d, "▌ Small Talk", 4).WaitFor("A text message").Type("hi").Press("enter").WaitFor("Hello!", "✓").Type("ho").Press("enter").WaitFor("    ho ")
		d.WaitUntil("both answers", func(screen string) bool { return strings.Count(screen, "✓ answered") == 2 }) // else the list changes under the click
		d.Press("alt+h").WaitFor("2 runs")
		_, first, _ := strings.Cut(d.Screen(), "· run ")
		first, _, _ = strings.Cut(first, "\n")
		apptest.ClickAt(t, d, "  ✓ Small Talk", 5).WaitGone(first) // the second run: the first has a mark before it
		apptest.ClickAt(t, d, "▌ ✓ Small Talk", 4).WaitFor("offline")
	}
}

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
	apptest.ClickAt(t, d, "ctrl+o Commands", 3).WaitFor("type to filter")
	apptest.ClickAt(t, d, "enter Choose", 2).WaitGone("type to filter").WaitFor("f2 Back to the form")
	apptest.ClickAt(t, d, "f1 Help", 0).WaitFor("╭▌Help")
	apptest.ClickAt(t, d, " a2aform", 1)
	apptest.ClickAt(t, d, "esc Back", 0).WaitGone("╭▌Help")
	apptest.ClickAt(t, d, "Demo Agent ›", 2).WaitFor("▌ Fight Comparison")
	apptest.ClickAt(t, d, "? Help", 0).WaitFor("╭▌Help").Send("\x1b[<0;2;4M").WaitGone("╭▌Help")
}

// An example of the card opens the form filled in; on the review the tabs and the buttons are
// targets.
func TestClicksFromAnExampleToTheTask(t *testing.T) {
	t.Parallel()
	for _, size := range [][2]int{{100, 30}, {80, 24}, {50, 30}} {
		app := ui.New(t.Context(), kit.Options{Ref: apptest.DemoAgent(t, apptest.Quick).URL, Store: apptest.Home(t), Mouse: true})
		d := uitest.Start(t, app, size[0], size[1]).WaitFor("▌ Fight Comparison")
		apptest.ClickAt(t, d, "2  Lion, Tiger", 4).WaitFor("● A *", "Lion", "Example 2 loaded")
		if size[0] > 60 {
			apptest.ClickAt(t, d, "[ Review & send", 4).WaitFor("› Review")
		} else {
			d.Press("ctrl+s").WaitFor("› Review")
		}
		apptest.ClickAt(t, d, "2 JSON", 3).WaitFor(`"a": "Lion"`)
		apptest.ClickAt(t, d, "1 Values", 0).WaitFor("A  Lion")
		apptest.ClickAt(t, d, "enter Send", 0).WaitFor("✓ completed")
		if size[0] == 100 {
			apptest.ClickAt(t, d, "Weighing", 0).WaitFor("▌Demo Agent")
			apptest.ClickAt(t, d, "Winner", 0).WaitGone("▌Demo Agent")
			apptest.ClickAt(t, d, "Winner", 0).WaitFor("Nothing here opens")
		}
	}
}

// A click on a title sorts, one on a cell goes to it, a second one opens it. In JSON a
// click on the node at the cursor opens it.
func TestClicksInATableAndItsJSON(t *testing.T) {
	t.Parallel()
	for _, width := range []int{80, 50} {
		app := ui.New(t.Context(), kit.Options{Show: apptest.OpenedFile(t, "things.json", apptest.Things(120), apptest.ThingSchema), Mouse: true})
		d := uitest.Start(t, app, width, 30).WaitFor("Chair 0", "12 wrong")
		apptest.ClickAt(t, d, "Name  ", 0).WaitFor("▲")
		apptest.ClickAt(t, d, "Name ▲", 0).WaitFor("▼").Press("s").WaitGone("▼", "▲").WaitFor("Chair 0")
		apptest.ClickAt(t, d, "Chair 4  ", 0).WaitFor("Name  Chair 4")
		apptest.ClickAt(t, d, "Chair 4  ", 0).WaitFor("▸ Name", "Chair 4").WaitGone("Table 5")
		d.Press("esc").WaitFor("Table 5").Press("v").WaitFor("▸ 3:")
		apptest.ClickAt(t, d, "▸ 3:", 0)
		apptest.ClickAt(t, d, "▸ 3:", 0).WaitFor("▾ 3:")
	}
}

// A click on a completion takes it, a second one opens it.
func TestClicksOnCompletions(t *testing.T) {
	t.Parallel()
	dir := apptest.Files(t, map[string]string{"one-card.json": "{}", "other-card.json": "{}"})
	d := uitest.Start(t, ui.New(t.Context(), kit.Options{Store: apptest.Home(t), Mouse: true}), 80, 24).WaitFor("Open an agent")
	d.Type(dir+"/o").WaitFor("  one-card.json", "  other-card.json")
	apptest.ClickAt(t, d, "other-card.json", 0).WaitFor("▌ other-card.json")
	apptest.ClickAt(t, d, "▌ other-card.json", 4).WaitFor("✗ card")

	d = apptest.WithMouse(t, apptest.Fight, 80, 24).Command("load a file").WaitFor("Load the whole form").Type(dir + "/o").WaitFor("  one-card.json")
	apptest.ClickAt(t, d, "one-card.json", 0).WaitFor("> "+dir[:8], "one-card.json").WaitGone("other-card.json")
}

// A click on the last run does what its key does.
func TestClickOnTheLastRun(t *testing.T) {
	t.Parallel()
	d := apptest.WithMouse(t, apptest.Fight, 100, 30).Type("Lion").Press("tab").Type("Tiger").Press("ctrl+s").WaitFor("› Review").Press("enter").WaitFor("✓ completed")
	d.Press("esc").WaitFor("2 of 2 required").Press("esc").WaitFor("✓ Lion, Tiger")
	apptest.ClickAt(t, d, "✓ Lion, Tiger", 4).WaitFor("› Review", "The same as in the run of")
}

// What the header counts is open after a click on it.
func TestClicksOnTheCounts(t *testing.T) {
	t.Parallel()
	app := ui.New(t.Context(), kit.Options{Ref: apptest.CardWithWarnings(t), Store: apptest.Home(t), Mouse: true})
	d := uitest.Start(t, app, 100, 30).WaitFor("✗ 3 errors").Press("/").WaitFor("/ ")
	apptest.ClickAt(t, d, "✗ 3 errors", 3).WaitFor("› Doctor", "a2aform doctor --explain").Press("esc").WaitFor("Skills")

	d = uitest.Start(t, ui.New(t.Context(), kit.Options{Ref: apptest.DemoAgent(t, apptest.Stuck).URL, Store: apptest.Home(t), Mouse: true}), 100, 30).WaitFor("Fight Comparison")
	apptest.OpenForm(d).Type("Lion").Press("tab").Type("Tiger").Press("ctrl+s").WaitFor("› Review").Press("enter").WaitFor("Weighing Lion", "● 1 running")
	apptest.ClickAt(t, d, "1 running", 0).WaitFor("Tasks of this session")
}

// A click goes to a turn of a chat, a second one opens it, and one on the message goes back.
func TestClicksInAChat(t *testing.T) {
	t.Parallel()
	url, _ := apptest.Chat(t, apptest.ChatCard(), func(n int, _ string) string { return apptest.Reply(fmt.Sprintf("answer %d", n), "c1") })
	for _, size := range [][2]int{{80, 24}, {50, 20}} {
		d := uitest.Start(t, ui.New(t.Context(), kit.Options{Ref: url, Mouse: true}), size[0], size[1]).WaitFor("Chat  ").Press("enter").WaitFor("A text message to Chat")
		for i := range 2 {
			d.Type(fmt.Sprint("message ", i)).Press("enter").WaitFor("✓ answered with a message").WaitGone("working")
		}
		apptest.ClickAt(t, d, "message 0", 1).WaitFor("▸ you")
		d.Press("tab").WaitGone("▸ you").Type("words").WaitFor("words")
		apptest.ClickAt(t, d, "✓ answered", 1).WaitFor("▸ you")
		apptest.ClickAt(t, d, "words", 1).WaitGone("▸ you").Type("!").WaitFor("words!")
		apptest.ClickAt(t, d, "message 0", 1).WaitFor("▸ you")
		apptest.ClickAt(t, d, "message 0", 1).WaitFor("answer ").WaitGone("message 1")
	}
}
