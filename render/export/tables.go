package export

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"runtime"
	"slices"
	"sync/atomic"
	"unicode/utf8"

	"a2aform/internal/ojson"
	"a2aform/internal/safego"
	"a2aform/render"
	"a2aform/render/table"
	"a2aform/render/value"
)

// TablesError says that a document has several tables, and that the format holds one.
type TablesError struct {
	Format    Format
	Count     int   // of the tables
	Artifacts []int // the sections of the document that have tables, in their order
}

// Error says how many tables there are, and which formats contain all of them.
func (e *TablesError) Error() string {
	return fmt.Sprintf("the result holds %d tables, and %s holds one: export one table, or all of them as jsonl, md or html", e.Count, e.Format)
}

// dataTable is one table of a document's data: a table, or else objects that are a row
// each.
type dataTable struct {
	grid    *table.Table
	values  valueList
	section int
	head    value.Head // of the first block
}

// tablesOf are the tables of a document. The error says that some data cannot be read and
// so is in no table.
func tablesOf(d *render.Document) (tables []dataTable, invalid error) {
	for i := range d.Sections {
		blocks, err := readableBlocks(&d.Sections[i])
		invalid = cmp.Or(invalid, err)
		for _, b := range blocks {
			head := b.Head()
			switch b := b.(type) {
			case *table.Table:
				tables = append(tables, dataTable{grid: b, section: i, head: head})
			case *render.Fields:
				if n := len(tables) - 1; n >= 0 && tables[n].takes(i, head) {
					tables[n].values = append(tables[n].values, b.Value())
					continue
				}
				if list := onlyList(&d.Sections[i], b); list != nil {
					tables = append(tables, dataTable{grid: list, section: i, head: head})
					continue
				}
				tables = append(tables, dataTable{values: valueList{b.Value()}, section: i, head: head})
			}
		}
	}
	return tables, invalid
}

// onlyList returns the one list of objects beside facts in the only object of a section, at whatever depth: its rows are what the object is
// about. It is nil for an object that has none, or several.
func onlyList(s *render.Section, object *render.Fields) (list *table.Table) {
	for _, b := range s.Blocks {
		switch b := b.(type) {
		case *table.Table:
			if list != nil {
				return nil
			}
			list = b
		case *render.Fields:
			if b != object && !b.Head().Nested {
				return nil
			}
		}
	}
	if countLists(object.Value()) != 1 {
		return nil
	}
	return list
}

// countLists counts the lists of objects in an object and in the objects in it.
func countLists(v *ojson.Value) (lists int) {
	for _, m := range v.Members() {
		switch {
		case m.Value.Is(ojson.Array) && m.Value.Len() > 0 && m.Value.Index(0).Is(ojson.Object):
			lists++
		case m.Value.Is(ojson.Object):
			lists += countLists(m.Value)
		}
	}
	return lists
}

// takes reports whether an object with this head is a further row of the table.
func (t *dataTable) takes(section int, head value.Head) bool {
	return t.grid == nil && t.section == section && t.head.Schema == head.Schema && t.head.Source == head.Source
}

// documentTables writes the one table of a document.
func (e *exporter) documentTables(d *render.Document, f Format) error {
	tables, invalid := tablesOf(d)
	if len(tables) > 1 {
		several := &TablesError{Format: f, Count: len(tables)}
		for _, t := range tables {
			several.Artifacts = append(several.Artifacts, t.section)
		}
		several.Artifacts = slices.Compact(several.Artifacts)
		return several
	}
	for _, t := range tables {
		if err := e.dataTable(t, f); err != nil {
			return err
		}
	}
	if len(tables) == 0 && invalid == nil {
		return noData(f)
	}
	return invalid
}

func (e *exporter) dataTable(t dataTable, f Format) error {
	if t.grid == nil {
		return e.flatTable(t.values, f)
	}
	all := newExtract(t.grid, table.Selection{})
	e.noteMapDuplicates(all)
	return e.flatTable(all, f)
}

// readableBlocks are the blocks that data of a section is exported from. The error says
// that some of the data cannot be read and so has no rows.
func readableBlocks(s *render.Section) ([]render.Block, error) {
	blocks, err := s.DataBlocks()
	if err != nil {
		err = fmt.Errorf("%w: %w", errInvalid, err)
	}
	return blocks, err
}

// exportStripe is how many rows one goroutine formats at a time.
const exportStripe = 1024

// stripeText is what a goroutine made of some rows.
type stripeText struct {
	text bytes.Buffer
	out  *exporter
	err  error
}

// eachRow writes all rows in their order. Those of a large list are formatted on all
// processors; a few chunks are held in memory at a time.
func (e *exporter) eachRow(t extract, write func(out *exporter, t extract, row int)) {
	n := t.Rows()
	if n < 2*exportStripe || !t.IsLazy() {
		for row := 0; row < n && e.err == nil; row++ {
			write(e, t, row)
		}
		return
	}
	workers := runtime.GOMAXPROCS(0)
	free := make(chan extract, workers)
	for range workers {
		free <- t.clone()
	}
	var stopped atomic.Bool
	stripes := make(chan chan *stripeText, 2*workers)
	safego.Go(func() {
		defer close(stripes)
		for from := 0; from < n && !stopped.Load(); from += exportStripe {
			done := make(chan *stripeText, 1)
			stripes <- done
			own := <-free
			safego.Go(func() {
				done <- formatRows(own, from, min(from+exportStripe, n), write)
				free <- own
			})
		}
	})
	for done := range stripes {
		part := <-done
		if part.err != nil && e.err == nil {
			e.err = part.err
		}
		if e.err != nil {
			stopped.Store(true)
			continue
		}
		e.bytes(part.text.Bytes())
		e.join(part.out)
	}
}

