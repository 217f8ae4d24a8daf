package ui_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"a2aform/ui"
	"a2aform/ui/apptest"
	"a2aform/ui/kit"
	"a2aform/ui/uitest"
)

// coached is what the line of the newcomer says, after "First time?".
func coached(d *uitest.Driver) string {
	_, said, _ := strings.Cut(d.Screen(), "First time? ")
	said, _, _ = strings.Cut(said, "\n")
	return said
}

// From the start to the first table, somebody presses only the keys that the screen names, and
// after that it names none any more.
func TestNewcomerComesToATable(t *testing.T) {
	t.Parallel()
	for _, size := range [][2]int{{80, 24}, {100, 30}} {
		demo, keep := apptest.DemoAgent(t, apptest.Quick), apptest.Home(t)
		opts := kit.Options{Store: keep, Hints: true, Demo: func() (string, error) { return demo.URL, nil }}
		d := uitest.Start(t, ui.New(t.Context(), opts), size[0], size[1]).WaitFor("First time? Press Enter: the demo agent needs no network.")
		keys := 0
		for _, next := range []string{
			"Press 1: it fills in an example.",
			"Press Ctrl+S: you review it before it is sent.",
			"Press Enter: it sends this to the agent.",
			"Here is your result. Press ?: it shows what you can do with it.",
		} {
			key, _, named := strings.Cut(strings.TrimPrefix(coached(d), "Press "), ":")
			if !named {
				t.Fatalf("the screen names no key\n%s", d.Screen())
			}
			d.Press(strings.ToLower(key))
			keys++
			d.WaitFor(next)
		}
		d.WaitFor("Baking bread", "12 rows")
		if keys > 8 {
			t.Errorf("it takes %d keys", keys)
		}
		d.Press("?").WaitFor("╭▌Help").Press("esc").WaitGone("╭▌Help").Press("esc")
		d.WaitFor("6 of 6 required").WaitGone("First time?").Press("esc").WaitFor("▌ Trip Planner").WaitGone("First time?")
		d.WaitOutside("the end of the hints on the disk", keep.HadResult)
	}
}

// A newcomer whose question found nothing is told how to change it, not to look through no rows; the footer names no key of rows either.
func TestNewcomerWithoutRows(t *testing.T) {
	t.Parallel()
	d := uitest.Start(t, ui.New(t.Context(), kit.Options{Ref: invoiceAgent(t), Store: apptest.Home(t), Demo: apptest.NoDemo, Hints: true}), 120, 40)
	d.WaitFor("The skill").Press("enter").WaitFor("Status *").Type("none").Press("ctrl+s").WaitFor("› Review").Press("enter").WaitFor("✓ Done", "First time? Press o: it opens the form again.")
	d.Press("o").WaitFor("▌ ● Status *  none")
}

// A hint or a message does not hide that the form goes on below the window.
func TestHiddenLinesAreCountedBesideHint(t *testing.T) {
	t.Parallel()
	demo := apptest.DemoAgent(t, apptest.Quick)
	opts := kit.Options{Store: apptest.Home(t), Hints: true, Demo: func() (string, error) { return demo.URL, nil }}
	d := uitest.Start(t, ui.New(t.Context(), opts), 80, 24).WaitFor("First time? Press Enter").Press("enter").WaitFor("Press 1:").Press("1")
	d.WaitFor("Example 1 loaded. Ctrl+Z undoes it.                             ↓ 5 more lines\n First time? Press Ctrl+S")
	d.Press("down").WaitFor("First time? Press Ctrl+S: you review it before it is sent.      ↓ 5 more lines")
}

// Hints can be turned off for good before that.
func TestHintsAreTurnedOff(t *testing.T) {
	t.Parallel()
	keep := apptest.Home(t)
	d := uitest.Start(t, ui.New(t.Context(), kit.Options{Ref: apptest.DemoAgent(t, apptest.Quick).URL, Store: keep, Hints: true}), 40, 15).WaitFor("Press 1: it fills in")
	d.Press("end", "up").WaitFor("Press Enter: it opens a chat.")
	d.Press("ctrl+o").WaitFor("type to filter").WaitGone("Press Enter: it").Type("hints").WaitFor("1 of ").Press("enter").WaitFor("First-time hints are off.").WaitGone("Press Enter: it")
	d.WaitOutside("the preference", func() bool {
		text, _ := os.ReadFile(keep.ConfigPath())
		return strings.Contains(string(text), "hints = false")
	})
	if _, err := os.Stat(filepath.Join(keep.StateDir(), "first-result")); err == nil {
		t.Error("a result is noted that nobody saw")
	}
	d.Command("hints").WaitFor("First-time hints are on.").WaitFor("Press Enter: it opens a chat.")
}

// On a narrow screen, the hint loses whole parts of its sentence, not the ends of words.
func TestHintIsShortenedByParts(t *testing.T) {
	t.Parallel()
	server := apptest.DemoAgent(t, apptest.Quick)
	d := uitest.Start(t, ui.New(t.Context(), kit.Options{Ref: server.URL, Hints: true}), 36, 10).WaitFor("Fight Comparison")
	d.Press("enter").WaitFor("Fill in the fields marked *.").WaitGone("marked *,", "…e")
}

// A long description of a key leaves the column of help beside it where it is.
func TestColumnsOfHelpDoNotCollide(t *testing.T) {
	t.Parallel()
	d := apptest.Start(t, apptest.DemoAgent(t, apptest.Quick).URL, 120, 40).WaitFor("Fight Comparison").Press("?").WaitFor("╭▌Help", "Start from an example", "Commands", "Quit")
	column := func(text string) int {
		for line := range strings.Lines(d.Screen()) {
			if before, _, ok := strings.Cut(line, text); ok {
				return len([]rune(before))
			}
		}
		return -1
	}
	if commands, quit := column("Commands"), column("Quit"); commands != quit || commands < 0 {
		t.Errorf("Commands is in column %d, Quit in %d:\n%s", commands, quit, d.Screen())
	}
}
