package ui_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"a2aform/internal/store"
	"a2aform/ui"
	"a2aform/ui/apptest"
	"a2aform/ui/kit"
	"a2aform/ui/uitest"
)

// The border between panes moves by keys, and stays where it is in the next session, by the share of the width.
func TestBorderBetweenPanesMoves(t *testing.T) {
	t.Parallel()
	keep, server := apptest.Home(t), apptest.DemoAgent(t, apptest.Quick)
	start := func(width int) *uitest.Driver {
		return uitest.Start(t, ui.New(t.Context(), kit.Options{Ref: server.URL, Store: keep}), width, 30).WaitFor("Skills ─", "Fight Comparison")
	}
	d := start(120)
	usual := borderOf(d.Screen())
	at := func(d *uitest.Driver, column int) {
		t.Helper()
		d.WaitUntil(fmt.Sprintf("the border is at column %d", column), func(screen string) bool { return borderOf(screen) == column })
	}
	d.Press("}", "}", "}")
	at(d, usual+12)
	d.Send("\x1b,") // alt
	at(d, usual+8)
	d.Press(slices.Repeat([]string{"{"}, 60)...) // it stops before the edge
	at(d, 20)
	d.Press(slices.Repeat([]string{"}"}, 60)...)
	at(d, 118-20)
	d.Stop()
	at(start(160), 131) // 98 of 118 columns are as much as 131 of 158
	if err := keep.KeepBorders(store.Borders{"card": 2000}); err != nil {
		t.Fatal(err)
	}
	at(start(120), usual) // a share that cannot be
}

// borderOf is the column at which panes are side by side, -1 for none.
func borderOf(screen string) int {
	for line := range strings.Lines(screen) {
		if i := strings.Index(line, "╮╭"); i >= 0 {
			return len([]rune(line[:i]))
		}
	}
	return -1
}

// Messages and result of a run share its width as the user wants it, with a table and a row, too.
func TestBorderOfARunMoves(t *testing.T) {
	t.Parallel()
	server := apptest.DemoAgent(t, apptest.Quick)
	d := uitest.Start(t, ui.New(t.Context(), kit.Options{Ref: server.URL}), 120, 30).WaitFor("Fight Comparison")
	d.Press("2", "ctrl+s").WaitFor("[ Send").Press("enter").WaitFor("completed", "╮╭")
	before := borderOf(d.Screen())
	d.Press("}").WaitUntil("the border is further right", func(screen string) bool { return borderOf(screen) == before+4 })
	d.Press("esc", "esc").WaitFor("Fight Comparison").Press("down", "1", "ctrl+s").WaitFor("[ Send").Press("enter").WaitFor("Itinerary", "✓ Done").Press("z").WaitFor("╮╭")
	before = borderOf(d.Screen())
	d.Press("{", "{").WaitUntil("the table is wider", func(screen string) bool { return borderOf(screen) == before-8 })
}

// So do a form and its run beside it. Where the run has a border of its own, the letters move that one.
func TestBorderBesideAFormMoves(t *testing.T) {
	t.Parallel()
	keep := apptest.Home(t)
	open := func() *uitest.Driver {
		return uitest.Start(t, ui.New(t.Context(), kit.Options{Ref: invoiceAgent(t), Store: keep, Demo: apptest.NoDemo}), 150, 30).WaitFor("The skill").Press("enter").WaitFor("Status *").Type("paid").
			Press("ctrl+s").WaitFor("› Review").Press("enter").WaitFor("╭ The skill", "╭▌a", "5 rows")
	}
	column := func(d *uitest.Driver) int {
		line, _, _ := strings.Cut(strings.SplitN(d.Screen(), "\n", 3)[1], "✓ ")
		return utf8.RuneCountInString(line)
	}
	d := open()
	before := column(d)
	d.Press("}", "}", "}").WaitUntil("the form is wider", func(string) bool { return column(d) == before+12 })
	d.Press("alt+w").WaitFor("╭▌The skill").Send("\x1b,").WaitUntil("the form is narrower", func(string) bool { return column(d) == before+8 })
	d.WaitOutside("the border on the disk", func() bool { return keep.Borders()["beside"] == 448 }) // thousandths: 66 of 147 columns
	d.Stop()
	if again := open(); column(again) != before+8 {
		t.Errorf("the form ends at column %d, want %d as it was left", column(again), before+8)
	}
}
