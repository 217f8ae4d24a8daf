// Command session measures what many runs, and a run that never seems to end, take of
// memory and disk: the first form of an agent is sent again and again, each time with a
// result of 1 MB, and then once while the agent sends status events as fast as it can.
// It prints Markdown. Linux only: it reads what is resident from /proc.
package main

import (
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"a2aform/internal/bench/terminal"
)

func main() {
	o := options{}
	flag.IntVar(&o.runs, "runs", 300, "runs of the session")
	flag.DurationVar(&o.flood, "flood", 12*time.Second, "how long the agent sends status events")
	flag.StringVar(&o.product, "product", "", "an a2aform to measure; built from here where empty")
	flag.Parse()
	if err := o.run(); err != nil {
		_, _ = fmt.Fprintln(os.Stderr, "session:", err)
		os.Exit(1)
	}
}

type options struct {
	runs    int
	flood   time.Duration
	product string
}

func (o options) run() error {
	dir, err := os.MkdirTemp("", "a2aform-bench")
	if err != nil {
		return err
	}
	defer func() { _ = os.RemoveAll(dir) }()
	if o.product == "" {
		o.product = filepath.Join(dir, "a2aform")
		if err := terminal.Build(filepath.Join("..", ".."), ".", o.product); err != nil {
			return err
		}
	}
	fmt.Printf("| | resident before, MB | after, MB | at most, MB | run files, MB |\n|---|---|---|---|---|\n")
	return errors.Join(
		o.measure(filepath.Join(dir, "runs"), 0, fmt.Sprintf("%d runs with a result of 1 MB each", o.runs), o.runs),
		o.measure(filepath.Join(dir, "flood"), o.flood, fmt.Sprintf("one run with status events for %s", o.flood), 1),
	)
}

// measure sends a form some times, and prints a row.
func (o options) measure(home string, flood time.Duration, title string, runs int) error {
	agent, err := startAgent(flood)
	if err != nil {
		return err
	}
	defer func() { _ = agent.Close() }()
	if err := configure(home); err != nil {
		return err
	}
	p := terminal.Program{
		Name: "`a2aform`", Args: []string{o.product, agent.url, "--skill", "result"}, Markers: []string{"Word"},
		Steps: []terminal.Step{{Keys: "x"}}, // until nothing is left to do
	}
	for range runs {
		p.Steps = append(p.Steps, terminal.Step{Keys: "\x13", Marker: "completed"}, terminal.Step{Keys: "\x1b", Marker: "Word"})
	}
	p.Steps = append(p.Steps, terminal.Step{Keys: "y"})
	env := append(os.Environ(), "TERM=xterm-256color", "COLORTERM=truecolor", "A2AFORM_HOME="+home)
	s, err := terminal.Measure(p, env, time.Minute+flood+time.Duration(runs)*time.Second)
	if err != nil {
		return err
	}
	size, err := sizeOf(filepath.Join(home, "state", "runs"))
	if err != nil {
		return err
	}
	last := len(s.Resident) - 1
	fmt.Printf("| %s | %.1f | %.1f | %.1f | %.1f |\n", title, mb(s.Resident[0]), mb(s.Resident[last]), mb(s.Most[last]), mb(size))
	return nil
}

func mb(size int) float64 { return float64(size) / 1e6 }

// configure sends without a review.
func configure(home string) error {
	dir := filepath.Join(home, "config")
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(dir, "config.toml"), []byte("review = \"skip\"\n"), 0o600)
}

// sizeOf is the size of the files in a directory, in bytes.
func sizeOf(dir string) (size int, err error) {
	entries, err := os.ReadDir(dir)
	for _, e := range entries {
		if info, failed := e.Info(); failed == nil {
			size += int(info.Size())
		}
	}
	return size, err
}
