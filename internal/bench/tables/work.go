package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"time"

	tea "charm.land/bubbletea/v2"

	"a2aform/internal/jsonindex"
	"a2aform/internal/safe"
	"a2aform/internal/schema"
	widget "a2aform/internal/widget/grid"
	"a2aform/render"
	"a2aform/render/export"
	"a2aform/render/grid"
	"a2aform/ui"
	"a2aform/ui/kit"
)

// opened is a table that was opened as the program does.
type opened struct {
	file     *jsonindex.File
	data     []byte
	document *render.Document
	grid     *grid.Grid
}

func open(path string, by render.Schema) (*opened, error) {
	f, err := jsonindex.Open(path)
	if err != nil {
		return nil, err
	}
	o := &opened{file: f, data: f.Data(), document: render.Open(f.Data(), by)}
	for _, block := range o.document.Blocks() {
		if g, ok := block.(*grid.Grid); ok {
			o.grid = g
		}
	}
	if o.grid == nil {
		return nil, errors.New("the table was not opened as a grid")
	}
	o.grid.Load(context.Background())
	return o, nil
}

// work prints what indexing, jumping, sorting and searching cost.
func (b *bench) work() error {
	o, err := open(b.small, render.Schema{})
	if err != nil {
		return err
	}
	defer func() { _ = o.file.Close() }()
	ctx := context.Background()
	got, err := interleave("index, 134 MB", b.runs, []task{
		{name: "a2aform: all rows found", times: 1, size: len(o.data), do: func() error { jsonindex.New(o.data).Build(ctx); return nil }},
		{name: "encoding/json into any", times: 1, size: len(o.data), do: func() error {
			var all any
			return json.Unmarshal(o.data, &all)
		}},
	})
	if err != nil {
		return err
	}
	fmt.Printf("\nIndexed at %.1f× the speed of encoding/json.\n", got[1].cpu.median/got[0].cpu.median)
	if err := b.jumps(o); err != nil {
		return err
	}
	if err := b.sorts(o); err != nil {
		return err
	}
	return b.searches(o)
}

// source is a grid as the program's screen shows it, without colours.
type source struct{ view *grid.View }

func (s source) Rows() int          { return s.view.Rows() }
func (s source) Number(row int) int { return s.view.Row(row) + 1 }
func (s source) Numbers() int       { return s.view.Rows() }
func (s source) IsWrong(int) bool   { return false }

func (s source) Columns() []widget.Column {
	var all []widget.Column
	for _, c := range s.view.Grid().Columns() {
		all = append(all, widget.Column{Title: c.Title.String(), Right: c.Right})
	}
	return all
}

func (s source) Cell(row, col int) widget.Cell {
	return widget.Cell{Text: s.view.Grid().Cell(s.view.Row(row), col).Marked()}
}

const (
	width, height = 120, 40
	far           = 40_009 // rows from one jump to the next, all over the table
	jumpsEach     = 200
)

func (b *bench) jumps(o *opened) error {
	view := o.grid.View()
	screen := widget.New(source{view}, widget.Styles{})
	screen.SetSize(width, height)
	row := 0
	next := func() int {
		row = (row + far) % view.Rows()
		return row
	}
	app := ui.New(context.Background(), kit.Options{Show: &kit.NamedDocument{Name: safe.Text("table"), Document: o.document}})
	defer app.Close()
	app.Update(tea.WindowSizeMsg{Width: width, Height: height})
	ends := []rune{'G', 'g'}
	_, err := interleave("jump, 134 MB, each", b.runs, []task{
		{name: "cells and View of the table", times: jumpsEach, do: func() error {
			screen.GoTo(next(), 0)
			_ = screen.View()
			return nil
		}},
		{name: "the whole program: Update and View, from one end to the other", times: jumpsEach, do: func() error {
			end := ends[next()%2]
			app.Update(tea.KeyPressMsg{Code: end, Text: string(end)})
			_ = app.View()
			return nil
		}},
	})
	return err
}

func (b *bench) sorts(o *opened) error {
	var tasks []task
	for _, c := range []struct {
		name string
		col  int
	}{{"whole numbers, first column", 0}, {"decimals, column 42", 41}, {"texts, column 50", 49}, {"texts outside Latin, column 6", 5}} {
		tasks = append(tasks, task{name: c.name, times: 1, size: len(o.data), do: func() error {
			_, err := o.grid.View().Sorted(context.Background(), c.col, false)
			return err
		}})
	}
	_, err := interleave("sort, 134 MB", b.runs, tasks)
	return err
}

