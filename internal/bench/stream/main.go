// Command stream measures how fast what an agent sends is read: a million status
// events, one artifact of 20 MB, both over loopback by our client, by the Go
// SDK's, and by the least code that could; and the events through the whole
// program to its screen. Each reader is a process of its own, as is the agent;
// they are started in turns. It prints Markdown.
package main

import (
	"bufio"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

func main() {
	o := options{}
	flag.StringVar(&o.role, "role", "", "what a process of this program is for; set by itself")
	flag.StringVar(&o.base, "base", "", "the agent's address; set by itself")
	flag.IntVar(&o.events, "events", 1_000_000, "events of a stream")
	flag.IntVar(&o.rounds, "rounds", 5, "times that each reader is started")
	flag.StringVar(&o.only, "only", "", "the readers to measure, by a part of their names")
	flag.StringVar(&o.product, "product", "", "an a2aform to measure; built from here where empty")
	flag.StringVar(&o.profile, "profile", "", "write the CPU profile of our reader to this file")
	flag.Parse()
	if err := o.run(); err != nil {
		_, _ = fmt.Fprintln(os.Stderr, "stream:", err)
		os.Exit(1)
	}
}

type options struct {
	role, base, only, profile, product string
	events, rounds                     int
}

func (o options) run() error {
	switch o.role {
	case "":
		return o.compare()
	case "agent":
		return serve(o.events)
	}
	return o.read()
}

// result is what one reader reports when it is done.
type result struct {
	Events    int
	Wall, CPU time.Duration
	Peak      int64 // most bytes resident
	Above     int64 // of them, above what was resident before the first byte was asked for
}

// compare starts the readers in turns and prints what they report.
func (o options) compare() error {
	agent, base, err := o.startAgent()
	if err != nil {
		return err
	}
	defer func() {
		_ = agent.Process.Kill()
		_ = agent.Wait()
	}()
	o.base = base
	names := make([]string, 0, len(readers))
	for _, r := range readers {
		if strings.Contains(r.name, o.only) {
			names = append(names, r.name)
		}
	}
	samples := map[string][]result{}
	for range o.rounds {
		for _, name := range names {
			r, err := o.start(name)
			if err != nil {
				return fmt.Errorf("%s: %w", name, err)
			}
			samples[name] = append(samples[name], r)
		}
	}
	_, _ = fmt.Fprint(os.Stdout, "| reader | events | thousand events/s | ms | CPU ms | CPU µs an event | most MB resident | of them above idle |\n|---|---|---|---|---|---|---|---|\n")
	for _, name := range names {
		report(name, samples[name])
	}
	return o.compareScreen()
}

// compareScreen measures the whole program.
func (o options) compareScreen() error {
	if !strings.Contains("screen", o.only) {
		return nil
	}
	if o.product == "" {
		dir, err := os.MkdirTemp("", "a2aform-bench")
		if err != nil {
			return err
		}
		defer func() { _ = os.RemoveAll(dir) }()
		o.product = filepath.Join(dir, "a2aform")
		build := exec.Command("go", "build", "-trimpath", "-ldflags=-s -w", "-o", o.product, ".") //nolint:gosec // fixed words
		build.Dir, build.Env, build.Stderr = filepath.Join("..", ".."), append(os.Environ(), "CGO_ENABLED=0"), os.Stderr
		if err := build.Run(); err != nil {
			return err
		}
	}
	var samples []result
	for range o.rounds {
		r, err := o.screen()
		if err != nil {
			return err
		}
		samples = append(samples, r)
	}
	report("events: to the screen", samples)
	return o.compareKeys()
}

// compareKeys presses keys on the screen of a task that is silent, and of one
// that sends 10,000 events a second, in turns.
func (o options) compareKeys() error {
	const presses = 100
	texts := []string{"silent", "steady"}
	all := map[string][]time.Duration{}
	for range o.rounds {
		for _, text := range texts {
			list, err := o.keys(text, presses)
			if err != nil {
				return err
			}
			all[text] = append(all[text], list...)
		}
	}
	_, _ = fmt.Fprint(os.Stdout, "\n| key → its own text | keys | p50 | p99 | most |\n|---|---|---|---|---|\n")
	for _, text := range texts {
		list := all[text]
		slices.Sort(list)
		_, _ = fmt.Fprintf(os.Stdout, "| %s | %d | %s | %s | %s |\n", text, len(list), ms(list[len(list)/2]), ms(list[len(list)*99/100]), ms(list[len(list)-1]))
	}
	return nil
}

func ms(d time.Duration) string { return fmt.Sprintf("%.1f ms", d.Seconds()*1000) }

func (o options) startAgent() (*exec.Cmd, string, error) {
	cmd := o.self("agent")
	out, err := cmd.StdoutPipe()
	if err != nil {
		return nil, "", err
	}
	if err := cmd.Start(); err != nil {
		return nil, "", err
	}
	line, err := bufio.NewReader(out).ReadString('\n')
	return cmd, strings.TrimSpace(line), err
}

// start runs one reader and returns what it reports.
func (o options) start(name string) (result, error) {
	out, err := o.self(name).Output()
	if err != nil {
		return result{}, err
	}
	var r result
	return r, json.Unmarshal(out, &r)
}

func (o options) self(role string) *exec.Cmd {
	//nolint:gosec // this very program; ended by whoever started it
	cmd := exec.Command(os.Args[0], "-role", role, "-base", o.base, "-events", fmt.Sprint(o.events), "-profile", o.profile)
	cmd.Stderr = os.Stderr
	return cmd
}

// read is one reader's process.
func (o options) read() error {
	for _, r := range readers {
		if r.name != o.role {
			continue
		}
		got, err := o.measure(r)
		if err != nil {
			return err
		}
		if err := json.NewEncoder(os.Stdout).Encode(got); err != nil {
			return err
		}
		return nil
	}
	return errors.New("there is no reader " + o.role)
}

func report(name string, samples []result) {
	rates, walls, cpus := column(samples, func(r result) float64 { return float64(r.Events) / r.Wall.Seconds() / 1000 }),
		column(samples, func(r result) float64 { return r.Wall.Seconds() * 1000 }),
		column(samples, func(r result) float64 { return r.CPU.Seconds() * 1000 })
	peaks := column(samples, func(r result) float64 { return float64(r.Peak) / 1e6 })
	above := column(samples, func(r result) float64 { return float64(r.Above) / 1e6 })
	events := samples[0].Events
	_, _ = fmt.Fprintf(os.Stdout, "| %s | %d | %s | %s | %s | %.2f | %s | %s |\n", name, events, spread(rates), spread(walls), spread(cpus),
		cpus[len(cpus)/2]*1000/float64(events), spread(peaks), spread(above))
}

func column(samples []result, of func(result) float64) []float64 {
	list := make([]float64, len(samples))
	for i, s := range samples {
		list[i] = of(s)
	}
	slices.Sort(list)
	return list
}

// spread is the median with the least and the most.
func spread(sorted []float64) string {
	return fmt.Sprintf("%.1f [%.1f–%.1f]", sorted[len(sorted)/2], sorted[0], sorted[len(sorted)-1])
}
