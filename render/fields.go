package render

import (
	"strconv"
	"strings"

	"github.com/dustin/go-humanize/english"

	"a2aform/internal/limit"
	"a2aform/internal/ojson"
	"a2aform/internal/safe"
	"a2aform/internal/schema"
	"a2aform/render/table"
	"a2aform/render/value"
)

// Fields is an object as rows of a name and a value.
type Fields struct {
	head value.Head
	Rows []Field
	// Unsent are the labels of optional fields that did not come.
	Unsent []safe.Line
	// Others are problems of the object itself, or of a location that is no row.
	Others []schema.Problem
	More   int // members left out behind [limit.FieldRows]
	value  *ojson.Value
}

// Head is what the block says of itself.
func (f *Fields) Head() value.Head { return f.head }

// UnsentLabels are the labels of optional fields that did not come.
func (f *Fields) UnsentLabels() []string {
	labels := make([]string, len(f.Unsent))
	for i, l := range f.Unsent {
		labels[i] = l.String()
	}
	return labels
}

// UnexpectedNames are the names of fields that the schema does not declare, and allows.
func (f *Fields) UnexpectedNames() (names []string) {
	for _, r := range f.Rows {
		if r.Unexpected && len(r.Cell.Problems) == 0 {
			names = append(names, r.Key.Line(0).String())
		}
	}
	return names
}

// Value is the whole object.
func (f *Fields) Value() *ojson.Value { return f.value }

// JSON is the object as JSON.
func (f *Fields) JSON() *JSON { return &JSON{f.head, f.value.Compact()} }

// Field is one row: a member, or the heading of the rows below it.
type Field struct {
	Pointer    string     // JSON Pointer of the value
	Depth      int        // 0 for a member of the object itself
	Label      safe.Line  // the schema's title, else the name: in readable form where the schema declares it
	Key        safe.Raw   // the name of the member
	Cell       value.Cell // absent where a required member is missing
	Section    bool       // an object whose members are the next rows, one deeper
	Below      bool       // a list or a map that is a table of its own below the fields
	Variant    string     // the branch that a value of several shapes has; safe to show, "" for none
	Unexpected bool       // the schema declares fields, and this is none of them
	Times      int        // how often the member came, where that is more than once; the last one counts
}

// RawName is the member's name where it shows more than the label.
func (r Field) RawName() string {
	key := r.Key.Line(0).String()
	if !value.SaysMore(key, r.Label.String()) {
		return ""
	}
	return key
}

// BelowText say how much is in the table below.
func (r Field) BelowText() string {
	if r.Cell.Value.Is(ojson.Object) {
		return english.Plural(r.Cell.Value.Len(), "entry", "") + ", below"
	}
	return english.Plural(r.Cell.Value.Len(), "item", "") + ", below"
}

// Notes are what must be said of a row in addition to its value.
func (r Field) Notes() []string {
	var notes []string
	if r.Times > 1 {
		notes = append(notes, "came "+english.Plural(r.Times, "time", "")+"; this is the last")
	}
	return notes
}

// fieldsMaker collects the rows of one object and of the objects in it.
type fieldsMaker struct {
	marks   value.Problems
	claimed map[string]bool // pointers of problems that are at a row
	fields  *Fields
	grids   []Block
}

func objectBlocks(v *ojson.Value, loc schema.Location, m value.Problems, head value.Head) []Block {
	maker := fieldsMaker{marks: m, claimed: map[string]bool{}, fields: &Fields{head: head, value: v}}
	maker.object(v, loc, spot{})
	for _, p := range m {
		if !maker.claimed[p.Pointer] {
			maker.fields.Others = append(maker.fields.Others, p)
		}
	}
	return append([]Block{maker.fields}, maker.grids...)
}

// scalarBlocks shows a value that has no parts as a field without a name.
func scalarBlocks(v *ojson.Value, loc schema.Location, m value.Problems, head value.Head) []Block {
	l := value.FormatFor(loc)
	cell := value.Cell{Value: v, Problems: m.Under(""), Format: l.AsWhole()}
	return []Block{&Fields{head: head, value: v, Rows: []Field{{Label: value.Label(loc.Title(), "value"), Cell: cell}}}}
}

// spot is where the maker is: the pointer, the labels on the way, and how deep.
type spot struct {
	pointer string
	labels  []string
	depth   int
}

func (s spot) into(row Field) spot {
	labels := append(s.labels[:len(s.labels):len(s.labels)], row.Label.String())
	return spot{row.Pointer, labels, s.depth + 1}
}

func (s spot) path() string { return strings.Join(s.labels, " › ") }

func (f *fieldsMaker) object(v *ojson.Value, loc schema.Location, at spot) {
	times := map[string]int{}
	for _, m := range v.Members() {
		times[m.Name]++
	}
	declared := loc.Properties()
	for _, p := range declared {
		f.property(p, v.Get(p.Name), times[p.Name], at)
		delete(times, p.Name)
	}
	for _, m := range v.Members() {
		n, left := times[m.Name]
		if !left {
			continue
		}
		delete(times, m.Name)
		sub := loc.Property(m.Name)
		row := f.row(m.Name, n, at)
		row.Label = value.MemberLabel(loc, sub, m.Name)
		row.Unexpected = len(declared) > 0 && !sub.IsKnown()
		f.add(row, v.Get(m.Name), sub, at)
	}
}

