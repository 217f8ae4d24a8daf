package main

import (
	"bufio"
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"time"

	"a2aform/internal/bench/terminal"
)

// first is the first cell of a table: who shows it shows the first screen.
func first(path string) (string, error) {
	f, err := os.Open(path) //nolint:gosec // our own table
	if err != nil {
		return "", err
	}
	defer func() { _ = f.Close() }()
	line, _ := bufio.NewReader(f).Peek(200) // or what there is
	_, rest, _ := bytes.Cut(line, []byte(":"))
	value, _, _ := bytes.Cut(rest, []byte(","))
	return string(value), nil
}

// starts prints when the first screen is painted.
func (b *bench) starts() error {
	tiny := filepath.Join(b.dir, "tiny.json")
	if err := head(b.small, tiny, 40); err != nil {
		return err
	}
	programs := []terminal.Program{{Name: "empty Bubble Tea program", Args: []string{b.empty}, Markers: []string{"nothing-but-this"}}}
	for _, t := range []struct{ name, path string }{{"40 rows", tiny}, {"134 MB", b.small}, {"1.35 GB", b.large}} {
		marker, err := first(t.path)
		if err != nil {
			return err
		}
		programs = append(programs,
			terminal.Program{Name: "`a2aform show`, " + t.name, Args: []string{b.product, "show", t.path}, Markers: []string{marker}},
			terminal.Program{Name: "… with a schema", Args: []string{b.product, "show", t.path, "--schema", b.schema}, Markers: []string{marker}})
	}
	if err := b.compare("first screen", programs, b.runs, 10*time.Second); err != nil {
		return err
	}
	marker, err := first(b.small)
	if err != nil {
		return err
	}
	ours := terminal.Program{Name: "`a2aform show`, 134 MB", Args: []string{b.product, "show", b.small}, Markers: []string{marker}}
	return b.compare("first screen of 134 MB", append([]terminal.Program{ours}, b.peersOn(b.small, marker)...), min(b.runs, 5), 3*time.Minute)
}

// head writes the first rows of a table.
func head(from, to string, rows int) error {
	f, err := os.Open(from) //nolint:gosec // our own table
	if err != nil {
		return err
	}
	defer func() { _ = f.Close() }()
	lines := bufio.NewReader(f)
	var text []byte
	for range rows {
		line, err := lines.ReadBytes('\n')
		if err != nil {
			return err
		}
		text = append(text, line...)
	}
	return os.WriteFile(to, append(bytes.TrimSuffix(text, []byte(",\n")), ']'), 0o600)
}

// duck prints the first rows of a table as DuckDB reads it.
const duck = `
const { DuckDBInstance } = require(process.argv[2]);
(async () => {
  const connection = await (await DuckDBInstance.create(":memory:")).connect();
  const reader = await connection.runAndReadAll("SELECT * FROM read_json_auto('" + process.argv[3] + "') LIMIT 40");
  for (const row of reader.getRows()) console.log(row.slice(0, 8).map(String).join("  "));
})();`

// peersOn are the programs that show tables, where they are installed.
func (b *bench) peersOn(path, marker string) []terminal.Program {
	var all []terminal.Program
	add := func(name string, args ...string) {
		all = append(all, terminal.Program{Name: name, Args: args, Markers: []string{marker}})
	}
	script, library := filepath.Join(b.dir, "duck.cjs"), filepath.Join(b.peers, "node_modules", "@duckdb", "node-api")
	node, _ := exec.LookPath("node") // or not
	if _, err := os.Stat(library); err == nil && node != "" && os.WriteFile(script, []byte(duck), 0o600) == nil {
		add("DuckDB (node), first 40 rows", node, script, library, path)
	}
	for _, p := range []struct{ name, file string }{{"fx", "fx"}, {"VisiData", "vd"}} {
		found, err := exec.LookPath(filepath.Join(b.peers, p.file))
		if err != nil {
			found, err = exec.LookPath(p.file)
		}
		if err == nil {
			add(p.name, found, path)
		}
	}
	return all
}

// compare starts programs in turns and prints when they had painted; ratios are
// to the first one.
func (b *bench) compare(what string, programs []terminal.Program, runs int, patience time.Duration) error {
	painted, cpu := make([][]float64, len(programs)), make([][]float64, len(programs))
	for n := range runs + 1 {
		for i, p := range programs {
			s, err := terminal.Measure(p, b.env, patience)
			if err != nil {
				return err
			}
			if n > 0 { // the first is for the page cache
				painted[i] = append(painted[i], milliseconds(s.Painted[0]))
				cpu[i] = append(cpu[i], milliseconds(s.CPU))
			}
		}
	}
	fmt.Printf("\n| %s, %d runs each, interleaved | painted, ms since exec | ratio | CPU ms |\n|---|---|---|---|\n", what, runs)
	base := spreadOf(painted[0]).median
	for i, p := range programs {
		s := spreadOf(painted[i])
		fmt.Printf("| %s | %s | %.2f | %s |\n", p.Name, s, s.median/base, spreadOf(cpu[i]))
	}
	return nil
}