func formatRows(t extract, from, to int, write func(out *exporter, t extract, row int)) *stripeText {
	part := &stripeText{}
	part.out = newExporter(&part.text, Text)
	for row := from; row < to && part.out.err == nil; row++ {
		write(part.out, t, row)
	}
	part.err = errors.Join(part.out.err, part.out.w.Flush())
	return part
}

// join remembers what another exporter, of later rows, had to leave.
func (e *exporter) join(other *exporter) {
	switch {
	case other.invalid == nil:
	case e.invalid == nil:
		e.invalid = other.invalid
	default:
		e.invalid.Count += other.invalid.Count
	}
	switch {
	case other.duplicates == nil:
	case e.duplicates == nil:
		e.duplicates = other.duplicates
	default:
		e.duplicates.count += other.duplicates.count
	}
}

// maxPlainRow is the longest row, in bytes, that is written without being decoded.
const maxPlainRow = 1 << 20

// plainRows reports of each row whether it can be written without being decoded. It
// looks at large lists alone, on all processors.
func (e extract) plainRows() ([]bool, error) {
	if !e.IsWhole || e.IsMap() || len(e.taken) > 0 || !e.IsLazy() {
		return make([]bool, e.Rows()), nil
	}
	return e.CheckRows(isPlainRow)
}

// isPlainRow reports an object of valid JSON in which no name comes twice or has to be
// quoted in the name of a column.
func isPlainRow(item []byte) bool {
	if len(item) == 0 || len(item) > maxPlainRow || item[0] != '{' {
		return false
	}
	r := ojson.NewStrictReader(item)
	return hasPlainNames(&r) && r.Ended() && hasMembers(item)
}

// hasPlainNames reads an object, and reports whether its names, and those of the objects in it, are parts of columns' names as they are.
func hasPlainNames(r *ojson.Reader) bool {
	for r.Enter('{'); r.Member(); {
		if bytes.ContainsAny(r.Key, ".\"\\") || !utf8.Valid(r.Key) {
			return false
		}
		if r.Peek() != '{' {
			r.Value()
		} else if !hasPlainNames(r) {
			return false
		}
	}
	return !r.Bad
}

// hasMembers reports whether the text of a value is an object that is not empty.
func hasMembers(value []byte) bool {
	return ojson.IsObject(value) && len(bytes.TrimSpace(value[1:len(value)-1])) > 0
}

// flattenText calls emit for each column of an object's text, as [flatten] does for its
// value. The path is only good until emit returns.
func flattenText(path, object []byte, emit func(path, value []byte)) {
	r := ojson.NewReader(object)
	for r.Enter('{'); r.Member(); {
		own, v := append(path, r.Key...), r.Value()
		if hasMembers(v) {
			flattenText(append(own, '.'), v, emit)
			continue
		}
		emit(own, v)
	}
}

// plainCell is a value's text in a cell, as cell, which is [cellText] or [shownCell], gives it for the value.
func plainCell(data []byte, cell func(*ojson.Value) string) string {
	switch first := data[0]; {
	case first == 'n':
		return ""
	case first == 't', first == 'f', first == '-', '0' <= first && first <= '9':
		return string(data)
	case first == '"':
		if text := data[1 : len(data)-1]; bytes.IndexByte(text, '\\') < 0 && utf8.Valid(text) {
			return string(text)
		}
	}
	v, err := value.ParseExact(data)
	if err != nil {
		return ""
	}
	return cell(v)
}

// seeText takes up the columns of a plain row, as [paths.see] does for its members.
func (p *paths) seeText(item []byte) bool {
	r := ojson.NewReader(item)
	for r.Enter('{'); r.Member(); {
		v := r.Value()
		g := p.groups[string(r.Key)]
		if g == nil {
			g = p.group(string(r.Key))
		}
		if !p.deep {
			continue
		}
		add := func(path, _ []byte) {
			if !g.known[string(path)] {
				p.add(g, string(path))
			}
		}
		if hasMembers(v) {
			flattenText(append(append(p.buffer[:0], r.Key...), '.'), v, add)
			continue
		}
		add(r.Key, nil)
	}
	return p.isInLimit()
}

// fillText fills the cells of a plain row.
func (p *paths) fillText(row []string, item []byte) {
	if !p.deep {
		r := ojson.NewReader(item)
		for r.Enter('{'); r.Member(); {
			row[p.at[string(r.Key)]] = plainCell(r.Value(), p.cell)
		}
		return
	}
	var buffer [256]byte
	flattenText(buffer[:0], item, func(path, value []byte) { row[p.at[string(path)]] = plainCell(value, p.cell) })
}
