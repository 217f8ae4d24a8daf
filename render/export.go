package render

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"strings"

	"a2aform/internal/ojson"
	"a2aform/internal/safe"
	"a2aform/internal/schema"
)

// Format is what a result is exported as.
type Format uint8

// The formats. What each makes of values, and of what is no value, is said where
// it is written: exportjson.go, exportcsv.go, exportmd.go, exporthtml.go and
// exporttext.go.
const (
	FormatJSON     Format = iota // the data exactly as it came
	FormatJSONL                  // a row a line, exact but for the space around it
	FormatCSV                    // comma-separated values (RFC 4180), lines end in LF
	FormatTSV                    // tab-separated values
	FormatMarkdown               // GitHub Flavored Markdown
	FormatHTML                   // one page that needs nothing else
	FormatText                   // what the screen shows
)

var formatNames = [...]string{"json", "jsonl", "csv", "tsv", "md", "html", "text"}

// Formats are the names of all formats, which are also how their files end, but
// for text.
func Formats() []string { return append([]string(nil), formatNames[:]...) }

// String is the format's name.
func (f Format) String() string { return formatNames[f] }

// Extension is how the name of a file in the format ends, with its dot.
func (f Format) Extension() string {
	if f == FormatText {
		return ".txt"
	}
	return "." + f.String()
}

// ParseFormat finds a format by its name, or by how a file of it ends.
func ParseFormat(name string) (Format, error) {
	wanted := strings.ToLower(strings.TrimPrefix(name, "."))
	switch wanted {
	case "txt":
		return FormatText, nil
	case "markdown":
		return FormatMarkdown, nil
	case "htm":
		return FormatHTML, nil
	case "ndjson":
		return FormatJSONL, nil
	}
	for i, known := range formatNames {
		if wanted == known {
			return Format(i), nil
		}
	}
	return 0, fmt.Errorf("the format %q is not known: use %s", safe.Text(name).Line(40).String(), strings.Join(formatNames[:], ", "))
}

// ExportOptions say what of a result is exported.
type ExportOptions struct {
	Title string // of an HTML page; safe to show, "" for none
	Width int    // of text, in cells; 0 for 100
}

// Selection is which rows and columns of a grid are exported, in which order.
type Selection struct {
	View    *View // nil for all rows as they came
	Columns []int // of the grid; nil for all of the rows, shown in columns or not
}

// ErrNoData says that a format for data was asked for and the document has no data.
var ErrNoData = errors.New("the result holds no data")

func noData(f Format) error {
	return fmt.Errorf("%w to write as %s; use md, html or text", ErrNoData, f)
}

// Export writes the document to w as it is now (see [Document.Load]), a row at a
// time. JSON, JSONL, CSV and TSV hold its data alone. It fails where w does, where
// there is nothing of what the format is for ([ErrNoData]), where CSV or TSV should hold
// several tables ([*TablesError]; nothing is written then), and, when all else is written, where
// data is no JSON: JSON and JSONL leave such rows out, and in other formats their
// text is in their place ([*InvalidError]). Where all is written but the values that
// the same name has again, it says so by a [*DuplicateKeysError], but in JSON and JSONL, which
// have them, and in text, which says it itself.
func (d *Document) Export(w io.Writer, f Format, o ExportOptions) error {
	out := newExporter(w)
	var err error
	switch f {
	case FormatJSON:
		err = out.documentJSON(d)
	case FormatJSONL:
		err = out.documentLines(d)
	case FormatCSV, FormatTSV:
		err = out.documentTables(d, f)
	case FormatMarkdown:
		out.documentMarkdown(d)
	case FormatHTML:
		out.documentHTML(d, o)
	case FormatText:
		out.documentText(d, o)
	}
	return out.end(err)
}

// Export writes the grid, or the rows and columns that are selected of it, to w.
// It may run concurrently with the screen that shows the grid.
func (g *Grid) Export(w io.Writer, f Format, s Selection, o ExportOptions) error {
	t := newExtract(g, s)
	out := newExporter(w)
	var err error
	switch f {
	case FormatJSON:
		out.gridJSON(t)
	case FormatJSONL:
		out.gridLines(t)
	case FormatCSV, FormatTSV:
		out.noteMapDuplicates(t)
		err = out.flatTable(t, f)
	case FormatMarkdown:
		out.gridMarkdown(t)
	case FormatHTML:
		out.gridHTML(t, o)
	case FormatText:
		out.gridText(t, o)
	}
	return out.end(err)
}

