package table

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"a2aform/internal/safe"
	"a2aform/render/value"
)

// Filter says which rows are wanted, see [Table.ParseFilter].
type Filter struct {
	all      [][]condition // of each, one condition is enough
	terms    [][]string    // as they were written
	isListed bool          // one of them is a list of texts
}

// condition is one term of a filter.
type condition struct {
	not    bool
	column *Column // nil for any
	op     string  // ":" for holding the text, or a comparison
	text   *textMatch
	word   string
	number float64 // what the word is as a number or a moment, NaN for neither

	others []condition // with other words: one that holds is enough
}

// ParseFilter reads terms with spaces between them; a row is wanted if all of
// them hold for it:
//
//	text        a value contains the text; the name of a column of booleans: it is true
//	col:text    the column's value contains the text; col: alone holds for all rows, as it is the beginning of one
//	a,b         … one of the texts; also a|b, col:a,b and col=a,b
//	col>10      … compares so: > >= < <= = !=, numbers as numbers, dates as dates
//	!term       the term does not hold
//	a or b      one of the two terms holds
//
// Columns go by title or name, without case, or by the beginning of a word that only one has.
// Quotes keep spaces and commas together: "unit price">10. So does a comma between digits, outside of a column. Spaces around an
// operator and after a colon or a comma end no term. It fails, in words for the user, where a compared column is
// unknown or a word is missing.
func (g *Table) ParseFilter(text string) (*Filter, error) {
	f, isOr := &Filter{}, false
	for _, term := range terms(text) {
		if len(f.all) > 0 && !isOr && strings.EqualFold(term, "or") {
			isOr = true
			continue
		}
		c, texts, err := g.condition(term)
		if err != nil {
			return nil, err
		}
		if !isOr {
			f.all, f.terms = append(f.all, nil), append(f.terms, nil)
		}
		last := len(f.all) - 1
		f.all[last], f.terms[last] = append(f.all[last], c), append(f.terms[last], texts...)
		f.isListed = f.isListed || len(texts) > 1
		isOr = false
	}
	return f, nil
}

// Reading is a filter with "or" beside other terms, or with a list, as it is read: "overdue and (Oslo or Rome)". It is "" for a filter that
// cannot be misread.
func (f *Filter) Reading() string {
	var all []string
	isMixed := false
	for _, oneOf := range f.terms {
		text := strings.Join(oneOf, " or ")
		if len(oneOf) > 1 && len(f.terms) > 1 {
			text, isMixed = "("+text+")", true
		}
		isMixed = isMixed || f.isListed
		all = append(all, text)
	}
	if !isMixed {
		return ""
	}
	return strings.Join(all, " and ")
}

// Columns are the columns that a filter is about, by their index: those that it names, and the one in which each row of the view has what a
// term without a name looks for. There is none where several have it, as then no single one shows why a row is there.
func (f *Filter) Columns(v *View) (about []int) {
	for _, oneOf := range f.all {
		columns := v.columnsWith(oneOf)
		if len(columns) == 1 || oneOf[0].column != nil {
			about = append(about, columns...)
		}
	}
	slices.Sort(about)
	return slices.Compact(about)
}

// columnsWith are the columns that a term names, else those in which each of the first rows has what it looks for.
func (v *View) columnsWith(oneOf []condition) (columns []int) {
	const few = 100 // rows
	n := min(v.Rows(), few)
	for i := range v.grid.columns {
		column := &v.grid.columns[i]
		isNamed := slices.ContainsFunc(oneOf, func(c condition) bool { return c.column == column })
		has := func(row int) bool {
			k := v.grid.key(v.Row(row), column)
			isIn := func(c condition) bool { return c.text.inKey(k) }
			return slices.ContainsFunc(oneOf, func(c condition) bool {
				return c.column == nil && !c.not && (isIn(c) || slices.ContainsFunc(c.others, isIn))
			})
		}
		hasAll := n > 0
		for row := 0; row < n && hasAll; row++ {
			hasAll = has(row)
		}
		if isNamed || hasAll {
			columns = append(columns, i)
		}
	}
	return columns
}

