package main

import (
	"bytes"
	"cmp"
	"fmt"
	"os"
	"os/exec"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"a2aform/internal/bench/terminal"
)

// spread is the median of a list with its ends.
type spread struct{ median, least, most float64 }

func spreadOf(values []float64) spread {
	slices.Sort(values)
	return spread{values[len(values)/2], values[0], values[len(values)-1]}
}

func (s spread) String() string { return fmt.Sprintf("%.1f [%.1f–%.1f]", s.median, s.least, s.most) }

func milliseconds(d time.Duration) float64 { return float64(d.Microseconds()) / 1000 }

// report prints a line for each marker of each program; ratios are of medians,
// to the first program.
func report(starts []terminal.Program, samples [][]terminal.Sample) {
	fmt.Printf("| start, %d runs each, interleaved | painted, ms since exec | ratio | CPU ms |\n|---|---|---|---|\n", len(samples[0]))
	var base float64
	for i, p := range starts {
		cpu := spreadOf(column(samples[i], func(s terminal.Sample) float64 { return milliseconds(s.CPU) }))
		for m, marker := range p.Markers {
			painted := spreadOf(column(samples[i], func(s terminal.Sample) float64 { return milliseconds(s.Painted[m]) }))
			if base == 0 {
				base = painted.median
			}
			fmt.Printf("| %s: “%s” | %s | %.2f | %.1f |\n", p.Name, marker, painted, painted.median/base, cpu.median)
		}
	}
}

func column(samples []terminal.Sample, of func(terminal.Sample) float64) []float64 {
	values := make([]float64, len(samples))
	for i, s := range samples {
		values[i] = of(s)
	}
	return values
}

// initLine is a line of GODEBUG=inittrace=1.
var initLine = regexp.MustCompile(`init (\S+) @[\d.]+ ms, ([\d.]+) ms clock, (\d+) bytes, (\d+) allocs`)

type initCost struct {
	path          string
	ms            float64
	bytes, allocs int
}

const traces = 11

// reportInits prints what runs before main, the median of several starts.
func reportInits(product string) error {
	times := map[string][]float64{}
	last := map[string]initCost{}
	var sums []float64
	for range traces {
		sum := 0.0
		trace, err := traceInits(product)
		if err != nil {
			return err
		}
		for _, c := range trace {
			times[c.path] = append(times[c.path], c.ms)
			last[c.path] = c
			sum += c.ms
		}
		sums = append(sums, sum)
	}
	var costs []initCost
	for path, c := range last {
		c.ms = spreadOf(times[path]).median
		costs = append(costs, c)
	}
	slices.SortFunc(costs, func(a, b initCost) int { return cmp.Or(cmp.Compare(b.ms, a.ms), cmp.Compare(a.path, b.path)) })
	fmt.Printf("\nPackage init, %d starts: %s ms in all; the ten largest:\n\n| package | ms | bytes | allocations |\n|---|---|---|---|\n", traces, spreadOf(sums))
	for _, c := range costs[:min(10, len(costs))] {
		fmt.Printf("| `%s` | %.2f | %d | %d |\n", c.path, c.ms, c.bytes, c.allocs)
	}
	return nil
}

func traceInits(product string) ([]initCost, error) {
	var out bytes.Buffer
	cmd := exec.Command(product, "version") //nolint:gosec // our own program
	cmd.Env, cmd.Stderr = append(os.Environ(), "GODEBUG=inittrace=1"), &out
	if err := cmd.Run(); err != nil {
		return nil, err
	}
	var costs []initCost
	for line := range strings.Lines(out.String()) {
		m := initLine.FindStringSubmatch(line)
		if m == nil {
			continue
		}
		c := initCost{path: m[1]}
		c.ms, _ = strconv.ParseFloat(m[2], 64) // the pattern holds only digits
		c.bytes, _ = strconv.Atoi(m[3])
		c.allocs, _ = strconv.Atoi(m[4])
		costs = append(costs, c)
	}
	return costs, nil
}

// reportSize prints how large the stripped programs are.
func reportSize(paths ...string) error {
	fmt.Printf("\n| stripped program | bytes |\n|---|---|\n")
	for _, path := range paths {
		info, err := os.Stat(path)
		if err != nil {
			return err
		}
		fmt.Printf("| %s | %d |\n", info.Name(), info.Size())
	}
	return nil
}
