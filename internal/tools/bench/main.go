// Command bench measures what a user of a2aform waits for, each beside a peer that runs in turns with it: the first screen
// and a key against an empty Bubble Tea program, a result, send against curl. It prints Markdown.
//
//	make bench                            builds dist/a2aform first
//	go -C internal/tools run ./bench -program ../../dist/a2aform -rounds 11
package main

import (
	"errors"
	"flag"
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"time"
)

func main() {
	program := flag.String("program", filepath.Join("..", "..", "dist", "a2aform"), "the program to measure")
	rounds := flag.Int("rounds", 11, "how often each is run")
	only := flag.String("only", "", "measure this alone: start, results, keys or send")
	flag.Parse()
	if err := run(*program, *rounds, *only); err != nil {
		_, _ = fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
}

// bench is what the measurements share.
type bench struct {
	rounds         int
	program, empty string
	dir            string   // for files
	env            []string // of the programs
}

func run(program string, rounds int, only string) (err error) {
	b := &bench{rounds: max(1, rounds)}
	if b.dir, err = os.MkdirTemp("", "a2aform-bench"); err != nil {
		return err
	}
	defer func() { _ = os.RemoveAll(b.dir) }()
	if b.program, err = filepath.Abs(program); err != nil {
		return err
	}
	b.empty = filepath.Join(b.dir, "empty")
	b.env = append(os.Environ(), "TERM=xterm-256color", "COLORTERM=truecolor", "A2AFORM_HOME="+b.home())
	build := exec.Command("go", "build", "-trimpath", "-ldflags=-s -w", "-o", b.empty, filepath.Join("internal", "tools", "bench", "empty", "main.go"))
	build.Dir, build.Env, build.Stderr = filepath.Join("..", ".."), append(os.Environ(), "CGO_ENABLED=0"), os.Stderr
	if err := build.Run(); err != nil {
		return err
	}
	for _, part := range []struct {
		name    string
		measure func() error
	}{{"start", b.firstScreens}, {"results", b.results}, {"keys", b.keys}, {"send", b.sends}} {
		if only == "" || only == part.name {
			err = errors.Join(err, part.measure())
		}
	}
	return err
}

func (b *bench) home() string { return filepath.Join(b.dir, "home") }

// firstScreens prints how long programs take from exec to their first screen, and how much memory until then.
func (b *bench) firstScreens() error {
	schema := filepath.Join(b.dir, "schema.json")
	if err := os.WriteFile(schema, tableSchema(), 0o600); err != nil {
		return err
	}
	programs := []program{
		{"an empty Bubble Tea program", []string{b.empty}, "ready"},
		{"`a2aform`, the connect screen", []string{b.program}, "ctrl+o"},
	}
	for _, size := range []int{10 << 10, mb, 20 * mb, 90 * mb} {
		table := filepath.Join(b.dir, fmt.Sprintf("table%d.json", size))
		cell, err := saveTable(table, size)
		if err != nil {
			return err
		}
		name := "`a2aform show`, a table of " + megabytes(size)
		programs = append(programs, program{name, []string{b.program, "show", table}, cell},
			program{"the same with a schema", []string{b.program, "show", table, "--schema", schema}, cell})
	}
	times, peaks := make([][]time.Duration, len(programs)), make([]int64, len(programs))
	for round := range b.rounds + 1 {
		for i, p := range programs {
			painted, _, peak, err := b.measure(p, "")
			if err != nil {
				return err
			}
			if round > 0 { // the first is for the page cache
				times[i], peaks[i] = append(times[i], painted), max(peaks[i], peak)
			}
		}
	}
	fmt.Printf("| first screen, %d starts each | ms | ratio | most memory |\n|---|---|---|---|\n", b.rounds)
	for i, p := range programs {
		fmt.Printf("| %s | %s | %.1f | %d MB |\n", p.name, spread(times[i]), ratio(times[i], times[0]), peaks[i]/mb)
	}
	return nil
}

const (
	fields = 5000
	// typed is what is typed in a round, about as much as fits next to a label. Nothing else on the screens has these letters.
	typed = "QWXZQWXZQWXZQWXZQWXZQWXZQWXZQWXZQWXZQWXZ"
)

// keys prints how long a key takes to what is painted for it.
func (b *bench) keys() error {
	card := filepath.Join(b.dir, "card.json")
	if err := os.WriteFile(card, formCard(fields), 0o600); err != nil {
		return err
	}
	programs := []program{
		{"an empty Bubble Tea program", []string{b.empty}, "ready"},
		{fmt.Sprintf("`a2aform`, a form of %d fields", fields), []string{b.program, card, "--skill", "form"}, "0 of 1"},
	}
	times := make([][]time.Duration, len(programs))
	for range b.rounds {
		for i, p := range programs {
			_, answered, _, err := b.measure(p, typed)
			if err := errors.Join(err, os.RemoveAll(b.home())); err != nil { // with the draft
				return err
			}
			times[i] = append(times[i], answered...)
		}
	}
	fmt.Printf("\n| from a key to the screen, %d keys each | p50 ms | p99 ms | longest ms |\n|---|---|---|---|\n", len(times[0]))
	for i, p := range programs {
		slices.Sort(times[i])
		last := len(times[i]) - 1
		fmt.Printf("| %s | %.1f | %.1f | %.1f |\n", p.name, ms(times[i][last/2]), ms(times[i][last*99/100]), ms(times[i][last]))
	}
	return nil
}

// sends prints how long send takes, and curl that gets the card and posts the same request.
func (b *bench) sends() error {
	address, err := serveAgent(func(host string) string { return fmt.Sprintf(card, rowsSchema, "rows", host) },
		func(w http.ResponseWriter, _ *http.Request) { _, _ = fmt.Fprintf(w, reply, `{"text":"done"}`) })
	if err != nil {
		return err
	}
	fmt.Printf("\n| `send --data`, %d times each | ms | curl, card and POST, ms | ratio |\n|---|---|---|---|\n", b.rounds)
	for _, value := range []struct {
		name string
		size int
	}{{"1 KB", 1 << 10}, {"0.5 MB", mb / 2}, {"5 MB", 5 * mb}} {
		data, request := filepath.Join(b.dir, "data.json"), filepath.Join(b.dir, "request.json")
		if err := saveRequest(data, request, value.size); err != nil {
			return err
		}
		var ours, curl []time.Duration
		for round := range b.rounds + 1 {
			send, err := b.finish(b.program, "send", address, "--skill", "rows", "--data", "@"+data, "-o", "json")
			if err != nil {
				return err
			}
			peer, err := b.finish("curl", "-s", address+cardPath, "--next", "-s", "-H", "Content-Type: application/json", "--data-binary", "@"+request, address)
			if err != nil {
				return err
			}
			if round > 0 {
				ours, curl = append(ours, send), append(curl, peer)
			}
		}
		fmt.Printf("| %s | %s | %s | %.1f |\n", value.name, spread(ours), spread(curl), ratio(ours, curl))
	}
	return nil
}

func megabytes(size int) string {
	if size < mb {
		return fmt.Sprintf("%d KB", size>>10)
	}
	return fmt.Sprintf("%d MB", size/mb)
}

func ms(d time.Duration) float64 { return float64(d.Microseconds()) / 1000 }

func median(times []time.Duration) time.Duration {
	return slices.Sorted(slices.Values(times))[len(times)/2]
}

func ratio(times, peer []time.Duration) float64 { return ms(median(times)) / ms(median(peer)) }

// spread is the median with the shortest and the longest.
func spread(times []time.Duration) string {
	return fmt.Sprintf("%.1f [%.1f–%.1f]", ms(median(times)), ms(slices.Min(times)), ms(slices.Max(times)))
}
