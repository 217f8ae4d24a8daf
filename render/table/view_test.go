package table

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"a2aform/internal/jsonindex"
	"a2aform/internal/ojson"
	"a2aform/internal/schema"
	"a2aform/render/rendertest"
	"a2aform/render/value"
)

// tables are the same list twice: decoded, and as bytes.
func grids(t interface{ Fatal(...any) }, data string, d *schema.Document) (decoded, lazy *Table) {
	var head value.Head
	var loc schema.Location
	if d != nil {
		if err := d.Compile(); err != nil {
			t.Fatal(err)
		}
		head.Source, loc = value.Declared, d.Root()
	}
	list, err := ojson.Parse([]byte(data), ojson.DataLimits)
	if err != nil {
		t.Fatal(err)
	}
	decoded = New(head, loc)
	decoded.AddItems(list.Items(), value.NewProblems(loc.Validate(list)))
	index := jsonindex.New([]byte(data))
	index.Build(context.Background())
	lazy = New(head, loc)
	lazy.AddIndexed(index, loc.Item, loc)
	return decoded.Finish(), lazy.Finish()
}

const orders = `[
	{"id":3,"name":"banana","at":"2026-03-01T10:00:00+02:00","price":1.50,"ok":true,"tags":["x","Zeta"]},
	{"id":1,"name":"Apple","at":"2026-03-01T09:30:00+02:00","price":10,"ok":false,"note":"caf\u00e9 \"au lait\""},
	{"id":2,"name":"apple pie","at":"2026-03-01T09:00:00Z","price":9.999999999999999999,"ok":true},
	{"id":12,"name":"","at":null,"price":10.0,"note":"50% \/ off"},
	{"id":-4,"at":"2025-01-01T00:00:00Z","price":9.999999999999999998,"name":"cherry cherry cherry 2"},
	{"id":1e1,"price":"none","name":"cherry cherry cherry 1"}
]`

const orderSchema = `{"type":"array","items":{"type":"object","properties":{
	"id":{"type":"integer"},"name":{"title":"Full name"},"at":{"format":"date-time"},"price":{"type":"number"},"ok":{"type":"boolean"}}}}`

func ordersView(t *testing.T) (decoded, lazy *View) {
	t.Helper()
	document, err := schema.Load([]byte(orderSchema))
	if err != nil {
		t.Fatal(err)
	}
	a, b := grids(t, orders, document)
	return a.View(), b.View()
}

func ids(v *View) string {
	var all []string
	for i := range v.Rows() {
		all = append(all, v.grid.Cell(v.Row(i), 0).Value.Text())
	}
	return strings.Join(all, " ")
}

func TestSorted(t *testing.T) {
	decoded, lazy := ordersView(t)
	for _, c := range []struct{ column, up, down string }{
		{"id", "-4 1 2 3 1e1 12", "12 1e1 3 2 1 -4"},
		{"name", "12 1 2 3 1e1 -4", "-4 1e1 3 2 1 12"},
		{"at", "-4 1 3 2 12 1e1", "2 3 1 -4 12 1e1"},
		{"price", "3 -4 2 1 12 1e1", "1e1 1 12 2 -4 3"},
		{"ok", "1 3 2 12 -4 1e1", "3 2 1 12 -4 1e1"},
	} {
		for name, v := range map[string]*View{"decoded": decoded, "bytes": lazy} {
			col := slices.IndexFunc(v.grid.columns, func(x Column) bool { return x.name == c.column })
			up, err := v.Sorted(t.Context(), col, false)
			if err != nil {
				t.Fatal(err)
			}
			down, err := up.Sorted(t.Context(), col, true)
			if err != nil {
				t.Fatal(err)
			}
			if ids(up) != c.up || ids(down) != c.down {
				t.Errorf("%s by %s: up %s, down %s", name, c.column, ids(up), ids(down))
			}
		}
	}
}

