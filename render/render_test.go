package render_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"a2aform/internal/ojson"
	"a2aform/internal/safe"
	"a2aform/internal/schema"
	"a2aform/render"
	"a2aform/render/draw"
	"a2aform/render/table"
	"a2aform/render/value"
)

func blocks(t *testing.T, parts ...render.Part) []render.Block {
	t.Helper()
	return render.New([]render.Artifact{artifact("", parts...)}, resolve).Blocks()
}

func TestNeighborsWithOneTagShareGrid(t *testing.T) {
	row := `{"date":"2026-05-14","time":"1","activity":"a","place":"p","cost":1}`
	list, bad := "["+row+"]", `[`+row+`,{"date":1}]`
	tests := []struct {
		name  string
		parts []render.Part
		want  string
	}{
		{"one tag", []render.Part{tagged("itinerary", list), tagged("itinerary", bad), tagged("itinerary", "[]")}, "grid 3"},
		{"text between", []render.Part{tagged("itinerary", list), text("x"), tagged("itinerary", list)}, "grid 1, text, grid 1"},
		{"another tag", []render.Part{tagged("itinerary", list), untagged(list)}, "grid 1, grid 1"},
		{"one field each", []render.Part{untagged(`{"a":1}`), untagged(`{"a":2}`)}, "fields 1, fields 1"},
		{"row each", []render.Part{untagged(`{"a":1,"b":"x"}`), untagged(`{"b":null,"a":2}`), untagged(`{"a":3,"c":"x"}`)}, "grid 2, fields 2"},
		{"row and list", []render.Part{untagged(`{"a":1,"b":2}`), untagged(`[{"a":1,"b":2}]`)}, "fields 2, grid 1"},
		{"objects with lists", []render.Part{untagged(`{"a":1,"b":[1]}`), untagged(`{"a":1,"b":[2]}`)}, "fields 2, fields 2"},
		{"unreadable", []render.Part{untagged(`[1]`), untagged(`[`), untagged(`[2]`)}, "grid 1, notice, JSON, grid 1"},
		{"pages", []render.Part{untagged(`{"rows":[{"a":1}]}`), untagged(`{"rows":[{"a":1}]}`), untagged(`{"lines":[{"a":1}]}`)}, "grid 2, grid 1"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var got []string
			for _, b := range blocks(t, tt.parts...) {
				got = append(got, describe(b))
			}
			if strings.Join(got, ", ") != tt.want {
				t.Errorf("%v, want %s", got, tt.want)
			}
		})
	}
}

func describe(b render.Block) string {
	switch b := b.(type) {
	case *table.Table:
		return fmt.Sprintf("grid %d", b.Rows())
	case *render.Fields:
		return fmt.Sprintf("fields %d", len(b.Rows))
	case *render.Prose:
		return "text"
	case *render.Notice:
		return "notice"
	case *render.JSON:
		return "JSON"
	}
	return fmt.Sprintf("%T", b)
}

func TestProblemsAreShownAtTheirCells(t *testing.T) {
	good := `{"date":"2026-05-14","time":"1","activity":"a","place":"p","cost":1}`
	g, ok := blocks(t, tagged("itinerary", "["+good+"]"), tagged("itinerary", `[`+good+`,{"date":5,"time":"1","activity":"a","place":"p","x/y":{}},3]`))[0].(*table.Table)
	if !ok || g.Rows() != 4 || len(g.Head().Problems) != 4 {
		t.Fatalf("rows and problems: %v", g.Head().Problems)
	}
	want := map[string]string{
		"2 date": "must be text", "2 cost": "is required", "2 x/y": "is not a field of this object", "3 ": "must be an object",
	}
	for r := range g.Rows() {
		for c, column := range g.Columns() {
			cell := g.Cell(r, c)
			var messages []string
			for _, p := range cell.Problems {
				messages = append(messages, p.Message())
			}
			key := fmt.Sprintf("%d %s", r, column.Key.Exact())
			if got := strings.Join(messages, "; "); got != want[key] {
				t.Errorf("cell %s: %q, want %q", key, got, want[key])
			}
		}
	}
	if p := g.Head().Problems[0]; p.Pointer != "/2/cost" {
		t.Errorf("a problem of the second part is at %s of the grid", p.Pointer)
	}
}

