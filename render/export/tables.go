package export

import (
	"cmp"
	"fmt"
	"slices"

	"a2aform/internal/ojson"
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
