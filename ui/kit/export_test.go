package kit_test

import (
	"path/filepath"
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

// Export lists first what most people want of what is shown, and the rest by name or behind a row, each once. The title and the rows say what
// is written.
func TestExportListsFirstWhatMostPeopleWant(t *testing.T) {
	t.Parallel()
	const page = "HTML the run: a page of what was asked and came back"
	const csv, html, md, json, some = "CSV for spreadsheets, such as Excel", "HTML a page to print or send", "Markdown for issues and chats", "JSON exactly as received", "JSON the rows as received"
	const lines, tsv, text = "JSON Lines a row per line", "TSV to paste into a spreadsheet", "Text as on the screen"
	ofRun := []string{"Ticket the run: for a developer, with its requests", "Picture the run: its last screen, as SVG", "Recording the run: its screens, for asciinema", "Presentation the run: a script for an audience"}
	wholePage := strings.Replace(page, "HTML the run:", "Whole run", 1)
	run := func(t *testing.T, parts string) *uitest.Driver { return resultOf(t, kit.Options{}, parts) }
	const rows = `{"data":[{"city":"Oslo","day":1},{"city":"Rome","day":2}]}`
	for name, c := range map[string]struct {
		open  func(t *testing.T) *uitest.Driver
		title string
		rows  []string // listed before More…
		more  []string // behind it
	}{
		"a table of a run": {func(t *testing.T) *uitest.Driver { return run(t, rows).WaitFor("Rome") }, "Export the table", []string{csv, html, md, json, wholePage}, append([]string{lines, tsv, text}, ofRun...)},
		"marked rows": {func(t *testing.T) *uitest.Driver {
			return run(t, rows).WaitFor("Rome").Press("space").WaitFor("1 marked")
		}, "Export 1 marked row", []string{csv, html, md, some, wholePage}, append([]string{lines, tsv, text}, ofRun...)},
		"filtered rows of a run": {func(t *testing.T) *uitest.Driver {
			return run(t, rows).WaitFor("Rome").Press("s", "enter").WaitFor("▲city").Press("f").Type("rome").Press("enter").WaitFor("1 of 2 rows")
		}, "Export 1 of 2 rows", []string{csv, html, md, some, wholePage}, append([]string{lines, tsv, text}, ofRun...)},
		"a sorted table of a run": {func(t *testing.T) *uitest.Driver {
			return run(t, rows).WaitFor("Rome").Press("s", "enter").WaitFor("▲city")
		}, "Export the table", []string{csv, html, md, some, wholePage}, append([]string{lines, tsv, text}, ofRun...)},
		"a table of a file": {func(t *testing.T) *uitest.Driver {
			return apptest.ShowFile(t, "things", apptest.Things(3), "", 80, 24).WaitFor("Chair 0")
		}, "Export the table", []string{csv, html, md, json}, []string{lines, tsv, text}},
		"rows of a filter": {func(t *testing.T) *uitest.Driver {
			return apptest.ShowFile(t, "things", apptest.Things(3), "", 80, 24).WaitFor("Chair 0").Press("f").Type("chair").Press("enter").WaitFor("1 of 3 rows")
		}, "Export 1 of 3 rows", []string{csv, html, md, some}, []string{lines, tsv, text}},
		"data":   {func(t *testing.T) *uitest.Driver { return run(t, `{"data":{"city":"Oslo"}}`).WaitFor("Oslo") }, "Export the result", []string{json, page, md, text}, append([]string{lines, csv, tsv}, ofRun...)},
		"a text": {func(t *testing.T) *uitest.Driver { return run(t, `{"text":"two lamps"}`).WaitFor("two lamps") }, "Export the result", []string{md, page, text, ofRun[0]}, ofRun[1:]},
		"a text and data": {func(t *testing.T) *uitest.Driver {
			return run(t, `{"text":"two lamps"},{"data":{"city":"Oslo"}}`).WaitFor("two lamps")
		}, "Export the result", []string{md, page, text, json}, append([]string{lines, csv, tsv}, ofRun...)},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			d := c.open(t).Press("e").WaitFor("╭▌"+c.title+" ─", "More…")
			if got, want := exportRows(d), append(slices.Clone(c.rows), "More…"); !slices.Equal(got, want) {
				t.Errorf("listed are %q, want %q", got, want)
			}
			last := c.more[len(c.more)-1]
			label, _, _ := strings.Cut(last, " ")
			d.Type(label).WaitFor("▌ " + label)
			if got := exportRows(d); got[0] != last {
				t.Errorf("typed, the first is %q, want %q", got, last)
			}
			d.Press("ctrl+u").WaitFor("More…").Press("end", "enter").WaitFor(label).WaitGone("More…")
			if got := exportRows(d); !slices.Equal(got, c.more) {
				t.Errorf("behind More… are %q, want %q", got, c.more)
			}
			d.Press("enter").WaitFor(": "+strings.Fields(c.more[0])[0], "enter Save")
		})
	}
}

