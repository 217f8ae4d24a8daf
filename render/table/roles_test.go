package table

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"a2aform/internal/ojson"
	"a2aform/internal/schema"
	"a2aform/render/value"
)

// truth is what a person says of the columns of a table.
type truth struct {
	List    string // the member that holds the rows, "" for none
	Columns []struct{ Name, Role, Total string }
}

// corpusTable is a table of testdata/tables with its truth.
func corpusTable(t *testing.T, path string) (*Table, truth) {
	t.Helper()
	var is truth
	text, err := os.ReadFile(path)
	if err == nil {
		err = json.Unmarshal(text, &is)
	}
	if err != nil {
		t.Fatal(err)
	}
	base := strings.TrimSuffix(path, ".roles.json")
	if text, err = os.ReadFile(base + ".json"); err != nil {
		t.Fatal(err)
	}
	list, err := ojson.Parse(text, ojson.DataLimits)
	if err != nil {
		t.Fatal(err)
	}
	head, loc := schemaOf(t, base+".schema.json")
	if is.List != "" {
		list, loc = list.Get(is.List), loc.Property(is.List)
	}
	g := New(head, loc)
	g.AddItems(list.Items(), value.NewProblems(nil))
	return g.Finish(), is
}

// schemaOf is the schema in a file, none where there is no file.
func schemaOf(t *testing.T, path string) (value.Head, schema.Location) {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		return value.Head{}, schema.Location{}
	}
	d, err := schema.Load(text)
	if err == nil {
		err = d.Compile()
	}
	if err != nil {
		t.Fatal(err)
	}
	return value.Head{Source: value.Declared}, d.Root()
}

// TestRolesOfRealTables wants 95 % of the columns to be right, and every sum: one that is missing
// and one too many are both wrong, wherever they are.
func TestRolesOfRealTables(t *testing.T) {
	paths, err := filepath.Glob("testdata/tables/*.roles.json")
	if err != nil || len(paths) != 16 {
		t.Fatal(len(paths), "tables", err)
	}
	all, right := 0, 0
	var wrong []string
	for _, path := range paths {
		g, is := corpusTable(t, path)
		for _, want := range is.Columns {
			col := slices.IndexFunc(g.Columns(), func(c Column) bool { return c.name == want.Name })
			if col < 0 {
				t.Fatalf("%s has no column %s", path, want.Name)
			}
			c := g.Columns()[col]
			all++
			if c.Role.String() == want.Role && c.Total.String() == want.Total {
				right++
				continue
			}
			wrong = append(wrong, fmt.Sprintf("%s %s is %s with total %s, want %s, %s", filepath.Base(path), want.Name, c.Role, c.Total, want.Role, want.Total))
			if (c.Total == SumTotal) != (want.Total == "sum") {
				t.Errorf("%s %s: total %s, want %s", filepath.Base(path), want.Name, c.Total, want.Total)
			}
		}
	}
	if 100*right < 95*all {
		t.Errorf("%d of %d columns are right", right, all)
	}
	if t.Failed() || testing.Verbose() {
		t.Logf("%d of %d columns are right\n%s", right, all, strings.Join(wrong, "\n"))
	}
}

