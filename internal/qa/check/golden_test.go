package check_test

import (
	"errors"
	"fmt"
	"math/big"
	"path/filepath"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"a2aform/internal/ojson"
	"a2aform/internal/qa/casefile"
	"a2aform/internal/qa/check"
)

func parseGolden(t interface{ Fatal(...any) }, text string) *ojson.Value {
	v, err := ojson.Parse([]byte(text), ojson.DataLimits)
	if err != nil {
		t.Fatal(err)
	}
	return v
}

func TestCompare(t *testing.T) {
	t.Parallel()
	tenth := big.NewRat(1, 10)
	for _, test := range []struct {
		same            casefile.Same
		want, got, told string
	}{
		{casefile.Same{}, `{"a":1.0,"b":[1,2]}`, `{"b":[1.00,2],"a":1}`, ""},
		{casefile.Same{}, `{"a":10000000000000000001}`, `{"a":10000000000000000002}`, "/a: 10000000000000000001 10000000000000000002"},
		{casefile.Same{}, `{"a":1,"b":2}`, `{"a":"1","c":3}`, `/a: 1 "1"; /b: 2 none; /c: none 3`},
		{casefile.Same{}, `[1,2]`, `[1]`, "/1: 2 none"},
		{casefile.Same{}, `null`, `[]`, ": null []"},
		{casefile.Same{Ignore: []string{"/**/id", "/*/at"}}, `{"x":{"id":1,"at":1,"y":{"id":1,"at":1}}}`, `{"x":{"at":2,"y":{"id":3,"at":2}}}`, "/x/y/at: 1 2"},
		{casefile.Same{Formats: []string{"date-time"}}, `["2026-01-01T00:00:00Z","2026-01-01T00:00:00Z"]`, `["2026-02-02T10:00:00Z","soon"]`, `/1: "2026-01-01T00:00:00Z" "soon"`},
		{casefile.Same{Numbers: []casefile.Tolerance{{At: "/a", Within: tenth}}}, `{"a":1,"b":1}`, `{"a":1.1,"b":1.1}`, "/b: 1 1.1"},
		{casefile.Same{Numbers: []casefile.Tolerance{{At: "/a", Within: tenth}}}, `{"a":1}`, `{"a":1.11}`, "/a: 1 1.11"},
		{casefile.Same{Unordered: map[string]string{"": ""}}, `[1,2,2]`, `[2,1,3]`, "/2: 2 none; /2: none 3"},
		{casefile.Same{Unordered: map[string]string{"/l": "k"}}, `{"l":[{"k":1,"v":1},{"k":2,"v":2}]}`, `{"l":[{"k":2,"v":3},{"k":1,"v":1}]}`, "/l/0/v: 2 3"},
		{casefile.Same{Unordered: map[string]string{"/l": "k"}}, `{"l":[{"k":1}]}`, `{"l":[{"k":1},{"k":1}]}`, `/l/1: none {"k":1}`},
	} {
		var told []string
		for _, d := range check.CompareGolden(parseGolden(t, test.want), parseGolden(t, test.got), &test.same) {
			told = append(told, fmt.Sprintf("%s: %s %s", d.At, goldenText(d.Want), goldenText(d.Got)))
		}
		if got := strings.Join(told, "; "); got != test.told {
			t.Errorf("%s, %s: %s, want %s", test.want, test.got, got, test.told)
		}
	}
}

func goldenText(v *ojson.Value) string {
	if v == nil {
		return "none"
	}
	return string(v.Compact())
}

// An array is equal to itself in another order where the order does not count.
func TestOrderDoesNotCount(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		list := rapid.SliceOf(rapid.IntRange(0, 3)).Draw(t, "list")
		other := rapid.Permutation(list).Draw(t, "other")
		encode := func(list []int) *ojson.Value { return parseGolden(t, strings.ReplaceAll(fmt.Sprint(list), " ", ",")) }
		if d := check.CompareGolden(encode(list), encode(other), &casefile.Same{Unordered: map[string]string{"": ""}}); d != nil {
			t.Fatalf("%v and %v: %v", list, other, d)
		}
	})
}

func TestFileIsReadAsWritten(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "golden", "a.json")
	if _, err := check.ReadGolden(path); !errors.Is(err, check.ErrNoGolden) {
		t.Fatal(err)
	}
	for _, text := range []string{`{"data":{"z":1.00,"a":null},"artifacts":[]}`, `{"artifacts":[]}`} {
		if err := check.WriteGolden(path, parseGolden(t, text)); err != nil {
			t.Fatal(err)
		}
		v, err := check.ReadGolden(path)
		if err != nil || string(v.Compact()) != text {
			t.Errorf("%s: %v", text, err)
		}
	}
	if err := check.WriteGolden(path, parseGolden(t, `{}`)); err != nil {
		t.Fatal(err)
	}
	if _, err := check.ReadGolden(path); err == nil || !strings.Contains(err.Error(), "no object with artifacts") {
		t.Error(err)
	}
}
