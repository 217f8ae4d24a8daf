package gen

import (
	"fmt"

	"a2aform/internal/ojson"
	"a2aform/internal/schema"
)

// sizes adds values at the bounds of their size, and beyond. of makes the value of a size up to a limit, nil where there is none.
func (g *Generator) sizes(p place, size schema.Size, limit int, of func(n int) *ojson.Value) {
	for _, bound := range []struct {
		keyword string
		at      *int
		inward  int // the direction to allowed sizes
	}{{size.MinKeyword, size.Min, 1}, {size.MaxKeyword, size.Max, -1}} {
		if bound.at == nil || *bound.at > limit || *bound.at == 0 && bound.inward > 0 { // a minimum of 0 says nothing
			continue
		}
		for _, by := range []int{0, bound.inward} {
			if v := of(*bound.at + by); accepts(p.loc, v) {
				g.valid(p, bound.keyword, moved(bound.keyword, by), v)
			}
		}
		g.invalid(p, moved(bound.keyword, -bound.inward), of(*bound.at-bound.inward), bound.keyword)
	}
}

// moved names a bound, or a value next to it.
func moved(keyword string, by int) string {
	if by == 0 {
		return keyword
	}
	return fmt.Sprintf("%s%+d", keyword, by)
}