// TestRolesOfOneColumn has the rules that the tables do not show.
func TestRolesOfOneColumn(t *testing.T) {
	for _, c := range []struct{ name, values, want string }{
		{"stars", `1,5,5,4`, "rate avg"},
		{"birthYear", `1981,1990,2001,1975`, "rate none"},
		{"year", `2024,2025,2026`, "rate none"},
		{"number of guests", `2,4,2,9`, "amount sum"},
		{"customer number", `2,4,2,9`, "id none"},
		{"average cost", `2,4,2,9`, "rate avg"},
		{"unit cost", `2,4,2,9`, "rate avg"},
		{"cost", `2.5,4,2,9`, "amount sum"},
		{"foo", `2.5,4,2,9`, "rate avg"},
		{"row", `1,2,3,4,5,6`, "rate none"},
		{"entry", `1001,1002,1003,1005,1006`, "id none"},
		{"created", `1721900000,1721900500`, "time none"},
		{"when", `"2026-01-02","2026-01-03"`, "time none"},
		{"uptime", `"5m","90s"`, "time none"},
		{"request", `"100m","250m"`, "rate none"},
		{"mail", `"a@example.com","b@example.com"`, "link none"},
		{"owned", `true,false,null`, "category none"},
		{"parts", `[1],[2]`, "nested none"},
		{"x", `null,"",{}`, "empty none"},
		{"gizmo", `"cus_9519BE188E3D49","cus_69A31CEEA44D1C","cus_69A31CEEA44D1C"`, "id none"},
	} {
		var rows []string
		for v := range strings.SplitSeq(c.values, ",") {
			rows = append(rows, fmt.Sprintf(`{%q:%s,"other":1}`, c.name, v))
		}
		decoded, lazy := grids(t, "["+strings.Join(rows, ",")+"]", nil)
		for kind, g := range map[string]*Table{"decoded": decoded, "bytes": lazy} {
			column := g.Columns()[0]
			if got := column.Role.String() + " " + column.Total.String(); got != c.want {
				t.Errorf("%s, %s: %s is %s, want %s", kind, c.name, c.values, got, c.want)
			}
			if isLeft := column.Role == RoleID || column.Role == RoleTime; column.Right == isLeft && column.Numeric {
				t.Errorf("%s, %s: right-aligned is %v", kind, c.name, column.Right)
			}
		}
	}
}

// Seconds, milliseconds and microseconds since 1970 are shown as times under a name of time, and as numbers under any other.
func TestTimesSince1970AreTimes(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ name, values, want string }{
		{"created", `1721900000,1721900500`, "2024-07-25 09:33:20Z, 2024-07-25 09:41:40Z"},
		{"created", `1721900000.75,1721900500.5`, "2024-07-25 09:33:20Z, 2024-07-25 09:41:40Z"},
		{"updatedAt", `1721900000123,1721900500.0`, "1721900000123, 1721900500"}, // two units
		{"updatedAt", `1721900000123,1721900500456,null`, "2024-07-25 09:33:20Z, 2024-07-25 09:41:40Z, –"},
		{"ts", `1721900000123456.0,1721900500456789.0`, "2024-07-25 09:33:20Z, 2024-07-25 09:41:40Z"},
		{"population", `1721900000,1721900500`, "1721900000, 1721900500"},
		{"time", `1721,1722`, "1721, 1722"},
	} {
		var rows []string
		for v := range strings.SplitSeq(c.values, ",") {
			rows = append(rows, fmt.Sprintf(`{%q:%s,"other":1}`, c.name, v))
		}
		decoded, lazy := grids(t, "["+strings.Join(rows, ",")+"]", nil)
		for kind, g := range map[string]*Table{"decoded": decoded, "bytes": lazy} {
			var texts []string
			for row := range g.Rows() {
				texts = append(texts, g.Cell(row, 0).Text())
			}
			if got := strings.Join(texts, ", "); got != c.want {
				t.Errorf("%s, %s: %s is shown as %s, want %s", kind, c.name, c.values, got, c.want)
			}
			if raw := g.Cell(0, 0).Raw().Exact(); !strings.HasPrefix(c.values, raw) {
				t.Errorf("%s, %s: %s is copied as %s", kind, c.name, c.values, raw)
			}
		}
	}
}

// A date-time without a zone is local: its column has no mark in each row, and the note of a cell says so.
func TestTimesWithoutZoneAreLocal(t *testing.T) {
	t.Parallel()
	d, err := schema.Load([]byte(`{"type":"array","items":{"type":"object","properties":{"at":{"type":"string","format":"date-time"}}}}`))
	if err == nil {
		err = d.Compile()
	}
	if err != nil {
		t.Fatal(err)
	}
	list, err := ojson.Parse([]byte(`[{"at":"2026-03-13T00:00:00"},{"at":"2026-03-13T00:00:00.123456"},{"at":"2026-03-13T00:00:00Z"},{"at":"soon"}]`), ojson.DataLimits)
	if err != nil {
		t.Fatal(err)
	}
	g := New(value.Head{Source: value.Declared}, d.Root())
	g.AddItems(list.Items(), value.NewProblems(nil))
	for row, want := range []string{"|Fri, no time zone", "|Fri, no time zone", "|Fri", "! |"} {
		cell := g.Finish().Cell(row, 0)
		if got := cell.Mark() + "|" + cell.Note(); got != want {
			t.Errorf("%s has mark and note %q, want %q", cell.Text(), got, want)
		}
	}
}

