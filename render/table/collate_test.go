package table

import (
	"bytes"
	"cmp"
	"testing"

	"pgregory.net/rapid"
)

func TestCollateComparesLowerCase(t *testing.T) {
	piece := rapid.SampledFrom([]string{"a", "A", "b", "é", "É", "ß", "漢", "漣", "İ", "K", "\xe6", "\xbc", "\xff", "\ufffd", " ", "Zoë"})
	pieces := rapid.SliceOfN(piece, 0, 6)
	rapid.Check(t, func(t *rapid.T) {
		shared := pieces.Draw(t, "shared")
		join := func(label string) []byte {
			var b []byte
			for _, p := range append(shared[:len(shared):len(shared)], pieces.Draw(t, label)...) {
				b = append(b, p...)
			}
			return b
		}
		x, y := join("x"), join("y")
		want := cmp.Or(bytes.Compare(bytes.ToLower(x), bytes.ToLower(y)), bytes.Compare(x, y))
		if got := collate(x, y); got != want {
			t.Fatalf("%q and %q: %d, want %d", x, y, got, want)
		}
	})
}
