package jsonindex

import (
	"fmt"
	"os"
	"testing"
	"time"
)

func minOf(f func()) time.Duration {
	best := time.Hour
	for range 400 {
		t := time.Now()
		f()
		best = min(best, time.Since(t))
	}
	return best
}

func TestMin(t *testing.T) {
	if os.Getenv("MINS") == "" {
		t.Skip()
	}
	data := table(1_000, 50)
	x := New(data)
	x.Build(t.Context())
	show := func(name string, f func()) {
		d := minOf(f)
		fmt.Printf("%-20s %8.3f ms %6.0f MB/s %5.1f ns/member\n", name, float64(d.Nanoseconds())/1e6, float64(len(data))/d.Seconds()/1e6, float64(d.Nanoseconds())/50_000)
	}
	show("walk", func() {
		for i := range x.Len() {
			for c := Walk(x.Item(i)); c.Next(); {
			}
		}
	})
	for _, name := range []string{"column_00", "column_41"} {
		show(name, func() {
			for i := range x.Len() {
				if Member(x.Item(i), name) == nil {
					panic(1)
				}
			}
		})
	}
	l := LayoutOf(x.Item(0))
	for _, name := range []string{"column_00", "column_41"} {
		show("layout "+name, func() {
			for i := range x.Len() {
				if l.Member(x.Item(i), name) == nil {
					panic(1)
				}
			}
		})
	}
	show("index", func() { New(data).Build(t.Context()) })
}
