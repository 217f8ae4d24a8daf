package casefile_test

import (
	"math/big"
	"reflect"
	"testing"
	"time"

	"a2aform/internal/qa/casefile"
)

func TestWrittenCaseIsReadAgain(t *testing.T) {
	t.Parallel()
	for _, data := range []string{`{"a":null,"b":1e400,"c":0.10}`, `{"a":"it's"}`, `{"a":"'''"}`, "{\n  \"a\": \"\u007f\u2028\\u0000\"}", `"'`} {
		c := &casefile.Case{
			Path: "x.toml", Name: "a \"b\"\n", Why: "T-1", Agent: "demo", Skill: "s", Schema: "t", Tags: []string{"x", "y"}, Timeout: 90 * time.Second,
			Repeat: 3, Retries: 2, PassRate: big.NewRat(7, 10), Skip: "no",
			Input: casefile.Input{Data: []byte(data), Set: []casefile.Setting{{"a.0", "it's\n'"}}, Invalid: true, Parts: [][]byte{[]byte(`{"text":"it's"}`)}, MediaType: "application/json;schema=nope"},
			Turns: []casefile.Turn{{Text: "yes"}, {Data: []byte(`{"a":1.0}`)}},
			Expect: casefile.Expect{
				States: []string{"completed", "rejected"}, Output: casefile.AnyOutput, Schemas: []string{"r"}, Artifacts: &casefile.Count{1, -1}, Parts: &casefile.Count{1, 2},
				Sequence: []string{"submitted", "…"},
			},
		}
		if data == `"'` { // a text
			c.Input = casefile.Input{Text: data}
		}
		got, problems := casefile.Parse("x.toml", casefile.Format(c))
		if problems != nil || !reflect.DeepEqual(got, []*casefile.Case{c}) {
			t.Errorf("%v\n%s\n%+v\n%+v", problems, casefile.Format(c), got, c)
		}
	}
}
