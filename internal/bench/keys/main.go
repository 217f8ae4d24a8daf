// Command keys measures how long a key takes to come to the terminal: from the
// write of the key to the first byte of what it paints, in the demo's first form.
// It prints Markdown.
package main

import (
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"time"

	"a2aform/internal/bench/terminal"
)

const (
	patience = 30 * time.Second
	typed    = 40 // keys of a round: as many as fit next to the label
)

func main() {
	rounds := flag.Int("rounds", 10, "starts of the program, with 40 keys in each")
	flag.Parse()
	if err := run(*rounds); err != nil {
		_, _ = fmt.Fprintln(os.Stderr, "keys:", err)
		os.Exit(1)
	}
}

func run(rounds int) error {
	dir, err := os.MkdirTemp("", "a2aform-bench")
	if err != nil {
		return err
	}
	defer func() { _ = os.RemoveAll(dir) }()
	product, card := filepath.Join(dir, "a2aform"), filepath.Join(dir, "card.json")
	if err := errors.Join(terminal.Build(filepath.Join("..", ".."), ".", product), terminal.SaveCard(card)); err != nil {
		return err
	}
	p := terminal.Program{Name: "`a2aform`", Args: []string{product, card, "--skill", "fight-comparison"}, Markers: []string{"0 of 2"}}
	for i := range typed {
		letter := string("QWXZ"[i%4]) // no letter of another text or sequence
		p.Steps = append(p.Steps, terminal.Step{Keys: letter, Marker: letter})
	}
	env := append(os.Environ(), "TERM=xterm-256color", "COLORTERM=truecolor", "A2AFORM_HOME="+filepath.Join(dir, "home"))
	var all []time.Duration
	for range rounds {
		s, err := terminal.Measure(p, env, patience)
		if err != nil {
			return err
		}
		all = append(all, s.Answered...)
		if err := os.RemoveAll(filepath.Join(dir, "home")); err != nil { // its draft
			return err
		}
	}
	slices.Sort(all)
	at := func(part float64) string {
		return fmt.Sprintf("%.1f", float64(all[int(part*float64(len(all)-1))].Microseconds())/1000)
	}
	fmt.Printf("| key → byte, %d keys | p50 ms | p90 ms | p99 ms | most ms |\n|---|---|---|---|---|\n", len(all))
	fmt.Printf("| form of the demo's first skill, 120×40 | %s | %s | %s | %s |\n", at(0.5), at(0.9), at(0.99), at(1))
	return nil
}
