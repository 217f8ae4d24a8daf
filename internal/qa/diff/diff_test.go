package diff_test

import (
	"encoding/json"
	"fmt"
	"math/big"
	"slices"
	"strconv"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"a2aform/internal/ojson"
	"a2aform/internal/qa/diff"
)

func parse(t interface{ Fatal(...any) }, text string) *ojson.Value {
	v, err := ojson.Parse([]byte(text), ojson.DataLimits)
	if err != nil {
		t.Fatal(err)
	}
	return v
}

func text(v *ojson.Value) string {
	if v == nil {
		return "none"
	}
	return string(v.Compact())
}

func TestCompare(t *testing.T) {
	t.Parallel()
	percent := big.NewRat(1, 100)
	for _, test := range []struct {
		rules      diff.Rules
		a, b, told string
		equal      int
	}{
		{diff.Rules{}, `{"a":1.0,"b":[1,2]}`, `{"b":[1.00,2],"a":1}`, "", 3},
		{diff.Rules{}, `10000000000000000001`, `10000000000000000002`, "changed : 10000000000000000001 10000000000000000002", 0},
		{diff.Rules{}, `{"a":1,"b":2}`, `{"a":"1","c":3}`, `type /a: 1 "1"; removed /b: 2 none; added /c: none 3`, 0},
		{diff.Rules{}, `[1,2,3]`, `[2,3]`, "removed /0: 1 none", 2},
		{diff.Rules{}, `[1,2,3]`, `[2,3,1]`, "moved /2 from /0: 1 1", 2},
		{diff.Rules{}, `[{"w":"Taxi","c":1},{"w":"Hotel","c":2}]`, `[{"w":"Hotel","c":3}]`, `removed /0: {"w":"Taxi","c":1} none; changed /0/c from /1/c: 2 3`, 1},
		{diff.Rules{}, `[1,2]`, `[3,2]`, "changed /0: 1 3", 1},
		{diff.Rules{}, `null`, `[]`, "type : null []", 0},
		{diff.Rules{}, `{}`, `{}`, "", 1},
		{diff.Rules{Ignore: []string{"/**/id"}}, `{"x":{"id":1}}`, `{"x":{"id":2}}`, "changed /x/id: 1 2 (ignored)", 0},
		{diff.Rules{Ignore: []string{"/*/id"}}, `[{"id":1,"n":"x"},{"id":2,"n":"y"}]`, `[{"id":3,"n":"y"}]`, `removed /0: {"id":1,"n":"x"} none; changed /0/id from /1/id: 2 3 (ignored)`, 1},
		{diff.Rules{Within: []diff.Tolerance{{"/a", percent, true}}}, `{"a":-200,"b":200}`, `{"a":-202,"b":202}`, "changed /a: -200 -202 (within the tolerance); changed /b: 200 202", 0},
		{diff.Rules{By: map[string]string{"/l": "k"}}, `{"l":[{"k":1,"v":1},{"k":2,"v":2}]}`, `{"l":[{"k":2,"v":3},{"k":1,"v":1}]}`, "changed /l/0/v from /l/1/v: 2 3", 3},
	} {
		result := diff.Compare(parse(t, test.a), parse(t, test.b), &test.rules)
		var told []string
		for _, c := range result.Changes {
			words := fmt.Sprintf("%s %s", c.Kind, c.At)
			if c.From != c.At {
				words += " from " + c.From
			}
			words += fmt.Sprintf(": %s %s", text(c.A), text(c.B))
			if c.Allowed != "" {
				words += " (" + c.Allowed + ")"
			}
			told = append(told, words)
		}
		if got := strings.Join(told, "; "); got != test.told || result.Equal != test.equal {
			t.Errorf("%s, %s: %s, %d equal; want %s, %d", test.a, test.b, got, result.Equal, test.told, test.equal)
		}
	}
}

// The changes from a to b make b of a.
func TestApply(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		a, b := anyValue(3).Draw(t, "a"), anyValue(3).Draw(t, "b")
		x, y := encode(t, a), encode(t, b)
		result := diff.Compare(x, y, &diff.Rules{ByIndex: rapid.Bool().Draw(t, "by index")})
		if got := encode(t, apply(a, result.Changes)); !ojson.Equal(got, y) {
			t.Fatalf("%s and %s by %v: %s", text(x), text(y), result.Changes, text(got))
		}
		if result.Differs() == ojson.Equal(x, y) {
			t.Fatalf("%s and %s: differs %v", text(x), text(y), result.Differs())
		}
	})
}

