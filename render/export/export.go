// Package export writes results as files: [Document] a whole result, [Table] a table or the rows
// and columns that are selected of it, as JSON, JSON Lines, CSV, TSV, Markdown, HTML or text.
// The file of each format says what becomes of values, and of what is no value.
package export

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"a2aform/internal/ojson"
	"a2aform/internal/safe"
	"a2aform/render"
	"a2aform/render/draw"
	"a2aform/render/table"
)

// Format is what a result is exported as.
type Format uint8

// The formats. What each makes of values, and of what is no value, is said where
// it is written: json.go, csv.go, md.go, html.go and text.go.
const (
	JSON     Format = iota // the data exactly as it came
	JSONL                  // a row a line, exact but for the space around it
	CSV                    // comma-separated values (RFC 4180), lines end in LF
	TSV                    // tab-separated values
	Markdown               // GitHub Flavored Markdown
	HTML                   // one page that needs nothing else
	Text                   // what the screen shows
)

var formatNames = [...]string{"json", "jsonl", "csv", "tsv", "md", "html", "text"}

// Formats are the names of all formats, which are also how their files end, but
// for text.
func Formats() []string { return append([]string(nil), formatNames[:]...) }

// String is the format's name.
func (f Format) String() string { return formatNames[f] }

// Extension is how the name of a file in the format ends, with its dot.
func (f Format) Extension() string {
	if f == Text {
		return ".txt"
	}
	return "." + f.String()
}

// ParseFormat finds a format by its name, or by how a file of it ends.
func ParseFormat(name string) (Format, error) {
	wanted := strings.ToLower(strings.TrimPrefix(name, "."))
	switch wanted {
	case "txt":
		return Text, nil
	case "markdown":
		return Markdown, nil
	case "htm":
		return HTML, nil
	case "ndjson":
		return JSONL, nil
	}
	for i, known := range formatNames {
		if wanted == known {
			return Format(i), nil
		}
	}
	return 0, fmt.Errorf("the format %q is not known: use %s", safe.Text(name).Line(40).String(), strings.Join(formatNames[:], ", "))
}

// Options say what of a result is exported.
type Options struct {
	Title string // of an HTML page; safe to show, "" for none
	Width int    // of text, in cells; 0 for 100
	Level int    // of the heading that Markdown stands below; 0 for none

	AsShown bool  // CSV and TSV have the headings and dates of the screen and lists in words, not the names, times and JSON of the data
	Order   Order // of the tables of a document in HTML and Markdown; nil for as they came

	Filter safe.Raw // what the rows of a table were chosen by, which HTML and Markdown say; empty for all rows
}

// Order returns the rows of a table of a document as they are sorted.
type Order func(g *table.Table) *table.View

// ErrNoData says that a format for data was asked for and the document has no data.
var ErrNoData = errors.New("the result holds no data")

func noData(f Format) error {
	return fmt.Errorf("%w to write as %s; use md, html or text", ErrNoData, f)
}

// Document writes the document to w as it is now (see [render.Document.Load]), a row at a
// time. JSON, JSONL, CSV and TSV contain its data alone. It fails where w does, where
// there is nothing of what the format is for ([ErrNoData]), where CSV or TSV should contain
// several tables ([*TablesError]; nothing is written then), and, when all else is written, where
// data is no JSON: JSON and JSONL leave such rows out, and in other formats their
// text is in their place ([*InvalidError]). Where all is written but the values that
// the same name has again, it says so by a [*DuplicateKeysError], but in JSON and JSONL, which
// have them, and in text, which says it itself. Thoughts are left out.
func Document(w io.Writer, d *render.Document, f Format, o Options) error {
	d = d.Answer()
	if f == Markdown {
		w = safe.NewLogWriter(w) // a job may print it
	}
	out := newExporter(w, f)
	out.isAsShown, out.order = o.AsShown, o.Order
	var err error
	switch f {
	case JSON:
		err = out.documentJSON(d)
	case JSONL:
		err = out.documentLines(d)
	case CSV, TSV:
		err = out.documentTables(d, f)
	case Markdown:
		out.level = o.Level
		out.documentMarkdown(d)
	case HTML:
		out.documentHTML(d, o)
	case Text:
		out.documentText(d, o)
	}
	return out.end(err)
}

// Table writes the table, or the rows and columns that are selected of it, to w.
// It may run concurrently with the screen that shows the grid.
func Table(w io.Writer, g *table.Table, f Format, s table.Selection, o Options) error {
	t := newExtract(g, s)
	out := newExporter(w, f)
	out.isAsShown, out.filter = o.AsShown, o.Filter
	var err error
	switch f {
	case JSON:
		out.tableJSON(t)
	case JSONL:
		out.tableLines(t)
	case CSV, TSV:
		out.noteMapDuplicates(t)
		err = out.flatTable(t, f)
	case Markdown:
		out.tableMarkdown(t)
	case HTML:
		out.tableHTML(t, o)
	case Text:
		out.tableText(t, o)
	}
	return out.end(err)
}

// rowsText says how many rows there are, and what they were chosen by, which those of the tables in their cells were not.
func (e *exporter) rowsText(t extract) string {
	text := t.RowsText(t.Rows())
	if !e.filter.IsEmpty() {
		text += " filtered by " + e.filter.Line(0).String()
		e.filter = safe.Raw{}
	}
	return text
}

