package kit_test

import (
	"fmt"
	"strings"
	"testing"

	"a2aform/ui/kit"
)

func TestMoveCursor(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		key         string
		at, n, page int
		want        int
		isOther     bool
	}{
		{"up", 5, 20, 8, 4, false},
		{"down", 5, 20, 8, 6, false},
		{"up", 0, 20, 8, 0, false},
		{"down", 19, 20, 8, 19, false},
		{"pgup", 15, 20, 8, 8, false},
		{"pgdown", 5, 20, 8, 12, false},
		{"pgdown", 15, 20, 8, 19, false},
		{"pgup", 3, 20, 8, 0, false},
		{"pgdown", 5, 20, 1, 6, false},
		{"pgdown", 5, 20, 0, 6, false},
		{"home", 5, 20, 8, 0, false},
		{"end", 5, 20, 8, 19, false},
		{"end", 0, 0, 8, 0, false},
		{"x", 5, 20, 8, 5, true},
	} {
		got, moves := kit.MoveCursor(kit.KeyPress(tt.key), tt.at, tt.n, tt.page)
		if got != tt.want || moves == tt.isOther {
			t.Errorf("%s at %d of %d, %d in sight: %d, %t", tt.key, tt.at, tt.n, tt.page, got, moves)
		}
	}
}

func TestFilterListShowsRowsWithEachWord(t *testing.T) {
	t.Parallel()
	rows := []string{"oslo norway", "bergen norway", "rome italy", "turin italy"}
	l := kit.NewFilterList("a place")
	l.SetRows(len(rows), func(i int) string { return rows[i] })
	is := func(did string, filtering bool, cursor, row int, shown ...int) {
		t.Helper()
		at, ok := l.Row()
		if fmt.Sprint(l.Shown) != fmt.Sprint(shown) || l.Cursor != cursor || l.Filtering != filtering || at != row || ok != (len(shown) > 0) {
			t.Errorf("%s: rows %v, cursor %d, typing %t, row %d %t", did, l.Shown, l.Cursor, l.Filtering, at, ok)
		}
	}
	is("new", false, 0, 0, 0, 1, 2, 3)
	l.Move(kit.KeyPress("end"), 4)
	is("end", false, 3, 3, 0, 1, 2, 3)
	l.StartFilter()
	for _, c := range strings.Split("NOR", "") {
		if !l.PressFilter(kit.KeyPress(c)) {
			t.Errorf("%s is not for the filter", c)
		}
	}
	is("nor", true, 1, 1, 0, 1)
	for _, c := range strings.Split(" be", "") {
		l.PressFilter(kit.KeyPress(c))
	}
	is("nor be", true, 0, 1, 1)
	if !l.PressFilter(kit.KeyPress("enter")) || !l.IsFiltered() {
		t.Error("enter does not keep the filter")
	}
	is("enter", false, 0, 1, 1)
	if !l.ClearFilter() || l.ClearFilter() {
		t.Error("a filter is cleared once")
	}
	is("cleared", false, 1, 1, 0, 1, 2, 3) // the cursor stays on its row
	l.StartFilter()
	l.PressFilter(kit.KeyPress("z"))
	is("z", true, 0, 0)
	if !l.PressFilter(kit.KeyPress("esc")) || l.IsFiltered() {
		t.Error("esc does not take the filter away")
	}
	is("esc", false, 1, 1, 0, 1, 2, 3) // likewise, where the filter let none through
	l.StartFilter()
	l.PressFilter(kit.KeyPress("i"))
	if l.PressFilter(kit.KeyPress("down")) {
		t.Error("down is for the list")
	}
	is("down", false, 1, 3, 2, 3)
}
