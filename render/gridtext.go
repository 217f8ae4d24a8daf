package render

import (
	"slices"
	"strconv"

	"a2aform/internal/limit"
	"a2aform/internal/ojson"
	"a2aform/internal/safe"
	"a2aform/internal/schema"
)

// heading is what is above a column: its title, and the unit of its numbers.
func (c Column) heading() string {
	if unit := c.Unit(); unit != "" {
		return c.Title.String() + " (" + unit + ")"
	}
	return c.Title.String()
}

// Headings are the titles of the columns with their units. Columns whose titles look
// alike once they are cut to width cells have the names of their members instead.
func (g *Grid) Headings(width int) []string {
	headings := make([]string, len(g.columns))
	times := map[string]int{}
	for i, c := range g.columns {
		headings[i] = c.heading()
		times[cut(headings[i], width)]++
	}
	for i, c := range g.columns {
		if times[cut(headings[i], width)] > 1 && !c.Key.IsEmpty() {
			headings[i] = c.Key.Line(0).String()
		}
	}
	return headings
}

// Unit is the unit of the column's numbers, as the schema names it.
func (c Column) Unit() string {
	if c.format == nil {
		return ""
	}
	return c.format.unit
}

// Description explains the column; empty where the schema does not.
func (c Column) Description() safe.Raw {
	if c.format == nil {
		return safe.Raw{}
	}
	return c.format.loc.Description()
}

// ownProblems are what is wrong with a row that is at none of its cells.
func (g *Grid) ownProblems(row int) []schema.Problem {
	rest := g.Problems(row)
	for col, column := range g.columns {
		if len(rest) == 0 {
			return nil
		}
		if column.reads != theWhole || g.Cell(row, col).Kind() != Absent {
			rest = without(rest, column)
		}
	}
	return rest
}

// without are the problems that are not at a column's cell.
func without(problems []schema.Problem, column Column) []schema.Problem {
	switch {
	case column.reads == theWhole:
		return nil
	case column.reads == theKey: // the row's own
		return slices.DeleteFunc(slices.Clone(problems), func(p schema.Problem) bool { return p.Pointer == "" })
	case !column.hasToken():
		return problems
	}
	var rest []schema.Problem
	for _, p := range problems {
		if len(ofMember([]schema.Problem{p}, column.token())) == 0 {
			rest = append(rest, p)
		}
	}
	return rest
}

// listProblems says below a table what its marks mean.
func (g *Grid) listProblems(c *canvas) {
	for i, p := range g.head.Problems {
		if i == limit.Problems.Int() {
			c.put(piece{"… " + count(len(g.head.Problems)-i, "more problem"), c.style.Bad})
			break
		}
		if rowOf(p) < 0 {
			c.stop()
		}
		c.prose(g.wording(p), 0, Mark+" ", c.style.Bad)
	}
}

// wording is a problem with its row and column by their titles.
func (g *Grid) wording(p schema.Problem) string {
	tokens := ojson.Tokens(p.Pointer)
	if len(tokens) == 0 {
		return p.Message
	}
	row, err := strconv.Atoi(tokens[0])
	if err != nil {
		return wording(p)
	}
	text := g.rowName(row)
	p.Pointer = p.Pointer[1+len(tokens[0]):]
	for _, column := range g.columns {
		if len(tokens) > 1 && column.hasToken() && column.token() == tokens[1] {
			text += ", " + column.Title.String()
			p.Pointer = p.Pointer[len(ojson.Pointer("", tokens[1])):]
			break
		}
	}
	if where := Where(p.Pointer); where != "" {
		text += ", " + where
	}
	return text + ": " + p.Message
}
