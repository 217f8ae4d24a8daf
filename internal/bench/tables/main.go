// Command tables measures what a2aform does with large tables, each figure
// with its anchor in the same run: encoding/json, grep, the validator, and DuckDB,
// fx and VisiData where they are installed. It prints Markdown. The tables are
// made at the first run, in the user's cache directory (1.5 GB).
package main

import (
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"a2aform/internal/bench/table"
)

func main() {
	runs := flag.Int("runs", 9, "runs of each figure")
	parts := flag.String("parts", "start,resident,work,validate,export", "what to measure")
	peers := flag.String("peers", "", "directory with fx and node_modules/@duckdb/node-api, besides PATH")
	flag.Parse()
	if err := run(*runs, strings.Split(*parts, ","), *peers); err != nil {
		_, _ = fmt.Fprintln(os.Stderr, "tables:", err)
		os.Exit(1)
	}
}

// bench is what all parts need.
type bench struct {
	runs         int
	dir          string // for programs and the like
	peers        string
	product      string
	empty        string
	schema       string
	small, large string // tables of 134 MB and of 1.35 GB
	env          []string
}

func run(runs int, parts []string, peers string) error {
	dir, err := os.MkdirTemp("", "a2aform-bench")
	if err != nil {
		return err
	}
	defer func() { _ = os.RemoveAll(dir) }()
	b := &bench{
		runs: runs, dir: dir, peers: peers,
		product: filepath.Join(dir, "a2aform"), empty: filepath.Join(dir, "empty"), schema: filepath.Join(dir, "schema.json"),
		env: append(os.Environ(), "TERM=xterm-256color", "COLORTERM=truecolor", "A2AFORM_HOME="+filepath.Join(dir, "home")),
	}
	if err := b.prepare(); err != nil {
		return err
	}
	for _, part := range []struct {
		name    string
		measure func() error
	}{{"start", b.starts}, {"resident", b.resident}, {"work", b.work}, {"validate", b.validate}, {"export", b.export}} {
		if slices.Contains(parts, part.name) {
			if err := part.measure(); err != nil {
				return err
			}
		}
	}
	return nil
}

func (b *bench) prepare() (err error) {
	if b.small, err = table.File(100_000); err != nil {
		return err
	}
	if b.large, err = table.File(1_000_000); err != nil {
		return err
	}
	return errors.Join(
		os.WriteFile(b.schema, table.Schema(table.Columns), 0o600),
		build(filepath.Join("..", ".."), ".", b.product),
		build(".", "./empty", b.empty))
}

// build makes the stripped program that `make build` makes.
func build(dir, pkg, out string) error {
	cmd := exec.Command("go", "build", "-trimpath", "-ldflags=-s -w", "-o", out, pkg) //nolint:gosec // fixed words
	cmd.Dir, cmd.Env, cmd.Stderr = dir, append(os.Environ(), "CGO_ENABLED=0"), os.Stderr
	return cmd.Run()
}
