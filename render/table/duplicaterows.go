package table

import (
	"strconv"

	"a2aform/internal/ojson"
	"a2aform/internal/schema"
	"a2aform/render/value"
)

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
