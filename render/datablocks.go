package render

import "a2aform/render/value"

// DataBlocks are the blocks of a section that data is exported from. Data that is shown
// as it came, because a number of it is beyond the limits, is among them by its shape.
// The error says why some of the data cannot be read.
func (s *Section) DataBlocks() (blocks []Block, invalid error) {
	for _, b := range s.Blocks {
		head := b.Head()
		if !head.Data || head.Nested {
			continue
		}
		raw, isRaw := b.(*JSON)
		if !isRaw {
			blocks = append(blocks, b)
			continue
		}
		c := &content{data: raw.data}
		if c.value, c.err = value.ParseExact(raw.data); c.err != nil {
			invalid = c.err
			continue
		}
		c.findListKey()
		for _, b := range groupBlocks([]*content{c}) {
			if head := b.Head(); head.Data && !head.Nested {
				blocks = append(blocks, b)
			}
		}
	}
	return blocks, invalid
}