// Times of a column are shown up to what one of them says, those that are all at midnight as dates; what is copied stays as it came.
func TestTimesAreShownUpToWhatTheySay(t *testing.T) {
	t.Parallel()
	for data, want := range map[string]string{
		`[{"at":"2026-03-13T00:00:00"},{"at":"2026-03-14T00:00:00"}]`:           "2026-03-13 Fri",
		`[{"at":"2026-03-13T00:00:00.000Z"},{"at":"2026-03-14T00:00:00Z"}]`:     "2026-03-13 Fri",
		`[{"at":"2026-03-13 00:00:00"},{"at":null}]`:                            "2026-03-13 Fri",
		`[{"at":"2026-03-13T00:00:00"},{"at":"2026-03-14T09:30:00"}]`:           "2026-03-13 00:00 ",
		`[{"at":"2026-03-13T08:00:00.000Z"},{"at":"2026-03-14T09:30:05.000Z"}]`: "2026-03-13 08:00:00Z Fri",
		`[{"at":"2026-03-13T08:00:00Z"},{"at":"2026-03-14T09:30:05.123Z"}]`:     "2026-03-13T08:00:00Z Fri",
		`[{"at":"2026-03-13T08:00:00Z"},{"at":"2026-03-14"}]`:                   "2026-03-13T08:00:00Z Fri",
		`[{"at":"2026-03-13T00:00:00+02:00"}]`:                                  "2026-03-13 00:00+02:00 Fri",
	} {
		list, err := ojson.Parse([]byte(data), ojson.DataLimits)
		if err != nil {
			t.Fatal(err)
		}
		g := New(value.Head{}, schema.Location{})
		g.AddItems(list.Items(), value.NewProblems(nil))
		cell := g.Finish().Cell(0, 0)
		if got := cell.Text() + " " + cell.Note(); got != want {
			t.Errorf("%s: %q, want %q", data, got, want)
		}
		if raw := cell.Raw().Exact(); raw != list.Index(0).Get("at").Text() {
			t.Errorf("%s: %q is copied", data, raw)
		}
	}
}

func TestRolesAreDecidedByABoundedNumberOfCells(t *testing.T) {
	for _, test := range []struct{ columns, want int }{{1, roleRows}, {10, roleRows}, {50, 200}, {100, minRoleRows}, {300, minRoleRows}} {
		members := make([]ojson.Member, test.columns)
		for i := range members {
			members[i] = ojson.Member{Name: "column" + strconv.Itoa(i), Value: ojson.NewString("text")}
		}
		g := New(value.Head{}, schema.Location{})
		g.AddItems(slices.Repeat([]*ojson.Value{ojson.NewObject(members...)}, roleRows+1), nil)
		if got := g.Finish().samples()[0].rows; got != test.want {
			t.Errorf("%d columns: %d rows, want %d", test.columns, got, test.want)
		}
	}
}

// An audience does without what only programs know a row by, what is alike in all rows, and counts of what is inside.
func TestDetailsOfRealTables(t *testing.T) {
	paths, err := filepath.Glob(filepath.Join("testdata", "tables", "*.roles.json"))
	if err != nil {
		t.Fatal(err)
	}
	got := map[string]string{}
	for _, path := range paths {
		g, _ := corpusTable(t, path)
		var names []string
		for _, c := range g.Columns() {
			if c.IsDetail {
				names = append(names, c.Key.Exact())
			}
		}
		got[strings.TrimSuffix(filepath.Base(path), ".roles.json")] = strings.Join(names, " ")
	}
	for name, want := range map[string]string{
		"charges": "id object billing_details metadata", "invoices": "InvoiceId CustomerId Lines",
		"pods": "uid labels", "kev": "cwes", "countries": "currencies languages latlng borders tld", "majors": "", "sp500": "", "models": "match",
	} {
		if got[name] != want {
			t.Errorf("%s: %q, want %q", name, got[name], want)
		}
	}
}
