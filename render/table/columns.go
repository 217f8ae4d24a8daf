package table

import (
	"cmp"
	"context"
	"slices"
	"strconv"
	"sync"
	"time"

	"a2aform/internal/limit"
	"a2aform/internal/ojson"
	"a2aform/internal/safe"
	"a2aform/internal/schema"
	"a2aform/render/value"
)

// Column is one column of a grid.
type Column struct {
	Title    safe.Line // the schema's title, else the member's name: in readable form where the schema declares it
	Key      safe.Raw  // the member's name; empty where rows are no objects
	Declared bool      // the schema knows it
	Required bool      // the schema wants it in every row
	Numeric  bool      // its values are numbers
	Right    bool      // and are right-aligned: they are no ids
	Empty    bool      // no row that was read has a value in it, and the schema does not want one

	Role  Role  // what it is for, by the first rows
	Total Total // what its numbers come to
	Rank  int   // its place by importance, 0 for the most important column

	IsUnique bool // each of the first rows has a value of its own

	// IsDetail says that people can do without the column: it is alike in all rows, only counts what is inside, or only programs know rows
	// by it, beside a column of words that says what a row is about.
	IsDetail bool

	reads    reading
	name     string
	position int
	format   *value.Format
}

// reading says what of a row a column shows.
type reading uint8

const (
	theMember   reading = iota // the member of that name
	thePosition                // the item at that position
	theWhole                   // the row itself, where it has no parts
	theKey                     // the name of the row, where it is a member of a map
	theRow                     // the row, where it has more members than there are columns
	theVariant                 // the name of the branch that the row is, where its schema has several
)

// Bounds of the columns.
const (
	maxKnown     = 4096 // columns that are looked at to choose the shown ones
	MaxPositions = 64   // of rows that are arrays: columns
	SampledRows  = 200  // of a large array; of others every row is read
)

// columnsMaker finds the columns of rows: those the schema declares in its
// order, then whatever else the rows have in the order they have it.
type columnsMaker struct {
	item    schema.Location
	columns []Column
	known   map[string]bool
	seen    map[string]bool // names that a row has
	whole   bool
	isMap   bool
	tagged  bool // a member of the rows shows their variant
	variant bool // rows are of several variants, and no member shows which
	more    bool // there are members that no column shows
	rows    int
	widest  int // items of the longest row that is an array
}

func (m *columnsMaker) declare(loc schema.Location, isBranch bool) {
	for _, p := range loc.Properties() {
		if !m.known[p.Name] {
			m.member(p.Name, value.Label(p.Location.MemberTitle(), p.Name), p.Location, true, p.Required && !isBranch)
		}
	}
}

func (m *columnsMaker) member(name string, title safe.Line, loc schema.Location, declared, required bool) {
	m.known[name] = true
	if len(m.columns) >= maxKnown {
		m.more = true
		return
	}
	l := value.FormatFor(loc)
	m.columns = append(m.columns, Column{
		Title: title, Key: safe.Text(name),
		Declared: declared, Required: required, Numeric: l.AlignsRight(),
		name: name, format: &l,
	})
}

// see takes up what a row has beyond the columns so far.
func (m *columnsMaker) see(v *ojson.Value, item schema.Location, isUnion bool) {
	if isUnion {
		resolved, variant := value.Resolve(item, v)
		m.declare(resolved, true)
		m.variant = m.variant || variant != "" && !m.tagged
	}
	if v.Is(ojson.Object) {
		names := make([]string, v.Len())
		for i, m := range v.Members() {
			names[i] = m.Name
		}
		m.seeMembers(names, item)
		return
	}
	if !v.Exists() { // it cannot be read, and has no columns
		return
	}
	m.rows++
	switch v.Kind() {
	case ojson.Array:
		m.widest = max(m.widest, v.Len())
	default:
		m.whole = true
	}
}

// seeMembers takes up the members of a row that is an object.
func (m *columnsMaker) seeMembers(names []string, item schema.Location) {
	m.rows++
	for _, name := range names {
		m.seen[name] = true
		if !m.known[name] {
			loc := item.Property(name)
			m.member(name, value.MemberLabel(item, loc, name), loc, loc.IsKnown(), false)
		}
	}
}

