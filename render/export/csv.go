package export

import (
	"bytes"
	"errors"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"a2aform/internal/limit"
	"a2aform/internal/ojson"
	"a2aform/internal/safe"
	"a2aform/render/draw"
	"a2aform/render/table"
	"a2aform/render/value"
)

// The rule of CSV and TSV: a row is a line, below the names of its columns.
//
//   - A member is a column of its name. Members of nested objects are columns
//     a.b; arrays, and objects without members, are compact JSON in one cell,
//     with characters in place of their escapes.
//   - A name with a dot or a quote in it is quoted as in jq, such as a."b.c", so
//     that two members never share a column. So is a name that is taken: "key" in
//     a map, "variant" next to the column of that name.
//   - Rows that are arrays have a column for each position, from 1; other values
//     the one column "value"; rows of a map begin with the column "key".
//   - Texts are written as they are, numbers with their digits, true and false;
//     null and what did not come are empty.
//   - A cell that a spreadsheet could take for a formula (it begins with = + - @,
//     also in their full width, a tab or a carriage return, and is no plain number) has a ' before it.
//   - Control characters other than tab and line ends are shown as symbols.
//   - CSV quotes cells with commas, quotes, line ends or outer spaces, doubling
//     quotes (RFC 4180). TSV writes \t, \n, \r and \\ for those characters.
//   - Where the file is to be as the screen shows it ([Options.AsShown]), members have the headings of their columns, if no two
//     names are the same then, times of a column that are all midnights are dates, and lists are in words: "a, b", and "part: BX-104,
//     quantity: 2; part: …" of objects that have no others in them.
//   - A file holds one table (see [*TablesError]). An object that is no list is a table
//     of one row; objects of one schema that follow one another in an artifact are the
//     rows of one table.

var (
	errInvalid           = errors.New("some of the data cannot be read and has no rows; it can be exported as text")
	errTooManyCols error = tooManyColumns{}
)

type tooManyColumns struct{}

func (tooManyColumns) Error() string {
	return "there are more than " + limit.CSVColumns.String() + " columns; export it as jsonl"
}

// flatSource is what a flat table is made of: rows, each read twice.
type flatSource interface {
	len() int
	// members are the parts of a row that are columns, or groups of columns.
	members(row int) []ojson.Member
	// isReadable reports whether a row is JSON; the members of any other are its
	// text, or none where it is left out.
	isReadable(row int) bool
	// order are the names that come first among the columns.
	order() []string
	// duplicateTexts say which names of a row came several times.
	duplicateTexts(row int) []string
}

// valueList are values that are a row each.
type valueList []*ojson.Value

func (v valueList) len() int                       { return len(v) }
func (valueList) isReadable(int) bool              { return true }
func (valueList) order() []string                  { return nil }
func (v valueList) members(row int) []ojson.Member { return segments(rowMembers(v[row]), nil) }

func (v valueList) duplicateTexts(row int) []string {
	var words []string
	for _, p := range value.Duplicates(v[row]) {
		words = append(words, value.Wording(p))
	}
	return words
}

// rowMembers are what a row consists of, see the rule above.
func rowMembers(v *ojson.Value) []ojson.Member {
	switch {
	case v.Is(ojson.Object) && v.Len() > 0:
		return value.UniqueMembers(v)
	case v.Is(ojson.Array) && v.Len() > 0 && v.Len() <= table.MaxPositions:
		members := make([]ojson.Member, v.Len())
		for i, item := range v.Items() {
			members[i] = ojson.Member{Name: strconv.Itoa(i + 1), Value: item}
		}
		return members
	}
	return []ojson.Member{{Name: table.WholeName, Value: v}}
}

func (e extract) len() int { return e.Rows() }

func (e extract) members(row int) []ojson.Member {
	if !e.isReadable(row) {
		if raw := e.Raw(row); e.IsWhole && raw != nil {
			return []ojson.Member{{Name: table.WholeName, Value: raw}}
		}
		return nil
	}
	if e.IsWhole {
		members := segments(rowMembers(e.ExactValue(row)), e.taken)
		if e.IsMap() {
			members = append([]ojson.Member{{Name: table.KeyName, Value: ojson.NewString(e.RowKey(row))}}, members...)
		}
		return members
	}
	var members []ojson.Member
	for col, column := range e.Columns() {
		if v := e.Cell(row, col).Value; v.Exists() {
			members = append(members, ojson.Member{Name: e.segment(column), Value: v})
		}
	}
	return members
}

