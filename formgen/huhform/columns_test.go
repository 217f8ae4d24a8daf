package huhform

import "testing"

// A label is not cut while the values have more space than they need; a narrow page is two fifths labels.
func TestLabelsTakeWhatValuesLeave(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ width, widest, want int }{
		{100, 50, 50}, {100, 80, 54}, {76, 50, 30}, {40, 50, 16}, {18, 50, 8}, {100, 12, 12},
	} {
		if got := (columns{width: tt.width, widest: tt.widest}).labelWidth(); got != tt.want {
			t.Errorf("%d of %d: %d, want %d", tt.widest, tt.width, got, tt.want)
		}
	}
}
