package report

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
	"time"

	"a2aform/internal/ojson"
	"a2aform/internal/qa/check"
	"a2aform/internal/qa/runner"
	"a2aform/internal/safe"
	"a2aform/render/export"
)

// maxColumns bounds the columns of the tables of cases, and those of their outputs.
const maxColumns = 1000

// csvTable writes a row for each case as CSV: its name, the columns of its table, its verdict, and what the agent answered in the
// last attempt. All columns are known only at the end, which is why the rows are kept in a temporary file.
type csvTable struct {
	w       io.Writer
	spool   *spool
	encoder *json.Encoder
	input   columns
	output  columns
}

// columns are the names of columns in the order in which they came up.
type columns struct {
	names []safe.Raw
	at    map[safe.Raw]int
}

// add takes up the columns of cells. Those beyond the limit have no column.
func (c *columns) add(cells []export.Cell) {
	if c.at == nil {
		c.at = map[safe.Raw]int{}
	}
	for _, cell := range cells {
		if _, ok := c.at[cell.Column]; !ok && len(c.names) < maxColumns {
			c.at[cell.Column] = len(c.names)
			c.names = append(c.names, cell.Column)
		}
	}
}

// row has the cells in their columns.
func (c *columns) row(cells []export.Cell) []safe.Raw {
	row := make([]safe.Raw, len(c.names))
	for _, cell := range cells {
		if i, ok := c.at[cell.Column]; ok {
			row[i] = cell.Text
		}
	}
	return row
}

// tableRow is a case in the temporary file.
type tableRow struct {
	Case    string
	Verdict check.Verdict
	MS      int64
	Failed  string
	Broken  string // the rules that the agent broke, a line for each
	Repairs string // what the client put right, likewise
	Input   []export.Cell
	Output  []export.Cell
}

func (t *csvTable) Begin(time.Time, int) (err error) {
	if t.spool, err = newSpool(); err == nil {
		t.encoder = newEncoder(t.spool.w)
	}
	return err
}

func (t *csvTable) Case(r *runner.Result) error {
	if t.spool == nil {
		return errNotBegun
	}
	var broken []string
	for _, v := range violations(r) {
		broken = append(broken, v.ID+" "+v.What)
	}
	row := tableRow{Case: r.Case.Name, Verdict: r.Verdict, MS: r.Took.Milliseconds(), Failed: failed(r), Broken: strings.Join(broken, "\n"), Repairs: strings.Join(repairs(r), "\n"), Input: cellsOf(r), Output: export.Cells(outputOf(r))}
	t.input.add(row.Input)
	t.output.add(row.Output)
	return t.encoder.Encode(row)
}

// outputOf is what the agent answered in the last attempt, nil for nothing.
func outputOf(r *runner.Result) *ojson.Value {
	for i := len(r.Attempts) - 1; i >= 0; i-- {
		if a := r.Attempts[i]; a.Result != nil && a.Document != nil {
			if data := a.Document.Get("data"); data.Exists() && !data.Is(ojson.Null) {
				return data
			}
			return nil
		}
	}
	return nil
}

// failed is what does not hold, a line for each.
func failed(r *runner.Result) string {
	switch {
	case r.Verdict == check.Pass:
		return ""
	case r.Verdict == check.Skip:
		return r.Skip
	case r.Err != nil:
		return r.Err.Error()
	}
	var list []string
	for _, a := range r.Attempts {
		if a.Result == nil {
			continue
		}
		for _, l := range a.Lines {
			if l.Outcome != check.OK {
				list = append(list, attemptPrefix(r, &a)+Line(l))
			}
		}
	}
	return strings.Join(list, "\n")
}

func (t *csvTable) End(*Summary, time.Duration) error {
	if t.spool == nil {
		return errNotBegun
	}
	defer t.spool.close()
	from, err := t.spool.reader()
	if err != nil {
		return err
	}
	out := export.NewCSVWriter(t.w)
	if err := out.Row(t.header()); err != nil {
		return err
	}
	if err := t.rows(from, out); err != nil {
		return err
	}
	return out.Flush()
}

func (t *csvTable) header() []safe.Raw {
	row := append(raws("case"), t.input.names...)
	row = append(row, raws("verdict", "ms", "failed", "violations", "repaired")...)
	for _, name := range t.output.names {
		row = append(row, safe.Text("output."+name.Exact()))
	}
	return row
}

func raws(texts ...string) (list []safe.Raw) {
	for _, text := range texts {
		list = append(list, safe.Text(text))
	}
	return list
}

func (t *csvTable) rows(from *bufio.Reader, out *export.CSVWriter) error {
	decoder := json.NewDecoder(from)
	for {
		var r tableRow
		err := decoder.Decode(&r)
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return fmt.Errorf("its temporary file cannot be read: %w", err)
		}
		row := append(raws(r.Case), t.input.row(r.Input)...)
		row = append(row, raws(string(r.Verdict), strconv.FormatInt(r.MS, 10), r.Failed, r.Broken, r.Repairs)...)
		if err := out.Row(append(row, t.output.row(r.Output)...)); err != nil {
			return err
		}
	}
}