// order are the columns that the table shows, which a schema may have put in
// order.
func (e extract) order() []string {
	var names []string
	for _, column := range e.Columns() {
		if e.isFlat(column) {
			names = append(names, e.segment(column))
		}
	}
	return names
}

// isFlat reports a column of the table that is one of a flat table, or several.
func (e extract) isFlat(c table.Column) bool {
	return (!c.IsDerived() || c.IsKey() || c.IsVariant()) && (!e.IsWhole || !c.IsVariant())
}

// flatTable writes the names of all columns, then the rows.
func (e *exporter) flatTable(src flatSource, f Format) error {
	paths := newPaths(src.order())
	t, isGrid := src.(extract)
	plain := make([]bool, src.len())
	if isGrid {
		var err error
		if plain, err = t.plainRows(); err != nil {
			return err
		}
	}
	for i := range src.len() {
		fits := plain[i] && paths.seeText(t.Text(i)) || !plain[i] && paths.see(src.members(i))
		if !fits {
			return errTooManyCols
		}
	}
	paths.number()
	if isGrid && e.isAsShown {
		paths.showAs(t)
	}
	e.cells(paths.names, f)
	if !isGrid {
		for i := 0; i < src.len() && e.err == nil; i++ {
			e.flatRow(src, paths, i, f)
		}
		return nil
	}
	e.eachRow(t, func(out *exporter, t extract, i int) {
		if !plain[i] {
			out.flatRow(t, paths, i, f)
			return
		}
		row := make([]string, len(paths.names))
		paths.fillText(row, t.Text(i))
		paths.cutToDays(row)
		out.cells(row, f)
	})
	return nil
}

func (e *exporter) flatRow(src flatSource, paths *paths, i int, f Format) {
	row := make([]string, len(paths.names))
	members := src.members(i)
	if !src.isReadable(i) {
		e.noteInvalid("row", i, members == nil)
		if members == nil {
			return
		}
	}
	paths.fill(row, members)
	paths.cutToDays(row)
	e.cells(row, f)
	e.noteDuplicates(src.duplicateTexts(i))
}

// paths are the columns of a flat table, those of one member together.
type paths struct {
	groups map[string]*pathGroup
	sorted []*pathGroup
	count  int
	names  []string
	at     map[string]int
	days   []int // columns whose midnights are written as dates
	cell   func(*ojson.Value) string
	deep   bool // nested members are columns of their own
	buffer []byte
}

// pathGroup is a member, and the columns that it takes.
type pathGroup struct {
	name  string
	paths []string
	known map[string]bool
}

func newPaths(order []string) *paths {
	p := &paths{groups: map[string]*pathGroup{}, deep: true, cell: cellText}
	for _, name := range order {
		p.group(name)
	}
	return p
}

func (p *paths) group(name string) *pathGroup {
	g := p.groups[name]
	if g == nil {
		g = &pathGroup{name: name, known: map[string]bool{}}
		p.groups[name] = g
		p.sorted = append(p.sorted, g)
	}
	return g
}

// add takes up a column of a member.
func (p *paths) add(g *pathGroup, path string) {
	g.known[path] = true
	g.paths = append(g.paths, path)
	p.count++
}

// isInLimit reports whether there are no more members than a table may have columns.
// Where nested members would be too many columns, they are none of their own.
func (p *paths) isInLimit() bool {
	p.deep = p.deep && p.count <= limit.CSVColumns.Int()
	return len(p.sorted) <= limit.CSVColumns.Int()
}

// see takes up the columns of a row; false where there are too many members.
func (p *paths) see(members []ojson.Member) bool {
	for _, m := range members {
		g := p.group(m.Name)
		if !p.deep {
			continue
		}
		flatten(m.Name, m.Value, func(path string, _ *ojson.Value) {
			if !g.known[path] {
				p.add(g, path)
			}
		})
	}
	return p.isInLimit()
}