// spaced is an operator between spaces, or a colon or a comma before them: what they stand between is one term.
var spaced = regexp.MustCompile(` +(>=|<=|!=|>|<|=) +|([:,]) +`)

// terms splits a text at spaces between terms. Quotes keep what is in them.
func terms(text string) []string {
	parts := strings.Split(text, `"`)
	for i := 0; i < len(parts); i += 2 {
		parts[i] = spaced.ReplaceAllString(parts[i], "$1$2")
	}
	inQuotes := false
	return strings.FieldsFunc(strings.Join(parts, `"`), func(r rune) bool {
		if r == '"' {
			inQuotes = !inQuotes
		}
		return r == ' ' && !inQuotes
	})
}

// condition reads a term, which asks for one of the texts.
func (g *Table) condition(term string) (c condition, texts []string, err error) {
	rest, not := strings.CutPrefix(term, "!")
	name, op, written := cutOperator(rest)
	column, err := g.comparedColumn(name, op)
	words, texts := []string{withoutQuotes(written)}, []string{term}
	switch {
	case err != nil:
		return condition{}, nil, err
	case column == nil:
		signs := ",|"
		if commaInNumber.MatchString(rest) {
			signs = "|"
		}
		if words, op = alternatives(rest, signs), ":"; !not && len(words) > 1 {
			texts = words
		}
	case !isOrder(op):
		if words = alternatives(written, ",|"); len(words) > 1 && op == "!=" {
			not, op = !not, "="
		}
	}
	word := words[0]
	if word == "" && isOrder(op) || rest == "" {
		return condition{}, nil, fmt.Errorf("%s has nothing to look for", quoted(term))
	}
	if strings.Count(term, `"`)%2 == 1 && column != nil {
		return condition{}, nil, fmt.Errorf("a quote is not closed in %s", quoted(term))
	}
	on := func(word string) condition {
		if yes := g.booleanColumn(word); column == nil && yes != nil {
			return conditionOn(yes, op, "yes")
		}
		return conditionOn(column, op, word)
	}
	c = on(word)
	if c.not = not; column != nil && column.Numeric && isOrder(op) && math.IsNaN(c.number) {
		return condition{}, nil, fmt.Errorf("%s is a number; %s is not", column.Title.String(), quoted(word))
	}
	for _, word := range words[1:] {
		c.others = append(c.others, on(word))
	}
	return c, texts, nil
}

func conditionOn(column *Column, op, word string) condition {
	c := condition{column: column, op: op, word: word, text: newTextMatch(word), number: math.NaN()}
	c.read()
	return c
}

// commaInNumber is a comma in what may be one number.
var commaInNumber = regexp.MustCompile(`\d,\d`)

// alternatives splits what is looked for at signs between them that are in no quotes. There is at least one.
func alternatives(written, signs string) (words []string) {
	inQuotes := false
	for _, word := range strings.FieldsFunc(written, func(r rune) bool {
		inQuotes = inQuotes != (r == '"')
		return strings.ContainsRune(signs, r) && !inQuotes
	}) {
		words = append(words, withoutQuotes(word))
	}
	if len(words) == 0 {
		return []string{""}
	}
	return words
}

func withoutQuotes(text string) string { return strings.ReplaceAll(text, `"`, "") }

// isOrder reports an operator that asks for more or less.
func isOrder(op string) bool { return strings.ContainsAny(op, "<>") }

// read makes a number of a word that is one, or a moment, or a duration.
func (c *condition) read() {
	if n, err := strconv.ParseFloat(c.word, 64); err == nil || errors.Is(err, strconv.ErrRange) {
		c.number = n
		return
	}
	switch {
	case c.column == nil || c.column.format == nil:
		return
	case c.column.format.IsDuration():
		if seconds, ok := value.DurationSeconds(strings.ToUpper(c.word)); ok {
			c.number = seconds
		}
		return
	case !c.column.format.IsMoment():
		return
	}
	for _, layout := range []string{time.RFC3339, "2006-01-02T15:04", time.DateOnly} {
		if when, err := time.Parse(layout, c.word); err == nil {
			c.number = float64(when.UnixMicro()) / 1e6
			return
		}
	}
}