// property adds a declared member. One that did not come is a row only where
// something is wrong with that.
func (f *fieldsMaker) property(p schema.Property, v *ojson.Value, times int, at spot) {
	row := f.row(p.Name, times, at)
	row.Label = value.Label(p.Location.MemberTitle(), p.Name)
	row.Cell.Required = p.Required
	if !v.Exists() && !p.Required && len(f.marks.At(row.Pointer)) == 0 {
		f.fields.Unsent = append(f.fields.Unsent, row.Label)
		return
	}
	f.add(row, v, p.Location, at)
}

func (f *fieldsMaker) row(name string, times int, at spot) Field {
	row := Field{Pointer: ojson.Pointer(at.pointer, name), Depth: at.depth, Key: safe.Text(name)}
	if times > 1 {
		row.Times = times
	}
	return row
}

// add appends the row of a value and what belongs below it.
func (f *fieldsMaker) add(row Field, v *ojson.Value, loc schema.Location, at spot) {
	if len(f.fields.Rows) >= limit.FieldRows.Int() {
		f.fields.More++
		return
	}
	if v.Exists() {
		loc, row.Variant = value.Resolve(loc, v)
	}
	l := value.FormatFor(loc)
	row.Cell.Value, row.Cell.Format = v, table.FieldFormat(row.Key.Exact(), row.Label, v, l.AsWhole()) //nolint:forbidigo // words of a name, not drawn
	at = at.into(row)
	switch {
	case table.IsMap(v, loc) || isLong(v):
		f.below(&row, v, loc, at)
	case isTuple(v, loc):
		row.Section = true
		row.Cell.Problems = f.claim(f.marks.At(row.Pointer), "")
		f.fields.Rows = append(f.fields.Rows, row)
		f.tuple(v, loc, at)
		return
	case v.Is(ojson.Object) && v.Len() > 0 && at.depth <= limit.Sections.Int():
		row.Section = true
		row.Cell.Problems = f.claim(f.marks.At(row.Pointer), "")
		f.fields.Rows = append(f.fields.Rows, row)
		f.object(v, loc, at)
		return
	default:
		row.Cell.Problems = f.claim(f.marks.Under(row.Pointer), row.Pointer)
	}
	f.fields.Rows = append(f.fields.Rows, row)
}

// maxInRow is from how many scalars on a list is a table of its own.
const maxInRow = 50

// isLong reports a list that is a table, or too long for a row.
func isLong(v *ojson.Value) bool {
	return v.Is(ojson.Array) && (!value.AllScalar(v.Items()) || v.Len() > maxInRow)
}

// below makes a table of a value; its row only says so.
func (f *fieldsMaker) below(row *Field, v *ojson.Value, loc schema.Location, at spot) {
	row.Below = true
	row.Cell.Problems = f.claim(f.marks.At(row.Pointer), "")
	f.grids = append(f.grids, f.grid(v, loc, at, row.Variant))
}

// isTuple reports a list of scalars whose positions each mean something.
func isTuple(v *ojson.Value, loc schema.Location) bool {
	return v.Is(ojson.Array) && v.Len() > 0 && v.Len() <= loc.Prefix() && value.AllScalar(v.Items()) && !loc.Item(0).Title().IsEmpty()
}

// tuple adds a row for each position.
func (f *fieldsMaker) tuple(v *ojson.Value, loc schema.Location, at spot) {
	for i, item := range v.Items() {
		loc := loc.Item(i)
		row := Field{
			Pointer: ojson.Pointer(at.pointer, strconv.Itoa(i)), Depth: at.depth,
			Label: value.Label(loc.Title(), strconv.Itoa(i+1)),
		}
		f.add(row, item, loc, at)
	}
}

// claim notes that problems are at a row; their pointers are seen from base.
func (f *fieldsMaker) claim(problems []schema.Problem, base string) []schema.Problem {
	for _, p := range problems {
		f.claimed[base+p.Pointer] = true
	}
	if base == "" {
		return fromHere(problems)
	}
	return problems
}

// fromHere are problems of one location as seen from it.
func fromHere(problems []schema.Problem) []schema.Problem {
	here := make([]schema.Problem, len(problems))
	for i, p := range problems {
		p.Pointer = ""
		here[i] = p
	}
	return here
}

func (f *fieldsMaker) grid(v *ojson.Value, loc schema.Location, at spot, variant string) Block {
	problems := f.marks.Under(at.pointer)
	f.claim(problems, at.pointer)
	own := f.fields.head
	head := value.Head{Title: at.path(), Variant: variant, Schema: own.Schema, Source: own.Source, Nested: true, Data: true}
	if v.Is(ojson.Object) {
		return table.NewMap(head, loc, v, value.NewProblems(problems)).Finish()
	}
	g := table.New(head, loc)
	g.AddItems(v.Items(), value.NewProblems(problems))
	return g.Finish()
}
