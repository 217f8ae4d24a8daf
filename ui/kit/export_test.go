package kit_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"

	"a2aform/ui/apptest"
	"a2aform/ui/kit"
	"a2aform/ui/uitest"
)

// exportRows are the rows of the dialog that asks what to export something as.
func exportRows(d *uitest.Driver) (rows []string) {
	left, right := -1, 0
	for line := range strings.Lines(d.Screen()) {
		before, rest, begins := strings.Cut(line, "╭▌Export")
		title, _, _ := strings.Cut(rest, "╮")
		if begins {
			left = ansi.StringWidth(before)
			right = left + ansi.StringWidth("╭▌Export"+title)
			continue
		}
		if left < 0 {
			continue
		}
		inside := ansi.Cut(line, left, right)
		if strings.HasPrefix(inside, "╰") {
			break
		}
		row := strings.Join(strings.Fields(strings.Trim(inside, "│ ▌")), " ")
		if row != "" && !strings.HasPrefix(row, "/") {
			rows = append(rows, row)
		}
	}
	return rows
}

// resultOf is the result of a run that an agent answers with some parts.
func resultOf(t *testing.T, o kit.Options, parts string) *uitest.Driver {
	o.Ref = apptest.Agent(t, apptest.OneForm(apptest.WordSchema), apptest.Says(`"result":{"task":{"id":"t","contextId":"c","status":{"state":"TASK_STATE_COMPLETED"},"artifacts":[{"artifactId":"a","parts":[`+parts+`]}]}}`))
	o.Store, o.Demo = apptest.Home(t), apptest.NoDemo
	d := apptest.StartWith(t, o, 80, 24).WaitFor("The skill")
	return apptest.OpenForm(d).WaitFor("Word").Type("Lamp").Press("ctrl+s").WaitFor("Send  enter").Press("enter").WaitFor("✓ Done")
}

// Export lists first what most people want of what is shown, and the rest by name or behind a row. The title and the rows say what is
// written.
func TestExportListsFirstWhatMostPeopleWant(t *testing.T) {
	t.Parallel()
	const page = "page the run, as HTML: what was asked and came back"
	run := func(t *testing.T, parts string) *uitest.Driver { return resultOf(t, kit.Options{}, parts) }
	const rows = `{"data":[{"city":"Oslo","day":1},{"city":"Rome","day":2}]}`
	for name, c := range map[string]struct {
		open  func(t *testing.T) *uitest.Driver
		title string
		rows  []string // listed before More…, which is left out where there is none
		more  string
	}{
		"a table of a run": {func(t *testing.T) *uitest.Driver { return run(t, rows).WaitFor("Rome") }, "Export", []string{"csv the table, for spreadsheets", page, "md the table, for issues and chats"}, "tsv the table, to paste into a spreadsheet"},
		"marked rows": {func(t *testing.T) *uitest.Driver {
			return run(t, rows).WaitFor("Rome").Press("space").WaitFor("1 marked")
		}, "Export", []string{"csv the 1 marked row, for spreadsheets", "page the 1 marked row, as HTML, to print or send", "md the 1 marked row, for issues and chats"}, "ticket the run, for a developer, with its requests"},
		"a table of a file": {func(t *testing.T) *uitest.Driver {
			return apptest.ShowFile(t, "things", apptest.Things(3), "", 80, 24).WaitFor("Chair 0")
		}, "Export the table", []string{"csv for spreadsheets", "page as HTML, to print or send", "md for issues and chats"}, "jsonl a row per line"},
		"rows of a filter": {func(t *testing.T) *uitest.Driver {
			return apptest.ShowFile(t, "things", apptest.Things(3), "", 80, 24).WaitFor("Chair 0").Press("f").Type("chair").Press("enter").WaitFor("1 of 3 rows")
		}, "Export the 1 row shown", []string{"csv for spreadsheets", "page as HTML, to print or send", "md for issues and chats"}, "json exactly as received"},
		"data":   {func(t *testing.T) *uitest.Driver { return run(t, `{"data":{"city":"Oslo"}}`).WaitFor("Oslo") }, "Export", []string{"json the result, exactly as received", page, "md the result, for issues and chats"}, "text the result, as on the screen"},
		"a text": {func(t *testing.T) *uitest.Driver { return run(t, `{"text":"two lamps"}`).WaitFor("two lamps") }, "Export", []string{"md the result, for issues and chats", page, "text the result, as on the screen"}, "presentation the run, for an audience: a script"},
		"a text and data": {func(t *testing.T) *uitest.Driver {
			return run(t, `{"text":"two lamps"},{"data":{"city":"Oslo"}}`).WaitFor("two lamps")
		}, "Export", []string{"md the result, for issues and chats", page, "text the result, as on the screen"}, "json the result, exactly as received"},
		"a run": {func(t *testing.T) *uitest.Driver {
			return run(t, `{"text":"two lamps"}`).Press("alt+h").WaitFor("› History", "1 run")
		}, "Export the run", []string{"page as HTML: what was asked and came back", "ticket for a developer, with its requests", "picture as SVG: its last screen"}, "recording for asciinema: its screens"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			d := c.open(t).Press("e").WaitFor("╭▌"+c.title+" ─", "More…")
			if got, want := exportRows(d), append(slices.Clone(c.rows), "More…"); !slices.Equal(got, want) {
				t.Errorf("listed are %q, want %q", got, want)
			}
			label, _, _ := strings.Cut(c.more, " ")
			d.Type(label).WaitFor("▌ " + label)
			if got := exportRows(d); got[0] != c.more {
				t.Errorf("typed, the first is %q, want %q", got, c.more)
			}
			d.Press("ctrl+u").WaitFor("More…").Press("down", "down", "down", "enter").WaitFor(label).WaitGone("More…")
			if got := exportRows(d); !slices.Equal(got[:3], c.rows) || !slices.Contains(got, c.more) {
				t.Errorf("all are %q", got)
			}
			d.Press("enter").WaitFor(": "+strings.Fields(c.rows[0])[0], "enter Save")
		})
	}
}

// A few choices are listed at once. A format is found by other words for it.
func TestFewExportsHaveNoMore(t *testing.T) {
	t.Parallel()
	d := resultOf(t, kit.Options{NoRecord: true}, `{"text":"two lamps"}`).WaitFor("two lamps").Press("e").WaitFor("╭▌Export the result ─")
	if got := exportRows(d); !slices.Equal(got, []string{"md for issues and chats", "page as HTML, to print or send", "text as on the screen"}) {
		t.Errorf("listed are %q", got)
	}
	d.Type("html").WaitFor("▌ page").Press("enter").WaitFor("Export the result: page", ".html")
}