// Capitals are as small letters also behind the beginning that is compared first.
func TestSortedWithoutRegardToCase(t *testing.T) {
	a, b := grids(t, `[{"id":1,"name":"Warehouse Z"},{"id":2,"name":"warehouse b"},{"id":3,"name":"WAREHOUSE A"},{"id":4,"name":"Warehouse C"},{"id":5,"name":"warehouse"}]`, nil)
	for name, g := range map[string]*Table{"decoded": a, "bytes": b} {
		col := slices.IndexFunc(g.columns, func(x Column) bool { return x.name == "name" })
		v, err := g.View().Sorted(t.Context(), col, false)
		if err != nil {
			t.Fatal(err)
		}
		if got := ids(v); got != "5 3 2 4 1" {
			t.Errorf("%s: %s", name, got)
		}
	}
}

// A list of objects, whose cell shows only how many they are, is sorted by that.
func TestSortedByHowManyThereAre(t *testing.T) {
	a, b := grids(t, `[{"id":1,"lines":[{"z":1},{"z":2}]},{"id":2,"lines":[{"a":1},{"a":2},{"a":3}]},{"id":3,"lines":[{"y":1}]},{"id":4,"lines":[ {"b":1} , {"b":2}]}]`, nil)
	for name, g := range map[string]*Table{"decoded": a, "bytes": b} {
		col := slices.IndexFunc(g.columns, func(x Column) bool { return x.name == "lines" })
		v, err := g.View().Sorted(t.Context(), col, false)
		if err != nil {
			t.Fatal(err)
		}
		if got := ids(v); got != "3 1 4 2" {
			t.Errorf("%s: %s", name, got)
		}
	}
}

func TestFiltered(t *testing.T) {
	decoded, lazy := ordersView(t)
	for filter, want := range map[string]string{
		"":                                     "3 1 2 12 -4 1e1",
		"apple":                                "1 2",
		"APPLE pie":                            "2",
		`"apple pie"`:                          "2",
		"!apple":                               "3 12 -4 1e1",
		"zeta":                                 "3",
		"café":                                 "1",
		`"au`:                                  "1",
		"off":                                  "12",
		"name:an":                              "3",
		`"full name":an`:                       "3",
		"price>9.9 price<10":                   "2 -4",
		"price>=10":                            "1 12",
		"pri>=10":                              "1 12",
		"full:an":                              "3",
		"fu:an":                                "",
		"price=10":                             "1 12",
		"price!=10":                            "3 2 -4 1e1",
		"price>9.999999999999999998 price<=10": "1 2 12",
		"id<=1":                                "1 -4",
		"ok=true":                              "3 2",
		"ok:yes":                               "3 2",
		"OK":                                   "3 2",
		"!ok":                                  "1 12 -4 1e1",
		"note":                                 "",
		"ok!=Yes ok=no":                        "1",
		"name=":                                "12",
		"at>2026-03-01":                        "3 1 2",
		"at<2026-03-01T08:00":                  "1 -4",
		"Name>b name<c":                        "3",
		"https://x":                            "",
		"2026":                                 "3 1 2",
		"name:":                                "3 1 2 12 -4 1e1", // the beginning of a filter
		"name:an,off,pie":                      "3 2",
		"!name:an,pie":                         "1 12 -4 1e1",
		"name:an,":                             "3", // the beginning of another
		"id=1,3 price:1":                       "3 1",
		"id!=1,3":                              "2 12 -4 1e1",
		`name:"a,p"`:                           "",
		"name:an|off":                          "3",
		"banana|cherry":                        "3 -4 1e1",
		"banana or name:pie":                   "3 2",
		"banana, cherry":                       "3 -4 1e1",
		"banana,cherry ,":                      "3 -4 1e1",
		"nothing, ok":                          "3 2",
		"!banana, cherry":                      "1 2 12",
		"name:an,  pie ok:yes":                 "3 2",
		`"banana, cherry"`:                     "",
		"1,5":                                  "", // a number
		"name: an, pie":                        "3 2",
		"price > 9.999999999999999998 price <= 10": "1 2 12",
		`"Full name" = banana`:                     "3",
		"apple or banana ok:yes":                   "3 2",
		"!apple or id=1":                           "3 1 12 -4 1e1",
		"banana or":                                "3", // the beginning of a term
		`"or"`:                                     "",
	} {
		for name, v := range map[string]*View{"decoded": decoded, "bytes": lazy} {
			f, err := v.grid.ParseFilter(filter)
			if err != nil {
				t.Errorf("%s: %v", filter, err)
				continue
			}
			got, err := v.Filtered(t.Context(), f)
			if err != nil || ids(got) != want {
				t.Errorf("%s: %q gives %q, want %q (%v)", name, filter, ids(got), want, err)
			}
		}
	}
}

