package casefile

import (
	"bufio"
	"bytes"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"iter"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"a2aform/internal/limit"
	"a2aform/internal/ojson"
	"a2aform/internal/qa/fileschema"
	"a2aform/internal/safe"
	"a2aform/internal/store"
	"a2aform/internal/store/runfile"
	"a2aform/internal/tomlfile"
)

const (
	maxTable = 32 << 20 // bytes of a JSON file with a table; CSV and JSON Lines are read row by row
	maxRows  = 1_000_000
)

// row is a line of a table: a case of its own.
type row []Cell

func (w row) get(name string) (Cell, bool) {
	if i := slices.IndexFunc(w, func(c Cell) bool { return c.Name == name }); i >= 0 {
		return w[i], true
	}
	return Cell{}, false
}

// label is what tells a row from others: its values.
func (w row) label() string {
	const maxLabel = 60
	if c, _ := w.get("name"); c.Text != "" {
		return c.Text
	}
	var list []string
	for _, c := range w {
		if c.Text != "" && c.Name != "skip" && !strings.HasPrefix(c.Name, "expect.") {
			list = append(list, c.Text)
		}
	}
	text := strings.Join(strings.Fields(strings.Join(list, " ")), " ")
	if len(text) > maxLabel {
		text = strings.ToValidUTF8(text[:maxLabel], "") + "…"
	}
	return text
}

// rows are the rows of a table, which are read again each time. An error ends them.
type rows iter.Seq2[row, error]

func listed(list []row) rows {
	return func(yield func(row, error) bool) {
		for _, w := range list {
			if !yield(w, nil) {
				return
			}
		}
	}
}

// rowsOf are the rows of a table, of its file or of the case file itself.
func (r *reader) rowsOf(n *tomlfile.Node, from *fileschema.Table) (all rows) {
	switch file, given := n.Get("file"), n.Get("rows"); {
	case (file == nil) == (given == nil):
		r.Problemf(n, "[table] has either file or rows")
	case file != nil:
		all = r.tableFile(file, from.File)
	default:
		all = listed(tomlRows(given))
	}
	if all == nil {
		all = listed(nil)
	}
	return all
}

func tomlRows(n *tomlfile.Node) (list []row) {
	for _, item := range n.Items {
		var w row
		for _, m := range item.Members {
			w = append(w, jsonCell(m.Name, tomlfile.Value(m.Value)))
		}
		list = append(list, w)
	}
	return list
}

// jsonCell is a cell that has a type. Null is an empty text.
func jsonCell(name string, v *ojson.Value) Cell {
	text := v.Text()
	switch v.Kind() {
	case ojson.Null:
		text = ""
	case ojson.Array, ojson.Object:
		text = string(v.Compact())
	}
	return Cell{name, text, v}
}

func (r *reader) tableFile(n *tomlfile.Node, name string) rows {
	path, ok := r.path(n, "file", name)
	if !ok {
		return nil
	}
	switch filepath.Ext(name) {
	case ".csv":
		return lines(path, csvRows)
	case ".jsonl":
		return lines(path, jsonLines)
	case ".json":
		data, problem := store.ReadText(path, maxTable, "a JSON file with a table")
		if problem != nil {
			r.Problemf(n, "file %s", problem)
			return nil
		}
		list, err := jsonRows(data)
		if err != nil {
			r.Problemf(n, "file %s: %s", name, err)
		}
		return listed(list)
	}
	r.Problemf(n, "file %s: the name must end in .csv, .jsonl or .json", name)
	return nil
}

// lines reads the rows of a file one by one.
func lines(path string, read func(io.Reader, func(row, error) bool)) rows {
	return func(yield func(row, error) bool) {
		f, err := runfile.OpenFile(path, os.O_RDONLY)
		switch {
		case errors.Is(err, runfile.ErrNotRegular):
			yield(nil, err)
			return
		case err != nil:
			yield(nil, fmt.Errorf("it cannot be read: %w", runfile.Fault(err)))
			return
		}
		defer func() { _ = f.Close() }()
		read(ojson.NewTextReader(f), yield)
	}
}

// csvRows are the rows of a CSV file (RFC 4180), whose first line names the columns.
func csvRows(from io.Reader, yield func(row, error) bool) {
	read := csv.NewReader(from)
	names, err := read.Read()
	if err == nil {
		err = headProblem(names)
	}
	for err == nil {
		var record []string
		if record, err = read.Read(); err != nil {
			break
		}
		w := make(row, len(record))
		for i, text := range record {
			w[i] = Cell{names[i], text, nil}
		}
		if !yield(w, nil) {
			return
		}
	}
	if !errors.Is(err, io.EOF) {
		yield(nil, err)
	}
}

// headProblem reports a first line that other characters than commas separate: its only column would have a name that nobody uses.
func headProblem(names []string) error {
	if len(names) == 1 && strings.ContainsAny(names[0], ";\t|") {
		return fmt.Errorf("its only column is %s: separate columns by commas", safe.Text(names[0]).Line(200))
	}
	return nil
}

func jsonLines(from io.Reader, yield func(row, error) bool) {
	scan := bufio.NewScanner(from)
	scan.Buffer(nil, limit.InputBytes.Int())
	for n := 1; scan.Scan(); n++ {
		if len(bytes.TrimSpace(scan.Bytes())) == 0 {
			continue
		}
		w, err := jsonRow(scan.Bytes())
		if err != nil {
			err = fmt.Errorf("line %d %w", n, err)
		}
		if !yield(w, err) || err != nil {
			return
		}
	}
	if scan.Err() != nil {
		yield(nil, scan.Err())
	}
}

func jsonRows(data []byte) (list []row, err error) {
	all, err := ojson.Parse(data, ojson.DataLimits)
	if err == nil && !all.Is(ojson.Array) {
		err = errors.New("it is not a list of objects")
	}
	for i, item := range all.Items() {
		if err != nil {
			break
		}
		var w row
		if w, err = jsonRow(item.Compact()); err != nil {
			err = fmt.Errorf("row %d %w", i+1, err)
		}
		list = append(list, w)
	}
	return list, err
}

func jsonRow(text []byte) (w row, err error) {
	v, err := ojson.Parse(text, ojson.DataLimits)
	if err != nil || !v.Is(ojson.Object) {
		return nil, errors.New("is not a JSON object")
	}
	for _, m := range v.Members() {
		w = append(w, jsonCell(m.Name, m.Value))
	}
	return w, nil
}
