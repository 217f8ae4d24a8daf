package table

import (
	"slices"
	"strconv"
	"strings"

	"a2aform/internal/limit"
	"a2aform/internal/ojson"
	"a2aform/internal/safe"
	"a2aform/internal/schema"
	"a2aform/render/value"
)

// memberRows are the members of an object that is a map: a row each, with the
// member's name as its key.
type memberRows struct {
	members []ojson.Member // each name once
	marks   value.Problems
}

// IsMap reports whether an object is a table of keys and values rather than
// fields: its schema lets names be chosen, declares none, and says of the values
// what they are. So is an object of unknown shape with more members than fields
// are drawn.
func IsMap(v *ojson.Value, loc schema.Location) bool {
	switch {
	case !v.Is(ojson.Object) || v.Len() == 0:
		return false
	case v.Len() > limit.FieldRows.Int():
		return !loc.IsKnown() || len(loc.Properties()) == 0
	}
	return loc.IsKnown() && loc.IsMap() && len(loc.Properties()) == 0 && loc.Property(v.Members()[0].Name).IsKnown()
}

// NewMap is a table of the members of a map. It needs [Table.Finish].
func NewMap(head value.Head, loc schema.Location, v *ojson.Value, m value.Problems) *Table {
	g := New(head, loc)
	g.isMap = true
	members := value.UniqueMembers(v)
	g.item = loc.Property(members[0].Name)
	g.isUnion = value.DependsOnValue(g.item)
	for _, m := range members {
		if other := loc.Property(m.Name); other.IsKnown() && !other.Is(g.item) {
			g.isUnion = true
			break
		}
	}
	for name, times := range value.CountNames(v.Members()) {
		if times > 1 {
			g.keys = append(g.keys, schema.Problem{Pointer: ojson.Pointer("", name), Want: value.DuplicateText(times)})
		}
	}
	slices.SortFunc(g.keys, func(a, b schema.Problem) int { return strings.Compare(a.Pointer, b.Pointer) })
	g.add(&memberRows{members: members, marks: m})
	return g
}

// RowName is what a row is called: its key, or its number.
func (g *Table) RowName(row int) string {
	if g.isMap {
		return strconv.Quote(safe.Text(g.RowKey(row)).Line(0).String())
	}
	return "row " + strconv.Itoa(row+1)
}

// RowKey is the key of a row of a map.
func (g *Table) RowKey(row int) string {
	if part, i := g.at(row); part != nil {
		return part.cell(i, &Column{reads: theKey}).Text()
	}
	return ""
}

// ofName are the problems that are at a row's key: those of the name, and
// those of the row itself where no other cell shows it.
func ofName(problems []schema.Problem, isShown bool) []schema.Problem {
	var found []schema.Problem
	for _, p := range problems {
		if p.Pointer == "" && (p.Keyword == "propertyNames" || !isShown) {
			found = append(found, p)
		}
	}
	return found
}

// hasWhole reports whether a column shows rows without parts.
func (g *Table) hasWhole() bool {
	return slices.ContainsFunc(g.columns, func(c Column) bool { return c.reads == theWhole })
}

// RowsText is how many rows there are, in words.
func (g *Table) RowsText(n int) string {
	if g.isMap {
		return value.Entries(n)
	}
	return value.Count(n, "row")
}

func (r *memberRows) tree(i int, list schema.Location) (root *value.Node, path []int) {
	return value.NewNode(ojson.NewObject(r.members...).Compact(), list), []int{i}
}

func (r *memberRows) len() int { return len(r.members) }

func (r *memberRows) whole(i int) *ojson.Value { return r.members[i].Value }

func (r *memberRows) cell(i int, c *Column) *ojson.Value {
	if c.reads == theKey {
		return ojson.NewString(r.members[i].Name)
	}
	return c.pick(r.members[i].Value)
}

func (r *memberRows) wrong(i int) []schema.Problem {
	return r.marks.Under(ojson.Pointer("", r.members[i].Name))
}

func (r *memberRows) key(i int, c *Column) key { return keyOf(r.cell(i, c), c) }

// problems have the number of the row in place of its key.
func (r *memberRows) problems() (own, inRows []schema.Problem) {
	at := make(map[string]int, len(r.members))
	for i, m := range r.members {
		at[m.Name] = i
	}
	for _, p := range r.marks {
		if p.Pointer == "" {
			own = append(own, p)
			continue
		}
		name := ojson.Tokens(p.Pointer)[0]
		i, ok := at[name]
		if !ok {
			own = append(own, p)
			continue
		}
		p.Pointer = "/" + strconv.Itoa(i) + p.Pointer[len(ojson.Pointer("", name)):]
		inRows = append(inRows, p)
	}
	return own, inRows
}

func (r *memberRows) has(i int, m *textMatch) bool {
	return m.inKey(r.key(i, &Column{reads: theKey})) || m.inValue(r.members[i].Value)
}
