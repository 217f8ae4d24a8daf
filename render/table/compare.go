package table

import (
	"strings"

	"a2aform/render/value"
)

// Comparison says how the rows of a table differ from those of an earlier one with the same columns.
type Comparison struct {
	Came, Went int // rows
	Changed    int // cells of the rows that are in both; -1 where rows have no names, so that none can be told

	rows map[int]bool    // that came
	cell map[[2]int]bool // that changed, by row and column
}

// maxCompared is how many rows are compared one by one. Of more only the number is.
const maxCompared = 2000

// Compare compares a table with an earlier one. Rows are the same where they have the same id, else the same name or title; without either, a row
// is the same as one with the same values.
func Compare(before, now *Table) *Comparison {
	c := &Comparison{Changed: -1, rows: map[int]bool{}, cell: map[[2]int]bool{}}
	if max(before.Rows(), now.Rows()) > maxCompared {
		c.Came, c.Went = max(now.Rows()-before.Rows(), 0), max(before.Rows()-now.Rows(), 0)
		return c
	}
	columns := sameColumns(before, now)
	for _, role := range []Role{RoleID, RoleLabel} {
		for col, old := range columns {
			if now.columns[col].Role != role {
				continue
			}
			was, isUnique := rowsBy(before, old)
			is, isUniqueNow := rowsBy(now, col)
			if isUnique && isUniqueNow {
				c.compareNamed(before, now, was, is, columns)
				return c
			}
		}
	}
	c.compareWhole(before, now, columns)
	return c
}

// sameColumns are the columns of a table that an earlier one has, and where.
func sameColumns(before, now *Table) map[int]int {
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
	whole := func(g *Table, row int, place func(int) int) string {
		var sb strings.Builder
		for col := range now.columns {
			if _, ok := columns[col]; ok {
				sb.WriteString(textOfCell(g, row, place(col)))
				sb.WriteByte(0)
			}
		}
		return sb.String()
	}
	left := map[string]int{}
	for row := range before.Rows() {
		left[whole(before, row, func(col int) int { return columns[col] })]++
	}
	c.Went = before.Rows()
	for row := range now.Rows() {
		text := whole(now, row, func(col int) int { return col })
		if left[text] > 0 {
			left[text]--
			c.Went--
			continue
		}
		c.Came++
		c.rows[row] = true
	}
}

// IsNew reports whether the row was not in the earlier table, or the cell had another value there.
func (c *Comparison) IsNew(row, col int) bool {
	return c != nil && (c.rows[row] || c.cell[[2]int{row, col}])
}

// String is the difference in a few words: "228 fewer", "2 new, 4 gone", "1 value changed".
func (c *Comparison) String() string {
	switch {
	case c.Came > 0 && c.Went > 0:
		return value.Grouped(c.Came) + " new, " + value.Grouped(c.Went) + " gone"
	case c.Came > 0:
		return value.Grouped(c.Came) + " more"
	case c.Went > 0:
		return value.Grouped(c.Went) + " fewer"
	case c.Changed > 0:
		return value.Count(c.Changed, "value") + " changed"
	}
	return "as before"
}
