package casefile

import (
	"bytes"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/pelletier/go-toml/v2/unstable"

	"a2aform/internal/ojson"
)

const (
	maxTable = 32 << 20 // bytes of the file of a table
	maxRows  = 10_000
)

// row is a line of a table: a case of its own.
type row struct{ cells []cell }

type cell struct {
	name string
	text string
	json *ojson.Value // of a JSON file or of TOML; nil for CSV, whose cells are text
}

func (w row) get(name string) (cell, bool) {
	if i := slices.IndexFunc(w.cells, func(c cell) bool { return c.name == name }); i >= 0 {
		return w.cells[i], true
	}
	return cell{}, false
}

// rowsOf reads the rows of a table, from its file or from the case file itself.
func (r *reader) rowsOf(n *node) (rows []row) {
	var file string
	before := len(r.problems)
	r.table(n, "table", fields{
		"file": r.text(&file, "file"),
		"rows": func(n *node) { rows = r.tomlRows(n) },
	})
	switch {
	case len(r.problems) > before:
		return nil
	case countOf(n, "file", "rows") != 1:
		r.problemf(n, "[table] has either file or rows")
		return nil
	case file != "":
		rows = r.tableFile(n.get("file"), file)
	}
	switch {
	case len(r.problems) > before:
	case len(rows) == 0:
		r.problemf(n, "the table has no rows")
	case len(rows) > maxRows:
		r.problemf(n, "the table has more than 10,000 rows")
	}
	return rows
}

func (r *reader) tomlRows(n *node) (rows []row) {
	for _, item := range r.list(n, "table.rows") {
		if item.kind != unstable.Table {
			r.problemf(item, `each of rows is a table, such as { currency = "EUR" }`)
			return nil
		}
		var w row
		for _, m := range item.members {
			v := value(m.value)
			if v == nil {
				r.problemf(m.value, "%s: write it as text in quotes", m.name)
				continue
			}
			w.cells = append(w.cells, jsonCell(m.name, v))
		}
		rows = append(rows, w)
	}
	return rows
}

// jsonCell is a cell that has a type. Null is an empty text.
func jsonCell(name string, v *ojson.Value) cell {
	text := v.Text()
	switch v.Kind() {
	case ojson.Null:
		text = ""
	case ojson.Array, ojson.Object:
		text = string(v.Compact())
	}
	return cell{name, text, v}
}

func (r *reader) tableFile(n *node, name string) (rows []row) {
	data, problem := readFile(r.relative(name), maxTable, "the file of a table")
	if problem != nil {
		r.problemf(n, "file %s", problem)
		return nil
	}
	data = bytes.TrimPrefix(data, []byte("\ufeff"))
	var err error
	switch filepath.Ext(name) {
	case ".csv":
		rows, err = csvRows(data)
	case ".jsonl":
		for l := range bytes.Lines(data) {
			if len(bytes.TrimSpace(l)) > 0 && err == nil {
				rows, err = appendJSON(rows, l)
			}
		}
	case ".json":
		rows, err = jsonRows(data)
	default:
		err = errors.New("the name must end in .csv, .jsonl or .json")
	}
	if err != nil {
		r.problemf(n, "file %s: %s", name, err)
	}
	return rows
}

// csvRows are the rows of a CSV file (RFC 4180), whose first line names the columns.
func csvRows(data []byte) (rows []row, err error) {
	read := csv.NewReader(bytes.NewReader(data))
	names, err := read.Read()
	if errors.Is(err, io.EOF) {
		return nil, nil
	}
	for err == nil {
		var record []string
		if record, err = read.Read(); err != nil {
			break
		}
		var w row
		for i, text := range record {
			w.cells = append(w.cells, cell{names[i], text, nil})
		}
		if rows = append(rows, w); len(rows) > maxRows {
			return rows, nil
		}
	}
	if errors.Is(err, io.EOF) {
		err = nil
	}
	return rows, err
}

func jsonRows(data []byte) (rows []row, err error) {
	list, err := ojson.Parse(data, ojson.DataLimits)
	if err == nil && !list.Is(ojson.Array) {
		err = errors.New("it is not a list of objects")
	}
	for _, item := range list.Items() {
		if err == nil {
			rows, err = appendJSON(rows, item.Compact())
		}
	}
	return rows, err
}

func appendJSON(rows []row, text []byte) ([]row, error) {
	v, err := ojson.Parse(text, ojson.DataLimits)
	if err != nil || !v.Is(ojson.Object) {
		return rows, fmt.Errorf("row %d is not a JSON object", len(rows)+1)
	}
	var w row
	for _, m := range v.Members() {
		w.cells = append(w.cells, jsonCell(m.Name, m.Value))
	}
	return append(rows, w), nil
}

