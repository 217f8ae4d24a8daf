package main

import (
	"fmt"
	"runtime"
	"slices"
	"syscall"
	"time"
)

// spread is the median of a list with its ends.
type spread struct{ median, least, most float64 }

func spreadOf(values []float64) spread {
	slices.Sort(values)
	return spread{values[len(values)/2], values[0], values[len(values)-1]}
}

func (s spread) String() string {
	if s.median < 1 {
		return fmt.Sprintf("%.3f [%.3f–%.3f]", s.median, s.least, s.most)
	}
	return fmt.Sprintf("%.1f [%.1f–%.1f]", s.median, s.least, s.most)
}

func milliseconds(d time.Duration) float64 { return float64(d.Nanoseconds()) / 1e6 }

// task is something measured, done so many times in a run.
type task struct {
	name  string
	times int
	size  int // bytes that it goes through, 0 for none
	do    func() error
	// child reports what the task's own process has used, where it is one.
	child func() time.Duration
}

// figures are what tasks took, each time of doing, in milliseconds, and allocated.
type figures struct {
	cpu, wall spread
	kilobytes float64
}

// interleave measures tasks in turns, A B A B, and prints them.
func interleave(title string, runs int, tasks []task) ([]figures, error) {
	cpu, wall, bytes := make([][]float64, len(tasks)), make([][]float64, len(tasks)), make([][]float64, len(tasks))
	for range runs {
		for i, t := range tasks {
			runtime.GC()
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			used, begin := processTime(), time.Now()
			for range t.times {
				if err := t.do(); err != nil {
					return nil, fmt.Errorf("%s: %w", t.name, err)
				}
			}
			took, used := time.Since(begin), processTime()-used
			if t.child != nil {
				used = t.child()
			}
			runtime.ReadMemStats(&after)
			n := float64(t.times)
			cpu[i] = append(cpu[i], milliseconds(used)/n)
			wall[i] = append(wall[i], milliseconds(took)/n)
			bytes[i] = append(bytes[i], float64(after.TotalAlloc-before.TotalAlloc)/n/1000)
		}
	}
	fmt.Printf("\n| %s, %d runs, interleaved | CPU ms | MB/s of CPU | wall ms | kB allocated |\n|---|---|---|---|---|\n", title, runs)
	all := make([]figures, len(tasks))
	for i, t := range tasks {
		all[i] = figures{spreadOf(cpu[i]), spreadOf(wall[i]), spreadOf(bytes[i]).median}
		speed := "–"
		if t.size > 0 {
			speed = fmt.Sprintf("%.0f", float64(t.size)/all[i].cpu.median/1000)
		}
		fmt.Printf("| %s | %s | %s | %s | %.1f |\n", t.name, all[i].cpu, speed, all[i].wall, all[i].kilobytes)
	}
	return all, nil
}

// processTime is what this process has used, all threads, user and system.
func processTime() time.Duration {
	var usage syscall.Rusage
	if syscall.Getrusage(syscall.RUSAGE_SELF, &usage) != nil {
		return 0
	}
	return time.Duration(usage.Utime.Nano() + usage.Stime.Nano())
}
