package table

import (
	"slices"
	"strconv"

	"a2aform/internal/ojson"
	"a2aform/internal/safe"
	"a2aform/internal/schema"
	"a2aform/render/value"
)

// Heading is what is above a column: its title, and the unit of its numbers.
func (c Column) Heading() string {
	if unit := c.Unit(); unit != "" {
		return c.Title.String() + " (" + unit + ")"
	}
	return c.Title.String()
}

// Unit is the unit of the column's numbers, as the schema names it.
func (c Column) Unit() string {
	if c.format == nil {
		return ""
	}
	return c.format.Unit
}

// Description explains the column; empty where the schema does not.
func (c Column) Description() safe.Raw {
	if c.format == nil {
		return safe.Raw{}
	}
	return c.format.Location().Description()
}

// OwnProblems are what is wrong with a row that is at none of its cells.
func (g *Table) OwnProblems(row int) []schema.Problem {
	rest := g.Problems(row)
	for col, column := range g.columns {
		if len(rest) == 0 {
			return nil
		}
		if column.reads != theWhole || g.Cell(row, col).Kind() != value.Absent {
			rest = WithoutColumn(rest, column)
		}
	}
	return rest
}

// WithoutColumn are the problems that are not at a column's cell.
func WithoutColumn(problems []schema.Problem, column Column) []schema.Problem {
	switch {
	case column.reads == theWhole:
		return nil
	case column.reads == theKey: // the row's own
		return slices.DeleteFunc(slices.Clone(problems), func(p schema.Problem) bool { return p.Pointer == "" })
	case !column.HasToken():
		return problems
	}
	var rest []schema.Problem
	for _, p := range problems {
		if len(value.OfMember([]schema.Problem{p}, column.Token())) == 0 {
			rest = append(rest, p)
		}
	}
	return rest
}

// Wording is a problem with its row and column by their titles.
func (g *Table) Wording(p schema.Problem) string {
	tokens := ojson.Tokens(p.Pointer)
	if len(tokens) == 0 {
		return p.Message()
	}
	row, err := strconv.Atoi(tokens[0])
	if err != nil {
		return value.Wording(p)
	}
	text := g.RowName(row)
	p.Pointer = p.Pointer[1+len(tokens[0]):]
	for _, column := range g.columns {
		if len(tokens) > 1 && column.HasToken() && column.Token() == tokens[1] {
			text += ", " + column.Title.String()
			p.Pointer = p.Pointer[len(ojson.Pointer("", tokens[1])):]
			break
		}
	}
	if where := value.Where(p.Pointer); where != "" {
		text += ", " + where
	}
	return text + ": " + p.Message()
}
