package render

import (
	"fmt"

	"a2aform/internal/limit"
	"a2aform/internal/ojson"
)

// exactLimits leave numbers alone: one with a huge exponent cannot be checked or
// compared, but it is JSON and is exported as it came.
var exactLimits = ojson.Limits{Bytes: limit.DataBytes, Depth: limit.DataDepth}

// parseExact reads a text as JSON with numbers of any size. The value is only written,
// never checked by a schema.
func parseExact(text []byte) (*ojson.Value, error) { return ojson.Parse(text, exactLimits) }

// dataBlocks are the blocks of a section that data is exported from. Data that is shown
// as it came, because a number of it is beyond the limits, is among them by its shape.
// The error says that some of the data cannot be read.
func dataBlocks(s *Section) (blocks []Block, invalid error) {
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
		if c.value, c.err = parseExact(raw.data); c.err != nil {
			invalid = fmt.Errorf("%w: %w", errInvalid, c.err)
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
