package render_test

import (
	"bytes"
	"strings"
	"testing"

	"a2aform/render"
	"a2aform/render/draw"
	"a2aform/render/export"
	"a2aform/render/table"
)

// fares is a list whose schema declares more columns than the rows fill.
const fares = `{"type":"array","items":{"type":"object","required":["fare"],"properties":{
	"seat":{"type":"string"},"meal":{"type":"string"},"fare":{"type":"number"},"notes":{"type":"string"}}}}`

func faresGrid(t *testing.T, data string) *table.Table {
	t.Helper()
	schemas["fares"] = fares
	return blocks(t, tagged("fares", data))[0].(*table.Table)
}

func TestEmptyColumnsAreHiddenAndNamed(t *testing.T) {
	g := faresGrid(t, `[{"fare":104.00,"notes":"late"},{"fare":9,"notes":null}]`)
	var empty []string
	for _, c := range g.Columns() {
		if c.Empty {
			empty = append(empty, c.Title.String())
		}
	}
	if got := strings.Join(empty, " "); got != "Seat Meal" {
		t.Errorf("empty columns %q", got)
	}
	for format, want := range map[export.Format]string{
		export.Text:     "Fare  Notes",
		export.Markdown: "| Fare | Notes |\n",
		export.HTML:     ">Fare</th><th scope=\"col\">Notes</th>",
	} {
		var out bytes.Buffer
		if err := export.Table(&out, g, format, table.Selection{}, export.Options{}); err != nil {
			t.Fatal(err)
		}
		if got := out.String(); !strings.Contains(got, want) || !strings.Contains(got, "No value: Seat, Meal") {
			t.Errorf("%s has not %q, or does not name the columns:\n%s", format, want, got)
		}
	}
	var out bytes.Buffer
	if err := export.Table(&out, g, export.CSV, table.Selection{}, export.Options{}); err != nil || !strings.HasPrefix(out.String(), "seat,meal,fare,notes\n") {
		t.Errorf("CSV keeps every declared column, and has %q, %v", out.String(), err)
	}
}

func TestRequiredColumnIsNeverHidden(t *testing.T) {
	for _, c := range faresGrid(t, `[{"seat":"1A"}]`).Columns() {
		if got, want := c.Empty, c.Key.Exact() == "meal" || c.Key.Exact() == "notes"; got != want {
			t.Errorf("%s is empty: %v", c.Title, got)
		}
	}
	for _, c := range faresGrid(t, `[]`).Columns() {
		if c.Empty {
			t.Errorf("%s is called empty in a table without rows", c.Title)
		}
	}
}

func TestNumberIsNeverTruncated(t *testing.T) {
	const long = "123456789012345678901234567890.25"
	for width := 46; width < 90; width++ {
		lines := draw.Lines(render.New([]render.Artifact{artifact("", untagged(`[{"name":"a long name of somebody","amount":`+long+`,"other":"a long text that is cut"}]`))}, resolve), width, draw.Plain)
		if text := strings.Join(lines, "\n"); !strings.Contains(text, long) {
			t.Fatalf("at %d cells:\n%s", width, text)
		}
	}
}

func TestTitlesThatLookAlikeAreReplacedByNames(t *testing.T) {
	const title = "Temperature of the water in the harbour "
	schemas["alike"] = `{"type":"array","items":{"properties":{
		"out":{"type":"string","title":"` + title + `at night"},"in":{"type":"string","title":"` + title + `by day"}}}}`
	table := render.New([]render.Artifact{artifact("", tagged("alike", `[{"out":"warm enough to swim","in":"cold and getting colder"}]`))}, resolve)
	if got := strings.Join(draw.Lines(table, 60, draw.Plain), "\n"); !strings.Contains(got, "out ") || strings.Contains(got, "Temp") {
		t.Errorf("columns:\n%s", got)
	}
	schemas["alikeFields"] = `{"properties":{
		"out":{"type":"string","title":"Temperature of the water outside"},"in":{"type":"string","title":"Temperature of the water inside"}}}`
	fields := render.New([]render.Artifact{artifact("", tagged("alikeFields", `{"out":"warm","in":"cold"}`))}, resolve)
	if got := strings.Join(draw.Lines(fields, 50, draw.Plain), "\n"); !strings.Contains(got, "out  ") || strings.Contains(got, "Temp") {
		t.Errorf("rows:\n%s", got)
	}
}

// A table of many columns is a table in plain text too: what has no room is named below it. One row, a few rows of which hardly a column fits,
// and rows that break their schema are shown whole, one below the other.
func TestPlainTextHidesColumns(t *testing.T) {
	t.Parallel()
	row := `{"name":"n","total":1.5,"note":"a note of some length","city":"Oslo","country":"Norway","street":"A street of some length","zip":"0150","day":"2026-01-02"}`
	draw := func(rows, width int) string {
		data := "[" + strings.Repeat(row+",", rows-1) + row + "]"
		d := render.New([]render.Artifact{{Parts: []render.Part{{Kind: render.DataPart, Data: []byte(data)}}}}, nil)
		return strings.Join(draw.Lines(d, width, draw.Style{Hidden: " (how to see them)"}), "\n")
	}
	for _, c := range []struct {
		rows, width int
		isTable     bool
	}{{12, 60, true}, {12, 14, true}, {3, 60, true}, {3, 14, false}, {1, 60, false}} {
		text := draw(c.rows, c.width)
		if isTable := strings.Contains(strings.Join(strings.Fields(text), " "), " hidden (how to see them): "); isTable != c.isTable || strings.Contains(text, "─ 1 ─") == c.isTable {
			t.Errorf("%d rows of %d cells:\n%s", c.rows, c.width, text)
		}
	}
}
