package table

import (
	"bytes"
	"encoding/json"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/dustin/go-humanize/english"

	"a2aform/internal/ojson"
	"a2aform/internal/schema"
	"a2aform/render/value"
)

// Comparison says how the rows of a table differ from those of an earlier one with the same columns.
type Comparison struct {
	Came, Went int // rows
	Changed    int // cells of the rows that are in both; -1 where rows have no names, so that none can be told

	rows map[int]bool    // that came
	cell map[[2]int]bool // that changed, by row and column
	main int             // the most important column
	all  int             // rows now
}

// maxCompared is how many rows are compared one by one. Of more only the number is.
const maxCompared = 2000

// Compare compares a table with an earlier one. Rows are the same where they have the same id, else the same name or title; without either, a row
// is the same as one with the same values.
func Compare(before, now *Table) *Comparison {
	c := &Comparison{Changed: -1, rows: map[int]bool{}, cell: map[[2]int]bool{}, all: now.Rows()}
	c.main = slices.IndexFunc(now.Columns(), func(column Column) bool { return column.Rank == 0 })
	if max(before.Rows(), now.Rows()) > maxCompared {
		c.Came, c.Went = max(now.Rows()-before.Rows(), 0), max(before.Rows()-now.Rows(), 0)
		return c
	}
	columns := SameColumns(before, now)
	if _, was, is, ok := namedRows(before, now, columns); ok {
		c.compareNamed(before, now, was, is, columns)
	} else {
		c.compareWhole(before, now, columns)
	}
	return c
}

// SharedKey is the member that tells the rows of two tables apart, as [Compare] does; "" where none does, and for large tables.
func SharedKey(before, now *Table) string {
	if max(before.Rows(), now.Rows()) > maxCompared {
		return ""
	}
	by, was, is, ok := namedRows(before, now, SameColumns(before, now))
	if !ok || !now.columns[by].IsMember() || now.columns[by].Role == RoleLabel && !haveCommon(was, is) {
		return ""
	}
	return now.columns[by].name
}

// haveCommon reports a name that both have. Titles that are all others may have been changed, ids not.
func haveCommon(was, is map[string]int) bool {
	for name := range is {
		if _, ok := was[name]; ok {
			return true
		}
	}
	return false
}

// namedRows finds the rows of two tables by their ids, else by their names or titles; not ok where neither column tells the rows of both.
func namedRows(before, now *Table, columns map[int]int) (by int, was, is map[string]int, ok bool) {
	for _, role := range []Role{RoleID, RoleLabel} {
		for _, col := range slices.Sorted(maps.Keys(columns)) {
			if now.columns[col].Role != role {
				continue
			}
			was, isUnique := rowsBy(before, columns[col])
			is, isUniqueNow := rowsBy(now, col)
			if isUnique && isUniqueNow {
				return col, was, is, true
			}
		}
	}
	return 0, nil, nil, false
}

// SameRows returns where rows of an earlier table are, by the names that [Compare] tells rows by; -1 for one that is gone, and for all
// rows of large tables.
func SameRows(before, now *Table, rows []int) []int {
	columns := SameColumns(before, now)
	was, is, isNamed := map[string]int(nil), map[string]int(nil), false
	isSmall := max(before.Rows(), now.Rows()) <= maxCompared
	if isSmall && len(rows) > 0 {
		_, was, is, isNamed = namedRows(before, now, columns)
	}
	if isSmall && !isNamed && len(columns) > 0 {
		was, is = wholeRows(before, now, columns)
	}
	names := map[int]string{}
	for name, row := range was {
		names[row] = name
	}
	same := make([]int, len(rows))
	for i, row := range rows {
		same[i] = -1
		if name, ok := names[row]; ok {
			if at, ok := is[name]; ok {
				same[i] = at
			}
		}
	}
	return same
}

// wholeRows finds the rows of two tables by all that they have in the columns of both. Of rows that are alike it finds one.
func wholeRows(before, now *Table, columns map[int]int) (was, is map[string]int) {
	was, is = map[string]int{}, map[string]int{}
	for row := range before.Rows() {
		was[wholeText(before, row, columns, true)] = row
	}
	for row := range now.Rows() {
		is[wholeText(now, row, columns, false)] = row
	}
	return was, is
}

// wholeText is what a row has in the columns of two tables. It is one of the earlier table or of the later one.
func wholeText(g *Table, row int, columns map[int]int, isEarlier bool) string {
	var sb strings.Builder
	for _, col := range slices.Sorted(maps.Keys(columns)) {
		if isEarlier {
			col = columns[col]
		}
		sb.WriteString(textOfCell(g, row, col))
		sb.WriteByte(0)
	}
	return sb.String()
}

