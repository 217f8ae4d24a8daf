package formtest

import (
	"strconv"

	"a2aform/internal/ojson"
)

// Difference is the JSON Pointer of the first place where two values are not
// the same, looked for in the order of want: members may be in another
// order, numbers are compared as decimals, text byte by byte.
func Difference(got, want *ojson.Value, at string) (pointer string, differs bool) {
	switch {
	case got.Exists() != want.Exists() || got.Kind() != want.Kind() || got.Len() != want.Len() && !want.Is(ojson.Object):
		return at, true
	case want.Is(ojson.Object):
		return memberDifference(got, want, at)
	case want.Is(ojson.Number):
		return at, !ojson.Equal(got, want)
	case got.Text() != want.Text():
		return at, true
	}
	for i, item := range want.Items() {
		if pointer, differs := Difference(got.Index(i), item, ojson.Pointer(at, strconv.Itoa(i))); differs {
			return pointer, true
		}
	}
	return "", false
}

func memberDifference(got, want *ojson.Value, at string) (pointer string, differs bool) {
	for _, m := range want.Members() {
		if pointer, differs := Difference(got.Get(m.Name), want.Get(m.Name), ojson.Pointer(at, m.Name)); differs {
			return pointer, true
		}
	}
	for _, m := range got.Members() {
		if want.Get(m.Name) == nil {
			return ojson.Pointer(at, m.Name), true
		}
	}
	return "", false
}