func TestProblemOfPartIsInItsRow(t *testing.T) {
	row := `{"date":"2026-05-14","time":"1","activity":"a","place":"p","cost":1}`
	document, err := schema.Load([]byte(`{"type":"object","properties":{"cost":{"type":"integer","title":"Cost"},"place":{"type":"string"}}}`))
	if err != nil {
		t.Fatal(err)
	}
	resolveRow := func(safe.Raw) render.Schema { return render.Schema{Name: safe.Text("row"), Document: document} }
	d := render.New([]render.Artifact{artifact("", tagged("row", row), tagged("row", strings.Replace(row, `"cost":1`, `"cost":"x"`, 1)))}, resolveRow)
	g, ok := d.Blocks()[0].(*table.Table)
	if !ok || g.Rows() != 2 || g.Columns()[0].Title.String() != "Cost" {
		t.Fatalf("blocks: %v", d.Blocks())
	}
	if p := g.Head().Problems; len(p) != 1 || p[0].Pointer != "/1/cost" || len(g.Cell(1, 0).Problems) != 1 || len(g.Cell(0, 0).Problems) != 0 {
		t.Errorf("problems: %v", p)
	}
}

func TestWholeNumbersOfProtocolBuffers(t *testing.T) {
	lines := draw.Lines(render.New([]render.Artifact{artifact("", untagged(`{"rows":[{"stops":0.0,"price":512.5},{"stops":12.0,"price":480.0}],"total":2.0,"rate":0.50}`))}, nil), 60, draw.Plain)
	var got []string
	for _, line := range lines {
		got = append(got, strings.Join(strings.Fields(line), " "))
	}
	text := strings.Join(got, "\n")
	for _, want := range []string{"total 2", "rate 0.50", "0 512.5", "12 480.0"} {
		if !slices.Contains(got, want) {
			t.Errorf("no line is %q:\n%s", want, text)
		}
	}
}

// A number beside a table is a time where it would be one in a column.
func TestTimesSinceTheEpochInFields(t *testing.T) {
	for name, want := range map[string]string{
		`"created_at":1517968154`:         "2018-02-07 01:49:14Z",
		`"generated":1517968154000`:       "2018-02-07 01:49:14Z",
		`"window":{"start":1517968154}`:   "2018-02-07 01:49:14Z",
		`"total":1517968154`:              "1517968154",
		`"started":12`:                    "12",
		`"updated":"1517968154"`:          "1517968154",
		`"rows_created_in_total":1517968`: "1517968",
	} {
		lines := draw.Blocks(blocks(t, untagged("{"+name+"}")), 80, draw.Plain).Lines
		if text := strings.Join(lines, "\n"); !strings.HasSuffix(text, " "+want) {
			t.Errorf("%s is shown as %q, want %s", name, text, want)
		}
	}
}

func TestProblemsAreListedByRow(t *testing.T) {
	rows := make([]string, 12)
	for i := range rows {
		rows[i] = `{"date":"2026-05-14","time":"1","activity":"a","place":"p","cost":1}`
	}
	rows[2], rows[10] = "2", "10"
	lines := draw.Lines(render.New([]render.Artifact{artifact("", tagged("itinerary", "["+strings.Join(rows, ",")+"]"))}, resolve), 100, draw.Plain)
	if got := lines[len(lines)-2] + "; " + lines[len(lines)-1]; got != "✗ row 3: must be an object; ✗ row 11: must be an object" {
		t.Error(got)
	}
}

func TestStackedRowShowsItsOwnProblem(t *testing.T) {
	schemas["pairs"] = `{"type":"array","items":{"minProperties":3}}`
	lines := draw.Lines(render.New([]render.Artifact{artifact("", tagged("pairs", `[{"a":"long enough to stack","b":"12345678901"}]`))}, resolve), 16, draw.Plain)
	if got := strings.Join(lines, ""); !strings.Contains(got, "─ 1 ─") || !strings.Contains(got, "must have") {
		t.Error(strings.Join(lines, "\n"))
	}
}

func TestObjectTooLargeToValidateIsReported(t *testing.T) {
	d := render.New([]render.Artifact{artifact("", tagged("fightResponse", `{"winner":"`+strings.Repeat("x", 9<<20)+`"}`))}, resolve)
	if head := d.Blocks()[0].Head(); !head.Unvalidated || head.IsValid() {
		t.Errorf("unvalidated %v, valid %v", head.Unvalidated, head.IsValid())
	}
	if got := strings.Join(draw.Lines(d, 80, draw.Plain), "\n"); !strings.Contains(got, "too large to check at once") {
		t.Error(got[:200])
	}
}