// SameColumns are the columns of a table that an earlier one has, by their names, and where.
func SameColumns(before, now *Table) map[int]int {
	places := map[string]int{}
	for i, c := range before.columns {
		places[c.name] = i
	}
	same := map[int]int{}
	for i, c := range now.columns {
		if at, ok := places[c.name]; ok {
			same[i] = at
		}
	}
	return same
}

// rowsBy finds the rows of a table by the texts of a column; not unique where two are the same.
func rowsBy(g *Table, col int) (rows map[string]int, isUnique bool) {
	rows = map[string]int{}
	for row := range g.Rows() {
		rows[textOfCell(g, row, col)] = row
	}
	return rows, len(rows) == g.Rows()
}

func textOfCell(g *Table, row, col int) string {
	cell := g.Cell(row, col)
	if cell.Kind() <= value.Null {
		return ""
	}
	return cell.Text()
}

func (c *Comparison) compareNamed(before, now *Table, was, is map[string]int, columns map[int]int) {
	c.Changed = 0
	for name, row := range is {
		old, ok := was[name]
		if !ok {
			c.Came++
			c.rows[row] = true
			continue
		}
		for col, at := range columns {
			if textOfCell(now, row, col) != textOfCell(before, old, at) {
				c.Changed++
				c.cell[[2]int{row, col}] = true
			}
		}
	}
	for name := range was {
		if _, ok := is[name]; !ok {
			c.Went++
		}
	}
}

// compareWhole compares rows without names.
func (c *Comparison) compareWhole(before, now *Table, columns map[int]int) {
	left := map[string]int{}
	for row := range before.Rows() {
		left[wholeText(before, row, columns, true)]++
	}
	c.Went = before.Rows()
	for row := range now.Rows() {
		text := wholeText(now, row, columns, false)
		if left[text] > 0 {
			left[text]--
			c.Went--
			continue
		}
		c.Came++
		c.rows[row] = true
	}
}

// IsNew reports whether the cell had another value in the earlier table. Of a row that was not there, the most important cell is new, unless
// most rows were not there.
func (c *Comparison) IsNew(row, col int) bool {
	return c != nil && (c.rows[row] && col == c.main && 2*c.Came <= c.all || c.cell[[2]int{row, col}])
}

// String is the difference in a few words: "228 fewer than before", "1 more than before", "2 only now, 4 only before", "1 value changed". It is "" where no row
// was in the earlier table.
func (c *Comparison) String() string {
	switch {
	case c.Came > 0 && c.Came == c.all:
		return ""
	case c.Came > 0 && c.Went > 0:
		return value.Grouped(c.Came) + " only now, " + value.Grouped(c.Went) + " only before" // not new: the question may be another one
	case c.Came > 0:
		return value.Grouped(c.Came) + " more than before"
	case c.Went > 0:
		return value.Grouped(c.Went) + " fewer than before"
	case c.Changed > 0:
		return english.Plural(c.Changed, "value", "") + " changed"
	}
	return "as before"
}

// key is a cell as it is compared with others: in sorting, filters and sums.
type key struct {
	kind   value.Kind
	number float64 // of a Number; of a date-time its instant, of a duration its length, in seconds
	text   []byte  // of a Text, escapes undone; the literal of a Number; JSON of anything else
}

// keyOf is the key of a value in a column.
func keyOf(v *ojson.Value, c *Column) key {
	if !v.Exists() {
		return key{}
	}
	if v.Is(ojson.String) {
		return textKey([]byte(v.Text()), c)
	}
	return keyOfText(v.Compact(), c)
}

// keyOfText is the key of a value as it is written; of what is no JSON it is
// some key.
func keyOfText(text []byte, c *Column) key {
	if len(text) == 0 {
		return key{}
	}
	switch text[0] {
	case '"':
		return textKey(unquoted(text), c)
	case '{', '[':
		if isEmptyContainer(text) {
			return key{kind: value.Empty, text: text}
		}
		return key{kind: value.Nested, text: compacted(text)}
	case 't', 'f':
		return key{kind: value.Boolean, text: text}
	case 'n':
		return key{kind: value.Null, text: text}
	}
	return key{kind: value.Number, number: floatOf(text), text: text}
}