func TestInvalidFilterIsReported(t *testing.T) {
	decoded, _ := ordersView(t)
	for filter, want := range map[string]string{
		"weight>3":  `there is no column "weight"; there are Id, Full name, At, Price, Ok, Tags, Note`,
		"prcie>3":   `there is no column "prcie"; did you mean Price?`,
		"pirce:3":   `there is no column "pirce"; did you mean Price?`,
		"price>":    `"price>" has nothing to look for`,
		"price>abc": `Price is a number; "abc" is not`,
	} {
		if _, err := decoded.grid.ParseFilter(filter); err == nil || err.Error() != want {
			t.Errorf("%s: %v", filter, err)
		}
	}
}

func TestSummary(t *testing.T) {
	decoded, lazy := ordersView(t)
	for _, v := range []*View{decoded, lazy} {
		s, err := v.Summary(t.Context(), 3)
		if err != nil {
			t.Fatal(err)
		}
		got := fmt.Sprint(s.Rows, s.Numbers, " ", s.Sum, " ", s.Minimum, " ", s.Maximum, " ", s.Mean)
		if want := "6 5 41.499999999999999997 1.50 10 8.30"; got != want {
			t.Errorf("%s, want %s", got, want)
		}
		if s, err = v.Summary(t.Context(), 1); err != nil || s.Numbers != 0 || s.Sum != "" {
			t.Errorf("a column of texts: %+v, %v", s, err)
		}
	}
}

// A sum has as many digits after its point as the numbers were written with.
func TestSumKeepsDecimals(t *testing.T) {
	decoded, lazy := grids(t, `[{"n":18.00},{"n":986},{"n":1e-1},{"n":-0.1}]`, nil)
	for _, g := range []*Table{decoded, lazy} {
		if s, err := g.View().Summary(t.Context(), 0); err != nil || s.Sum != "1004.00" {
			t.Errorf("%+v, %v", s, err)
		}
	}
}

// Numbers beyond a float64 are summed up and compared all the same.
func TestNumbersBeyondAFloat(t *testing.T) {
	decoded, lazy := grids(t, `[{"n":1e308},{"n":1e309},{"n":-1e400},{"n":1e400},{"n":9007199254740993},{"n":1e308}]`, nil)
	for _, v := range []*View{decoded.View(), lazy.View()} {
		s, err := v.Summary(t.Context(), 0)
		if err != nil || s.Minimum != "-1e400" || s.Maximum != "1e400" || slices.ContainsFunc(s.Profile, func(p float64) bool { return !(p >= 0 && p <= 1) }) {
			t.Errorf("%+v, %v", s, err)
		}
		sorted, err := v.Sorted(t.Context(), 0, false)
		if err != nil || ids(sorted) != "-1e400 9007199254740993 1e308 1e308 1e309 1e400" {
			t.Errorf("sorted: %s, %v", ids(sorted), err)
		}
		for filter, want := range map[string]string{"n>1e399": "1e400", "n<=1e309 n>1e308": "1e309", "n=1e400": "1e400"} {
			f, err := v.grid.ParseFilter(filter)
			if err != nil {
				t.Fatal(err)
			}
			if got, err := v.Filtered(t.Context(), f); err != nil || ids(got) != want {
				t.Errorf("%s: %s, %v", filter, ids(got), err)
			}
		}
	}
	g, _ := grids(t, `[{"n":9007199254740993},{"n":9007199254740993}]`, nil)
	if s, err := g.View().Summary(t.Context(), 0); err != nil || s.Mean != "9007199254740993" {
		t.Errorf("mean %s, %v", s.Mean, err)
	}
}

