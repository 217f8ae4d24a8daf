package doctor

import (
	"fmt"
	"strconv"

	"a2aform/internal/jsonindex"
	"a2aform/internal/limit"
	"a2aform/internal/ojson"
)

// duplicateFinder finds members that an object has twice, without decoding values.
type duplicateFinder struct {
	report func(pointer string, first, second int)
	depth  int
}

// walk looks through a value. Its pointer is asked for only where there is something to report.
func (d *duplicateFinder) walk(value []byte, offset int, pointer func() string) {
	if len(value) == 0 || value[0] != '{' && value[0] != '[' || d.depth > limit.DataDepth.Int() {
		return
	}
	d.depth++
	defer func() { d.depth-- }()
	isList := value[0] == '['
	members := map[string]int{} // the offset of each
	i := 0
	for c := jsonindex.Walk(value); c.Next(); i++ {
		name, at := "", offset+c.Offset()
		if !isList {
			name = c.Name()
			if before, twice := members[name]; twice {
				d.report(ojson.Pointer(pointer(), name), before, at)
			}
			members[name] = at
		}
		if v := c.Value; len(v) > 2 && (v[0] == '{' || v[0] == '[') {
			n := i
			d.walk(v, at, func() string {
				if isList {
					return ojson.Pointer(pointer(), strconv.Itoa(n))
				}
				return ojson.Pointer(pointer(), name)
			})
		}
	}
}

// lineColumn names a location of a text.
func lineColumn(text []byte, offset int) string {
	at := LocateOffsets(text, []int{offset})[offset]
	return fmt.Sprintf("line %d, column %d", at.Line, at.Column)
}