func textKey(text []byte, c *Column) key {
	if len(text) == 0 {
		return key{kind: value.Empty, text: text}
	}
	k := key{kind: value.Text, text: text, number: math.NaN()}
	switch {
	case c.format == nil:
	case c.format.IsMoment():
		if when, err := time.Parse(time.RFC3339, string(text)); err == nil {
			k.number = float64(when.UnixMicro()) / 1e6
		}
	case c.format.IsDuration():
		if seconds, ok := value.DurationSeconds(string(text)); ok {
			k.number = seconds
		}
	}
	return k
}

// compacted is JSON without white space between its tokens.
func compacted(text []byte) []byte {
	if !bytes.ContainsAny(text, " \t\r\n") {
		return text
	}
	var b bytes.Buffer
	if json.Compact(&b, text) != nil {
		return text
	}
	return b.Bytes()
}

func isEmptyContainer(text []byte) bool {
	return len(text) > 1 && len(bytes.TrimSpace(text[1:len(text)-1])) == 0
}

// unquoted is the text of a JSON string; a slice of it where nothing is escaped.
func unquoted(literal []byte) []byte {
	inner := literal[1:max(len(literal)-1, 1)]
	if bytes.IndexByte(inner, '\\') < 0 && utf8.Valid(inner) {
		return inner
	}
	var s string
	if json.Unmarshal(literal, &s) != nil {
		return inner
	}
	return []byte(s)
}

// exactDigits is up to how many digits a literal and its float64 are one.
const exactDigits = 15

// floatOf is a number's literal as a float64. Short ones without exponent, which
// most are, are read digit by digit.
func floatOf(literal []byte) float64 {
	if len(literal) <= exactDigits+2 {
		if f, ok := shortFloat(literal); ok {
			return f
		}
	}
	f, err := strconv.ParseFloat(string(literal), 64)
	if err != nil && !math.IsInf(f, 0) {
		return math.NaN()
	}
	return f
}

// shortFloat reads a literal of at most [exactDigits] digits: a whole number
// that float64 represents exactly, divided by a power of ten that it represents exactly,
// which IEEE 754 rounds as it should.
func shortFloat(literal []byte) (float64, bool) {
	mantissa, scale, ok := decimal(literal)
	if !ok || mantissa > 1e15 || mantissa < -1e15 {
		return 0, false
	}
	f := float64(mantissa) / powersOfTen[scale]
	if mantissa == 0 && literal[0] == '-' {
		f = math.Copysign(0, -1)
	}
	return f, true
}

var powersOfTen = [...]float64{1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18}

// decimal reads a literal without exponent and of at most 18 digits: the value
// is mantissa / 10^scale.
func decimal(literal []byte) (mantissa int64, scale int, ok bool) {
	digits, point := 0, -1
	for i, c := range literal {
		switch {
		case c == '-' && i == 0:
		case c == '.' && point < 0:
			point = digits
		case c >= '0' && c <= '9' && digits < 18:
			mantissa = mantissa*10 + int64(c-'0')
			digits++
		default:
			return 0, 0, false
		}
	}
	if point >= 0 {
		scale = digits - point
	}
	if len(literal) > 0 && literal[0] == '-' {
		mantissa = -mantissa
	}
	return mantissa, scale, digits > 0
}

// duplicatesAt are the names that come again in a row. One that is only indexed is
// decoded where there may be some: there are as good as never.
func duplicatesAt(part rows, i int) []schema.Problem {
	switch part := part.(type) {
	case nil:
		return nil
	case *pickedRows:
		return duplicatesAt(part.at(i))
	case *indexRows:
		if ojson.HasUniqueNames(part.index.Item(i)) {
			return nil
		}
	}
	return value.Duplicates(part.whole(i))
}

// RowDuplicates are the names that come again in a row, as notes with the row's number.
func (g *Table) RowDuplicates(row int) []schema.Problem {
	part, at := g.at(row)
	found := duplicatesAt(part, at)
	for i := range found {
		found[i].Pointer = "/" + strconv.Itoa(row) + found[i].Pointer
	}
	return found
}

// Duplicates are the names that come again in what a row has in a column, that of
// the column itself included, as notes that are safe to show.
func (g *Table) Duplicates(row, col int) []string {
	if col < 0 || col >= len(g.columns) || !g.columns[col].HasToken() {
		return nil
	}
	var notes []string
	part, at := g.at(row)
	for _, p := range value.OfMember(duplicatesAt(part, at), g.columns[col].Token()) {
		notes = append(notes, value.Wording(p))
	}
	return notes
}

// MapDuplicates are the keys of a map that came several times, a note each.
func (g *Table) MapDuplicates() []schema.Problem { return g.keys }

// DuplicateKeys returns how many of the rows that were read for the columns have a
// duplicate key.
func (g *Table) DuplicateKeys() int { return g.duplicateKeys }
