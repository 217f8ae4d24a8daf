package table

import (
	"fmt"
	"strings"
	"testing"

	"a2aform/internal/jsonindex"
	"a2aform/internal/ojson"
	"a2aform/internal/safe"
	"a2aform/internal/schema"
	"a2aform/render/value"
)

// rowsOf are the rows of a table with their values in each column.
func rowsOf(g *Table) string {
	var all []string
	for row := range g.Rows() {
		var cells []string
		for col := range g.Columns() {
			cells = append(cells, g.Cell(row, col).Marked())
		}
		all = append(all, strings.Join(cells, ","))
	}
	return strings.Join(all, "|")
}

func headings(columns []Column) string {
	var all []string
	for _, c := range columns {
		all = append(all, c.Heading()+"="+c.ExportName())
	}
	return strings.Join(all, " ")
}

const people = `[{"name":"Ada","born":1815},{"name":"Charles","born":1791},{"name":"Grace","born":1906}]`

// What is selected is a table of its own: some rows in their order, some columns, or all without the empty ones.
func TestExtractHasWhatIsSelected(t *testing.T) {
	t.Parallel()
	doc, err := schema.Load([]byte(`{"type":"array","items":{"type":"object","properties":{"name":{"type":"string"},"born":{"type":"integer"},"note":{"type":"string"}}}}`))
	if err != nil {
		t.Fatal(err)
	}
	decoded, lazy := grids(t, people, doc)
	for name, g := range map[string]*Table{"decoded": decoded, "lazy": lazy} {
		all := g.Extract(Selection{})
		if got := headings(all.Columns()); !all.IsWhole || !strings.HasPrefix(got, "Name=name Born=born Note=note") || all.Rows() != 3 || all.IsLazy() != (name == "lazy") {
			t.Errorf("%s: %s", name, got)
		}
		if titles := all.DropEmpty(); fmt.Sprint(titles) != "[Note]" || headings(all.Columns()) != "Name=name Born=born" || headings(g.Columns()) == headings(all.Columns()) {
			t.Errorf("%s: dropped %v of %s", name, titles, headings(all.Columns()))
		}
		some := g.Extract(Selection{View: g.View().Picked([]int{2, 0, 7}), Columns: []int{1, 9, 0}})
		if got := rowsOf(some.Table); got != "1906,Grace|1815,Ada" || some.IsWhole || some.DropEmpty() != nil || some.IsLazy() != (name == "lazy") {
			t.Errorf("%s: %s", name, got)
		}
		clone := some.Clone()
		if got := rowsOf(clone.Table); got != "1906,Grace|1815,Ada" || rowsOf(all.Clone().Table) != rowsOf(all.Table) {
			t.Errorf("%s: the clone has %s", name, got)
		}
		valid, err := some.ValidRows()
		text := string(some.Text(0))
		if err != nil || fmt.Sprint(valid) != "[true true]" || !some.IsJSON(0) || (text == `{"name":"Grace","born":1906}`) != (name == "lazy") || string(some.ExactValue(1).Compact()) != `{"name":"Ada","born":1815}` {
			t.Errorf("%s: %v %v, %s, %s", name, valid, err, text, some.ExactValue(1).Compact())
		}
		checked, err := some.CheckRows(func(text []byte) bool { return strings.Contains(string(text), "Ada") })
		if err != nil || fmt.Sprint(checked) != fmt.Sprint([]bool{false, name == "lazy"}) {
			t.Errorf("%s: %v, %v", name, checked, err)
		}
	}
	broken := `[{"a":1},{"a":],{"a":3}]`
	index := jsonindex.New([]byte(broken))
	index.Build(t.Context())
	damaged := New(value.Head{}, schema.Location{})
	damaged.AddIndexed(index, schema.Location{}.Item, schema.Location{})
	e := damaged.Finish().Extract(Selection{})
	valid, err := e.ValidRows()
	if err != nil || fmt.Sprint(valid) != "[true false true]" || e.IsJSON(1) || e.Raw(1).Text() != `{"a":]` || e.ExactValue(1) != nil {
		t.Errorf("%v, %v: %s", valid, err, rowsOf(e.Table))
	}
}

