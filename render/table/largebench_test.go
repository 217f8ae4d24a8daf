//go:build !race

package table

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"sync"
	"testing"

	"a2aform/internal/jsonindex"
	"a2aform/internal/schema"
	"a2aform/render/value"
)

// largeTable is 100,000 rows of 50 columns of ten kinds of values, 134 MB.
var largeTable = sync.OnceValue(func() []byte {
	var b bytes.Buffer
	b.Grow(140 << 20)
	b.WriteByte('[')
	for r := range 100_000 {
		if r > 0 {
			b.WriteString(",\n")
		}
		largeRow(&b, r)
	}
	b.WriteByte(']')
	return b.Bytes()
})

func largeRow(b *bytes.Buffer, r int) {
	for c := range 50 {
		lead := byte(',')
		if c == 0 {
			lead = '{'
		}
		fmt.Fprintf(b, `%c"column_%02d":`, lead, c)
		switch c % 10 {
		case 0:
			fmt.Fprintf(b, `%d`, r*7919%1000003+c)
		case 1:
			fmt.Fprintf(b, `%d.%04d`, r%977, c*r%10000)
		case 2:
			fmt.Fprintf(b, `%v`, (r+c)%3 == 0)
		case 3:
			b.WriteString("null")
		case 4:
			fmt.Fprintf(b, `"a \"quoted\" word %d\n"`, r)
		case 5:
			fmt.Fprintf(b, `"Straße 漢字 %d"`, r%100)
		case 6:
			fmt.Fprintf(b, `{"x":%d,"y":[1,2]}`, r%10)
		case 7:
			fmt.Fprintf(b, `"2026-%02d-%02dT10:00:00Z"`, r%12+1, r%28+1)
		case 8:
			fmt.Fprintf(b, `-%d.5e3`, r%50)
		default:
			fmt.Fprintf(b, `"name %d"`, r)
		}
	}
	b.WriteByte('}')
}

func largeView(b *testing.B) *View {
	b.Helper()
	index := jsonindex.New(largeTable())
	index.Build(context.Background())
	g := New(value.Head{}, schema.Location{})
	g.add(&indexRows{index: index, item: func(int) schema.Location { return schema.Location{} }})
	return g.Finish().View()
}

// BenchmarkLarge does what a person does with a table of 134 MB.
func BenchmarkLarge(b *testing.B) {
	data := largeTable()
	v := largeView(b)
	b.Run("index", func(b *testing.B) {
		b.SetBytes(int64(len(data)))
		b.ReportAllocs()
		for b.Loop() {
			jsonindex.New(data).Build(b.Context())
		}
	})
	b.Run("index/anchor=encodingjson", func(b *testing.B) {
		b.SetBytes(int64(len(data)))
		for b.Loop() {
			var all any
			if err := json.Unmarshal(data, &all); err != nil {
				b.Fatal(err)
			}
		}
	})
	for _, col := range []int{0, 41, 9} {
		b.Run(fmt.Sprint("sort/column=", col), func(b *testing.B) {
			b.SetBytes(int64(len(data)))
			for b.Loop() {
				if _, err := v.Sorted(b.Context(), col, false); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
	b.Run("summary", func(b *testing.B) {
		b.SetBytes(int64(len(data)))
		for b.Loop() {
			if _, err := v.Summary(b.Context(), 41); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("jump", func(b *testing.B) {
		b.ReportAllocs()
		at := 0
		for b.Loop() {
			at = (at + 40_009) % (v.Rows() - 40)
			for r := at; r < at+37; r++ {
				for c := range 8 {
					v.grid.Cell(r, c).Line()
				}
			}
		}
	})
}
