package export

import (
	"strings"
	"testing"

	"a2aform/render"
	"a2aform/render/table"
)

// A number of any size is JSON: data formats write it as it came.
func TestHugeNumbersAreExportedUnchanged(t *testing.T) {
	for _, c := range []struct {
		data      string
		f         Format
		want      string
		isOpening bool // as a file of JSON Lines
	}{
		{`[{"a":1e400000,"b":{"c":-1E-99999999}},{"a":3}]`, CSV, "a,b.c\n1e400000,-1E-99999999\n3,\n", false},
		{`[{"a":1e400000},{"a":3}]`, JSONL, "{\"a\":1e400000}\n{\"a\":3}\n", false},
		{`{"list":[{"a":1e400000},{"a":3}]}`, TSV, "a\n1e400000\n3\n", false},
		{`{"a":[1e400000]}`, CSV, "a\n[1e400000]\n", false},
		{`{"a":1e400000}`, JSON, "{\"a\":1e400000}\n", false},
		{"{\"a\":[1e400000]}\n{\"a.b\":1e400000}\n", CSV, "a,\"\"\"a.b\"\"\"\n[1e400000],\n,1e400000\n", true},
		{"1e400000\n2\n", CSV, "value\n1e400000\n2\n", true},
	} {
		d := dataDocument(c.data)
		if c.isOpening {
			d = render.Open([]byte(c.data), render.Schema{})
			d.Load(t.Context())
		}
		if got := exported(t, d, c.f); got != c.want {
			t.Errorf("%s as %s: %q, want %q", c.data, c.f, got, c.want)
		}
	}
	d := dataDocument(`{"a":1e400000}`)
	if got, want := exported(t, d, Text), "shown as it came and was not checked: the exponent of the number 1e400000 is beyond"; !strings.Contains(strings.Join(strings.Fields(got), " "), want) {
		t.Errorf("no %q in %s", want, got)
	}
	lines := render.Open([]byte("{\"a\":1e400000}\n{\"a\":2}\n"), render.Schema{})
	lines.Load(t.Context())
	var sb strings.Builder
	if err := Table(&sb, lines.Blocks()[0].(*table.Table), JSONL, table.Selection{Columns: []int{0}}, Options{}); err != nil || sb.String() != "{\"a\":1e400000}\n{\"a\":2}\n" {
		t.Errorf("a selected column: %q, %v", sb.String(), err)
	}
}
