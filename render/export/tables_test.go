package export

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"a2aform/internal/safe"
	"a2aform/render"
)

// A file of CSV or TSV holds one table: several are named, and nothing is written.
func TestCSVFileHoldsOneTable(t *testing.T) {
	list := render.Part{Kind: render.DataPart, Data: []byte(`[{"a":1}]`)}
	object := render.Part{Kind: render.DataPart, Data: []byte(`{"b":2}`)}
	words := render.Part{Kind: render.TextPart, Text: safe.Text("words")}
	for _, c := range []struct {
		name      string
		artifacts []render.Artifact
		want      string
		count     int
		sections  []int
	}{
		{"one, and words", []render.Artifact{{Parts: []render.Part{words}}, {Parts: []render.Part{words, list}}}, "a\n1\n", 0, nil},
		{"lists of one tag", []render.Artifact{{Parts: []render.Part{list, list}}}, "a\n1\n1\n", 0, nil},
		{"objects of one tag", []render.Artifact{{Parts: []render.Part{object, object}}}, "b\n2\n2\n", 0, nil},
		{"two artifacts", []render.Artifact{{Parts: []render.Part{object}}, {Parts: []render.Part{words}}, {Parts: []render.Part{object}}}, "", 2, []int{0, 2}},
		{"two in one artifact", []render.Artifact{{Parts: []render.Part{words}}, {Parts: []render.Part{list, object}}}, "", 2, []int{1}},
	} {
		var sb strings.Builder
		err := Document(&sb, render.New(c.artifacts, nil), CSV, Options{})
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

// The one list of objects beside facts is the table, however deep it is. Of several, or inside another list, none is.
func TestCSVOfAListInsideObjects(t *testing.T) {
	t.Parallel()
	for data, want := range map[string]string{
		`{"status":"ok","result":{"items":[{"a":1},{"a":2}],"page":{"of":3}}}`:               "a\n1\n2\n",
		`{"data":{"cities":{"edges":[{"cursor":"c","node":{"a":1}}]}}}`:                      "a,cursor\n1,c\n",
		`{"hourly":{"t":[1,2,3],"v":[4,5,6]},"at":7}`:                                        "t,v\n1,4\n2,5\n3,6\n",
		`{"one":{"list":[{"a":1}]},"other":{"list":[{"b":2}]}}`:                              "one.list,other.list\n\"[{\"\"a\"\":1}]\",\"[{\"\"b\"\":2}]\"\n",
		`{"groups":[{"name":"x","items":[{"a":1}]},{"name":"y","items":[{"a":2},{"a":3}]}]}`: "name,items\nx,\"[{\"\"a\"\":1}]\"\ny,\"[{\"\"a\"\":2},{\"\"a\"\":3}]\"\n",
	} {
		var sb strings.Builder
		d := render.New([]render.Artifact{{Parts: []render.Part{{Kind: render.DataPart, Data: []byte(data)}}}}, nil)
		if err := Document(&sb, d, CSV, Options{}); err != nil || sb.String() != want {
			t.Errorf("%s: %q, %v, want %q", data, sb.String(), err, want)
		}
	}
}
