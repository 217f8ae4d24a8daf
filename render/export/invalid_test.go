package export

import (
	"strings"
	"testing"

	"a2aform/render"
	"a2aform/render/table"
)

func TestInvalidRowsAreReported(t *testing.T) {
	const left, stand = "2 rows cannot be read as JSON and were left out, the first is row 2", "2 rows cannot be read as JSON and stand as text in their place, the first is row 2"
	text := []byte("{\"a\":1,\"b\":2}\n{\"a\":3,\"b\":\n{\"a\":5,\"b\":6}\n{x\n")
	for f, want := range map[Format][2]string{
		JSON:     {"[{\"a\":1,\"b\":2},{\"a\":5,\"b\":6}]\n", left},
		JSONL:    {"{\"a\":1,\"b\":2}\n{\"a\":5,\"b\":6}\n", left},
		CSV:      {"a,b,value\n1,2,\n,,\"{\"\"a\"\":3,\"\"b\"\":\"\n5,6,\n,,{x\n", stand},
		Markdown: {"| {\"a\":3,\"b\": |  |\n| 5 | 6 |\n| {x |  |\n", stand},
		HTML:     {`<td class="num"><span class="text">{&#34;a&#34;:3,&#34;b&#34;:</span></td><td class="num"></td>`, stand},
		Text:     {"\n{\"a\":3,\"b\":  –\n", stand},
	} {
		var sb strings.Builder
		err := Document(&sb, render.Open(text, render.Schema{}), f, Options{})
		if err == nil || err.Error() != want[1] || !strings.Contains(sb.String(), want[0]) || f <= CSV && sb.String() != want[0] {
			t.Errorf("%s: %q, %v", f, sb.String(), err)
		}
	}
	g := render.Open(text, render.Schema{}).Blocks()[0].(*table.Table)
	s := table.Selection{View: sortedDown(t, g, 0, "a>1"), Columns: []int{0}}
	for f, want := range map[Format]string{JSON: "[{\"a\":5}]\n", CSV: "a\n5\n"} {
		var sb strings.Builder
		err := Table(&sb, g, f, s, Options{})
		if err == nil || err.Error() != "1 row cannot be read as JSON and was left out, it is row 2" || sb.String() != want {
			t.Errorf("%s: %q, %v", f, sb.String(), err)
		}
	}
}

func TestInvalidJSONIsNotExportedAsJSON(t *testing.T) {
	var sb strings.Builder
	if err := Document(&sb, dataDocument(`{"a":3,"b":`), JSON, Options{}); err == nil || sb.Len() > 0 {
		t.Errorf("%q, %v", sb.String(), err)
	}
	if err := Document(&sb, dataDocument("1", "{", "2"), JSON, Options{}); err == nil || sb.String() != "[1,\n2]\n" {
		t.Errorf("%q, %v", sb.String(), err)
	}
	sb.Reset()
	if err := Document(&sb, dataDocument("[1]", "{", "[2]"), JSONL, Options{}); err == nil || sb.String() != "1\n2\n" {
		t.Errorf("%q, %v", sb.String(), err)
	}
}
