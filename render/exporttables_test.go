package render

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"a2aform/internal/safe"
)

// A file of CSV or TSV holds one table: several are named, and nothing is written.
func TestACSVFileHoldsOneTable(t *testing.T) {
	list := Part{Kind: DataPart, Data: []byte(`[{"a":1}]`)}
	object := Part{Kind: DataPart, Data: []byte(`{"b":2}`)}
	words := Part{Kind: TextPart, Text: safe.Text("words")}
	for _, c := range []struct {
		name      string
		artifacts []Artifact
		want      string
		count     int
		sections  []int
	}{
		{"one, and words", []Artifact{{Parts: []Part{words}}, {Parts: []Part{words, list}}}, "a\n1\n", 0, nil},
		{"lists of one tag", []Artifact{{Parts: []Part{list, list}}}, "a\n1\n1\n", 0, nil},
		{"objects of one tag", []Artifact{{Parts: []Part{object, object}}}, "b\n2\n2\n", 0, nil},
		{"two artifacts", []Artifact{{Parts: []Part{object}}, {Parts: []Part{words}}, {Parts: []Part{object}}}, "", 2, []int{0, 2}},
		{"two in one artifact", []Artifact{{Parts: []Part{words}}, {Parts: []Part{list, object}}}, "", 2, []int{1}},
	} {
		var sb strings.Builder
		err := ExportDocument(&sb, New(c.artifacts, nil), FormatCSV, ExportOptions{})
		several, isSeveral := errors.AsType[*TablesError](err)
		switch {
		case c.count == 0 && err != nil, c.count > 0 && !isSeveral:
			t.Errorf("%s: %v", c.name, err)
		case isSeveral && (several.Count != c.count || !slices.Equal(several.Artifacts, c.sections)):
			t.Errorf("%s: %+v", c.name, several)
		}
		if sb.String() != c.want {
			t.Errorf("%s: wrote %q", c.name, sb.String())
		}
	}
}
