package render

import (
	"bytes"
	"testing"

	"a2aform/render/rendertest"
	"a2aform/render/table"
)

func TestLargeListWithInvalidJSON(t *testing.T) {
	data := rendertest.LargeList(20_000)
	data[len(data)-3] = ','
	d := New([]Artifact{{Parts: []Part{{Kind: DataPart, Data: data}}}}, nil)
	if n, ok := d.Blocks()[0].(*Notice); !ok || !n.Bad {
		t.Errorf("%v", d.Blocks()[0])
	}
}

func TestRowBeyondLimitsIsReported(t *testing.T) {
	deep := append(bytes.Repeat([]byte("["), 300), bytes.Repeat([]byte("]"), 300)...)
	data := append([]byte("["), bytes.Repeat([]byte(" "), validateLimit)...)
	data = append(append(data, deep...), ']')
	g, ok := New([]Artifact{{Parts: []Part{{Kind: DataPart, Data: data}}}}, nil).Blocks()[0].(*table.Table)
	if !ok || g.Rows() != 1 || g.Value(0) != nil || len(g.Problems(0)) != 1 {
		t.Errorf("row: %v", g.Problems(0))
	}
}
