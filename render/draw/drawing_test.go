package draw

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"a2aform/internal/limit"
	"a2aform/internal/ojson"
	"a2aform/internal/safe"
	"a2aform/render"
	"a2aform/render/rendertest"
	"a2aform/render/rendertest/documents"
	"a2aform/render/table"
	"a2aform/render/value"
)

const stopsSchema = `{"type":"object","properties":{"name":{"type":"string"},"rows":{"title":"Rows","type":"array","maxItems":2,"items":{"type":"object","properties":{
	"id":{"type":"integer"},"tags":{"type":"array"},"note":{"type":"string"}},"required":["id"]}}},"required":["name"],"maxProperties":2}`

func TestDrawingHasPositionsOfProblems(t *testing.T) {
	data := `{"rows":[{"id":1,"tags":[{"a":1}]},{"tags":[]},{"id":"x","note":"` + strings.Repeat("long ", 40) + `"}],"more":1,"most":2}`
	d := render.New([]render.Artifact{{Name: safe.Text("A"), Parts: []render.Part{{Kind: render.DataPart, Data: []byte(data)}}}}, documents.Resolver(t, stopsSchema))
	drawing := Document(d, 60, Plain)
	var stops, links []string
	for _, line := range drawing.Problems {
		stops = append(stops, strings.Join(strings.Fields(drawing.Lines[line]), " "))
	}
	for _, link := range drawing.Links {
		links = append(links, fmt.Sprintf("%s: %T", link.Title, link.Blocks()[0]))
	}
	wantStops := []string{"Name missing", "Rows 3 items, below", "✗ must have at most 2 fields, has 3", "2 ✗ missing [] –", "3 ✗ x – " + strings.Repeat("long ", 7) + "lo…", "✗ must have at most 2 items, has 3"}
	wantLinks := []string{"Rows: *table.Table", "row 1, Tags: *table.Table", "row 3, Note: *render.Prose"}
	if !slices.Equal(stops, wantStops) || !slices.Equal(links, wantLinks) {
		t.Errorf("stops %q\ndoors %q\n%s", stops, links, strings.Join(drawing.Lines, "\n"))
	}
}

func TestProblemBelowDrawnRowsIsAStop(t *testing.T) {
	data := "[" + strings.Repeat(`{"id":1},`, limit.Rows.Int()) + `{"id":"x"}]`
	drawing := Document(render.New([]render.Artifact{{Parts: []render.Part{{Kind: render.DataPart, Data: []byte(data)}}}}, documents.Resolver(t, rendertest.RowSchema)), 60, Plain)
	if n := len(drawing.Problems); n != 1 || drawing.Lines[drawing.Problems[0]] != "… 1 more row" {
		t.Errorf("%v of %d lines", drawing.Problems, len(drawing.Lines))
	}
}

func TestDrawingsAreConsistent(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d := documents.Any(t)
		drawing := Document(d, rapid.IntRange(1, 160).Draw(t, "width"), Plain)
		if (len(drawing.Problems) > 0) != (d.Problems() > 0) {
			t.Fatalf("%d stops for %d problems in\n%s", len(drawing.Problems), d.Problems(), strings.Join(drawing.Lines, "\n"))
		}
		last := -1
		for _, line := range drawing.Problems {
			if line <= last || line >= len(drawing.Lines) {
				t.Fatalf("stops %v of %d lines", drawing.Problems, len(drawing.Lines))
			}
			last = line
		}
		last = 0
		for _, link := range drawing.Links {
			if link.Line < last || link.Line >= len(drawing.Lines) || len(link.Blocks()) == 0 {
				t.Fatalf("door %+v of %d lines", link, len(drawing.Lines))
			}
			last = link.Line
		}
	})
}

// TestEveryLeafIsReached: each scalar is in the lines as a whole, or behind a
// link.
func TestEveryLeafIsReached(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		v := rendertest.AnyValue(3).Draw(t, "value")
		schema := rapid.SampledFrom(documents.Schemas).Draw(t, "schema")
		d := render.New([]render.Artifact{{Parts: []render.Part{{Kind: render.DataPart, Data: v.Compact()}}}}, func(safe.Raw) render.Schema { return documents.Compiled(schema) })
		width := rapid.SampledFrom([]int{10, 40, 80, 200}).Draw(t, "width")
		if lost := lostLeaf(Document(d, width, Plain), v); lost != nil {
			t.Fatalf("%s of %s is not in\n%s", lost.Compact(), v.Compact(), strings.Join(Lines(d, width, Plain), "\n"))
		}
	})
}

// lostLeaf is a scalar of a value that is neither in the lines of a drawing nor
// in what its links open, nil where there is none.
func lostLeaf(d *Drawing, v *ojson.Value) *ojson.Value {
	found := finder{exact: map[string]bool{}}
	found.drawing(d)
	return found.lost(v)
}

// finder collects what one can read in a drawing and in what its links open.
type finder struct {
	screens strings.Builder
	exact   map[string]bool
}

func (f *finder) drawing(d *Drawing) {
	f.screens.WriteString(bare(strings.Join(d.Lines, "")) + "\n")
	for _, link := range d.Links {
		if link.Block == nil {
			f.cell(link.Cell)
			continue
		}
		switch b := link.Block.(type) {
		case *table.Table:
			f.grid(b)
		case *render.Prose:
			f.exact[b.Text.Exact()] = true
		case *render.JSON:
			f.exact[string(b.Data())] = true
		}
	}
}

func (f *finder) grid(g *table.Table) {
	for r := range g.Rows() {
		for c := range g.Columns() {
			f.cell(g.Cell(r, c))
		}
	}
}

func (f *finder) cell(c value.Cell) {
	if c.Kind() == value.Nested {
		f.drawing(Blocks(render.CellBlocks(c), 80, Plain))
		return
	}
	f.exact[c.Value.Text()] = true
}