func TestColumns(t *testing.T) {
	tests := []struct{ name, tag, data, want string }{
		{
			"the schema's order, then the data's", "itinerary", `[{"note":"n","zulu":1,"date":"d"},{"alpha":2}]`,
			"Date* Time* Activity* Place* Rain> Cost*> Booked Note Zulu> Alpha>",
		},
		{"inferred", "", `[{"b":1,"a":"x"},{"a":2,"c":null}]`, "b> a c"},
		{"scalars", "", `[1,null,2]`, "Value>"},
		{"rows of a matrix", "", `[[1,"a"],[2,"b",3]]`, "1> 2 3>"},
		{"a mixture", "", `["x",{"a":1}]`, "Value a>"},
		{"none", "", `[]`, ""},
		{"none, but declared", "itinerary", `[]`, "Date* Time* Activity* Place* Rain> Cost*> Booked Note"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			part := untagged(tt.data)
			if tt.tag != "" {
				part = tagged(tt.tag, tt.data)
			}
			var got []string
			for _, c := range blocks(t, part)[0].(*table.Table).Columns() {
				title := c.Title.String()
				if c.Required {
					title += "*"
				}
				if c.Right {
					title += ">"
				}
				got = append(got, title)
			}
			if strings.Join(got, " ") != tt.want {
				t.Errorf("columns %q, want %q", got, tt.want)
			}
		})
	}
}

func TestUnionRowsHaveColumnsOfTheirBranch(t *testing.T) {
	schemas["figures"] = `{"type":"array","items":{"oneOf":[
		{"properties":{"kind":{"const":"circle"},"r":{"title":"Radius"}},"required":["kind","r"]},
		{"properties":{"kind":{"const":"box"},"w":{"title":"Width","type":"number","minimum":0,"maximum":1}},"required":["kind","w"]}]}}`
	g := blocks(t, tagged("figures", `[{"kind":"circle","r":2},{"kind":"box","w":0.5}]`))[0].(*table.Table)
	var titles []string
	for _, c := range g.Columns() {
		titles = append(titles, c.Title.String())
	}
	if got := strings.Join(titles, " "); got != "Kind Radius Width" {
		t.Errorf("columns %s", got)
	}
	if part, ok := g.Cell(1, 2).Ratio(); !ok || part != 0.5 {
		t.Errorf("the branch's bounds are not known: %v %v", part, ok)
	}
}

func TestCells(t *testing.T) {
	d := blocks(t, tagged("expense", `{"title":"t","currency":"CHF","total":12345678901234567890.1230,"billableShare":1.50e-1,"paidOn":"2026-03-14",
		"note":null,"tags":["one, or two","three"],"yes":true,"no":false,"empty":"","o":{},"lines":[]}`))[0].(*render.Fields)
	want := map[string]string{
		"currency": "CHF | Swiss franc", "total": "12345678901234567890.1230 |", "billableShare": "1.50e-1 | bar 0.15",
		"paidOn": "2026-03-14 | Sat", "note": "– |", "tags": "• one, or two\n• three |", "yes": "yes |", "no": "no |",
		"empty": `"" |`, "o": "{} |", "lines": "[] |", "traveller": "missing |", "approvedBy": "missing |", "title": "t |",
	}
	for _, row := range d.Rows {
		got := strings.TrimRight(row.Cell.Block().String()+" | "+row.Cell.Note(), " ")
		if part, ok := row.Cell.Ratio(); ok {
			got += fmt.Sprintf(" bar %v", part)
		}
		if key := row.Key.Exact(); got != want[key] {
			t.Errorf("%s: %q, want %q", key, got, want[key])
		}
		delete(want, row.Key.Exact())
	}
	if len(want) > 0 {
		t.Errorf("no rows for %v", want)
	}
}

func TestNestedCellOpens(t *testing.T) {
	g := blocks(t, untagged(`[{"home":{"city":"Bonn"},"stops":[{"a":1}]}]`))[0].(*table.Table)
	for col, want := range []string{"fields 1", "grid 1"} {
		if got := describe(render.CellBlocks(g.Cell(0, col))[0]); got != want {
			t.Errorf("column %d opens as %s, want %s", col, got, want)
		}
	}
	if got := g.Cell(0, 0).Line().String(); got != "city: Bonn" {
		t.Errorf("preview %q", got)
	}
}