// No change is left where the order of an array does not count.
func TestOrderDoesNotCount(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		list := rapid.SliceOfN(anyValue(2), 1, 5).Draw(t, "list")
		other := rapid.Permutation(list).Draw(t, "other")
		if r := diff.Compare(encode(t, list), encode(t, other), &diff.Rules{By: map[string]string{"": ""}}); r.Differs() {
			t.Fatalf("%v", r.Changes)
		}
	})
}

func anyValue(depth int) *rapid.Generator[any] {
	leaves := []*rapid.Generator[any]{
		rapid.Just[any](nil), rapid.Map(rapid.Bool(), toAny), rapid.Map(rapid.IntRange(0, 3), toAny), rapid.Map(rapid.StringMatching("[ab/~]{0,2}"), toAny),
	}
	if depth == 0 {
		return rapid.OneOf(leaves...)
	}
	inner := anyValue(depth - 1)
	return rapid.OneOf(append(leaves,
		rapid.Map(rapid.SliceOfN(inner, 0, 4), func(list []any) any { return list }),
		rapid.Map(rapid.MapOfN(rapid.StringMatching("[ab/~]{0,1}"), inner, 0, 3), func(m map[string]any) any { return m }))...)
}

func toAny[T any](v T) any { return v }

func encode(t *rapid.T, v any) *ojson.Value {
	data, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return parse(t, string(data))
}

// apply makes the changes to a value: those in place and removals by the places of a, from the last one on, then additions by
// the places of b.
func apply(v any, changes []diff.Change) any {
	for _, c := range slices.Backward(changes) {
		switch c.Kind {
		case diff.Changed, diff.Retyped:
			v = edit(v, ojson.Tokens(c.From), func(any, bool) (any, bool) { return c.B.Any(), true })
		}
	}
	removals := slices.DeleteFunc(slices.Clone(changes), func(c diff.Change) bool { return c.Kind != diff.Removed && c.Kind != diff.Moved })
	slices.SortFunc(removals, func(x, y diff.Change) int { return comparePlaces(ojson.Tokens(y.From), ojson.Tokens(x.From)) })
	for _, c := range removals {
		v = edit(v, ojson.Tokens(c.From), func(any, bool) (any, bool) { return nil, false })
	}
	additions := slices.DeleteFunc(slices.Clone(changes), func(c diff.Change) bool { return c.Kind != diff.Added && c.Kind != diff.Moved })
	slices.SortFunc(additions, func(x, y diff.Change) int { return comparePlaces(ojson.Tokens(x.At), ojson.Tokens(y.At)) })
	for _, c := range additions {
		v = insert(v, ojson.Tokens(c.At), c.B.Any())
	}
	return v
}

// comparePlaces orders indices as numbers.
func comparePlaces(x, y []string) int {
	return slices.CompareFunc(x, y, func(a, b string) int {
		i, errA := strconv.Atoi(a)
		j, errB := strconv.Atoi(b)
		if errA == nil && errB == nil {
			return i - j
		}
		return strings.Compare(a, b)
	})
}

func edit(v any, at []string, f func(any, bool) (any, bool)) any {
	if len(at) == 0 {
		v, _ = f(v, true)
		return v
	}
	switch v := v.(type) {
	case []any:
		i, _ := strconv.Atoi(at[0])
		if len(at) > 1 {
			v = slices.Clone(v)
			v[i] = edit(v[i], at[1:], f)
			return v
		}
		if now, keep := f(v[i], true); keep {
			v = slices.Clone(v)
			v[i] = now
			return v
		}
		return slices.Delete(slices.Clone(v), i, i+1)
	case map[string]any:
		copied := map[string]any{}
		for name, member := range v {
			copied[name] = member
		}
		if len(at) > 1 {
			copied[at[0]] = edit(copied[at[0]], at[1:], f)
		} else if now, keep := f(copied[at[0]], true); keep {
			copied[at[0]] = now
		} else {
			delete(copied, at[0])
		}
		return copied
	}
	return v
}