// cutOperator splits a term at its first operator outside of quotes, of which the word keeps its own.
func cutOperator(term string) (name, op, word string) {
	inQuotes := false
	for i, r := range term {
		if r == '"' {
			inQuotes = !inQuotes
		}
		if inQuotes || i == 0 {
			continue
		}
		for _, op := range []string{">=", "<=", "!=", ">", "<", "=", ":"} {
			if strings.HasPrefix(term[i:], op) {
				return withoutQuotes(term[:i]), op, term[i+len(op):]
			}
		}
	}
	return "", "", ""
}

// comparedColumn is the column that a term is about; nil for all of them. A text may contain a
// colon, so a:b is one unless there is a column a, or one whose name is nearly so.
func (g *Table) comparedColumn(name, op string) (*Column, error) {
	if op == "" {
		return nil, nil
	}
	column, err := g.columnOf(name)
	isText := op == ":" && (column == nil || len(name) < minBeginning && !column.isCalled(name))
	if isText && g.nearestColumn(name) == "" {
		return nil, nil
	}
	return column, err
}

// columnOf finds a column by its title, its name, or what only one title or name begins with,
// at any of its words.
func (g *Table) columnOf(name string) (*Column, error) {
	var found []*Column
	for i := range g.columns {
		c := &g.columns[i]
		if c.isCalled(name) {
			return c, nil
		}
		if name != "" && (hasWord(c.name, name) || hasWord(c.Title.String(), name)) {
			found = append(found, c)
		}
	}
	switch len(found) {
	case 0:
		if near := g.nearestColumn(name); near != "" {
			return nil, fmt.Errorf("there is no column %s; did you mean %s?", quoted(name), near)
		}
		return nil, fmt.Errorf("there is no column %s; there are %s", quoted(name), g.columnNames())
	case 1:
		return found[0], nil
	}
	titles := make([]string, len(found))
	for i, c := range found {
		titles[i] = c.Title.String()
	}
	return nil, fmt.Errorf("%s can be the column %s", quoted(name), strings.Join(titles, " or "))
}

// nearestColumn is the title of the column that a misspelt name is nearly that of, "" for none.
func (g *Table) nearestColumn(name string) string {
	titles := make([]string, len(g.columns))
	for i, c := range g.columns {
		titles[i] = c.Title.String()
	}
	if first, _ := utf8.DecodeRuneInString(name); len(name) < minMisspelt || !unicode.IsLetter(first) {
		return ""
	}
	return safe.Nearest(name, titles)
}

// minMisspelt is how long a name is at least that another one is found for, in bytes: a:b is a text.
const minMisspelt = 4

// booleanColumn is the column of booleans with that title or name; nil for none.
func (g *Table) booleanColumn(name string) *Column {
	for i := range g.columns {
		if c := &g.columns[i]; c.isCalled(name) && g.holdsBooleans(c) {
			return c
		}
	}
	return nil
}

// holdsBooleans reports a column whose values in the first rows are booleans.
func (g *Table) holdsBooleans(c *Column) bool {
	found := false
	for row := range min(g.Rows(), SampledRows) {
		switch g.key(row, c).kind {
		case value.Boolean:
			found = true
		case value.Absent, value.Empty:
		default:
			return false
		}
	}
	return found
}

// minBeginning is how long the beginning of a column's name is at least where a text may be
// meant.
const minBeginning = 3

// isCalled reports a column of that title or name.
func (c *Column) isCalled(name string) bool {
	return strings.EqualFold(c.name, name) || strings.EqualFold(c.Title.String(), name)
}

// hasWord reports a text with a word that begins so, in any case.
func hasWord(text, beginning string) bool {
	text, beginning = strings.ToLower(text), strings.ToLower(beginning)
	isGap := func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }
	return strings.HasPrefix(text, beginning) ||
		slices.ContainsFunc(strings.FieldsFunc(text, isGap), func(word string) bool { return strings.HasPrefix(word, beginning) })
}

