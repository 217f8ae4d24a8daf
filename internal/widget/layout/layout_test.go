package layout

import (
	"slices"
	"testing"

	"pgregory.net/rapid"
)

func TestFit(t *testing.T) {
	t.Parallel()
	columns := []Column{{Usual: 4, Least: 4, Rank: 3}, {Usual: 20, Least: 12, Rank: 0}, {Usual: 30, Least: 12, Rank: 4}, {Usual: 8, Least: 8, Rank: 1}, {Usual: 5, Least: 5, Rank: 2}}
	for _, tt := range []struct {
		what        string
		width, must int
		want        []int
	}{
		{"all", 75, -1, []int{4, 20, 30, 8, 5}},
		{"all, one of them cut", 60, -1, []int{4, 20, 15, 8, 5}},
		{"all cut, the important one less", 51, -1, []int{4, 14, 12, 8, 5}},
		{"without the least important", 44, -1, []int{4, 20, 0, 8, 5}},
		{"without the next, though that would fit where the important one is cut", 27, -1, []int{0, 17, 0, 8, 0}},
		{"with one that has to be there", 44, 2, []int{0, 13, 12, 8, 5}},
		{"the important one", 13, -1, []int{0, 13, 0, 0, 0}},
		{"not even that", 7, -1, []int{0, 7, 0, 0, 0}},
		{"no space", 0, -1, []int{0, 1, 0, 0, 0}},
	} {
		if got := Fit(columns, tt.width, 2, tt.must); !slices.Equal(got, tt.want) {
			t.Errorf("%s, %d cells: %v, want %v", tt.what, tt.width, got, tt.want)
		}
	}
}

// A table is never wider than its space, a column never narrower than it may be, and one that is hidden has no space before all more
// important ones have theirs.
// A detail takes the place of no other column, and rows begin with one only where all columns fit.
func TestFitOfDetails(t *testing.T) {
	t.Parallel()
	columns := []Column{{Usual: 4, Least: 4, Detail: true}, {Usual: 20, Least: 12, Rank: 1}, {Usual: 8, Least: 8, Rank: 2}, {Usual: 5, Least: 5, Rank: 3, Detail: true}}
	for _, tt := range []struct {
		what        string
		width, must int
		want        []int
	}{
		{"all", 43, -1, []int{4, 20, 8, 5}},
		{"all, one of them cut", 35, -1, []int{4, 12, 8, 5}},
		{"not the first one, though it would fit", 34, -1, []int{0, 17, 8, 5}},
		{"no detail, where another column is hidden", 21, -1, []int{0, 20, 0, 0}},
		{"but one that has to be there", 21, 3, []int{0, 14, 0, 5}},
	} {
		if got := Fit(columns, tt.width, 2, tt.must); !slices.Equal(got, tt.want) {
			t.Errorf("%s, %d cells: %v, want %v", tt.what, tt.width, got, tt.want)
		}
	}
	if got := Fit(columns[3:], 4, 2, -1); !slices.Equal(got, []int{4}) {
		t.Errorf("only a detail: %v", got)
	}
}

func TestFitKeepsItsPromises(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 12).Draw(t, "columns")
		ranks := rapid.Permutation(slices.Collect(func(yield func(int) bool) {
			for i := range n {
				yield(i)
			}
		})).Draw(t, "ranks")
		columns := make([]Column, n)
		for i := range columns {
			least := rapid.IntRange(1, 30).Draw(t, "least")
			columns[i] = Column{Least: least, Usual: least + rapid.IntRange(0, 20).Draw(t, "more"), Rank: ranks[i], Detail: rapid.Bool().Draw(t, "detail")}
		}
		width, must := rapid.IntRange(1, 200).Draw(t, "width"), rapid.IntRange(-1, n-1).Draw(t, "must")
		widths := Fit(columns, width, 2, must)
		total, shown := -2, 0
		for i, w := range widths {
			if w == 0 {
				continue
			}
			shown++
			if total += w + 2; w > columns[i].Usual || w < columns[i].Least && w != width {
				t.Fatalf("column %d of %+v has %d cells", i, columns[i], w)
			}
		}
		if total > width || shown == 0 || must >= 0 && widths[must] == 0 {
			t.Fatalf("%d columns take %d cells of %d: %v", shown, total, width, widths)
		}
		isMain := func(c Column) bool { return !c.Detail }
		first := slices.IndexFunc(columns, isMain)
		hidesMain, hidesAny := false, slices.Contains(widths, 0)
		for i, c := range columns {
			hidesMain = hidesMain || isMain(c) && widths[i] == 0
		}
		for i, c := range columns {
			if c.Rank == 0 && must < 0 && widths[i] == 0 && (isMain(c) || first < 0) {
				t.Fatalf("the most important column is hidden: %v", widths)
			}
			if c.Detail && i != must && widths[i] > 0 && (hidesMain || hidesAny && i < first) {
				t.Fatalf("detail %d is shown, and others are not: %v", i, widths)
			}
			if widths[i] == 0 && c.Least+2 <= width-total && (isMain(c) || i > first && !hidesMain) {
				t.Fatalf("column %d would fit: %v", i, widths)
			}
		}
	})
}
