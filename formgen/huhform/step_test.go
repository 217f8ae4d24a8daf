package huhform_test

import (
	"math/big"
	"strconv"
	"testing"

	"pgregory.net/rapid"

	"a2aform/formgen/huhform"
	"a2aform/internal/schema"
)

func ratOf(s string) *big.Rat {
	r, _ := new(big.Rat).SetString(s)
	return r
}

func TestNext(t *testing.T) {
	whole := huhform.StepRange{IsInteger: true}
	nights := huhform.StepRange{IsInteger: true, Bounds: schema.Bounds{Minimum: ratOf("1"), Maximum: ratOf("14")}}
	even := huhform.StepRange{IsInteger: true, Bounds: schema.Bounds{MultipleOf: ratOf("2"), Minimum: ratOf("1")}}
	cents := huhform.StepRange{Bounds: schema.Bounds{MultipleOf: ratOf("0.05"), Minimum: ratOf("0"), Maximum: ratOf("1")}}
	open := huhform.StepRange{IsInteger: true, Bounds: schema.Bounds{ExclusiveMinimum: ratOf("0"), ExclusiveMaximum: ratOf("5")}}
	for _, tt := range []struct {
		r              huhform.StepRange
		text, up, down string
	}{
		{whole, "3", "4", "2"},
		{whole, "-1", "0", "-2"},
		{whole, "", "0", "0"},
		{whole, "99999999999999999999", "100000000000000000000", "99999999999999999998"},
		{whole, "1e3", "1001", "999"},
		{nights, "", "1", "1"},
		{nights, "1", "2", ""},
		{nights, "14", "", "13"},
		{nights, "99", "14", "14"},
		{nights, "-7", "1", "1"},
		{even, "", "2", "2"},
		{even, "2", "4", ""},
		{even, "3", "4", "2"},
		{cents, "0.10", "0.15", "0.05"},
		{cents, "0.12", "0.15", "0.10"},
		{cents, "1", "", "0.95"},
		{open, "", "1", "1"},
		{open, "4", "", "3"},
		{open, "9", "4", "4"},
		{huhform.StepRange{}, "0.1", "0.2", "0.0"},
		{huhform.StepRange{}, "0.99", "1.00", "0.98"},
		{huhform.StepRange{}, "12", "13", "11"},
		{huhform.StepRange{Bounds: schema.Bounds{Maximum: ratOf("0.5")}}, "0.45", "0.46", "0.44"},
		{huhform.StepRange{}, "1e999999999", "", ""},
		{huhform.StepRange{}, "one", "", ""},
		{huhform.StepRange{}, "1/2", "", ""},
	} {
		for up, want := range map[bool]string{true: tt.up, false: tt.down} {
			if got, ok := huhform.NextStep(tt.text, up, tt.r); got != want || ok != (want != "") {
				t.Errorf("from %q, up %v: %q, %v; want %q", tt.text, up, got, ok, want)
			}
		}
	}
}

// From any number, steps stay in the range, and a step up and one down come back.
func TestStepsStayInRange(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		low := rapid.Int64Range(-50, 50).Draw(t, "low")
		r := huhform.StepRange{IsInteger: rapid.Bool().Draw(t, "integer"), Bounds: schema.Bounds{Minimum: big.NewRat(low, 1), Maximum: big.NewRat(low+rapid.Int64Range(0, 40).Draw(t, "size"), 1)}}
		if n := rapid.Int64Range(0, 6).Draw(t, "multiple"); n > 0 {
			r.MultipleOf = big.NewRat(n, 1)
		}
		text := strconv.FormatInt(rapid.Int64Range(-100, 100).Draw(t, "from"), 10)
		for range 10 {
			next, ok := huhform.NextStep(text, rapid.Bool().Draw(t, "up"), r)
			if !ok {
				continue
			}
			n := ratOf(next)
			if n.Cmp(r.Minimum) < 0 || n.Cmp(r.Maximum) > 0 {
				t.Fatalf("%s leads to %s, out of %s to %s", text, next, r.Minimum, r.Maximum)
			}
			if r.MultipleOf != nil && !new(big.Rat).Quo(n, r.MultipleOf).IsInt() {
				t.Fatalf("%s leads to %s, no multiple of %s", text, next, r.MultipleOf)
			}
			text = next
		}
	})
}
