package runner

import (
	"testing"

	"a2aform/internal/ojson"
	"a2aform/internal/qa/diff"
)

func TestPatternOfWhatVaries(t *testing.T) {
	t.Parallel()
	parse := func(text string) *ojson.Value {
		v, err := ojson.Parse([]byte(text), ojson.DataLimits)
		if err != nil {
			t.Fatal(err)
		}
		return v
	}
	for _, test := range []struct{ a, b, want string }{
		{`{"data":{"winner":"Lion"}}`, `{"data":{"winner":"Tiger"}}`, "/data/winner"},
		{`{"data":{"a":1}}`, `{"data":{}}`, "/data/a"},
		{`{"data":{"lines":[{"id":1},{"id":2}]}}`, `{"data":{"lines":[{"id":1},{"id":3}]}}`, "/data/lines/*/id"},
		{`{"data":{"lines":[{"id":1}]}}`, `{"data":{"lines":[{"id":1},{"id":3}]}}`, "/data/lines"},
		{`{"data":{"lines":[1,2]}}`, `{"data":{"lines":[1]}}`, "/data/lines"},
		{`{"data":[[1],[2]]}`, `{"data":[[1],[3]]}`, "/data/*/*"},
		{`{"data":{"0":1}}`, `{"data":{"0":2}}`, "/data/0"},
		{`{"artifacts":[{"parts":[{},{"text":"a"}]}]}`, `{"artifacts":[{"parts":[{},{"text":"b"}]}]}`, "/artifacts/0/parts/1/text"},
		{`{"artifacts":[{"parts":[{"data":{"x":[1]}}]}]}`, `{"artifacts":[{"parts":[{"data":{"x":[2]}}]}]}`, "/artifacts/0/parts/0/data/x/*"},
		{`{"artifacts":[{"parts":[]}]}`, `{"artifacts":[{"parts":[]},{"parts":[]}]}`, "/artifacts"},
	} {
		output := parse(test.a)
		places := diff.Varying([]*ojson.Value{output, parse(test.b)})
		if len(places) != 1 || pattern(output, places[0]) != test.want {
			t.Errorf("%s, %s: %q, want %q", test.a, test.b, pattern(output, places[0]), test.want)
		}
	}
}