// finish adds the columns of rows that are no objects, before all others.
func (m *columnsMaker) finish() []Column {
	var columns []Column
	if m.isMap {
		columns = append(columns, Column{Title: safe.Text("Key").Line(0), reads: theKey})
	}
	if m.variant {
		columns = append(columns, Column{Title: safe.Text("Variant").Line(0), reads: theVariant, format: value.PlainFormat(m.item)})
	}
	if m.whole || m.widest+len(m.columns) == 0 && m.rows > 0 {
		l := value.FormatFor(m.item)
		columns = append(columns, Column{
			Title: value.Label(m.item.Title(), "value"), Declared: m.item.IsKnown(), Numeric: l.AlignsRight(),
			reads: theWhole, format: &l,
		})
	}
	for i := range min(m.widest, MaxPositions) {
		loc := m.item.Item(i)
		l := value.FormatFor(loc)
		columns = append(columns, Column{
			Title: value.Label(loc.Title(), strconv.Itoa(i+1)), Declared: loc.IsKnown(), Numeric: l.AlignsRight(),
			reads: thePosition, position: i, format: &l,
		})
	}
	for _, column := range m.chosen() {
		column.Empty = m.rows > 0 && !column.Required && !m.seen[column.name]
		columns = append(columns, column)
	}
	if m.more {
		columns = append(columns, Column{Title: safe.Text("All").Line(0), reads: theRow})
	}
	return columns
}

// chosen are the columns of members. Where there are too many, members that rows
// have come before members that are only declared.
func (m *columnsMaker) chosen() []Column {
	spare := limit.Columns.Int() - len(m.seen)
	if len(m.columns) <= limit.Columns.Int() {
		return m.columns
	}
	var chosen []Column
	for _, column := range m.columns {
		switch {
		case m.seen[column.name] && len(chosen) < limit.Columns.Int():
			chosen = append(chosen, column)
		case m.seen[column.name]:
			m.more = true
		case spare > 0:
			spare--
			chosen = append(chosen, column)
		}
	}
	return chosen
}

// IsDerived reports a column that is no part of its rows' values: their key in a
// map, their variant, or all of them again.
func (c Column) IsDerived() bool {
	return c.reads == theKey || c.reads == theVariant || c.reads == theRow
}

// pick is the value of a row in this column.
func (c Column) pick(v *ojson.Value) *ojson.Value {
	switch c.reads {
	case theKey: // which the value does not know
		return nil
	case theVariant:
		if _, name := value.Resolve(c.format.Location(), v); name != "" {
			return ojson.NewString(name)
		}
		return nil
	case theRow:
		return v
	case thePosition:
		return v.Index(c.position)
	case theWhole:
		if v.Len() > 0 {
			return nil
		}
		return v
	}
	return v.Get(c.name)
}

// HasToken reports whether the column is one part of its rows.
func (c Column) HasToken() bool { return c.reads == theMember || c.reads == thePosition }

// Token is the reference token of the column's values within a row.
func (c Column) Token() string {
	if c.reads == thePosition {
		return strconv.Itoa(c.position)
	}
	return c.name
}

// IsKey reports the column of the keys of a map.
func (c Column) IsKey() bool { return c.reads == theKey }

// IsVariant reports the column of the rows' variants.
func (c Column) IsVariant() bool { return c.reads == theVariant }

// IsMember reports a column of one member of the rows.
func (c Column) IsMember() bool { return c.reads == theMember }

// IsInDays reports a column of times that are shown as dates, since all of them are midnights.
func (c Column) IsInDays() bool { return c.format != nil && c.format.IsInDays() }

// KeyName is the column of the keys of a map, variantName that of the variants
// of rows, WholeName that of rows without members.
const (
	KeyName     = "key"
	variantName = "variant"
	WholeName   = "value"
)

// ExportName is a column's name in files: the member's, not its title.
func (c Column) ExportName() string {
	switch c.reads {
	case theKey:
		return KeyName
	case theVariant:
		return variantName
	case thePosition:
		return strconv.Itoa(c.position + 1)
	case theMember:
		return c.name
	}
	return WholeName
}

