// Command start measures how soon a2aform is on the screen, against an empty
// Bubble Tea program, interleaved; what its packages cost before main; and how
// large the stripped program is. It prints Markdown.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"time"

	"a2aform/internal/bench/terminal"
	"a2aform/internal/demo"
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
	product, anchor, judge := filepath.Join(dir, "a2aform"), filepath.Join(dir, "empty"), filepath.Join(dir, "judge")
	err = errors.Join(
		build(filepath.Join("..", ".."), ".", product),
		build(".", "./empty", anchor),
		build(".", "./judge", judge))
	if err != nil {
		return err
	}
	card := filepath.Join(dir, "card.json")
	if err := saveCard(card); err != nil {
		return err
	}
	starts := []terminal.Program{
		{Name: "empty Bubble Tea program", Args: []string{anchor}, Markers: []string{"nothing-but-this"}},
		{Name: "the same with the judge linked in", Args: []string{judge}, Markers: []string{"nothing-but-this"}},
		{Name: "`a2aform`", Args: []string{product}, Markers: []string{"ctrl+t"}},
		{Name: "`a2aform demo`", Args: []string{product, "demo"}, Markers: []string{" a2aform ", "Skills"}},
		{Name: "`a2aform CARDFILE --skill ID`", Args: []string{product, card, "--skill", "fight-comparison"}, Markers: []string{" a2aform ", "0/2"}},
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
	return reportSize(product, anchor, judge)
}

// build makes the stripped program that `make build` makes.
func build(dir, pkg, out string) error {
	cmd := exec.Command("go", "build", "-trimpath", "-ldflags=-s -w", "-o", out, pkg) //nolint:gosec,noctx // fixed words
	cmd.Dir, cmd.Env, cmd.Stderr = dir, append(os.Environ(), "CGO_ENABLED=0"), os.Stderr
	return cmd.Run()
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

// saveCard writes the demo agent's card to a file.
func saveCard(path string) error {
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	server, err := demo.Start(ctx, "", demo.Options{})
	if err != nil {
		return err
	}
	defer func() { _ = server.Close() }()
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, server.CardURL, nil)
	if err != nil {
		return err
	}
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		return err
	}
	defer func() { _ = resp.Body.Close() }()
	card, err := io.ReadAll(resp.Body)
	if err != nil {
		return err
	}
	return os.WriteFile(path, card, 0o600)
}
