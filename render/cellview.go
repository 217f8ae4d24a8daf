package render

import (
	"a2aform/internal/safe"
	"a2aform/internal/schema"
	"a2aform/render/table"
	"a2aform/render/value"
)

// unreadBlocks say why a row is no JSON, and show what it is.
func unreadBlocks(g *table.Table, row int) []Block {
	text := "this row cannot be read"
	for _, p := range g.Problems(row) {
		text += ": " + p.Message()
	}
	blocks := []Block{&Notice{Text: text, Bad: true}}
	if data, ok := g.Indexed(row); ok {
		blocks = append(blocks, &JSON{data: data})
	}
	return blocks
}

// RowBlocks show a row of a table on its own, as if it were the whole result.
func RowBlocks(g *table.Table, row int) []Block {
	if row < 0 || row >= g.Rows() {
		return nil
	}
	v := g.Value(row)
	if v == nil {
		return unreadBlocks(g, row)
	}
	head := value.Head{Source: g.Head().Source, Schema: g.Head().Schema, Nested: true, Data: true}
	return valueBlocks(v, g.Location(row), value.NewProblems(g.Problems(row)), head)
}

// CellBlocks show a cell's value on its own, as if it were the whole result.
func CellBlocks(c value.Cell) []Block {
	if c.Kind() == value.Text {
		return textBlocks(c)
	}
	loc, source := schema.Location{}, value.NoSchema
	if c.Format != nil {
		loc = c.Format.Location()
	}
	if loc.IsKnown() {
		source = value.Declared
	}
	return valueBlocks(c.Value, loc, value.NewProblems(c.Problems), value.Head{Nested: true, Source: source})
}

// textBlocks show a text on its own: bytes as a file, and as text where they are
// that.
func textBlocks(c value.Cell) []Block {
	data, media, ok := c.Bytes()
	if !ok {
		return []Block{NewProse(safe.Text(c.Value.Text()), c.MediaType())}
	}
	blocks := []Block{&Attachment{File{MediaType: media, Size: int64(len(data)), Base64: c.Base64()}}}
	if value.IsPlainText(data) {
		blocks = append(blocks, NewProse(safe.Text(string(data)), media))
	}
	return blocks
}
