package check

import (
	"math/big"
	"path/filepath"
	"strings"
	"testing"

	"a2aform/internal/ojson"
	"a2aform/internal/qa/casefile"
)

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

// What a schema says of output that may repeat a secret is hidden, also for a turn.
func TestOutputOfSecretFormIsHidden(t *testing.T) {
	t.Parallel()
	r := Result{Document: ojson.NewObject(), Lines: []Line{
		{Check: "output", Expected: "not hunter2", Seen: "hunter2"},
		{Check: "turn 1: output", Expected: "not hunter2", Seen: "hunter2"},
		{Check: "turn 1: state", Expected: "completed", Seen: "failed: hunter2"},
	}}
	r.hide("completed")
	for _, l := range r.Lines {
		if strings.Contains(l.Expected+l.Seen, "hunter2") {
			t.Errorf("%+v", l)
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

// Of two long texts the part is shown in which they differ.
func TestDifferenceOfLongTextsIsShown(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("a long text ", 50)
	expected, seen := ShortPair(ojson.NewString(long+"ends so"), ojson.NewString(long+"ends otherwise"))
	if !strings.HasPrefix(expected, "…") || !strings.HasSuffix(expected, `ends so"`) || !strings.HasSuffix(seen, `ends otherwise"`) || len(expected) > 100 {
		t.Errorf("%s\n%s", expected, seen)
	}
	if expected, seen := ShortPair(ojson.NewString("a"), ojson.NewString("b")); expected != `"a"` || seen != `"b"` {
		t.Errorf("%s %s", expected, seen)
	}
}

func TestExpectationsAreDescribed(t *testing.T) {
	t.Parallel()
	f, problems := casefile.Parse("dir/c.toml", []byte("version = 1\n[input]\ntext = 'x'\n[expect]\nstate = ['completed', 'failed']\noutput = 'valid'\nartifacts = 1\n"+
		"settled = '5s'\nthat = '.a'\n[[expect.value]]\nat = '/a'\nnear = 1\nwithin = '1%'\n[expect.same]\nfile = 'g.json'\n"), casefile.Options{})
	if problems != nil {
		t.Fatal(problems)
	}
	want := "state  completed or failed|output  valid|artifacts  1|settled  within 5s|value  /a  near 1 ±1%|that  .a|same  as in " + filepath.Join("dir", "g.json")
	if got := strings.Join(Describe(&f.First().Expect), "|"); got != want {
		t.Errorf("%s\nwant\n%s", got, want)
	}
}

func TestValuesAreShownReadable(t *testing.T) {
	t.Parallel()
	parse := func(text string) *ojson.Value {
		v, err := ojson.Parse([]byte(text), ojson.DataLimits)
		if err != nil {
			t.Fatal(err)
		}
		return v
	}
	for text, want := range map[string]string{
		`"\u65e5\u672c"`: `"日本"`, `{"a":["\u00e9",1.10],"b":"x"}`: `{"a":["é",1.10],"b":"x"}`, `"\ud800"`: `"\ud800"`, `"\u0000"`: `"\u0000"`, `"C:\\users"`: `"C:\\users"`,
	} {
		if got := short(parse(text)); got != want {
			t.Errorf("%s is shown as %s, want %s", text, got, want)
		}
	}
	for _, pair := range [][4]string{
		{`"9007199254740993"`, `9007199254740993`, `"9007199254740993"`, `9007199254740993 (a number, and a string was expected)`},
		{`1.0`, `"1.0"`, `1.0`, `"1.0" (a string, and a number was expected)`},
		{`"\u65e5"`, `"x"`, `"日"`, `"x"`},
		{`"1"`, `2`, `"1"`, `2`},
	} {
		if expected, seen := ShortPair(parse(pair[0]), parse(pair[1])); expected != pair[2] || seen != pair[3] {
			t.Errorf("%s and %s are shown as %s and %s", pair[0], pair[1], expected, seen)
		}
	}
}