// number gives each column its place. A member that no row has keeps an empty
// column.
func (p *paths) number() {
	p.at = map[string]int{}
	for _, g := range p.sorted {
		if !p.deep || len(g.paths) == 0 {
			g.paths = []string{g.name}
		}
		for _, path := range g.paths {
			if _, twice := p.at[path]; !twice {
				p.at[path] = len(p.names)
				p.names = append(p.names, path)
			}
		}
	}
}

// showAs names the columns and writes their times as the screen does. A member that is several columns, and has no heading then,
// keeps their names.
func (p *paths) showAs(t extract) {
	p.cell = shownCell
	names, seen := slices.Clone(p.names), map[string]bool{}
	headings := draw.Headings(t.Table, math.MaxInt)
	for i, c := range t.Columns() {
		at, ok := p.at[t.segment(c)]
		if !ok || !t.isFlat(c) {
			continue
		}
		names[at] = headings[i]
		if c.IsInDays() {
			p.days = append(p.days, at)
		}
	}
	for _, name := range names {
		seen[name] = true
	}
	if len(seen) == len(names) {
		p.names = names
	}
}

func (p *paths) cutToDays(row []string) {
	for _, at := range p.days {
		row[at] = value.ToDays.Shown(row[at])
	}
}

func (p *paths) fill(row []string, members []ojson.Member) {
	for _, m := range members {
		if !p.deep {
			row[p.at[m.Name]] = p.cell(m.Value)
			continue
		}
		flatten(m.Name, m.Value, func(path string, v *ojson.Value) { row[p.at[path]] = p.cell(v) })
	}
}

// flatten calls emit for each column of a value.
func flatten(path string, v *ojson.Value, emit func(path string, v *ojson.Value)) {
	if !v.Is(ojson.Object) || v.Len() == 0 {
		emit(path, v)
		return
	}
	for _, m := range value.UniqueMembers(v) {
		flatten(path+"."+segment(m.Name, nil), m.Value, emit)
	}
}

// cellText is a value in a cell.
func cellText(v *ojson.Value) string {
	switch {
	case !v.Exists(), v.Is(ojson.Null):
		return ""
	case v.Is(ojson.Object), v.Is(ojson.Array):
		text := v.Compact()
		if bytes.Contains(text, []byte(`\u`)) {
			text = unescaped(v).Compact()
		}
		return string(text)
	}
	return v.Text()
}

// shownCell is a value in a cell that people read: a list of texts and numbers as "a, b", one of objects that have no others in them as
// "part: BX-104, quantity: 2; part: …".
func shownCell(v *ojson.Value) string {
	if !v.Is(ojson.Array) || v.Len() == 0 {
		return cellText(v)
	}
	items, between := make([]string, 0, v.Len()), ", "
	for _, item := range v.Items() {
		text := cellText(item)
		if item.Is(ojson.Array) || item.Is(ojson.Object) {
			between = "; "
			var ok bool
			if text, ok = shownMembers(item); !ok {
				return cellText(v)
			}
		}
		items = append(items, text)
	}
	return strings.Join(items, between)
}

// shownMembers are the members of an object in a list, false where others are in it.
func shownMembers(v *ojson.Value) (text string, ok bool) {
	if !v.Is(ojson.Object) {
		return "", false
	}
	var members []string
	for _, m := range value.UniqueMembers(v) {
		if m.Value.Is(ojson.Array) || m.Value.Is(ojson.Object) {
			return "", false
		}
		members = append(members, m.Name+": "+cellText(m.Value))
	}
	return strings.Join(members, ", "), true
}

// unescaped is a value whose texts have characters in place of escapes, but for those that JSON or a table needs, and for halves of
// surrogate pairs.
func unescaped(v *ojson.Value) *ojson.Value {
	switch v.Kind() {
	case ojson.Array:
		items := make([]*ojson.Value, 0, v.Len())
		for _, item := range v.Items() {
			items = append(items, unescaped(item))
		}
		return ojson.NewArray(items...)
	case ojson.Object:
		members := make([]ojson.Member, 0, v.Len())
		for _, m := range v.Members() {
			members = append(members, ojson.Member{Name: m.Name, Value: unescaped(m.Value)})
		}
		return ojson.NewObject(members...)
	case ojson.String:
		if plain := ojson.NewString(v.Text()); strings.IndexFunc(string(plain.Compact()), isUnfit) < 0 {
			return plain
		}
	}
	return v
}