// namedColumns is how many characters the names of columns take in a message, which stands
// in one line with the filter above it.
const namedColumns = 40

func (g *Table) columnNames() string {
	names := ""
	for i, c := range g.columns {
		title := c.Title.String()
		switch {
		case i == 0:
			names = title
		case utf8.RuneCountInString(names)+utf8.RuneCountInString(title) > namedColumns:
			return names + ", …"
		default:
			names += ", " + title
		}
	}
	return names
}

func quoted(s string) string { return `"` + safe.Text(s).Line(60).String() + `"` }

// Filtered is the view's rows that a filter wants, in their order. It ends early
// with ctx, whose error it returns.
func (v *View) Filtered(ctx context.Context, f *Filter) (*View, error) {
	n := v.Rows()
	found := make([][]int32, chunks(n))
	err := parallelChunks(ctx, n, func(s, from, to int) {
		for i := from; i < to; i++ {
			if !goesOn(ctx, i) {
				return
			}
			if row := v.Row(i); f.wants(v.grid, row) {
				found[s] = append(found[s], int32(row)) //nolint:gosec // see sorting.read
			}
		}
	})
	if err != nil {
		return nil, err
	}
	return &View{grid: v.grid, order: append([]int32{}, slices.Concat(found...)...)}, nil
}

func (f *Filter) wants(g *Table, row int) bool {
	for _, oneOf := range f.all {
		if !slices.ContainsFunc(oneOf, func(c condition) bool { return c.isMet(g, row) }) {
			return false
		}
	}
	return true
}

func (c *condition) isMet(g *Table, row int) bool {
	holds := c.holds(g, row) || slices.ContainsFunc(c.others, func(other condition) bool { return other.holds(g, row) })
	return holds != c.not
}

func (c *condition) holds(g *Table, row int) bool {
	if c.column == nil {
		return g.has(row, c.text)
	}
	k := g.key(row, c.column)
	if truth, ok := c.truth(); ok && k.kind == value.Boolean {
		return (k.text[0] == 't' == truth) == (c.op != "!=")
	}
	if c.op == ":" {
		return c.text.inKey(k)
	}
	order, ok := c.compare(k)
	switch c.op {
	case "=":
		return ok && order == 0
	case "!=":
		return !ok || order != 0
	case ">":
		return ok && order > 0
	case ">=":
		return ok && order >= 0
	case "<":
		return ok && order < 0
	}
	return ok && order <= 0
}

// truth is what a word means in a column of booleans, which read yes and no.
func (c *condition) truth() (truth, ok bool) {
	isYes := strings.EqualFold(c.word, "yes")
	return isYes, !isOrder(c.op) && (isYes || strings.EqualFold(c.word, "no"))
}

// compare is the order of a cell and the word: as numbers where both are, as
// texts where neither is. Anything else can only be the word. Nothing equals no
// word.
func (c *condition) compare(k key) (order int, ok bool) {
	isNumber := (k.kind == value.Number || k.kind == value.Text) && !math.IsNaN(k.number)
	switch {
	case c.word == "":
		return 0, k.kind == value.Absent || k.kind == value.Empty
	case isNumber && !math.IsNaN(c.number):
		return c.compareNumbers(k), true
	case k.kind == value.Text && math.IsNaN(c.number):
		return bytes.Compare(bytes.ToLower(k.text), bytes.ToLower([]byte(c.word))), true
	}
	return 0, k.kind != value.Absent && bytes.EqualFold(k.text, []byte(c.word))
}

func (c *condition) compareNumbers(k key) int {
	order := cmp.Compare(k.number, c.number)
	if order == 0 && k.kind == value.Number && (math.IsInf(k.number, 0) || max(len(k.text), len(c.word)) > exactDigits) {
		return ratOf(k.text).Cmp(ratOf([]byte(c.word)))
	}
	return order
}