// What was exported says how many rows it has, where the screen does not show just these.
func TestExportSaysHowManyRowsItSaved(t *testing.T) {
	t.Parallel()
	d := apptest.ShowFile(t, "things", apptest.Things(3), "", 80, 24).WaitFor("Chair 0").Press("f").Type("chair").Press("enter").WaitFor("1 of 3 rows")
	d.Press("e").WaitFor("▌ CSV").Press("enter").WaitFor("enter Save").Press("ctrl+u").Paste(filepath.Join(t.TempDir(), "a.csv")).Press("enter").WaitFor("a.csv: 1 of 3")
}

// A folder that is not there is named, with what to do.
func TestExportToNoFolder(t *testing.T) {
	t.Parallel()
	d := apptest.ShowFile(t, "things", apptest.Things(3), "", 80, 24).WaitFor("Chair 0").Press("e").WaitFor("▌ CSV").Press("enter").WaitFor("enter Save")
	d.Press("ctrl+u").Paste("reports-of-nobody/a.csv").Press("enter").WaitFor("not saved: there is no folder reports-of-nobody; create it or", "choose another path")
}

// Five choices or fewer are listed at once. A format is found by other words for it.
func TestFewExportsHaveNoMore(t *testing.T) {
	t.Parallel()
	d := resultOf(t, kit.Options{NoRecord: true}, `{"text":"two lamps"}`).WaitFor("two lamps").Press("e").WaitFor("╭▌Export the result ─")
	if got := exportRows(d); !slices.Equal(got, []string{"Markdown for issues and chats", "HTML a page to print or send", "Text as on the screen"}) {
		t.Errorf("listed are %q", got)
	}
	d.Type("page").WaitFor("▌ HTML").Press("enter").WaitFor("Export the result: HTML", ".html")
	d = resultOf(t, kit.Options{}, `{"text":"two lamps"}`).Press("alt+h").WaitFor("› History", "1 run").Press("e").WaitFor("╭▌Export the run ─", "Picture")
	if got := exportRows(d); len(got) != 5 || got[4] != "Presentation a script for an audience" {
		t.Errorf("listed of a run are %q", got)
	}
}

// Esc goes one step back, to the row that was chosen. What was typed is there again, also for another format.
func TestEscGoesOneStepBackThroughExport(t *testing.T) {
	t.Parallel()
	d := apptest.ShowFile(t, "things", apptest.Things(3), "", 80, 24).WaitFor("Chair 0").Press("e").WaitFor("▌ CSV")
	d.Press("down", "down", "down", "down", "enter").WaitFor("▌ JSON Lines").Press("down", "enter").WaitFor("Export the table: TSV", "things.tsv")
	d.Press("ctrl+u").Type("norway.tsv").Press("esc").WaitFor("▌ TSV", "JSON Lines")
	d.Press("enter").WaitFor("Export the table: TSV", "norway.tsv").Press("esc").WaitFor("▌ TSV")
	d.Press("esc").WaitFor("▌ More…", "CSV").WaitGone("TSV").Type("exc").WaitFor("/ exc", "▌ CSV").Press("enter").WaitFor("Export the table: CSV", "norway.csv")
	d.Press("backspace", "backspace", "backspace", "backspace").WaitGone("norway.csv").Press("esc").WaitFor("/ exc", "▌ CSV")
	d.Press("enter").WaitFor("norway").WaitGone("norway.csv").Press("esc", "esc").WaitFor("Chair 0").WaitGone("Export the table")
}