// findRanks orders the columns by importance: what a person looks for first in a table that is too wide for the screen. The first
// columns of a role come before the others of it, and those with a name that people look for are its first ones. One that is mostly
// empty, or alike in all rows, comes after the rest, and so does one whose name only adds to that of another, as amount_refunded to amount.
// Columns that are mostly empty, or alike, do not make later ones of their role less important.
func (g *Table) findRanks(samples []sample) {
	scores := make([]float64, len(g.columns))
	before := map[importance]int{}
	ids := 0
	for _, c := range g.columns {
		if c.Role == RoleID {
			ids++
		}
	}
	leading := -1
	for i := range g.columns {
		if samples[i].leads(&g.columns[i]) {
			leading = i
			break
		}
	}
	if leading >= 0 && g.columns[leading].Role == RoleText {
		before[importances[RoleLabel]]++
	}
	order, lookedFor := g.lookedForFirst()
	for at, i := range order {
		c := &g.columns[i]
		r, drawback := samples[i].importance(c, ids), samples[i].drawback(c)
		scores[i] = r.first + float64(before[r])*r.next + placeDrawback*float64(i) + drawback
		if at < lookedFor {
			scores[i]--
		}
		if drawback < gapDrawback {
			before[r]++
		}
		if c.Role != RoleTime && (c.Role != RoleLabel || before[r] > 1) {
			scores[i] += float64(samples[i].medianWidth()) / widthDrawback
		}
		if slices.ContainsFunc(g.columns[:i], c.addsTo) {
			scores[i] += variantDrawback
		}
		if i == leading {
			scores[i] = min(scores[i], lead)
		}
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(scores[a], scores[b]) })
	for rank, i := range order {
		g.columns[i].Rank = rank
	}
	for i := range g.columns {
		c := &g.columns[i]
		c.IsDetail = c.Rank > 0 && samples[i].isDetail(c, leading >= 0)
		c.IsUnique = samples[i].filled == samples[i].rows && len(samples[i].values) == samples[i].rows
	}
}

// lookedForFirst are the places of the columns, first those with a name that people look for, and how many of these there are.
func (g *Table) lookedForFirst() (order []int, lookedFor int) {
	var others []int
	hasPlaces := g.hasPlaces()
	for i := range g.columns {
		if c := &g.columns[i]; c.isNamed(lookedForWords) || !hasPlaces && c.isNamed(stateWords) {
			order = append(order, i)
		} else {
			others = append(others, i)
		}
	}
	return append(order, others...), len(order)
}

// isDetail reports a column that people can do without, see [Column.IsDetail].
func (s *sample) isDetail(c *Column, hasLead bool) bool {
	isMachineID := c.Role == RoleID && c.isNamed(machineWords) && (c.Numeric || s.medianWidth() > shortID)
	return s.isAlike(c) || c.Role == RoleNested || hasLead && isMachineID
}

// hasPlaces reports columns of places: a state among them is one, not how something went.
func (g *Table) hasPlaces() bool {
	return slices.ContainsFunc(g.columns, func(c Column) bool { return c.isNamed(placeNames) })
}

// Shrinks reports a column whose cells are cut to half of them before a column is hidden: never those of the most important one.
func (c *Column) Shrinks() bool {
	return c.Rank > 0 && slices.Contains([]Role{RoleLabel, RoleText, RoleLink, RoleFile, RoleNested}, c.Role)
}

// importance is how far the first column of a kind is from the most important one, and how much farther each next one is.
type importance struct{ first, next float64 }

var importances = map[Role]importance{
	RoleLabel:    {0, 0.9},
	RoleID:       {1.4, 1},
	RoleAmount:   {1.1, 1},
	RoleTime:     {1.2, 2},
	RoleRate:     {1.6, 0.3},
	RoleCategory: {2.1, 0.5},
	RoleText:     {5, 1},
	RoleLink:     {7, 0},
	RoleFile:     {8, 0},
	RoleNested:   {8.1, 0},
	RoleEmpty:    {10, 0},
}

