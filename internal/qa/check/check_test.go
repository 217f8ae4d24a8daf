package check

import (
	"math/big"
	"strings"
	"testing"

	"a2aform/internal/ojson"
	"a2aform/internal/qa/casefile"
)

func TestStatesMatchWithGaps(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		wanted, states string
		want           bool
	}{
		{"submitted … completed", "submitted working completed", true},
		{"submitted … completed", "submitted completed", true},
		{"… completed", "completed", true},
		{"submitted completed", "submitted working completed", false},
		{"submitted …", "working", false},
		{"completed", "", false},
	} {
		if got := matchStates(strings.Fields(test.wanted), strings.Fields(test.states)); got != test.want {
			t.Errorf("%s in %s: %v", test.wanted, test.states, got)
		}
	}
}

func TestNearIsExact(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		want, within, found string
		percent, near       bool
	}{
		{"0.3", "0", "0.30", false, true},
		{"0.3", "0", "0.30000000000000004", false, false},
		{"100", "1", "101", true, true},
		{"100", "1", "101.0000000000000000001", true, false},
		{"-100", "1", "-99", true, true},
		{"9007199254740993", "0", "9007199254740992", false, false},
	} {
		operand, _ := ojson.NewNumber(test.want)
		found, _ := ojson.NewNumber(test.found)
		within, _ := new(big.Rat).SetString(test.within)
		v := casefile.Value{Relation: casefile.Near, Operand: operand, Within: within, Percent: test.percent}
		if got := holds(v, found); got != test.near {
			t.Errorf("%s %s: %v", relationText(v), test.found, got)
		}
	}
}

func TestTypesAreThoseOfJSONSchema(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{"1.0": "integer", "1.5": "number", "null": "null", "true": "boolean", `""`: "string", "[]": "array", "{}": "object"} {
		v, err := ojson.Parse([]byte(text), ojson.DataLimits)
		if err != nil || !hasType(v, want) {
			t.Errorf("%s is no %s", text, want)
		}
	}
}

// A verdict without a line, or with one that was not reached, is no pass.
func TestNothingCheckedIsNoPass(t *testing.T) {
	t.Parallel()
	for want, lines := range map[Verdict][]Line{
		Error: nil, Pass: {{Outcome: OK}}, Fail: {{Outcome: NotReached}, {Outcome: Failed}},
	} {
		if got := verdictOf(lines, true); got != want {
			t.Errorf("%v: %s", lines, got)
		}
	}
	if got := verdictOf([]Line{{Outcome: OK}, {Outcome: NotReached}}, true); got != Error {
		t.Errorf("not reached is %s", got)
	}
	if got := verdictOf([]Line{{Outcome: Failed}}, false); got != Error {
		t.Errorf("nothing learned is %s", got)
	}
}
