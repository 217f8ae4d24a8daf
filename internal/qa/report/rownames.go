package report

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"a2aform/internal/ojson"
	"a2aform/internal/safe"
	"a2aform/internal/schema"
	"a2aform/render"
	"a2aform/render/table"
	"a2aform/render/value"
)

// RowNames names rows of results by what tells them apart, as tables that are compared on the screen do, and members by their titles.
type RowNames struct {
	known     []*table.Table                   // of the documents, which know the schemas
	trees     []*value.Node                    // likewise
	tables    map[*ojson.Value]*table.Table    // by their lists; nil for a list that is no table
	keys      map[*ojson.Value]string          // the member that tells the rows of a list apart
	locations map[*ojson.Value]schema.Location // of lists and objects, those in a list from when it is read
}

// NewRowNames are the names of rows in documents, and in lists without one.
func NewRowNames(documents ...*render.Document) *RowNames {
	n := &RowNames{tables: map[*ojson.Value]*table.Table{}, keys: map[*ojson.Value]string{}, locations: map[*ojson.Value]schema.Location{}}
	for _, d := range documents {
		if d == nil {
			continue
		}
		n.trees = append(n.trees, d.Trees()...)
		for _, b := range d.Blocks() {
			if g, ok := b.(*table.Table); ok {
				n.known = append(n.known, g)
			}
		}
	}
	return n
}

// locate finds the schemas of the data of two outputs: what both have at one place has that of the document which has one of them.
func (n *RowNames) locate(a, b *ojson.Value) {
	places := dataPlaces(a, b)
	for _, tree := range n.trees {
		data, err := ojson.Parse(tree.Bytes(), ojson.DataLimits)
		if err != nil || !tree.Location().IsKnown() {
			continue
		}
		for _, at := range places {
			was, is := a.At(at), b.At(at)
			if ojson.Equal(was, data) || ojson.Equal(is, data) {
				n.add(was, tree.Location())
				n.add(is, tree.Location())
			}
		}
	}
}

// dataPlaces are where outputs may have data.
func dataPlaces(outputs ...*ojson.Value) []string {
	places := []string{"/data"}
	for _, output := range outputs {
		for i, artifact := range output.Get("artifacts").Items() {
			for j := range artifact.Get("parts").Items() {
				places = append(places, fmt.Sprintf("/artifacts/%d/parts/%d/data", i, j))
			}
		}
	}
	slices.Sort(places)
	return slices.Compact(places)
}

// add adds the locations of a list or an object and of those in it, but for what is in a list.
func (n *RowNames) add(v *ojson.Value, loc schema.Location) {
	if !v.Is(ojson.Object) && !v.Is(ojson.Array) || !loc.IsKnown() {
		return
	}
	if value.DependsOnValue(loc) {
		loc = loc.For(v)
	}
	n.locations[v] = loc
	for _, m := range v.Members() {
		if m.Value.Is(ojson.Object) || m.Value.Is(ojson.Array) {
			n.add(m.Value, loc.Property(m.Name))
		}
	}
}

// Key is the member that tells the rows of two lists apart, "" for none. It is for the rules of a comparison.
func (n *RowNames) Key(a, b *ojson.Value) string {
	before, now := n.table(a), n.table(b)
	if before == nil || now == nil {
		return ""
	}
	key := table.SharedKey(before, now)
	n.keys[a], n.keys[b] = key, key
	return key
}

// table is a list as a table, nil for one that has an item that is no object.
func (n *RowNames) table(list *ojson.Value) *table.Table {
	if g, ok := n.tables[list]; ok {
		return g
	}
	n.tables[list] = n.read(list)
	return n.tables[list]
}

func (n *RowNames) read(list *ojson.Value) *table.Table {
	items := list.Items()
	for _, v := range items {
		if !v.Is(ojson.Object) {
			return nil
		}
	}
	if len(items) == 0 {
		return nil
	}
	loc, last := n.locations[list], len(items)-1
	for i, v := range items {
		n.add(v, loc.Item(i))
	}
	for _, g := range n.known {
		if g.Rows() == len(items) && ojson.Equal(g.Value(0), items[0]) && ojson.Equal(g.Value(last), items[last]) {
			return g
		}
	}
	return table.OfItems(items, loc)
}

// Row is what an item of a list is called: "Order PO-151119", or its number where nothing tells the rows apart; "" for an item of a list that is no
// table.
func (n *RowNames) Row(list *ojson.Value, row int) string {
	g := n.table(list)
	if g == nil {
		return ""
	}
	if v := list.Index(row).Get(n.keys[list]); v.Exists() && !v.Is(ojson.Null) {
		return n.Member(list, n.keys[list]) + " " + safe.Text(v.Text()).Line(maxSideName).String()
	}
	return "Row " + strconv.Itoa(row+1)
}

// Member is what a member of an object, or of the rows of a list, is called: the title of its field or column.
func (n *RowNames) Member(of *ojson.Value, name string) string {
	if of.Is(ojson.Array) {
		if g := n.table(of); g != nil {
			for _, c := range g.Columns() {
				if c.IsMember() && c.Token() == name {
					return c.Title.String()
				}
			}
		}
	} else if loc := n.locations[of]; loc.IsKnown() {
		return value.MemberLabel(loc, loc.Property(name), name).String()
	}
	return safe.Text(name).Line(maxSideName).String()
}

// Values are those of a row, with their titles, but for what the row is called by, and lists and objects in it.
func (n *RowNames) Values(list *ojson.Value, row int) string {
	g := n.table(list)
	var words []string
	for col, c := range g.Columns() {
		cell := g.Cell(row, col)
		if !c.IsMember() || c.Token() == n.keys[list] || cell.Kind() <= value.Null || cell.Kind() >= value.Empty {
			continue
		}
		words = append(words, c.Title.String()+": "+cell.Line().String())
	}
	return strings.Join(words, " · ")
}
