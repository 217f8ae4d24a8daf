package kit

import (
	"a2aform/render"
	"a2aform/render/draw"
	"a2aform/render/table"
)

// List is a list with the facts that came with it, which are shown above its table.
type List struct {
	Table *table.Table
	Facts []render.Block
	Whole *render.Document // what they are all of; nil for a part of something
}

// maxWords is how many lines of text beside a table are shown above it. A longer text is read as a text, in which the table is a part.
const maxWords = 4

// ListOf returns blocks that are one list: alone, in an object whose other values are short, or in a short text; not ok for anything else.
func ListOf(blocks []render.Block) (list List, ok bool) {
	var words []render.Block
	for _, b := range blocks {
		switch b := b.(type) {
		case *table.Table:
			if list.Table != nil {
				return List{}, false
			}
			list.Table = b
		case *render.Fields, *render.Notice:
			list.Facts = append(list.Facts, b)
		case *render.Prose:
			list.Facts = append(list.Facts, b)
			words = append(words, b)
		case *render.Aside: // it is no part of the answer, but says something about it
			if b.IsMetadata && len(b.Facts()) > 0 {
				list.Facts = append(list.Facts, b)
				words = append(words, b)
			}
		default:
			return List{}, false
		}
	}
	switch {
	case list.Table == nil:
		return List{}, false
	case len(words) == len(list.Facts):
		return list, len(draw.Blocks(words, MaxTextWidth, draw.Plain).Lines) <= maxWords
	}
	return list, len(draw.Facts(list.Facts, MaxTextWidth, draw.Plain).Links) == 0
}

// ListIn is the list that is all there is to a result; not ok for anything else.
func ListIn(d *render.Document) (list List, ok bool) {
	if d == nil || len(d.Sections) != 1 {
		return List{}, false
	}
	list, ok = ListOf(d.Sections[0].Blocks)
	list.Whole = d
	return list, ok
}