// isUnfit reports a character that would be shown as a symbol, or that stands for what is no text.
func isUnfit(r rune) bool { return value.IsControl(r) || r == utf8.RuneError }

func (e *exporter) cells(cells []string, f Format) {
	for i, text := range cells {
		text = guarded(withoutControls(text))
		if f == TSV {
			if i > 0 {
				e.write("\t")
			}
			e.write(tsvEscapes.Replace(text))
			continue
		}
		if i > 0 {
			e.write(",")
		}
		e.write(quotedCell(text, len(cells) == 1))
	}
	e.write("\n")
}

var tsvEscapes = strings.NewReplacer("\\", `\\`, "\t", `\t`, "\n", `\n`, "\r", `\r`)

// quotedCell quotes a cell where it must be: an empty one only where it is
// alone, since its line would be empty.
func quotedCell(text string, alone bool) string {
	if !strings.ContainsAny(text, ",\"\r\n") && strings.TrimSpace(text) == text && (text != "" || !alone) {
		return text
	}
	return `"` + strings.ReplaceAll(text, `"`, `""`) + `"`
}

// guarded keeps a spreadsheet from taking a cell for a formula.
func guarded(text string) string {
	first, _ := utf8.DecodeRuneInString(text)
	if text == "" || !strings.ContainsRune("=+-@\t\r＝＋－＠", first) || isPlainNumber(text) {
		return text
	}
	return "'" + text
}

// isPlainNumber reports digits with a sign, a fraction and an exponent at most.
func isPlainNumber(text string) bool {
	digits := strings.TrimLeft(text, "+-")
	if len(text)-len(digits) > 1 || digits == "" || digits[0] < '0' || digits[0] > '9' {
		return false
	}
	_, err := strconv.ParseFloat(digits, 64)
	return (err == nil || errors.Is(err, strconv.ErrRange)) && strings.Trim(digits, "0123456789.eE+-") == ""
}

// withoutControls shows control characters but tab and line ends as symbols:
// they have no place in a table, and could act on a terminal that prints it.
func withoutControls(text string) string {
	if strings.IndexFunc(text, value.IsControl) < 0 {
		return text
	}
	var sb strings.Builder
	for _, r := range text {
		if value.IsControl(r) {
			sb.WriteString(safe.Text(string(r)).Line(0).String())
		} else {
			sb.WriteRune(r)
		}
	}
	return sb.String()
}

// Cell is what a row has in a column.
type Cell struct{ Column, Text safe.Raw }

// Cells are the columns that CSV has for a value, as those of a row.
func Cells(v *ojson.Value) (cells []Cell) {
	if !v.Exists() {
		return nil
	}
	for _, m := range (valueList{v}).members(0) {
		flatten(m.Name, m.Value, func(path string, v *ojson.Value) {
			cells = append(cells, Cell{safe.Text(path), safe.Text(cellText(v))})
		})
	}
	return cells
}

// CSVWriter writes rows of CSV with the rules of [CSV] for cells: what is no text for a table is shown as symbols, and no
// cell is taken for a formula.
type CSVWriter struct{ out *exporter }

// NewCSVWriter returns a writer of rows. [CSVWriter.Flush] is called last.
func NewCSVWriter(w io.Writer) *CSVWriter { return &CSVWriter{newExporter(w, CSV)} }

// Row writes a row.
func (w *CSVWriter) Row(cells []safe.Raw) error {
	texts := make([]string, len(cells))
	for i, c := range cells {
		texts[i] = c.Exact() //nolint:forbidigo // cleaned where it is written
	}
	w.out.cells(texts, CSV)
	return w.out.err
}

// Flush writes what is not written yet.
func (w *CSVWriter) Flush() error { return w.out.end(nil) }
