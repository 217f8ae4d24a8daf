package heading

import "testing"

func TestWrap(t *testing.T) {
	for _, c := range []struct {
		title       string
		width       int
		first, last string
	}{
		{"Chance of rain", 14, "", "Chance of rain"},
		{"Chance of rain", 13, "Chance", "of rain"},
		{"Chance of rain", 7, "Chance", "of rain"},
		{"Chance of rain", 6, "Chance", "of rain"},
		{"Chance of rain tomorrow", 9, "Chance of", "rain tomorrow"},
		{"unit_price", 8, "unit_", "price"},
		{"Unbreakable", 5, "", "Unbreakable"},
		{"単価 です", 5, "単価", "です"},
	} {
		if first, last := Wrap(c.title, c.width); first != c.first || last != c.last {
			t.Errorf("%q in %d: %q, %q", c.title, c.width, first, last)
		}
	}
}

func TestWidth(t *testing.T) {
	for title, want := range map[string]int{"Chance of rain": 7, "Cost": 4, "unit_price": 5, "Chance ": 7, "": 0} {
		if got := Width(title); got != want {
			t.Errorf("%q: %d, want %d", title, got, want)
		}
	}
}