const (
	sparseDrawback   = 5.0 // most rows have no value
	constantDrawback = 3.0 // all rows have the same
	gapDrawback      = 3.0 // of a category without values; where some rows have none, that share of it
	variantDrawback  = 1.5
	lead             = -0.5 // the first column of words says what a row is about, whatever its role
	placeDrawback    = 0.04 // of each column before it
	widthDrawback    = 20.0 // cells of a text that make it less important by one
)

// importance is that of the column's role. What only programs know a row by comes after what people do, unless it is the only id.
func (s *sample) importance(c *Column, ids int) importance {
	switch {
	case c.Role == RoleID && (s.medianWidth() > shortID || ids > 1 && c.isNamed(machineWords)):
		return importance{4.2, 1}
	case c.Role == RoleID && slices.ContainsFunc(c.names(), func(n nameWords) bool { return n.hasAny(postalWords) }): // a detail of the place
		return importance{4.2, 1}
	case c.Role == RoleTime && s.medianWidth() <= len(time.TimeOnly): // of a day, it completes a date
		return importance{1.25, 2}
	case c.Role == RoleRate && c.Total == NoTotal: // a year, a coordinate
		return importance{3, 0.3}
	case c.Role == RoleCategory && c.isNamed(countryWords): // before its cities and states
		return importance{2.05, 0.5}
	case c.Role == RoleCategory && s.isMost(s.booleans):
		return importance{3.3, 0.5}
	}
	return importances[c.Role]
}

// shortID is how wide an id is that people read, in cells.
const shortID = 16

// drawback is what makes a column less important, by its values. Gaps in a category make it so, the more the more there are.
func (s *sample) drawback(c *Column) float64 {
	switch {
	case 2*s.filled < s.rows:
		return sparseDrawback
	case s.isAlike(c):
		return constantDrawback
	case c.Role == RoleCategory && s.rows > 0:
		return gapDrawback * float64(s.rows-s.filled) / float64(s.rows)
	}
	return 0
}

// isAlike reports that every row has the same value: by the schema where it declares the column, so that the answers to several questions
// have the same columns in sight; else by the first rows.
func (s *sample) isAlike(c *Column) bool {
	if c.Declared {
		return c.format.Location().Only() != nil
	}
	return s.rows > 2 && s.filled == s.rows && len(s.values) == 1
}

// leads reports a column of words of which rows have different ones.
func (s *sample) leads(c *Column) bool {
	isWords := c.Role == RoleLabel || c.Role == RoleCategory || c.Role == RoleText
	return isWords && s.drawback(c) < gapDrawback/2 && s.isMost(len(s.texts))
}

// isNamed reports that one of the words says what the column is.
func (c *Column) isNamed(words wordSet) bool {
	return slices.ContainsFunc(c.names(), func(n nameWords) bool { return words.has(n.head) })
}

// addsTo reports a column of the role of another whose name begins with that of the other.
func (c *Column) addsTo(other Column) bool {
	a, b := wordsOf(other.name), wordsOf(c.name)
	return c.Role == other.Role && len(a) > 0 && len(a) < len(b) && slices.Equal(a, b[:len(a)])
}

// The words of names that people look for, a state only where it is none of a country, and those that only programs know.
var (
	lookedForWords = wordsFrom("total price status date due")
	postalWords    = wordsFrom("zip zipcode postcode postal")
	stateWords     = wordsFrom("state")
	countryWords   = wordsFrom("country")
	placeNames     = wordsFrom("city country zip zipcode postcode postal")
	machineWords   = wordsFrom("id ids uid gid pid cid oid sid tid rid uuid guid key hash sha md5 digest checksum token serial index idx ip mac")
)

// Verdict is how far the rows of a table were validated one by one, and what came
// of it.
type Verdict struct {
	Rows     int // that were validated by now
	Wrong    int // of them break the schema
	Complete bool
}

// checking is the work of [Table.Check].
type checking struct {
	mu      sync.Mutex
	began   bool
	verdict Verdict
	wrong   [][]int32 // rows, by chunk
	done    []bool
}

