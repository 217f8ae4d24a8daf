package sorts

import "sort"

// Func sorts the list in the order of compare, as slices.SortFunc does.
func Func[T any](list []T, compare func(a, b T) int) {
	sort.Slice(list, func(i, j int) bool { return compare(list[i], list[j]) < 0 })
}

// StableFunc sorts the list in the order of compare and keeps the order of equal elements,
// as slices.SortStableFunc does.
func StableFunc[T any](list []T, compare func(a, b T) int) {
	sort.SliceStable(list, func(i, j int) bool { return compare(list[i], list[j]) < 0 })
}
