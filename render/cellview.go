package render

// Holding reports of cells whether they hold a text, ASCII letters without case.
func Holding(text string) func(Cell) bool {
	match := newTextMatch(text)
	return func(c Cell) bool { return c.Value.Exists() && match.inKey(keyOf(c.Value, &anyColumn)) }
}

// unreadBlocks say why a row is no JSON, and show what it is.
func unreadBlocks(part rows, i int) []Block {
	text := "this row cannot be read"
	for _, p := range part.wrong(i) {
		text += ": " + p.Message
	}
	blocks := []Block{&Notice{Text: text, Bad: true}}
	if r, lazy := part.(*indexRows); lazy {
		blocks = append(blocks, &JSON{data: r.index.Item(i)})
	}
	return blocks
}

// RowBlocks show a row of a grid on its own, as if it were the whole result.
func RowBlocks(g *Grid, row int) []Block {
	part, i := g.at(row)
	if part == nil {
		return nil
	}
	v := part.whole(i)
	if v == nil {
		return unreadBlocks(part, i)
	}
	head := Head{Source: g.head.Source, Schema: g.head.Schema, Nested: true, Data: true}
	return valueBlocks(v, g.itemAt(row), newMarks(part.wrong(i)), head)
}
