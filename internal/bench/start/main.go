// Command start measures how soon a2aform is on the screen, against an empty
// Bubble Tea program, interleaved; what its packages cost before main; and how
// large the stripped program is. It prints Markdown, and with -write puts it into a
// document.
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

// patience is how long a program may take to start.
const patience = 10 * time.Second

func main() {
	runs := flag.Int("runs", 21, "starts of each program")
	flag.Parse()
	if err := run(*runs); err != nil {
		_, _ = fmt.Fprintln(os.Stderr, "start:", err)
		os.Exit(1)
	}
}

func run(runs int) error {
	dir, err := os.MkdirTemp("", "a2aform-bench")
	if err != nil {
		return err
	}
	defer func() { _ = os.RemoveAll(dir) }()
	product, anchor, validator := filepath.Join(dir, "a2aform"), filepath.Join(dir, "empty"), filepath.Join(dir, "validator")
	err = errors.Join(
		terminal.Build(filepath.Join("..", ".."), ".", product),
		terminal.Build(".", "./empty", anchor),
		terminal.Build(".", "./validator", validator))
	if err != nil {
		return err
	}
	card := filepath.Join(dir, "card.json")
	if err := terminal.SaveCard(card); err != nil {
		return err
	}
	starts := []terminal.Program{
		{Name: "empty Bubble Tea program", Args: []string{anchor}, Markers: []string{"nothing-but-this"}},
		{Name: "the same with the validator linked in", Args: []string{validator}, Markers: []string{"nothing-but-this"}},
		{Name: "`a2aform`", Args: []string{product}, Markers: []string{"ctrl+t"}},
		{Name: "`a2aform demo`", Args: []string{product, "demo"}, Markers: []string{" a2aform ", "Skills"}},
		{Name: "`a2aform CARDFILE --skill ID`", Args: []string{product, card, "--skill", "fight-comparison"}, Markers: []string{" a2aform ", "0 of 2"}},
		{Name: "`a2aform CARDFILE`", Args: []string{product, card}, Markers: []string{" a2aform ", "Skills"}},
	}
	env := append(os.Environ(), "TERM=xterm-256color", "COLORTERM=truecolor", "A2AFORM_HOME="+filepath.Join(dir, "home"))
	samples, err := interleave(starts, runs, env)
	if err != nil {
		return err
	}
	report(starts, samples)
	if err := reportInits(product); err != nil {
		return err
	}
	return reportSize(product, anchor, validator)
}

// interleave starts the programs in turns: A B C A B C.
func interleave(starts []terminal.Program, runs int, env []string) ([][]terminal.Sample, error) {
	samples := make([][]terminal.Sample, len(starts))
	for n := range runs + 1 {
		for i, p := range starts {
			s, err := terminal.Measure(p, env, patience)
			if err != nil {
				return nil, err
			}
			if n > 0 { // the first is for the page cache
				samples[i] = append(samples[i], s)
			}
		}
	}
	return samples, nil
}
