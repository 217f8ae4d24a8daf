package jsonindex

import (
	"bytes"
	"testing"

	"pgregory.net/rapid"
)

func TestNeedleFindsFirstMatch(t *testing.T) {
	letters := rapid.StringOfN(rapid.RuneFrom([]rune("aAbB01\"é ")), 0, 40, -1)
	rapid.Check(t, func(t *rapid.T) {
		text, needle := letters.Draw(t, "text"), letters.Draw(t, "needle")
		if rapid.Bool().Draw(t, "inside") && text != "" {
			from := rapid.IntRange(0, len(text)-1).Draw(t, "from")
			needle = text[from:rapid.IntRange(from, min(len(text), from+3)).Draw(t, "to")]
		}
		want := bytes.Index(folded(text), folded(needle))
		if got := NewNeedle(needle).Index([]byte(text)); got != want {
			t.Fatalf("%q in %q at %d, want %d", needle, text, got, want)
		}
	})
}

func folded(s string) []byte {
	b := []byte(s)
	for i, c := range b {
		b[i] = lower(c)
	}
	return b
}

// BenchmarkNeedle looks through a table for a text that is not there; the
// anchor looks for it with its case.
func BenchmarkNeedle(b *testing.B) {
	data := table(10_000, 50)
	b.Run("ours", func(b *testing.B) {
		b.SetBytes(int64(len(data)))
		n := NewNeedle("Zanzibar")
		for b.Loop() {
			if n.In(data) {
				b.Fatal("found")
			}
		}
	})
	b.Run("anchor=bytesindex", func(b *testing.B) {
		b.SetBytes(int64(len(data)))
		for b.Loop() {
			if bytes.Contains(data, []byte("Zanzibar")) {
				b.Fatal("found")
			}
		}
	})
}
