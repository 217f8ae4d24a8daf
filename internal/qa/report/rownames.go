package report

import (
	"strconv"
	"strings"

	"a2aform/internal/ojson"
	"a2aform/internal/safe"
	"a2aform/render"
	"a2aform/render/table"
	"a2aform/render/value"
)

// RowNames names rows of results by what tells them apart, as tables that are compared on the screen do, and their members by the titles of columns.
type RowNames struct {
	known  []*table.Table                // of the documents, which know the schemas
	tables map[*ojson.Value]*table.Table // by their lists; nil for a list that is no table
	keys   map[*ojson.Value]string       // the member that tells the rows of a list apart
}

// NewRowNames are the names of rows in documents, and in lists without one.
func NewRowNames(documents ...*render.Document) *RowNames {
	n := &RowNames{tables: map[*ojson.Value]*table.Table{}, keys: map[*ojson.Value]string{}}
	for _, d := range documents {
		if d == nil {
			continue
		}
		for _, b := range d.Blocks() {
			if g, ok := b.(*table.Table); ok {
				n.known = append(n.known, g)
			}
		}
	}
	return n
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
	last := len(items) - 1
	for _, g := range n.known {
		if g.Rows() == len(items) && ojson.Equal(g.Value(0), items[0]) && ojson.Equal(g.Value(last), items[last]) {
			return g
		}
	}
	return table.OfItems(items)
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

// Member is what a member of the rows of a list is called: the title of its column.
func (n *RowNames) Member(list *ojson.Value, name string) string {
	if g := n.table(list); g != nil {
		for _, c := range g.Columns() {
			if c.IsMember() && c.Token() == name {
				return c.Title.String()
			}
		}
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