// IsDeclared reports whether a schema says what the rows must be. Where none
// does, rows that stayed bytes are checked for being JSON alone.
func (g *Table) IsDeclared() bool { return g.head.Source == value.Declared }

// IsChecked reports whether rows could be wrong, as far as that is known yet.
func (g *Table) IsChecked() bool {
	_, all := g.Loaded()
	return !g.head.Pending && (g.IsDeclared() || all > 0)
}

// Check validates all rows, each by itself. It belongs in a goroutine of its own,
// and ends early with ctx, whose error it returns. A second call returns at once.
func (g *Table) Check(ctx context.Context) error {
	n := g.Rows()
	if !g.IsChecked() || !g.checking.begin(n) {
		return nil
	}
	err := parallelChunks(ctx, n, func(s, from, to int) {
		var wrong []int32
		for row := from; row < to; row++ {
			if !goesOn(ctx, row) {
				return
			}
			if g.isWrong(row) {
				wrong = append(wrong, int32(row)) //nolint:gosec // see sorting.read
			}
		}
		g.checking.add(s, to-from, wrong)
	})
	g.checking.end(err == nil)
	return err
}

// isWrong validates a row. It may be called from any goroutine.
func (g *Table) isWrong(row int) bool {
	part, i := g.at(row)
	if r, lazy := part.(*indexRows); lazy {
		return r.isWrong(i, g.IsDeclared())
	}
	return part != nil && len(part.wrong(i)) > 0
}

// IsInvalid reports whether a row is known not to be valid JSON.
func (g *Table) IsInvalid(row int) bool {
	g.checking.mu.Lock()
	defer g.checking.mu.Unlock()
	return !g.IsDeclared() && g.checking.holds(int32(row)) //nolint:gosec // see sorting.read
}

func (c *checking) begin(rows int) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.began {
		return false
	}
	c.began, c.wrong, c.done = true, make([][]int32, chunks(rows)), make([]bool, chunks(rows))
	return true
}

func (c *checking) add(chunk, rows int, wrong []int32) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.wrong[chunk], c.done[chunk] = wrong, true
	c.verdict.Rows += rows
	c.verdict.Wrong += len(wrong)
}

func (c *checking) end(complete bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.verdict.Complete, c.began = complete, complete
	if !complete {
		c.verdict = Verdict{}
	}
}

// Verdict is how far [Table.Check] is.
func (g *Table) Verdict() Verdict {
	g.checking.mu.Lock()
	defer g.checking.mu.Unlock()
	return g.checking.verdict
}

// NextWrong is the first position of the view from one on, or the last one up to
// it when looking back, whose row breaks the schema, as far as rows were validated.
func (v *View) NextWrong(from int, back bool) (position int, ok bool) {
	c := v.grid.checking
	c.mu.Lock()
	defer c.mu.Unlock()
	step := 1
	if back {
		step = -1
	}
	if v.order == nil {
		return c.next(from, step)
	}
	for i := from; i >= 0 && i < len(v.order); i += step {
		if c.holds(v.order[i]) {
			return i, true
		}
	}
	return 0, false
}

// next is NextWrong for rows as they came: whole chunks are passed over.
func (c *checking) next(from, step int) (int, bool) {
	for s := max(from, 0) / chunkRows; from >= 0 && s >= 0 && s < len(c.wrong); s += step {
		if row, ok := nearest(c.wrong[s], int32(from), step < 0); ok { //nolint:gosec // see sorting.read
			return int(row), true
		}
	}
	return 0, false
}

func (c *checking) holds(row int32) bool {
	s := int(row) / chunkRows
	if s >= len(c.wrong) {
		return false
	}
	_, found := slices.BinarySearch(c.wrong[s], row)
	return found
}

// nearest is the first of sorted positions from one on, or the last up to it.
func nearest(sorted []int32, from int32, back bool) (int32, bool) {
	i, exact := slices.BinarySearch(sorted, from)
	if back && !exact {
		i--
	}
	if i < 0 || i >= len(sorted) {
		return 0, false
	}
	return sorted[i], true
}