// exporter writes to what may fail, and remembers the first failure.
type exporter struct {
	w          *bufio.Writer
	err        error
	problems   int // marked by now
	invalid    *InvalidError
	duplicates *DuplicateKeysError
}

func newExporter(w io.Writer) *exporter { return &exporter{w: bufio.NewWriterSize(w, 64<<10)} }

func (e *exporter) write(texts ...string) {
	for _, text := range texts {
		if e.err != nil {
			return
		}
		_, e.err = e.w.WriteString(text)
	}
}

func (e *exporter) bytes(data []byte) {
	if e.err == nil {
		_, e.err = e.w.Write(data)
	}
}

// extract is what is exported of a grid, as a grid.
type extract struct {
	*Grid

	whole   *Grid    // that it was taken of
	isWhole bool     // no columns were selected: the rows are exported as they came
	taken   []string // names of columns that are no members
}

// newExtract is what is selected of a grid, as a grid that shares no cache with
// it, so that another goroutine can read it.
func newExtract(g *Grid, s Selection) extract {
	whole := g.detached()
	t := extract{Grid: whole, whole: whole, isWhole: s.Columns == nil}
	if s.View != nil && s.View.order != nil {
		t.Grid = t.pick(s.View.order)
	}
	if !t.isWhole {
		all := t.columns
		t.columns = nil
		for _, i := range s.Columns {
			if i >= 0 && i < len(all) {
				t.columns = append(t.columns, all[i])
			}
		}
	}
	t.taken = t.takenNames()
	t.setInvalid()
	return t
}

// dropEmpty leaves out the columns that are empty and returns their titles. Where only
// the first rows were read for that, they come last instead.
func (e *extract) dropEmpty() (titles []string) {
	if !e.isWhole {
		return nil
	}
	var filled, empty []Column
	for _, column := range e.columns {
		if column.Empty {
			empty = append(empty, column)
			continue
		}
		filled = append(filled, column)
	}
	defer e.setInvalid()
	if e.sampled {
		e.columns = append(filled, empty...)
		return nil
	}
	e.columns = filled
	for _, column := range empty {
		titles = append(titles, column.heading())
	}
	return titles
}

// setInvalid puts the text of rows that are no JSON into the first column.
func (e extract) setInvalid() {
	if len(e.columns) == 0 {
		return
	}
	for _, part := range e.whole.parts {
		if r, lazy := part.(*indexRows); lazy {
			r.stand = &e.columns[0]
		}
	}
}

// detached is a grid of the same rows with caches of its own.
func (g *Grid) detached() *Grid {
	other := *g
	other.parts = append([]rows(nil), g.parts...)
	for i, part := range other.parts {
		if r, lazy := part.(*indexRows); lazy {
			fresh := &indexRows{index: r.index, item: r.item}
			fresh.show(other.columns)
			other.parts[i] = fresh
		}
	}
	return &other
}

// pick is a grid of some rows in an order of their own.
func (g *Grid) pick(order []int32) *Grid {
	other := *g
	other.parts, other.starts = []rows{&pickedRows{g, order}}, []int{0}
	other.head.Problems = nil
	if len(g.head.Problems) == 0 {
		return &other
	}
	at := make(map[int]int, len(order))
	for position, row := range order {
		at[int(row)] = position
	}
	for _, p := range g.head.Problems {
		row := rowOf(p)
		position, picked := at[row]
		switch {
		case row < 0:
			other.head.Problems = append(other.head.Problems, p)
		case picked:
			other.head.Problems = append(other.head.Problems, moved(p, position-row))
		}
	}
	return &other
}

// pickedRows are some rows of a grid in an order of their own.
type pickedRows struct {
	grid  *Grid
	order []int32
}

func (p *pickedRows) at(i int) (part rows, row int) { return p.grid.at(int(p.order[i])) }

func (p *pickedRows) len() int { return len(p.order) }

func (p *pickedRows) whole(i int) *ojson.Value {
	part, row := p.at(i)
	return part.whole(row)
}

func (p *pickedRows) cell(i int, c *Column) *ojson.Value {
	part, row := p.at(i)
	return part.cell(row, c)
}

func (p *pickedRows) wrong(i int) []schema.Problem {
	part, row := p.at(i)
	return part.wrong(row)
}

func (p *pickedRows) key(i int, c *Column) key {
	part, row := p.at(i)
	return part.key(row, c)
}

func (p *pickedRows) problems() (own, inRows []schema.Problem) { return nil, nil }

func (p *pickedRows) has(i int, m *textMatch) bool {
	part, row := p.at(i)
	return part.has(row, m)
}