// exporter writes to what may fail, and remembers the first failure.
type exporter struct {
	w          *bufio.Writer
	err        error
	problems   int                 // marked by now
	isAsShown  bool                // see [Options.AsShown]
	order      Order               // see [Options.Order]
	filter     safe.Raw            // see [Options.Filter]
	isPart     bool                // of a page that has other parts, and not the names of the schema
	level      int                 // of the heading above
	nonNumbers func([]byte) []byte // writes NaN and the like as the format has them
	invalid    *InvalidError
	duplicates *DuplicateKeysError
}

func newExporter(w io.Writer, f Format) *exporter {
	e := &exporter{w: bufio.NewWriterSize(w, 64<<10), nonNumbers: func(data []byte) []byte { return data }}
	switch f {
	case JSON:
		e.nonNumbers = ojson.AsSent
	case JSONL:
		e.nonNumbers = ojson.AsNull
	}
	return e
}

func (e *exporter) write(texts ...string) {
	for _, text := range texts {
		if e.err != nil {
			return
		}
		_, e.err = e.w.WriteString(text)
	}
}

// html writes markup.
func (e *exporter) html(markup ...safe.HTML) {
	for _, m := range markup {
		e.write(string(m))
	}
}

func (e *exporter) bytes(data []byte) {
	if e.err == nil {
		_, e.err = e.w.Write(e.nonNumbers(data))
	}
}

// extract is what is exported of a grid.
type extract struct {
	table.Extract

	taken []string // names of columns that are no members
}

func newExtract(g *table.Table, s table.Selection) extract {
	t := extract{Extract: g.Extract(s)}
	t.taken = t.takenNames()
	return t
}

// inOrder is a table of a document with its rows as they are sorted.
func (e *exporter) inOrder(g *table.Table) extract {
	if e.order == nil {
		return newExtract(g, table.Selection{})
	}
	return newExtract(g, table.Selection{View: e.order(g)})
}

// clone is an extract of the same rows that shares no cache with this one.
func (e extract) clone() extract { return extract{e.Clone(), e.taken} }

// takenNames are the names that no member has to itself: those of the columns of
// keys and variants.
func (e extract) takenNames() []string {
	if e.IsWhole && !e.IsMap() {
		return nil
	}
	var names []string
	for _, c := range e.Columns() {
		if c.IsKey() || c.IsVariant() && !e.IsWhole {
			names = append(names, c.ExportName())
		}
	}
	return names
}

// segment is a column's name, or the part of it before the first dot.
func (e extract) segment(c table.Column) string {
	if c.IsMember() {
		return segment(c.ExportName(), e.taken)
	}
	return c.ExportName()
}

// segment is a member's name as part of a column's name: quoted where it could be
// mistaken, see the rule above.
func segment(name string, taken []string) string {
	if strings.ContainsAny(name, ".\"") || slices.Contains(taken, name) {
		return string(ojson.NewString(name).Compact())
	}
	return name
}

// segments are members by their segments.
func segments(members []ojson.Member, taken []string) []ojson.Member {
	isCopy := false
	for i, m := range members {
		if name := segment(m.Name, taken); name != m.Name {
			if !isCopy {
				members, isCopy = slices.Clone(members), true
			}
			members[i].Name = name
		}
	}
	return members
}

// PageHead is the beginning of a page as those of [HTML] begin, up to its content, with a style of its own behind theirs.
// The page fetches nothing and runs nothing, which its Content-Security-Policy enforces.
func PageHead(title string, style safe.HTML) safe.HTML {
	return pageHead + "<title>" + safe.EscapeHTML(title) + "</title>\n<style>\n" + pageStyle + style + "</style>\n</head>\n<body>\n<main>\n"
}

// PageEnd is the end of a page.
const PageEnd = "</main>\n</body>\n</html>\n"

// Sections writes the sections of a document as a page of [HTML] has them, for a page that has more than these: without the names of
// schemas, and of members that have a label. The rows of its tables are in an order, nil for as they came.
func Sections(w io.Writer, d *render.Document, order Order) error {
	out := newExporter(w, HTML)
	out.isPart, out.order = true, order
	out.htmlSections(d.Answer())
	return out.end(nil)
}

// Text is what the screen shows, without colors, but of a table all rows.

// textWidth is how wide text is where nothing is asked for, in cells.
const textWidth = 100

func (o Options) width() int {
	if o.Width > 0 {
		return o.Width
	}
	return textWidth
}

// textPages are the pages of a drawing as text.
func (e *exporter) textPages() *draw.Pages {
	return &draw.Pages{
		Table: func(g *table.Table) *table.Table {
			t := newExtract(g, table.Selection{})
			e.noteTextRows(t)
			return t.Table
		},
		Lines: func(lines []string) bool {
			for _, line := range lines {
				e.write(line, "\n")
			}
			return e.err == nil
		},
	}
}

func (e *exporter) documentText(d *render.Document, o Options) {
	e.textPages().Document(d, o.width())
}

func (e *exporter) tableText(t extract, o Options) {
	e.textPages().Blocks([]render.Block{t.Table}, o.width())
}