func TestHeadingOfAnArtifact(t *testing.T) {
	for _, tt := range []struct{ name, id, want string }{
		{"Itinerary", "a1", "Itinerary"},
		{"", "a1", "a1"},
		{"", "7E86f624-56bb-40a5-8355-27df1708bcbb", "Artifact"},
		{"", "7e86f624-56bb-40a5-8355", "7e86f624-56bb-40a5-8355"},
	} {
		s := render.Section{ID: safe.Text(tt.id), Name: safe.Text(tt.name)}
		if got := s.Heading().Exact(); got != tt.want {
			t.Errorf("%q with the ID %q is called %q, want %q", tt.name, tt.id, got, tt.want)
		}
	}
}

// Two documents in a text, one that is code of another language, and one that is no JSON stay text.
func TestTextWithoutOneDocument(t *testing.T) {
	for _, s := range []string{"```json\n{}\n```\n```json\n{}\n```", "```go\n{}\n```", "```json\n{oops}\n```", "say ```json {} ```", "```json\n{}"} {
		d := render.New([]render.Artifact{artifact("", text(s))}, resolve)
		if got := strings.Join(draw.Lines(d, 200, draw.Plain), "\n"); strings.Contains(got, "JSON document") {
			t.Errorf("%q is shown as\n%s", s, got)
		}
	}
}

// Agents of the workshop's dialect name no schema with their data: it is that of the skill, and nothing is to be said of it.
func TestSchemaOfTheSkillIsNoNotice(t *testing.T) {
	parts := []render.Artifact{artifact("", tagged("expense", `{"title":"Taxi"}`))}
	assumed := func(tag safe.Raw) render.Schema {
		s := resolve(tag)
		s.Assumed = true
		return s
	}
	shown := draw.Lines(render.New(parts, assumed), 200, draw.Plain)
	if want := draw.Lines(render.New(parts, resolve), 200, draw.Plain); !slices.Equal(shown, want) {
		t.Errorf("it is shown as\n%s\nwant\n%s", strings.Join(shown, "\n"), strings.Join(want, "\n"))
	}
}

func TestUndeclaredMembersAreReported(t *testing.T) {
	tests := []struct {
		name string
		part render.Part
		want string
	}{
		{"untagged", untagged(`{"a":1}`), "No schema; guessed from the data"},
		{"undeclared", tagged("nowhere", `{"a":1}`), `the card declares no schema "nowhere"`},
		{"does not compile", tagged("broken", `{"a":1}`), `the schema "broken" cannot be used`},
		{"not JSON", untagged(`{"a":}`), "this data cannot be read: line 1"},
		{"text that is JSON", text(` {"a": 1} `), "the agent sent this as a text"},
		{"text with JSON in a fence", text("Here you are:\n```json\n{\"temp\": 4.50}\n```\n"), "the text has a JSON document in it"},
		{"its value", text("Here you are:\n```json\n{\"temp\": 4.50}\n```\n"), "temp  4.50"},
		{"a fence without a language", text("```\n[{\"a\":1},{\"a\":2}]\n```"), "2 rows"},
		{"JSON as a text in data", tagged("expense", `"{\"temp\": 4.50}"`), "the data is a text that is a JSON document"},
		{"unknown kind", render.Part{Kind: render.UnknownPart, Data: []byte(`{}`)}, "no kind that is known"},
		{"not in the schema", tagged("expense", `{"colour":1,"size":2}`), "Not in the schema: colour, size"},
		{"much that is not", tagged("expense", `{"a":1,"b":2,"c":3,"d":4}`), "4 of these fields are not in the schema."},
		{"twice", untagged(`{"a":1,"a":2}`), "came 2 times"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			d := render.New([]render.Artifact{artifact("", tt.part)}, resolve)
			if got := strings.Join(draw.Lines(d, 200, draw.Plain), "\n"); !strings.Contains(got, tt.want) {
				t.Errorf("no %q in\n%s", tt.want, got)
			}
		})
	}
}

func TestBuilderReadsPartOnce(t *testing.T) {
	read := 0
	b := render.NewBuilder(func(tag safe.Raw) render.Schema {
		if !tag.IsEmpty() {
			read++
		}
		return resolve(tag)
	})
	var parts []render.Part
	for i := range 5 {
		parts = append(parts, tagged("itinerary", fmt.Sprintf(`[{"cost":%d}]`, i)), text(`{"a":1}`))
		d := b.Document([]render.Artifact{artifact("", parts...)})
		if got := d.Problems(); got != (i+1)*4 {
			t.Errorf("%d problems after %d parts", got, i+1)
		}
	}
	if read != 5 {
		t.Errorf("the builder read %d parts", read)
	}
}

