package table_test

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"a2aform/render/export"
	"a2aform/ui/apptest"
	"a2aform/ui/uitest"
)

// exportAs exports what a table shows in the format that is found by a word, and returns the file.
func exportAs(t *testing.T, d *uitest.Driver, word string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "out")
	d.Press("e").WaitFor("More…").Type(word).Press("enter").WaitFor("nothing is overwritten").Press("ctrl+u").Paste(path).Press("enter").WaitFor("Saved as")
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

func realTable(t *testing.T, name string) string {
	t.Helper()
	data, err := os.ReadFile("../../render/table/testdata/tables/" + name + ".json")
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

// A spreadsheet of all rows has all columns, also where some are empty or were looked at in another order, with the words of the screen.
// Excel knows by its first character that it is UTF-8.
func TestSpreadsheetOfAllRows(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"invoices", "models"} {
		text := realTable(t, name)
		var want strings.Builder
		if err := export.Document(&want, apptest.OpenedFile(t, name, text, "").Document, export.CSV, export.Options{AsShown: true}); err != nil {
			t.Fatal(err)
		}
		d := apptest.ShowFile(t, name, text, "", 100, 30).WaitFor("rows ·")
		for _, keys := range [][]string{nil, {"c", "end", "space", "esc"}} {
			d.Press(keys...).WaitFor("rows ·")
			if got := exportAs(t, d, "excel"); got != "\ufeff"+want.String() {
				t.Errorf("%s after %q: exported is\n%.300s\nwant\n%.300s", name, keys, got, want.String())
			}
		}
	}
}

// The dialog says which rows and columns are exported, where the screen does not show just these.
func TestExportSaysWhichRowsAndColumns(t *testing.T) {
	t.Parallel()
	d := apptest.ShowFile(t, "invoices", realTable(t, "invoices"), "", 100, 30).WaitFor("10 more columns")
	says := func(words string) {
		d.Press("e").WaitFor("╭▌Export " + words + " ─").Press("esc").WaitGone("╭▌Export")
	}
	says("120 rows, all 17 columns")
	d.Press("s").Type("Total").Press("enter").WaitFor("▼Total")
	says("120 rows, all 17 columns")
	d.Press("f").Type("denmark").Press("enter").WaitFor("of 120 rows")
	d.Press("e").WaitFor(" of 120 rows, all 17 columns ─").Press("esc").WaitGone("╭▌Export").Press("space").WaitFor("1 marked")
	says("1 marked row, all 17 columns")
	d.Press("c", "home", "space", "space").WaitFor("▌ ○").Press("esc").WaitGone("▌Columns")
	says("1 marked row, 16 of 17 columns")
}

// A page of filtered rows says what they were filtered by.
func TestPageOfFilteredRowsSaysSo(t *testing.T) {
	t.Parallel()
	d := apptest.ShowFile(t, "invoices", realTable(t, "invoices"), "", 100, 30).WaitFor("10 more columns")
	d.Press("/").Type("norway, denmark").Press("enter").WaitFor("4 of 120 rows")
	// The lines in the cells are not filtered.
	if page := exportAs(t, d, "html"); !strings.Contains(page, "<span>4 rows filtered by norway, denmark</span>") || strings.Count(page, "filtered by") != 1 || strings.Contains(page, "Germany") {
		t.Errorf("the page does not say which rows it has:\n%.2000s", page)
	}
}

// A page of a table has its rows as they are sorted, and all columns, whose order never changes.
func TestPageIsInTheOrderOfTheScreen(t *testing.T) {
	t.Parallel()
	d := apptest.ShowFile(t, "invoices", realTable(t, "invoices"), "", 100, 30).WaitFor("10 more columns")
	d.Press("s").Type("PdfUrl").Press("enter").WaitFor("▲PdfUrl").Press("s").Type("PdfUrl").Press("enter").WaitFor("▼PdfUrl")
	page := exportAs(t, d, "html")
	var columns []string
	for _, m := range regexp.MustCompile(`<th scope="col"[^>]*>([^<]*)`).FindAllStringSubmatch(page, 17) {
		columns = append(columns, m[1])
	}
	if len(columns) != 17 || columns[0] != "InvoiceId" || columns[16] != "Lines" {
		t.Errorf("the columns are %q", columns)
	}
	if first, second := strings.Index(page, "INV-2023-00220"), strings.Index(page, "INV-2022-00101"); first < 0 || first > second {
		t.Errorf("the rows are at %d and %d, not as they are sorted", first, second)
	}
}