func (f *finder) lost(v *ojson.Value) *ojson.Value {
	for _, m := range value.UniqueMembers(v) {
		if lost := f.lost(m.Value); lost != nil {
			return lost
		}
	}
	for _, item := range v.Items() {
		if lost := f.lost(item); lost != nil {
			return lost
		}
	}
	if v.Is(ojson.Object) || v.Is(ojson.Array) || f.exact[v.Text()] || f.shows(v) {
		return nil
	}
	return v
}

func (f *finder) shows(v *ojson.Value) bool {
	raw := safe.Text(v.Text())
	switch {
	case v.Is(ojson.Null) && strings.Contains(f.screens.String(), value.NoValue):
		return true
	case v.Is(ojson.Bool):
		raw = safe.Text(map[bool]string{true: "yes", false: "no"}[v.Bool()])
	}
	return strings.Contains(f.screens.String(), bare(raw.Line(len(v.Text())+1).String())) ||
		strings.Contains(f.screens.String(), bare(strings.ReplaceAll(raw.Block(len(v.Text())+1).String(), "\n", "")))
}

// TestUsedColumnsComeBeforeDeclaredOnes: neither a schema of many
// members nor a row of many hides one.
func TestUsedColumnsComeBeforeDeclaredOnes(t *testing.T) {
	var properties, members []string
	for i := range limit.Columns.Int() + 10 {
		properties = append(properties, fmt.Sprintf(`"p%d":{"type":"integer"}`, i))
		members = append(members, fmt.Sprintf(`"m%d":%d`, i, 1000+i))
	}
	schema := documents.Resolver(t, `{"items":{"type":"object","properties":{`+strings.Join(properties, ",")+`}}}`)
	for data, want := range map[string]string{`[{"z":1}]`: "Z", "[{" + strings.Join(members, ",") + "}]": "All"} {
		g := render.New([]render.Artifact{{Parts: []render.Part{{Kind: render.DataPart, Data: []byte(data)}}}}, schema).Blocks()[0].(*table.Table)
		columns := g.Columns()
		if got := columns[len(columns)-1].Title.String(); got != want || len(columns) > limit.Columns.Int()+1 {
			t.Errorf("the last of %d columns is %s, want %s", len(columns), got, want)
		}
	}
}

// TestNestedCellOpensWithSchema: its looks, its problems and its variant.
func TestNestedCellOpensWithSchema(t *testing.T) {
	schema := `{"items":{"type":"object","properties":{"stops":{"items":{"oneOf":[
		{"title":"By train","type":"object","properties":{"km":{"title":"Way","type":"number","unit":"km","minimum":0,"maximum":100}},"required":["km"]},
		{"title":"By air","type":"object","properties":{"flight":{"type":"string"}},"required":["flight"]}]}}}}}`
	d := render.New([]render.Artifact{{Parts: []render.Part{{Kind: render.DataPart, Data: []byte(`[{"stops":[{"km":50.5},{"flight":"X"},{"km":101}]}]`)}}}}, documents.Resolver(t, schema))
	g := d.Blocks()[0].(*table.Table)
	drawing := Blocks(render.CellBlocks(g.Cell(0, 0)), 60, Plain)
	want := "3 rows · ✗ 1 problem\n" +
		"   Variant   Way (km)           Flight\n" +
		"──────────────────────────────────────\n" +
		"1  By train      50.5 ━━━━────  –\n" +
		"2  By air           –           X\n" +
		"3  By train   ✗ 101             –\n" +
		"✗ row 3, Way: must be at most 100"
	if got := strings.Join(drawing.Lines, "\n"); got != want || len(drawing.Problems) != 1 {
		t.Errorf("stops %v in\n%s", drawing.Problems, got)
	}
}

func TestProblemOfRowIsMarkedAtItsNumber(t *testing.T) {
	d := render.New([]render.Artifact{{Parts: []render.Part{{Kind: render.DataPart, Data: []byte(`[{"a":1},{"a":1,"b":2},"x"]`)}}}}, documents.Resolver(t, `{"items":{"type":"object","minProperties":2}}`))
	lines := Lines(d, 40, Plain)
	if got := strings.Join(lines[3:6], "|"); got != "1✗ –      1  –|2  –      1  2|3  ✗ x    –  –" {
		t.Errorf("%q", got)
	}
}

// TestMapValueProblemIsShownAtItsKey: where no cell shows the value itself.
func TestMapValueProblemIsShownAtItsKey(t *testing.T) {
	schema := documents.Resolver(t, `{"additionalProperties":{"type":"object","properties":{"n":{"type":"integer"}}}}`)
	for data, want := range map[string]string{`{"a":[],"b":{"n":1}}`: "1  ✗ a  –|2  b    1", `{"a":7,"b":{"n":1}}`: "1  a    ✗ 7    –|2  b    –      1"} {
		lines := Lines(render.New([]render.Artifact{{Parts: []render.Part{{Kind: render.DataPart, Data: []byte(data)}}}}, schema), 40, Plain)
		if got := strings.Join(lines[3:5], "|"); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

func TestDecimalPointsAreAligned(t *testing.T) {
	g := render.New([]render.Artifact{{Parts: []render.Part{{Kind: render.DataPart, Data: []byte(`[{"n":1},{"n":20.25},{"n":null},{"n":-3.5e10},{"n":12345678901}]`)}}}}, nil)
	want := []string{"          1", "         20.25", "               –", "         -3.5e10", "12345678901"}
	lines := Lines(g, 60, Plain)[3:]
	for i, line := range lines {
		if strings.TrimRight(line, " ") != want[i] && i != 2 {
			t.Errorf("%q, want %q", line, want[i])
		}
	}
}