// A map has a row for each key, which is the row's name; keys that come again are told.
func TestMapHasARowForEachKey(t *testing.T) {
	t.Parallel()
	doc, err := schema.Load([]byte(`{"type":"object","additionalProperties":{"type":"object","properties":{"n":{"type":"integer"}}}}`))
	if err != nil {
		t.Fatal(err)
	}
	v, err := ojson.Parse([]byte(`{"b":{"n":1},"a":{"n":"x"},"b":{"n":3}}`), ojson.DataLimits)
	if err != nil {
		t.Fatal(err)
	}
	if !IsMap(v, doc.Root()) || IsMap(v, schema.Location{}) || IsMap(ojson.NewObject(), doc.Root()) {
		t.Error("what a map is")
	}
	g := NewMap(value.Head{Source: value.Declared}, doc.Root(), v, value.NewProblems(doc.Validate(v))).Finish()
	if got := rowsOf(g); got != "b,3|a,✗ x" || g.RowName(1) != `"a"` || g.RowKey(0) != "b" || g.RowsText(1) != "1 entry" || g.RowsText(2) != "2 entries" || !g.IsMap() || !g.Columns()[0].IsKey() || g.Columns()[0].ExportName() != "key" {
		t.Errorf("%s, %s, %s", got, g.RowName(1), g.RowsText(2))
	}
	if keys := g.MapDuplicates(); len(keys) != 1 || keys[0].Pointer != "/b" || keys[0].Want != "came 2 times; the last is shown" {
		t.Errorf("%v", keys)
	}
	problems := g.Problems(1)
	if len(problems) != 1 || problems[0].Pointer != "/n" || len(g.OwnProblems(1)) != 0 || !strings.HasPrefix(g.Wording(schema.Problem{Pointer: "/1/n", Want: "wrong"}), `"a", N: `) {
		t.Errorf("%v, %s", problems, g.Wording(schema.Problem{Pointer: "/1/n", Want: "wrong"}))
	}
	root, path := g.Tree(1)
	if fmt.Sprint(path) != "[1]" || root.Child(1).Pointer() != "/a" {
		t.Errorf("%v", path)
	}
}

func TestRowsAreFoundInTheTextAroundThem(t *testing.T) {
	t.Parallel()
	object, err := ojson.Parse([]byte(`{"list":[{"a":1},{"a":2}]}`), ojson.DataLimits)
	if err != nil {
		t.Fatal(err)
	}
	g := New(value.Head{}, schema.Location{})
	g.AddMember(object, schema.Location{}, "list", nil)
	g.Finish()
	root, path := g.Tree(1)
	if fmt.Sprint(path) != "[0 1]" || root.Child(0).Child(1).Pointer() != "/list/1" || rowsOf(g) != "1|2" {
		t.Errorf("%v, %s", path, rowsOf(g))
	}
	one, err := ojson.Parse([]byte(`{"a":3}`), ojson.DataLimits)
	if err != nil {
		t.Fatal(err)
	}
	g.AddRow(one, nil)
	root, path = g.Tree(2)
	if fmt.Sprint(path) != "[2]" || root.Child(2).Pointer() != "/2" || g.RowName(2) != "row 3" || g.RowsText(1) != "1 row" || g.RowsText(3) != "3 rows" {
		t.Errorf("of two parts: %v", path)
	}
}

func TestDuplicateNamesInRowsAreTold(t *testing.T) {
	t.Parallel()
	const data = `[{"a":1,"a":2},{"a":{"b":1,"b":2,"b":3}},{"a":1}]`
	decoded, lazy := grids(t, data, nil)
	for name, g := range map[string]*Table{"decoded": decoded, "lazy": lazy} {
		for row, want := range []string{"[/0/a]", "[/1/a/b]", "[]"} {
			var at []string
			for _, p := range g.RowDuplicates(row) {
				at = append(at, p.Pointer)
			}
			if fmt.Sprint(at) != want {
				t.Errorf("%s, row %d: %v, want %s", name, row, at, want)
			}
		}
		if got := fmt.Sprint(g.Duplicates(1, 0), g.Duplicates(2, 0), g.Duplicates(1, 9), g.DuplicateKeys()); got != "[b: came 3 times; the last is shown] [] [] 2" {
			t.Errorf("%s: %s", name, got)
		}
	}
}

