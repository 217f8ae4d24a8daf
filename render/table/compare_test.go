package table

import (
	"slices"
	"strings"
	"testing"
)

// tableOf is a list as a table.
func tableOf(t *testing.T, data string) *Table {
	t.Helper()
	decoded, _ := grids(t, data, nil)
	return decoded
}

// Rows are the same by their ids, else by their names, else by all of their values, in any order.
func TestCompare(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ what, before, now, want, isNew string }{
		{"nothing", `[{"id":"a","n":1},{"id":"b","n":2}]`, `[{"id":"b","n":2},{"id":"a","n":1}]`, "as before", ""},
		{"a value", `[{"id":"a","n":1},{"id":"b","n":2}]`, `[{"id":"b","n":3},{"id":"a","n":1}]`, "1 value changed", "0n"},
		{"a value that is gone", `[{"id":"a","n":1},{"id":"b","n":2}]`, `[{"id":"a","n":1},{"id":"b","n":null}]`, "1 value changed", "1n"},
		{"rows that went", `[{"id":"a","n":1},{"id":"b","n":2},{"id":"c","n":2}]`, `[{"id":"c","n":2}]`, "2 fewer than before", ""},
		{"rows that came", `[{"id":"a","n":1}]`, `[{"id":"a","n":1},{"id":"b","n":2}]`, "1 more than before", "1id"},
		{"both", `[{"id":"a","n":1},{"id":"b","n":2}]`, `[{"id":"c","n":1},{"id":"b","n":5}]`, "1 only now, 1 only before", "0id 1n"},
		{"most rows came", `[{"id":"a","n":1},{"id":"b","n":2}]`, `[{"id":"c","n":1},{"id":"b","n":5},{"id":"d","n":5}]`, "2 only now, 1 only before", "1n"},
		{"another column", `[{"id":"a","n":1}]`, `[{"id":"a","n":1,"m":4}]`, "as before", ""},
		{"ids that are twice there", `[{"id":"a","n":1},{"id":"a","n":2}]`, `[{"id":"a","n":2},{"id":"a","n":3}]`, "1 only now, 1 only before", "1id"},
		{"without names", `[{"x":1.5,"y":2},{"x":1.5,"y":2}]`, `[{"x":1.5,"y":2}]`, "1 fewer than before", ""},
		{"all others", `[{"id":"a","n":1}]`, `[{"id":"b","n":1},{"id":"c","n":1}]`, "", ""},
		{"none before", `[]`, `[{"id":"b","n":1}]`, "", ""},
		{"none left", `[{"id":"a","n":1}]`, `[]`, "1 fewer than before", ""},
	} {
		before, now := tableOf(t, c.before), tableOf(t, c.now)
		got := Compare(before, now)
		var isNew []string
		for row := range now.Rows() {
			for col, column := range now.Columns() {
				if got.IsNew(row, col) {
					isNew = append(isNew, string(rune('0'+row))+column.Key.Exact())
				}
			}
		}
		if got.String() != c.want || strings.Join(isNew, " ") != c.isNew {
			t.Errorf("%s: %q, new %q, want %q, %q", c.what, got, isNew, c.want, c.isNew)
		}
	}
}

// Of tables with thousands of rows only the numbers are compared.
func TestCompareManyRows(t *testing.T) {
	t.Parallel()
	row := `{"id":"a","n":1}`
	got := Compare(tableOf(t, "["+row+strings.Repeat(","+row, 2999)+"]"), tableOf(t, "["+row+"]"))
	if got.String() != "2,999 fewer than before" || got.IsNew(0, 0) {
		t.Errorf("%q", got)
	}
}

// Rows are found in a later table by their ids, their names or all that they have in the columns of both.
func TestSameRows(t *testing.T) {
	t.Parallel()
	many := func(first string) string {
		return "[" + first + strings.Repeat(`,{"id":"x","n":1}`, maxCompared+1) + "]"
	}
	for _, c := range []struct {
		what, before, now string
		rows, want        []int
	}{
		{"ids", `[{"id":"a","n":1},{"id":"b","n":2}]`, `[{"id":"b","n":9},{"id":"c","n":1}]`, []int{0, 1}, []int{-1, 0}},
		{"no ids", `[{"x":1.5,"y":2},{"x":1.5,"y":3}]`, `[{"x":1.5,"y":3,"z":1}]`, []int{0, 1, -1}, []int{-1, 0, -1}},
		{"other columns", `[{"x":1.5}]`, `[{"z":1.5}]`, []int{0}, []int{-1}},
		{"a large table", many(`{"id":"a","n":1}`), `[{"id":"a","n":1}]`, []int{0}, []int{-1}},
		{"none", `[{"id":"a","n":1}]`, `[{"id":"a","n":1}]`, nil, nil},
	} {
		if got := SameRows(tableOf(t, c.before), tableOf(t, c.now), c.rows); !slices.Equal(got, c.want) {
			t.Errorf("%s: rows %d, want %d", c.what, got, c.want)
		}
	}
}
