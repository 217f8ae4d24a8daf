package render

import (
	"strings"
	"testing"
)

func TestInvalidRowsAreReported(t *testing.T) {
	const left, stand = "2 rows cannot be read as JSON and were left out, the first is row 2", "2 rows cannot be read as JSON and stand as text in their place, the first is row 2"
	text := []byte("{\"a\":1,\"b\":2}\n{\"a\":3,\"b\":\n{\"a\":5,\"b\":6}\n{x\n")
	for f, want := range map[Format][2]string{
		FormatJSON:     {"[{\"a\":1,\"b\":2},{\"a\":5,\"b\":6}]\n", left},
		FormatJSONL:    {"{\"a\":1,\"b\":2}\n{\"a\":5,\"b\":6}\n", left},
		FormatCSV:      {"a,b,value\n1,2,\n,,\"{\"\"a\"\":3,\"\"b\"\":\"\n5,6,\n,,{x\n", stand},
		FormatMarkdown: {"| {\"a\":3,\"b\": |  |\n| 5 | 6 |\n| {x |  |\n", stand},
		FormatHTML:     {`<td class="num"><span class="text">{&#34;a&#34;:3,&#34;b&#34;:</span></td><td class="num"></td>`, stand},
		FormatText:     {"\n{\"a\":3,\"b\":\n", stand},
	} {
		var sb strings.Builder
		err := ExportDocument(&sb, Open(text, Schema{}), f, ExportOptions{})
		if err == nil || err.Error() != want[1] || !strings.Contains(sb.String(), want[0]) || f <= FormatCSV && sb.String() != want[0] {
			t.Errorf("%s: %q, %v", f, sb.String(), err)
		}
	}
	g := Open(text, Schema{}).Blocks()[0].(*Grid)
	s := Selection{View: &View{grid: g, order: []int32{2, 1}}, Columns: []int{0}}
	for f, want := range map[Format]string{FormatJSON: "[{\"a\":5}]\n", FormatCSV: "a\n5\n"} {
		var sb strings.Builder
		err := ExportGrid(&sb, g, f, s, ExportOptions{})
		if err == nil || err.Error() != "1 row cannot be read as JSON and was left out, it is row 2" || sb.String() != want {
			t.Errorf("%s: %q, %v", f, sb.String(), err)
		}
	}
}

func TestAValueThatIsNoJSONIsNotExportedAsJSON(t *testing.T) {
	var sb strings.Builder
	if err := ExportDocument(&sb, dataDocument(`{"a":3,"b":`), FormatJSON, ExportOptions{}); err == nil || sb.Len() > 0 {
		t.Errorf("%q, %v", sb.String(), err)
	}
	if err := ExportDocument(&sb, dataDocument("1", "{", "2"), FormatJSON, ExportOptions{}); err == nil || sb.String() != "[1,\n2]\n" {
		t.Errorf("%q, %v", sb.String(), err)
	}
	sb.Reset()
	if err := ExportDocument(&sb, dataDocument("[1]", "{", "[2]"), FormatJSONL, ExportOptions{}); err == nil || sb.String() != "1\n2\n" {
		t.Errorf("%q, %v", sb.String(), err)
	}
}
