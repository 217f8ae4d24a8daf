package pairs_test

import (
	"testing"

	"pgregory.net/rapid"

	"a2aform/internal/qa/gen/pairs"
)

func TestRowsCoverAllPairs(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		sizes := rapid.SliceOfN(rapid.IntRange(1, 6), 2, 7).Draw(t, "sizes")
		seen := map[[4]int]bool{}
		product := 1
		for _, n := range sizes {
			product *= n
		}
		rows := pairs.Rows(sizes)
		for _, row := range rows {
			if len(row) != len(sizes) {
				t.Fatalf("row %v for sizes %v", row, sizes)
			}
			for a := range row {
				if row[a] < 0 || row[a] >= sizes[a] {
					t.Fatalf("row %v for sizes %v", row, sizes)
				}
				for b := a + 1; b < len(row); b++ {
					seen[[4]int{a, row[a], b, row[b]}] = true
				}
			}
		}
		for a := range sizes {
			for b := a + 1; b < len(sizes); b++ {
				for x := range sizes[a] {
					for y := range sizes[b] {
						if !seen[[4]int{a, x, b, y}] {
							t.Fatalf("sizes %v: no row has %d=%d and %d=%d", sizes, a, x, b, y)
						}
					}
				}
			}
		}
		if len(rows) > product {
			t.Fatalf("%d rows for %d combinations", len(rows), product)
		}
	})
}

func TestRowsAreFew(t *testing.T) {
	if n := len(pairs.Rows([]int{3, 3, 3, 3, 3, 3})); n > 20 {
		t.Errorf("%d rows for 6 parameters of 3 values, which 15 cover", n)
	}
	if rows := pairs.Rows([]int{4}); rows != nil {
		t.Errorf("%v for one parameter", rows)
	}
}
