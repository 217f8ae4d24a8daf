package sorts

import (
	"cmp"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

type pair struct{ key, index int }

func byKey(a, b pair) int { return cmp.Compare(a.key, b.key) }

func byBoth(a, b pair) int { return cmp.Or(cmp.Compare(a.key, b.key), cmp.Compare(a.index, b.index)) }

// TestSortsAsPackageSlices compares both functions with those of package slices.
func TestSortsAsPackageSlices(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		keys := rapid.SliceOf(rapid.IntRange(0, 5)).Draw(t, "keys")
		list := make([]pair, len(keys))
		for i, key := range keys {
			list[i] = pair{key, i}
		}
		want := slices.Clone(list)
		slices.SortStableFunc(want, byKey)

		stable := slices.Clone(list)
		StableFunc(stable, byKey)
		if !slices.Equal(stable, want) {
			t.Fatalf("StableFunc: %v, want %v", stable, want)
		}
		Func(list, byBoth)
		if !slices.Equal(list, want) {
			t.Fatalf("Func: %v, want %v", list, want)
		}
	})
}

// BenchmarkFunc compares Func with slices.SortFunc on a list of 1,000.
func BenchmarkFunc(b *testing.B) {
	list := make([]pair, 1000)
	for i := range list {
		list[i] = pair{i * 7919 % 1000, i}
	}
	for name, sort := range map[string]func([]pair, func(a, b pair) int){"slices": slices.SortFunc[[]pair], "sorts": Func[pair]} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				sort(slices.Clone(list), byKey)
			}
		})
	}
}