func insert(v any, at []string, item any) any {
	return edit(v, at[:len(at)-1], func(parent any, _ bool) (any, bool) {
		last := at[len(at)-1]
		switch parent := parent.(type) {
		case []any:
			i, _ := strconv.Atoi(last)
			return slices.Insert(slices.Clone(parent), i, item), true
		case map[string]any:
			copied := map[string]any{last: item}
			for name, member := range parent {
				copied[name] = member
			}
			return copied, true
		}
		return parent, true
	})
}

func TestWords(t *testing.T) {
	t.Parallel()
	var told []string
	for _, w := range diff.Words("the quick brown fox", "the slow brown fox  jumps") {
		told = append(told, fmt.Sprintf("%s%q", map[diff.Kind]string{diff.Added: "+", diff.Removed: "-"}[w.Kind], w.Text))
	}
	if got, want := strings.Join(told, " "), `"the" -" quick" +" slow" " brown fox" +"  jumps"`; got != want {
		t.Errorf("%s, want %s", got, want)
	}
	rapid.Check(t, func(t *rapid.T) {
		a, b := rapid.StringMatching("[ab \n]*").Draw(t, "a"), rapid.StringMatching("[ab \n]*").Draw(t, "b")
		var x, y string
		for _, w := range diff.Words(a, b) {
			if w.Kind != diff.Added {
				x += w.Text
			}
			if w.Kind != diff.Removed {
				y += w.Text
			}
		}
		if x != a || y != b {
			t.Fatalf("%q and %q: %q and %q", a, b, x, y)
		}
	})
}

// Items belong together by their index where they differ less so, as where the member does not count.
func TestItemsWithAKeyOrAnIndex(t *testing.T) {
	t.Parallel()
	byID := func(_, _ *ojson.Value) string { return "id" }
	for _, test := range []struct{ ignore, a, b, want string }{
		{"/none", `[{"id":1,"s":"x"},{"id":2,"s":"y"}]`, `[{"id":0,"s":"w"},{"id":1,"s":"x"},{"id":2,"s":"y"}]`, "added /0"},
		{"/none", `[{"id":1,"s":"x"},{"id":2,"s":"y"}]`, `[{"id":7,"s":"x"},{"id":2,"s":"y"}]`, "changed /0/id"},
		{"/*/id", `[{"id":1,"s":"x"},{"id":2,"s":"y"}]`, `[{"id":3,"s":"x"},{"id":4,"s":"y"}]`, ""},
	} {
		var got []string
		for _, c := range diff.Compare(parse(t, test.a), parse(t, test.b), &diff.Rules{KeyOf: byID, ByIndex: true, Ignore: []string{test.ignore}}).Changes {
			if c.Allowed == "" {
				got = append(got, string(c.Kind)+" "+c.At)
			}
		}
		if strings.Join(got, ", ") != test.want {
			t.Errorf("%s, %s: %s, want %s", test.a, test.b, strings.Join(got, ", "), test.want)
		}
	}
}

// Items that a member tells apart belong together by it, and those in another order than most are moved.
func TestItemsWithAKey(t *testing.T) {
	t.Parallel()
	rules := &diff.Rules{KeyOf: func(_, b *ojson.Value) string {
		if b.Index(0).Is(ojson.Object) {
			return "id"
		}
		return ""
	}}
	for _, test := range []struct{ a, b, want string }{
		{`[{"id":1,"s":"x"},{"id":2,"s":"x"}]`, `[{"id":2,"s":"x"},{"id":3,"s":"x"}]`, "removed /0, added /1"},
		{`[{"id":1,"s":"x"},{"id":2,"s":"y"},{"id":3,"s":"z"}]`, `[{"id":3,"s":"q"},{"id":1,"s":"x"},{"id":2,"s":"y"}]`, "moved /0, changed /0/s"},
		{`[{"id":1},{"id":2},{"id":3}]`, `[{"id":3},{"id":2},{"id":1}]`, "moved /2, moved /1"},
		{`[{"s":1},{"id":2}]`, `[{"id":2},{"s":3}]`, "moved /1, changed /1/s"},
		{`["a","b"]`, `["b"]`, "removed /0"},
	} {
		var got []string
		for _, c := range diff.Compare(parse(t, test.a), parse(t, test.b), rules).Changes {
			got = append(got, string(c.Kind)+" "+c.At)
		}
		if strings.Join(got, ", ") != test.want {
			t.Errorf("%s, %s: %s, want %s", test.a, test.b, strings.Join(got, ", "), test.want)
		}
	}
}
