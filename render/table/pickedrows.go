package table

import (
	"a2aform/internal/ojson"
	"a2aform/internal/schema"
)

// pickedRows are some rows of a table in an order of their own.
type pickedRows struct {
	grid  *Table
	order []int32
}

func (p *pickedRows) at(i int) (part rows, row int) { return p.grid.at(int(p.order[i])) }

func (p *pickedRows) len() int { return len(p.order) }

func (p *pickedRows) whole(i int) *ojson.Value {
	part, row := p.at(i)
	return part.whole(row)
}

func (p *pickedRows) cell(i int, c *Column) *ojson.Value {
	part, row := p.at(i)
	return part.cell(row, c)
}

func (p *pickedRows) wrong(i int) []schema.Problem {
	part, row := p.at(i)
	return part.wrong(row)
}

func (p *pickedRows) key(i int, c *Column) key {
	part, row := p.at(i)
	return part.key(row, c)
}

func (p *pickedRows) problems() (own, inRows []schema.Problem) { return nil, nil }

func (p *pickedRows) has(i int, m *textMatch) bool {
	part, row := p.at(i)
	return part.has(row, m)
}