// A mean has the digits that people read.
func TestMeanIsRounded(t *testing.T) {
	for rows, want := range map[string]string{
		`[{"n":70.00},{"n":84.00},{"n":97.00}]`: "83.67",
		`[{"n":133},{"n":134}]`:                 "133.5",
		`[{"n":1},{"n":2},{"n":3}]`:             "2",
		`[{"n":0.02},{"n":0.03},{"n":0.03}]`:    "0.026667",
		`[{"n":100.5},{"n":100.50}]`:            "100.50",
	} {
		g, _ := grids(t, rows, nil)
		if s, err := g.View().Summary(t.Context(), 0); err != nil || s.Mean != want {
			t.Errorf("%s: mean %s, want %s, %v", rows, s.Mean, want, err)
		}
	}
}

func TestColumnsOfAFilterAreFoundByTheBeginningOfAWord(t *testing.T) {
	g, _ := grids(t, `[{"chance_of_rain":0.5,"cost":1,"cost_center":2}]`, nil)
	for filter, want := range map[string]string{
		"rain>0.1":   "",
		"chance>0.1": "",
		"cost>0":     "",
		"center>0":   "",
		"co>0":       `"co" can be the column cost or cost_center`,
		"snow>0":     `there is no column "snow"; there are chance_of_rain, cost, cost_center`,
		">0":         "",
	} {
		_, err := g.ParseFilter(filter)
		if said := fmt.Sprint(err); (err == nil) != (want == "") || err != nil && !strings.HasPrefix(said, want) {
			t.Errorf("%s: %v, want %q", filter, err, want)
		}
	}
}

func TestViewEndsWithContext(t *testing.T) {
	_, lazy := ordersView(t)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := lazy.Sorted(ctx, 0, false); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
	if _, err := lazy.Summary(ctx, 0); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}

// TestBytesAndValuesAgree compares the two ways to store a list on random ones.
func TestBytesAndValuesAgree(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		list := ojson.NewArray(rapid.SliceOfN(rendertest.AnyValue(2), 0, 8).Draw(t, "items")...)
		data := string(list.Compact())
		if rapid.Bool().Draw(t, "indented") {
			data = string(list.Indent("  "))
		}
		a, b := grids(t, data, nil)
		if a.Rows() != b.Rows() || len(a.columns) != len(b.columns) {
			t.Fatalf("%d × %d, %d × %d", a.Rows(), len(a.columns), b.Rows(), len(b.columns))
		}
		for r := range a.Rows() {
			for c := range a.columns {
				if x, y := a.Cell(r, c), b.Cell(r, c); string(x.Value.Compact()) != string(y.Value.Compact()) || x.Kind() != y.Kind() {
					t.Fatalf("cell %d, %d: %s and %s of %s", r, c, x.Line(), y.Line(), data)
				}
			}
		}
		word := rapid.SampledFrom([]string{"a", "漢", "B", "\\", "/", "e\u0301"}).Draw(t, "word")
		filtered := func(g *Table) []int32 {
			f, err := g.ParseFilter(word)
			if err != nil {
				t.Fatal(err)
			}
			v, err := g.View().Filtered(context.Background(), f)
			if err != nil {
				t.Fatal(err)
			}
			return v.order
		}
		if x, y := filtered(a), filtered(b); !slices.Equal(x, y) {
			t.Fatalf("%q in %s: %v and %v", word, data, x, y)
		}
		for c := range a.columns {
			down := rapid.Bool().Draw(t, "descending")
			x, err := a.View().Sorted(context.Background(), c, down)
			y, err2 := b.View().Sorted(context.Background(), c, down)
			if err != nil || err2 != nil || !slices.Equal(x.order, y.order) {
				t.Fatalf("%s sorted by %d: %v and %v", data, c, x.order, y.order)
			}
		}
	})
}
