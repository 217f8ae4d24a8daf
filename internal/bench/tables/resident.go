package main

import (
	"fmt"
	"os"
	"time"

	"a2aform/internal/bench/terminal"
)

// resident prints how much memory the program has at the large table, and when
// a search has its first hit on the screen.
func (b *bench) resident() error {
	marker, err := first(b.large)
	if err != nil {
		return err
	}
	info, err := os.Stat(b.large)
	if err != nil {
		return err
	}
	does := []struct{ name, keys, marker string }{
		{"indexed completely", "", ""},
		{"jump to the end", "G", ""},
		{"back to the first row", "g", ""},
		{"search typed", "/row 77", ""},
		{"its first hit", "\r", "this is row"},
		{"the whole file searched", "", ""},
		{"esc", "\x1b", ""},
		{"sorted by a numeric column", "s", ""},
	}
	p := terminal.Program{Name: "a2aform", Args: []string{b.product, "show", b.large}, Markers: []string{marker}}
	for _, d := range does {
		p.Steps = append(p.Steps, terminal.Step{Keys: d.keys, Marker: d.marker})
	}
	times, sizes := make([][]float64, len(does)), make([][]float64, len(does))
	for range min(b.runs, 5) {
		s, err := terminal.Measure(p, b.env, 3*time.Minute)
		if err != nil {
			return err
		}
		for i := range does {
			times[i] = append(times[i], milliseconds(s.Answered[i]))
			sizes[i] = append(sizes[i], float64(s.Most[i])/float64(info.Size()))
		}
	}
	fmt.Printf("\n| 1.35 GB, %d runs | painted, ms since the key | most resident by then, of the file |\n|---|---|---|\n", min(b.runs, 5))
	for i, d := range does {
		painted := "–"
		if d.marker != "" {
			painted = spreadOf(times[i]).String()
		}
		fmt.Printf("| %s | %s | %.3f |\n", d.name, painted, spreadOf(sizes[i]).median)
	}
	return nil
}
