package ui_test

import (
	"strings"
	"testing"

	"a2aform/ui/apptest"
)

func TestPaletteSaysWhyAnActionDoesNothing(t *testing.T) {
	d := apptest.OpenDemo(t, apptest.Quick, 80, 24)
	d.Press("ctrl+o").WaitFor("Commands", "enter Choose").Type("last run").WaitFor("– ").Press("esc").Press("ctrl+o").WaitFor("Commands", "enter Choose")
	d.Type("credentials").WaitFor("1 of ", "– the card names no way to sign in").Press("enter").WaitFor("Credentials: the card names no way to sign in").WaitGone("enter Choose")
	d.Press("ctrl+o").Type("raw card").WaitFor("1 of ").Press("enter").WaitFor("› Raw card")
}

func TestPaletteOfAForm(t *testing.T) {
	d := apptest.OpenSkill(t, apptest.Trip, apptest.Quick, 80, 24)
	d.Press("ctrl+o").Type("remove").WaitFor("1 of ", "– only items of lists").Press("enter").WaitFor("Remove item: only items of lists, fields of your own and groups")
	d.Press("ctrl+o").Type("move up").WaitFor("1 of ", "– only for an item of a list").Press("esc")
	d.Command("schema of the field").WaitFor("╭▌Schema of ", `"type": "`, "esc Back").Press("esc").WaitGone("Schema of")
}

// What few people need is behind the last row of the palette, and found by its name.
func TestPaletteListsMore(t *testing.T) {
	t.Parallel()
	d := apptest.OpenDemo(t, apptest.Quick, 100, 36)
	d.Press("ctrl+o").WaitFor("Fill in", "History", "More…").WaitGone("Settings…", "Test cases", "Raw card", "About this agent", "Theme")
	d.Press("end", "enter").WaitFor("Raw card", "About this agent", "Traffic of the card").WaitGone("More…", "Theme")
	if _, last, _ := strings.Cut(d.Screen(), "Quit"); !strings.Contains(last, "Raw card") || !strings.Contains(last, "Traffic of the card") || !strings.Contains(last, "Use another address") {
		t.Errorf("what developers need is not last:\n%s", d.Screen())
	}
	d.Press("esc").WaitGone("enter Choose")
	d.Resize(80, 14).Press("ctrl+o").Press("end", "enter").WaitFor("▌ ", "About this agent").WaitGone("More…", "▌ Fill in").Press("esc").WaitGone("enter Choose")
	d.Resize(100, 36).Press("ctrl+o").WaitFor("More…").Type("about this").WaitFor("▌ About this agent").Press("enter").WaitFor("tab Skills")
}

// Everywhere is what each screen has, and not what comes with a run, nor what only testers need.
func TestHelpSaysWhatWorksEverywhere(t *testing.T) {
	t.Parallel()
	d, _ := apptest.NewSession(t).Fight()
	d.Type("Lion").Press("tab").Type("Tiger").Press("ctrl+s").WaitFor("› Review").Press("enter").WaitFor("✓ completed")
	d.Press("esc").WaitFor("2 of 2 required", "To the result").Resize(44, 60).Press("f1").WaitFor("Everywhere", "To the result")
	if _, after, _ := strings.Cut(d.Screen(), "Everywhere"); strings.Contains(after, "To the result") || strings.Contains(after, "Test cases") || !strings.Contains(after, "History") {
		t.Errorf("everywhere:\n%s", after)
	}
}

// The palette of a table lists what works now. What is seldom wanted it lists once something is typed, and help leaves it out. Help lists
// the keys in six groups.
func TestPaletteAndHelpOfATable(t *testing.T) {
	t.Parallel()
	d := apptest.ShowFile(t, "invoices.json", apptest.RealTable(t, "invoices.json"), "", 120, 40).WaitFor("INV-2022-00101")
	d.Press("ctrl+o").WaitFor("Open row", "Use in a form…", "More…").WaitGone("Settings…", "Test cases", "Summary on or off", "Mouse on or off")
	d.Type("on or off").WaitFor("Summary on or off").Press("ctrl+u").Type("first col").WaitFor("nothing matches").Press("esc")
	d.Press("?").WaitFor("Row", "Find", "Copy and export", "View", "Move", "Everywhere", "Back undoes one step").WaitGone("Summary on or off").Press("esc")
	d.Press("f").WaitFor("filter: ").Press("f1").WaitFor("All terms of a filter must match", "price>10")
}

// While a filter is typed, letters are text, also those of what the program adds to a run.
func TestHelpWhileAFilterIsTyped(t *testing.T) {
	t.Parallel()
	d := apptest.Start(t, invoiceAgent(t), 120, 40).WaitFor("The skill").Press("enter").WaitFor("Status *").Type("paid")
	d.Press("ctrl+s").WaitFor("› Review").Press("enter").WaitFor("5 rows")
	d.Press("?").WaitFor("╭▌Help", "S  Save as test case", "e  Export").Press("esc").WaitGone("╭▌Help")
	d.Press("f").WaitFor("filter: ").Press("f1").WaitFor("All terms of a filter must match", "enter  Filter", "ctrl+o  Commands").WaitGone("Save as test case", "Export")
}

// All that can be done with a result stands in one page of help on the smallest screen that a terminal opens with.
func TestHelpOfAResultNeedsNoScrolling(t *testing.T) {
	t.Parallel()
	d := apptest.OpenSkill(t, apptest.Trip, apptest.Quick, 80, 24)
	d.Press("f3").WaitFor("1  Lisbon").Press("1").WaitFor("6 of 6 required").Press("ctrl+s").WaitFor("› Review").Press("enter").WaitFor("✓ Done", "s Sort").Press("?").WaitFor("Copy and export", "Show messages", "Quit", "Back undoes one step").WaitGone("more line")
}

// What people call otherwise is found by that name too, and each of these names is of an action that there is.
func TestPaletteKnowsOtherWords(t *testing.T) {
	t.Parallel()
	d := apptest.ShowFile(t, "invoices.json", apptest.RealTable(t, "invoices.json"), "", 120, 40).WaitFor("INV-2022-00101")
	for typed, action := range map[string]string{"graph": "Chart", "csv": "Export", "where": "Filter", "preferences": "Settings…", "exit": "Quit"} {
		d.Press("ctrl+o").WaitFor("type to filter").Type(typed).WaitFor("1 of ", "▌ "+action).Press("esc").WaitGone("enter Choose")
	}
}

// The settings of the program are one row of the palette, which says how each stands.
func TestSettings(t *testing.T) {
	t.Parallel()
	d := apptest.OpenDemo(t, apptest.Quick, 80, 24)
	d.Command("settings").WaitFor("╭▌Settings", "Theme            auto", "Mouse on or off  off", "Hints on or off  off")
	d.Press("down", "enter").WaitFor("Clicks and the wheel work here").Command("settings").WaitFor("Mouse on or off  on").Press("enter").WaitFor("╭▌Theme")
}