// expand are the cases of a table: one for each row.
func (r *reader) expand(n *node, c *Case, rows []row) (cases []*Case) {
	names := map[string]bool{}
	for i, w := range rows {
		f := filler{row: w}
		filled := f.fill(c)
		filled.Row = i + 1
		label, hasName := w.get("name")
		if !hasName || label.text == "" {
			label.text = w.label()
		}
		filled.Name = c.Name + " [" + label.text + "]"
		if names[filled.Name] {
			filled.Name = c.Name + " [" + strconv.Itoa(i+1) + ": " + label.text + "]"
		}
		names[filled.Name] = true
		if skip, _ := w.get("skip"); skip.text != "" {
			filled.Skip = skip.text
		}
		if state, _ := w.get("expect.state"); state.text != "" {
			filled.Expect.States = []string{state.text}
			if !slices.Contains(outcomes, state.text) {
				r.problemf(n, "row %d: expect.state %s is not known: use %s", i+1, state.text, strings.Join(outcomes, ", "))
			}
		}
		if f.missing != "" {
			r.problemf(n, "row %d: there is no column %s", i+1, f.missing)
			return nil
		}
		cases = append(cases, filled)
	}
	return cases
}

// label is what tells a row from others: its values.
func (w row) label() string {
	const maxLabel = 60
	var list []string
	for _, c := range w.cells {
		if c.text != "" && c.name != "skip" && c.name != "expect.state" {
			list = append(list, c.text)
		}
	}
	text := strings.Join(strings.Fields(strings.Join(list, " ")), " ")
	if len(text) > maxLabel {
		text = strings.ToValidUTF8(text[:maxLabel], "") + "…"
	}
	return text
}

var rowPlaceholder = regexp.MustCompile(`\$\{row\.([^}]+)\}`)

// filler fills in the placeholders of a case.
type filler struct {
	row      row
	settings []Setting
	missing  string // a column that is not there
}

func (f *filler) fill(c *Case) *Case {
	filled := *c
	if c.Input.Data != nil {
		v, err := ojson.Parse(c.Input.Data, ojson.DataLimits)
		if err == nil { // it was read before
			filled.Input.Data = f.json(v, "", true).Compact()
		}
	}
	filled.Input.Text = f.text(c.Input.Text)
	filled.Input.Set = f.settings
	for _, set := range c.Input.Set {
		filled.Input.Set = append(filled.Input.Set, Setting{set.Path, f.text(set.Value)})
	}
	for _, c := range f.row.cells {
		if path, ok := strings.CutPrefix(c.name, "set:"); ok && c.text != "" {
			filled.Input.Set = append(filled.Input.Set, Setting{path, c.text})
		}
	}
	filled.Turns = nil
	for _, turn := range c.Turns {
		if turn.Data != nil {
			v, _ := ojson.Parse(turn.Data, ojson.DataLimits) // it was read before
			turn.Data = f.json(v, "", false).Compact()
		}
		turn.Text = f.text(turn.Text)
		filled.Turns = append(filled.Turns, turn)
	}
	return &filled
}

// text fills in the placeholders of a text.
func (f *filler) text(text string) string {
	return rowPlaceholder.ReplaceAllStringFunc(text, func(found string) string { return f.cell(found).text })
}

func (f *filler) cell(placeholder string) cell {
	name := rowPlaceholder.FindStringSubmatch(placeholder)[1]
	c, ok := f.row.get(name)
	if !ok {
		f.missing = name
	}
	return c
}

// json fills in the texts of a value. A text that is a placeholder alone becomes a value of the type that the cell has; one of CSV
// has none, so that of a form is set as `set` does, with the type of its field.
func (f *filler) json(v *ojson.Value, at string, isForm bool) *ojson.Value {
	switch v.Kind() {
	case ojson.Array:
		items := make([]*ojson.Value, 0, v.Len())
		for i, item := range v.Items() {
			items = append(items, f.json(item, ojson.Pointer(at, strconv.Itoa(i)), isForm))
		}
		return ojson.NewArray(items...)
	case ojson.Object:
		members := make([]ojson.Member, 0, v.Len())
		for _, m := range v.Members() {
			members = append(members, ojson.Member{Name: m.Name, Value: f.json(m.Value, ojson.Pointer(at, m.Name), isForm)})
		}
		return ojson.NewObject(members...)
	case ojson.String:
		text := v.Text()
		if !strings.Contains(text, "${row.") {
			return v
		}
		if rowPlaceholder.FindString(text) == text {
			c := f.cell(text)
			if c.json != nil {
				return c.json
			}
			if isForm {
				f.settings = append(f.settings, Setting{at, c.text})
			}
		}
		return ojson.NewString(f.text(text))
	}
	return v
}