// A literal becomes the float64 that is nearest to it, whether it is read digit by digit or not.
func TestNumbersOfLiterals(t *testing.T) {
	t.Parallel()
	for _, literal := range []string{"0", "-0", "1", "-1.50", "0.1", "123456789012345", "1234567890123456789", "12345678.9012345", "1e3", "-2.5E-3", "0.000000000000001", "99999999999999.9"} {
		var want float64
		if _, err := fmt.Sscan(literal, &want); err != nil {
			t.Fatal(err)
		}
		if got := floatOf([]byte(literal)); got != want {
			t.Errorf("%s: %v, want %v", literal, got, want)
		}
	}
	if got := fmt.Sprint(floatOf([]byte("-0")), floatOf([]byte("1e999")), floatOf([]byte("x")), floatOf([]byte("-"))); got != "-0 +Inf NaN NaN" {
		t.Errorf("%s", got)
	}
}

// A column that is put first is the most important one; the others keep their order and importance.
func TestAColumnIsPutFirst(t *testing.T) {
	t.Parallel()
	g, _ := grids(t, `[{"name":"Acme","id":1,"side":"now"},{"name":"Bolt","id":2,"side":"now"}]`, nil)
	var names []string
	ranks := map[int]bool{}
	for _, c := range g.WithFirst(2).Columns() {
		names, ranks[c.Rank] = append(names, c.Token()), true
	}
	first := g.WithFirst(2).Columns()[0]
	if got := strings.Join(names, " "); got != "side name id" || len(ranks) != 3 || first.Rank != 0 || first.IsDetail || g.WithFirst(2).Cell(1, 1).Marked() != "Bolt" {
		t.Errorf("%s, ranks %v, first %+v", got, ranks, first)
	}
}

func TestRolesAreNamed(t *testing.T) {
	t.Parallel()
	for _, r := range Roles() {
		if got, ok := RoleOf(r.String()); !ok || got != r {
			t.Errorf("%s is %s, %t", r, got, ok)
		}
	}
	if r, ok := RoleOf("nonsense"); ok || r != RoleText {
		t.Errorf("nonsense is %s", r)
	}
	decoded, _ := grids(t, `[{"x":1773480600,"y":2.5},{"x":1773480601,"y":3}]`, nil)
	for role, want := range map[Role]string{RoleTime: "2026-03-14 09:30:00Z", RoleAmount: "1773480600", RoleID: "1773480600"} {
		with := decoded.WithRoles(map[int]Role{0: role, 9: RoleID, -1: RoleID})
		c := with.Columns()[0]
		if got := with.Cell(0, 0).Marked(); got != want || c.Role != role || (c.Total == SumTotal) != (role == RoleAmount) || c.Right != (role == RoleAmount) {
			t.Errorf("%s: %s, total %v, right %t", role, got, c.Total, c.Right)
		}
	}
	if c := decoded.WithRoles(map[int]Role{1: RoleRate}).Columns()[1]; c.Total != MeanTotal || !c.Right {
		t.Errorf("a rate has the total %v", c.Total)
	}
	number := func(text string) *ojson.Value {
		v, err := ojson.NewNumber(text)
		if err != nil {
			t.Fatal(err)
		}
		return v
	}
	f := value.FormatFor(schema.Location{})
	for name, want := range map[string]string{"created_at": "2026-03-14 09:30:00Z", "quantity": "1773480600"} {
		v := number("1773480600")
		if got := (value.Cell{Value: v, Format: FieldFormat(name, value.Label(safe.Raw{}, name), v, &f)}).Marked(); got != want {
			t.Errorf("%s: %s, want %s", name, got, want)
		}
	}
}
