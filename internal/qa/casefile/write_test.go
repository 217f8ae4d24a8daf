package casefile_test

import (
	"math/big"
	"reflect"
	"slices"
	"testing"
	"time"

	"a2aform/internal/ojson"
	"a2aform/internal/qa/casefile"
)

func TestWrittenCaseIsReadAgain(t *testing.T) {
	t.Parallel()
	for _, data := range []string{`{"a":null,"b":1e400,"c":0.10}`, `{"a":"it's"}`, `{"a":"'''"}`, "{\n  \"a\": \"\u007f\u2028\\u0000\"}", `"'`} {
		c := &casefile.Case{
			Path: "x.toml", Name: "a \"b\"\n", Why: "T-1", Agent: "demo", Skill: "s", Schema: "t", Tags: []string{"x", "y"}, Timeout: 90 * time.Second,
			Repeat: 3, PassRate: big.NewRat(7, 10), Skip: "no",
			Input: casefile.Input{Data: []byte(data), Set: []casefile.Setting{{"a.0", "it's\n'"}}, Invalid: true},
			Turns: []casefile.Turn{
				{When: "input-required", Do: casefile.Answer, Text: "yes"},
				{When: "working", Do: casefile.Message, Data: []byte(`{"a":1.0}`), Set: []casefile.Setting{{"b", "1"}}},
				{When: "working", Do: casefile.Cancel},
			},
			Expect: casefile.Expect{
				States: []string{"completed", "rejected"}, Output: casefile.AnyOutput, Schemas: []string{"r"}, Artifacts: &casefile.Count{1, -1}, Settled: 5 * time.Second, FirstArtifact: 1500 * time.Millisecond,
				Same: &casefile.Same{File: "golden/${case}.json", Ignore: []string{"/**/id"}, Formats: []string{"uuid"}},
				Values: []casefile.Value{
					{At: "/data/a", Relation: casefile.Is, Operand: ojson.NewString("it's")}, {At: "/data/b", Relation: casefile.Is, Operand: ojson.NewBool(true)},
				},
			},
		}
		if data == `"'` { // a text
			c.Input = casefile.Input{Text: data}
		}
		f, problems := casefile.Parse("x.toml", casefile.Format(c), casefile.Options{AnyFiles: true})
		if problems != nil {
			t.Fatal(problems)
		}
		got := slices.Collect(f.Cases())
		got[0].DropLines()
		c.Expect.Same = &casefile.Same{File: "golden/a-b-4a98ca0b.json", Ignore: []string{"/**/id"}, Formats: []string{"uuid"}}
		if !reflect.DeepEqual(got, []*casefile.Case{c}) {
			t.Errorf("%+v\n%+v", got[0], c)
		}
	}
}