func TestNilResolverAndNoArtifacts(t *testing.T) {
	if lines := draw.Lines(render.New(nil, nil), 80, draw.Plain); len(lines) != 0 {
		t.Errorf("%q", lines)
	}
	d := render.New([]render.Artifact{artifact("", tagged("x", `{"a":1}`))}, nil)
	if d.Problems() != 0 || len(d.Blocks()) != 1 {
		t.Errorf("%v", draw.Lines(d, 80, draw.Plain))
	}
}

func TestLabels(t *testing.T) {
	labels := map[string]string{
		"chanceOfRain": "Chance of rain", "chance_of_rain": "Chance of rain", "chance-of-rain": "Chance of rain",
		"HTTPCode": "HTTP code", "userID": "User ID", "a": "A", "line2Text": "Line2 text", "": "", "_": "_", "état": "État",
		"名称": "名称", "X": "X", "already Fine": "Already fine", "v1.2": "V1 2", "\xff": "\ufffd",
	}
	var properties []ojson.Member
	for key := range labels {
		properties = append(properties, ojson.Member{Name: key, Value: ojson.NewBool(true)})
	}
	schemas["labels"] = `{"properties":` + string(ojson.NewObject(properties...).Compact()) + `}`
	for key, want := range labels {
		data := ojson.NewObject(ojson.Member{Name: key, Value: ojson.NewNull()}).Compact()
		f := blocks(t, tagged("labels", string(data)))[0].(*render.Fields)
		if got := f.Rows[0].Label.String(); got != want {
			t.Errorf("%q is called %q, want %q", key, got, want)
		}
		f = blocks(t, render.Part{Kind: render.DataPart, Data: data})[0].(*render.Fields)
		if got := f.Rows[0].Label; got != safe.Text(key).Line(0) {
			t.Errorf("%q, which no schema declares, is called %q", key, got)
		}
	}
}

func TestWhere(t *testing.T) {
	if got := value.Where("/lines/2/a~1b\x1b"); got != "lines, item 3, a/b␛" {
		t.Errorf("%q", got)
	}
}

func TestBar(t *testing.T) {
	for part, want := range map[float64]string{0: "────", 0.5: "━━──", 1: "━━━━", 0.36: "━╸──", 2: "━━━━", -1: "────", 0.99: "━━━━"} {
		filled, rest := draw.Bar(part, 4)
		if filled+rest != want {
			t.Errorf("%v: %s%s, want %s", part, filled, rest, want)
		}
	}
}

func TestStyleChangesNoWidth(t *testing.T) {
	red := func(s string) string { return "\x1b[31m" + s + "\x1b[m" }
	style := draw.Style{Title: red, Label: red, Key: red, Text: red, Dim: red, Good: red, Bad: red, Warn: red, Bar: red, Rule: red, Accent: red}
	for name, artifacts := range documents {
		d := render.New(artifacts, resolve)
		plain, painted := draw.Lines(d, 80, draw.Plain), draw.Lines(d, 80, style)
		for i := range plain {
			bare := strings.NewReplacer("\x1b[31m", "", "\x1b[m", "").Replace(painted[i])
			if bare != plain[i] || (plain[i] != "" && painted[i] == plain[i]) {
				t.Errorf("%s: %q painted is %q", name, plain[i], painted[i])
			}
		}
	}
}

func TestLongText(t *testing.T) {
	long := strings.Repeat("word ", 100_000)
	lines := draw.Lines(render.New([]render.Artifact{artifact("", text(long))}, resolve), 80, draw.Plain)
	if last := lines[len(lines)-1]; last != "cut here: the text has 500,000 bytes" {
		t.Errorf("%q", last)
	}
	cell := blocks(t, untagged(`{"a":"`+long+`"}`))[0].(*render.Fields).Rows[0].Cell
	if n := len(cell.Block().String()); n > safe.TextLimit()+8 {
		t.Errorf("a field draws %d bytes", n)
	}
	if n := len(cell.Raw().Exact()); n != len(long) {
		t.Errorf("copying gives %d bytes", n)
	}
}
