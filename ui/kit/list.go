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

// ListOf returns blocks that are one list, alone or in an object whose other values are short;
// not ok for anything else.
func ListOf(blocks []render.Block) (list List, ok bool) {
	for _, b := range blocks {
		switch b := b.(type) {
		case *table.Table:
			if list.Table != nil {
				return List{}, false
			}
			list.Table = b
		case *render.Fields, *render.Notice:
			list.Facts = append(list.Facts, b)
		default:
			return List{}, false
		}
	}
	return list, list.Table != nil && (len(list.Facts) == 0 || len(draw.Facts(list.Facts, MaxTextWidth, draw.Plain).Links) == 0)
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