// searches compares with grep on the same file. What it reads is in the page
// cache for both.
func (b *bench) searches(o *opened) error {
	var tasks []task
	for _, word := range []string{"not there", "Zanzibar"} {
		var used time.Duration
		tasks = append(tasks,
			task{name: "a2aform, “" + word + "” without case", times: 1, size: len(o.data), do: func() error {
				return o.grid.View().Search(word).Run(context.Background())
			}},
			task{name: "`grep -F`, with case", times: 1, size: len(o.data), child: func() time.Duration { return used }, do: func() error {
				cmd := exec.Command("grep", "-c", "-F", word, b.small) //nolint:gosec // our own table
				cmd.Env = append(os.Environ(), "LC_ALL=C.UTF-8")
				if err := cmd.Run(); err != nil && cmd.ProcessState == nil {
					return err
				}
				used = cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()
				return nil
			}})
	}
	_, err := interleave("search, 134 MB, nothing found", b.runs, tasks)
	return err
}

// validate prints what validating all rows costs.
func (b *bench) validate() error {
	text, err := os.ReadFile(b.schema)
	if err != nil {
		return err
	}
	document, err := schema.Load(text)
	if err != nil {
		return err
	}
	o, err := open(b.small, render.Schema{Name: safe.Text("table"), Document: document})
	if err != nil {
		return err
	}
	defer func() { _ = o.file.Close() }()
	_, err = interleave("validate all rows, 134 MB", min(b.runs, 5), []task{
		{name: "in the background (Grid.Check)", times: 1, size: len(o.data), do: func() error {
			fresh, err := open(b.small, render.Schema{Name: safe.Text("table"), Document: document})
			if err != nil {
				return err
			}
			defer func() { _ = fresh.file.Close() }()
			if err := fresh.grid.Check(context.Background()); err != nil {
				return err
			}
			fmt.Fprintf(os.Stderr, "%+v\n", fresh.grid.Verdict())
			return nil
		}},
		{name: "the validator row by row", times: 1, size: len(o.data), do: func() error { return validateRows(o, document) }},
	})
	return err
}

// duckExport writes a table as CSV as DuckDB does.
const duckExport = `
const { DuckDBInstance } = require(process.argv[2]);
(async () => {
  const connection = await (await DuckDBInstance.create(":memory:")).connect();
  await connection.run("COPY (SELECT * FROM read_json('" + process.argv[3] + "', maximum_object_size=200000000)) TO '" + process.argv[4] + "' (HEADER)");
  process.exit(0);
})();`

// export prints what writing the table costs, each time a process and a file.
func (b *bench) export() error {
	info, err := os.Stat(b.small)
	if err != nil {
		return err
	}
	var tasks []task
	add := func(name string, out bool, args ...string) {
		var used time.Duration
		tasks = append(tasks, task{name: name, times: 1, size: int(info.Size()), child: func() time.Duration { return used }, do: func() (err error) {
			cmd := exec.Command(args[0], args[1:]...) //nolint:gosec // ours, or a peer that was asked for
			cmd.Env, cmd.Stderr = b.env, os.Stderr
			if out {
				file, err := os.Create(filepath.Join(b.dir, "export"))
				if err != nil {
					return err
				}
				defer func() { _ = file.Close() }()
				cmd.Stdout = file
			}
			err = cmd.Run()
			used = cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()
			return err
		}})
	}
	for _, f := range []export.Format{export.JSON, export.JSONL, export.CSV, export.Markdown} {
		add("`a2aform show -o "+f.String()+"`", true, b.product, "show", b.small, "-o", f.String())
	}
	script, library := filepath.Join(b.dir, "duckexport.cjs"), filepath.Join(b.peers, "node_modules", "@duckdb", "node-api")
	if _, err := os.Stat(library); err == nil {
		if err := os.WriteFile(script, []byte(duckExport), 0o600); err != nil {
			return err
		}
		add("DuckDB (node), CSV", false, "node", script, library, b.small, filepath.Join(b.dir, "duck.csv"))
	}
	_, err = interleave("export to a file, 134 MB, whole process", min(b.runs, 5), tasks)
	return err
}
